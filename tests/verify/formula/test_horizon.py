"""The horizon's formula: every plan makes it true, and where no plan is it has no solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.strips import Goal
from puzzleproof.verify.formula import steps as module
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.refutation import horizon_of
from tests.support.every_family import ANY, SMALL
from tests.support.fact_plans import (
    PAUSE,
    Walk,
    asking,
    broken,
    counters,
    minimum_up_to,
    solvable,
    walk,
)


def fast(names: Iterable[str]) -> list[Any]:
    """Of boards the metrics 'piece' and 'line', with the most actions, are left to slow tests."""
    slow = (", piece", ", line")
    return [pytest.param(n, marks=pytest.mark.slow if n.endswith(slow) else ()) for n in names]


# --- every plan makes every clause true ---------------------------------------------------


def check_walks(puzzle: AnyPuzzle, lengths: Iterable[tuple[int, int]]) -> None:
    """Walks of some length and the formula of another, with idle steps at the end."""
    strips = puzzle.strips()
    for seed, (length, idle) in enumerate(lengths):
        made = walk(puzzle, length, seed)
        wanted = asking(strips, made.facts[-1])
        horizon = HorizonFormula(wanted, made.facts[0], len(made.actions) + idle)
        assert not broken(horizon, made)


@pytest.mark.parametrize("name", fast(SMALL))
def test_every_walk_satisfies_every_family(name: str) -> None:
    check_walks(SMALL[name], [(0, 1), (1, 0), (3, 1)])


@pytest.mark.parametrize("name", ["frogs row", "two alike, unit"])
def test_counters_in_place_of_subsets_agree_with_every_walk(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COUNT_SUBSET_LIMIT", 0)
    puzzle = SMALL[name]
    horizon = HorizonFormula(puzzle.strips(), puzzle.state_facts(puzzle.canonical(puzzle.start)), 2)
    assert counters(horizon)
    check_walks(puzzle, [(0, 1), (1, 0), (3, 1), (6, 2)])


@given(ANY)
def test_every_walk_of_a_random_board_satisfies_every_family(puzzle: AnyPuzzle) -> None:
    try:
        size = len(puzzle.strips().actions)
    except Unsupported:
        return
    if size < 400:
        check_walks(puzzle, [(2, 1)])


def test_a_plan_that_is_none_breaks_clauses() -> None:
    """The comparison can fail: a wrong action, a skipped move, a wrong end."""
    puzzle = SMALL["two labelled, unit"]
    made = walk(puzzle, 4, 1)
    horizon = HorizonFormula(asking(puzzle.strips(), made.facts[-1]), made.facts[0], 4)
    assert not broken(horizon, made)
    first, *rest = made.actions
    other = replace(made, actions=((first + 1) % len(horizon.strips.actions), *rest))
    assert {name for name, _ in broken(horizon, other)} & {"needs", "effect", "who"}
    skipped = Walk((*made.facts[:2], *made.facts[3:]), made.actions[1:])
    assert broken(horizon, skipped)
    elsewhere = HorizonFormula(asking(puzzle.strips(), made.facts[0] ^ 3), made.facts[0], 4)
    assert {name for name, _ in broken(elsewhere, made)} == {"goal"}
    later = HorizonFormula(horizon.strips, made.facts[1], 4)
    assert {name for name, _ in broken(later, made)} == {"start"}


@pytest.mark.parametrize("name", ["two labelled, line", "frogs row", "triangle-4, jump"])
def test_once_idle_is_always_idle(name: str) -> None:
    """A pause between two moves breaks the family of that name, and no other."""
    puzzle = SMALL[name]
    made = walk(puzzle, 2, 3)
    (before, between, after), (first, second) = made.facts, made.actions
    horizon = HorizonFormula(asking(puzzle.strips(), after), before, 3)
    assert not broken(horizon, made)
    paused = Walk((before, between, between, after), (first, PAUSE, second))
    assert {family for family, _ in broken(horizon, paused)} == {"idle"}


# --- the formula as documented ------------------------------------------------------------


def test_a_goal_that_is_never_met_leaves_no_solution() -> None:
    puzzle = SMALL["one piece, unit"]
    strips, start = puzzle.strips(), puzzle.state_facts(puzzle.start)
    assert not solvable(HorizonFormula(replace(strips, goals=()), start, 3).clauses())
    assert not solvable(HorizonFormula(replace(strips, goals=(Goal((0,)),)), start, 3).clauses())
    assert solvable(HorizonFormula(replace(strips, goals=(Goal(()),)), start, 3).clauses())


def test_two_goals_are_a_choice() -> None:
    """Each alone gives a longer or an equal minimum; together the least counts."""
    puzzle = SMALL["two goals, unit"]
    strips, start = puzzle.strips(), puzzle.state_facts(puzzle.canonical(puzzle.start))
    assert len(strips.goals) == 2
    each = list[int]()
    for goal in strips.goals:
        alone = replace(strips, goals=(goal,))
        each.append(
            next(t for t in range(20) if solvable(HorizonFormula(alone, start, t).clauses()))
        )
    assert min(each) == minimum_up_to(puzzle, 20)


def test_counters_say_what_they_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COUNT_SUBSET_LIMIT", 0)
    puzzle = load("frogs-2-2")
    horizon = horizon_of(puzzle, 1)
    names = list(horizon.names())
    assert len(names) == horizon.variables
    assert any("facts hold" in text for text in names)
