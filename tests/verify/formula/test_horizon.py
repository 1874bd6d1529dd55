"""The horizon's formula: its goals, and numbers that are counted in place of subsets."""

from dataclasses import replace

import pytest

from puzzleproof.models.capabilities import state_facts, strips_of
from puzzleproof.models.strips import Goal
from puzzleproof.verify.formula import steps as module
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.formula.transitions import compare_moves
from puzzleproof.verify.refutation import horizon_of
from tests.support.every_family import SMALL
from tests.support.fact_plans import (
    minimum_up_to,
    solvable,
)


def test_a_goal_that_is_never_met_leaves_no_solution() -> None:
    puzzle = SMALL["one piece, unit"]
    strips, start = strips_of(puzzle), state_facts(puzzle, puzzle.start)
    assert not solvable(HorizonFormula(replace(strips, goals=()), start, 3).clauses())
    assert not solvable(HorizonFormula(replace(strips, goals=(Goal((0,)),)), start, 3).clauses())
    assert solvable(HorizonFormula(replace(strips, goals=(Goal(()),)), start, 3).clauses())


@pytest.mark.parametrize("name", ["frogs row", "two alike, unit"])
def test_counters_in_place_of_subsets_say_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COUNT_SUBSET_LIMIT", 0)
    puzzle = SMALL[name]
    one, optimum = horizon_of(puzzle, 1), minimum_up_to(puzzle, 20)
    assert any("facts hold" in text for text in one.names())
    assert len(list(one.names())) == one.variables
    assert compare_moves(puzzle, one).complete
    assert optimum
    for length in (optimum - 1, optimum, optimum + 1):
        assert solvable(horizon_of(puzzle, length).clauses()) == (length >= optimum)
