"""Factors of the multigraph on the colours, and the stacks that they make."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from puzzleproof.encoders.cubes.stacks import OPPOSITE, components
from puzzleproof.explore.random_cubes import factors, random_cubes
from puzzleproof.models.cubes.rules import FACES, PLACEMENTS, placement_of


def test_a_factor_follows_cycles_from_colour_to_colour() -> None:
    puzzle = random_cubes(12, "solvable", 2)
    for factor in factors(puzzle.cubes):
        parts = components(puzzle, factor)
        assert sorted(k for part in parts for k, _, _ in part) == list(range(12))
        for part in parts:
            ring = [*part, part[0]]
            for (k, _, back), (after, front, _) in pairwise(ring):
                assert puzzle.cubes[k][back] == puzzle.cubes[after][front]


@pytest.mark.parametrize("one", range(3))
def test_any_two_faces_of_unlike_pairs_make_a_placement(one: int) -> None:
    """Of two pairs of opposite faces each may be turned by itself: the models rest on that."""
    for other in {0, 1, 2} - {one}:
        for (front, back), (right, left) in product(
            (OPPOSITE[one], OPPOSITE[one][::-1]), (OPPOSITE[other], OPPOSITE[other][::-1])
        ):
            sides = "".join(FACES[f] for f in (front, right, back, left))
            assert PLACEMENTS[placement_of(sides)][:4] == (front, right, back, left)
