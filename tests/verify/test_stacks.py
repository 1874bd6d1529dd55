"""Stacks of cubes counted by brute force: against all placements, one by one."""

from __future__ import annotations

from itertools import product

import pytest

from puzzleproof.models.cubes.rules import PLACEMENTS, CubesPuzzle
from puzzleproof.models.instances import load
from puzzleproof.verify.stacks import FIRST, count_stacks, every_stack, shown_pairs
from tests.support.cube_sets import cubes

PAIRS = [("RGBYRG", "YYGGBB"), ("RRGGBB", "GRRGBB"), ("RRRRRR", "RRRRRG"), ("RGBYOV", "VOYBGR")]


@pytest.mark.parametrize("pair", PAIRS)
def test_two_cubes_are_counted(pair: tuple[str, str]) -> None:
    """No column shows a colour twice: here that is looked at without the rules."""
    found = [
        placements
        for placements in product(range(24), repeat=2)
        if all(
            len({cube[PLACEMENTS[p][side]] for cube, p in zip(pair, placements, strict=True)}) == 2
            for side in range(4)
        )
    ]
    puzzle, counted = cubes(*pair), count_stacks(cubes(*pair))
    assert list(every_stack(puzzle)) == found
    assert counted.full == len(found) == 8 * counted.raw
    assert counted.raw == sum(placements[0] in FIRST for placements in found)
    assert counted.shown == {shown_pairs(placements) for placements in found}


def test_the_set_of_the_lecture_notes() -> None:
    puzzle = load("four-cubes")
    assert isinstance(puzzle, CubesPuzzle)
    counted = count_stacks(puzzle)
    assert (counted.raw, len(counted.shown)) == (28, 6)
