"""The numbers of a certificate, put together by parts, are those of the rules."""

from __future__ import annotations

from itertools import islice

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.packed_task import packed_task_of, state_numbers, state_of
from tests.support.boards import SMALL

TOUR = next(puzzle for puzzle in SMALL.values() if puzzle.tour)


@pytest.mark.parametrize(
    "puzzle",
    [
        load("ane-rouge"),
        load("century"),
        load("simplicity2"),
        load("eight-puzzle-867"),
        load("tiles-2x4-multi"),
        load("taquin-t1"),
        load("frogs-3x3"),
        load("triangle-5-apex"),
        TOUR,
    ],
    ids=lambda puzzle: puzzle.info.name,
)
def test_numbers_put_together_are_those_of_the_rules(puzzle: AnyPuzzle) -> None:
    grounding = ground_single_steps(puzzle)
    model = packed_task_of(grounding)
    number = state_numbers(puzzle, grounding, model)
    for layer in islice(PlainSearch(model).layers(), 12):
        states = sorted(layer)[:300]
        placed = [puzzle.canonical(state_of(grounding, model, bits)) for bits in states]
        assert number(states) == list(map(puzzle.pack, placed))
        assert list(map(puzzle.unpack, number(states))) == placed
