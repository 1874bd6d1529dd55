"""The horizon's formula: every plan makes it true, and where no plan is it has no solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.strips import Goal
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.formula import steps as module
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.refutation import horizon_of
from tests.support.every_family import ANY, SMALL
from tests.support.fact_plans import (
    PAUSE,
    Walk,
    asking,
    broken,
    counters,
    solvable,
    solver_of,
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


# --- where there is no plan ---------------------------------------------------------------


@cache
def minimum(name: str) -> int | None:
    """By a search in breadth through the rules."""
    for depth, layer in enumerate(layers(SMALL[name])):
        if any(map(SMALL[name].is_goal, layer)):
            return depth
    return None


def formula(name: str, length: int) -> list[tuple[str, list[Clause]]]:
    puzzle = SMALL[name]
    start = puzzle.state_facts(puzzle.canonical(puzzle.start))
    families = HorizonFormula(puzzle.strips(), start, length).families()
    return [(family, list(clauses)) for family, clauses in families]


def without(families: Sequence[tuple[str, list[Clause]]], *names: str) -> list[Clause]:
    return [clause for name, some in families if name not in names for clause in some]


@pytest.mark.parametrize(("name", "length"), [("tiles 2 x 3, single", 21), ("frogs-3-3", 15)])
def test_longer_minima(name: str, length: int) -> None:
    """2 x 3: 21 is the distance by the rules; 3 + 3 frogs take 3 * 3 + 2 * 3 (Lucas, 1883)."""
    puzzle = SMALL[name] if name in SMALL else load(name)
    for bound, answer in ((length - 1, False), (length, True)):
        assert solvable(horizon_of(puzzle, bound).clauses()) == answer


# --- which families are needed ------------------------------------------------------------

_POOL = """\
two labelled, line; L and T, unit; rush hour, unit; tiles 2 x 2, single;
tiles 2 x 2 unsolvable, single; tiles a row out of order, multi; tiles 2 x 3 unsolvable, multi;
frogs row; triangle-4, move; triangle-4, jump; peg-small-example, jump; instant-insanity, cube;
one-colour-cubes, cube; half-way, line"""
POOL = tuple(_POOL.replace("\n", " ").split("; "))
NEEDED = {"start", "goal", "one of a group", "needs", "effect", "stays", "one move"}
"""Without one of these some puzzle of the pool has a plan that is none."""

REDUNDANT = {
    "some action": ("who", "why"),  # a step with no action changes nothing, as an idle one does
    "idle": ("who", "why"),  # the same: nothing changes without an action that changes it
    "who": ("effect",),  # an action's own facts change by its effect, and one move is all there is
    "why": ("idle",),  # what an action leaves alone stays; only idle steps have no other guard
    "leaves": ("arrives",),  # kinds keep their numbers: where one has arrived one has left
    "arrives": ("count",),  # the same the other way round
    "count": ("leaves",),  # every action keeps the numbers: leaves and arrives say it as well
    "colour": (),  # every action changes the colour: it follows from the others
}
"""Families that no puzzle of the pool misses, and those without which it is missed (why: each)."""


def pool() -> Iterator[list[tuple[str, list[Clause]]]]:
    for name in POOL:
        optimum = minimum(name)
        yield formula(name, 6 if optimum is None else optimum - 1)


def misses(formulas: Sequence[Sequence[tuple[str, list[Clause]]]], *names: str) -> bool:
    """Whether some formula that has all these families gets a solution without them."""
    return any(
        solvable(without(families, *names))
        for families in formulas
        if names[0] in {name for name, clauses in families if clauses}
    )


def test_the_families_that_are_needed_are_just_these() -> None:
    formulas = list(pool())
    assert not any(solvable(without(families)) for families in formulas)
    families = {name for families in formulas for name, clauses in families if clauses}
    assert {name for name in families if misses(formulas, name)} == NEEDED
    assert families - NEEDED == REDUNDANT.keys()
    for name, others in REDUNDANT.items():
        for other in others:
            assert misses(formulas, name, other), (name, other)


def test_a_family_that_follows_from_the_others_is_implied_clause_by_clause() -> None:
    """``colour``: with the opposite of any of its clauses the rest has no solution."""
    seen = 0
    for name in ("tiles 2 x 2, single", "instant-insanity, cube", "tiles 2 x 2 unsolvable, multi"):
        families = formula(name, 4)
        rest = [c for family, some in families if family not in ("colour", "goal") for c in some]
        with solver_of(rest) as solver:
            for clause in (c for family, some in families if family == "colour" for c in some):
                assert not solver.solve(assumptions=[-x for x in clause])
                seen += 1
    assert seen > 20


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
    assert min(each) == minimum("two goals, unit")


def test_colours_are_found_only_where_every_action_changes_them() -> None:
    """Pieces of a frog jump as well as step; a run of tiles moves the hole by any distance."""
    coloured = {name for name in POOL if any(f == "colour" and c for f, c in formula(name, 1))}
    assert coloured == {
        "tiles 2 x 2, single",
        "tiles 2 x 2 unsolvable, single",
        "instant-insanity, cube",
        "one-colour-cubes, cube",
    }


def test_counters_say_what_they_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COUNT_SUBSET_LIMIT", 0)
    puzzle = load("frogs-2-2")
    horizon = horizon_of(puzzle, 1)
    names = list(horizon.names())
    assert len(names) == horizon.variables
    assert any("facts hold" in text for text in names)
