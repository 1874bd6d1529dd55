"""Answers about sets of cubes: counts that must agree, limits, and liars that are caught."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from puzzleproof.explore.random_cubes import FactorPair
from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.errors import InternalError, NotationError
from puzzleproof.models.instances import load
from puzzleproof.provers import cubes as prover
from puzzleproof.provers.cubes import (
    METHODS,
    CountingMethod,
    MethodFinished,
    StackCounts,
    StackSolution,
    conclude_stacks,
    count_by,
    solve_stacks,
)
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import ENGINES
from puzzleproof.verify.replay import replay_to_goal
from tests.support.cube_sets import random_cubes

PAIRS = ["0010-2102", "0010-2221", "0112-2000", "0112-2221", "1211-2000", "1211-2102"]
COUNTS = {"four-cubes": (28, 6, 6), "instant-insanity": (1, 3, 1), "one-colour-cubes": (0, 0, 0)}


def library(name: str) -> CubesPuzzle:
    puzzle = load(name)
    assert isinstance(puzzle, CubesPuzzle)
    return puzzle


@pytest.mark.parametrize("name", COUNTS)
def test_the_counts_of_all_methods_agree(name: str) -> None:
    stacks = solve_stacks(library(name), every=True)
    assert (stacks.raw, stacks.factorizations, stacks.pairs) == COUNTS[name]
    assert stacks.grade == "cross-checked"
    assert stacks.status == ("solved" if stacks.solutions else "unsolvable")
    assert len(stacks.solutions) == stacks.pairs
    counted = {(check.model, check.engine) for check in stacks.checks}
    methods = {("factors", "search"), ("orientations", "sat"), ("rules", "brute force")}
    assert counted == methods


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_counts_the_same(engine: str) -> None:
    """One solution is enough unless more are asked for."""
    assert list(METHODS) == list(ENGINES)
    stacks = solve_stacks(library("four-cubes"), engine, every=True)
    assert (stacks.raw, stacks.pairs, stacks.factorizations) == (28, 6, 6)
    assert [solution.name for solution in stacks.solutions] == PAIRS
    stacks = solve_stacks(library("four-cubes"), engine)
    assert (stacks.status, len(stacks.solutions)) == ("solved", 1)
    assert (stacks.raw, stacks.pairs, stacks.grade) == (None, None, None)
    assert stacks.solutions[0].name in PAIRS
    assert "--plans all" in stacks.notes[0]


@pytest.mark.parametrize("limit", [1, 5, 6, 7])
def test_a_limit_cuts_the_list_and_counts_nothing(limit: int) -> None:
    """One that is not reached changes nothing."""
    with pytest.raises(NotationError, match="expected"):
        solve_stacks(library("four-cubes"), limit=limit - limit)
    for engine in ENGINES if limit < 6 else ("sat",):
        stacks = solve_stacks(library("four-cubes"), engine, every=limit < 6, limit=limit)
        assert len({solution.name for solution in stacks.solutions}) == min(limit, 6)
        assert stacks.raw == (None if limit < 6 else 28)
        assert ("--plans N" in "".join(stacks.notes)) == (limit < 6)


@pytest.mark.parametrize("puzzle", [library("one-colour-cubes"), random_cubes(12, "random", 1)])
@pytest.mark.parametrize("engine", ENGINES)
def test_no_solution_is_confirmed_by_another_formulation(engine: str, puzzle: CubesPuzzle) -> None:
    stacks = solve_stacks(puzzle, engine)
    assert (stacks.status, stacks.grade, stacks.solutions) == ("unsolvable", "cross-checked", ())
    assert {check.formulation for check in stacks.checks} == {"models", "encoders"}


@pytest.mark.parametrize("number", [2, 8, 20])
def test_a_solvable_set_of_many_cubes_is_solved(number: int) -> None:
    puzzle = random_cubes(number, "solvable", 4)
    stacks = solve_stacks(puzzle)
    assert replay_to_goal(puzzle, stacks.solutions[0].plan) == number
    unique = solve_stacks(random_cubes(8, "unique", 4), every=True)
    assert (unique.pairs, unique.grade) == (1, "cross-checked")


MANY = CubesPuzzle(
    load("one-colour-cubes").info, "cube", tuple(letter * 6 for letter in "RGBYOVWKPCMN")
)
"""Each cube of one colour: 3^12 factorizations, a thousand million solutions."""


def test_a_time_limit_ends_the_count() -> None:
    """A few are found at once."""
    stacks = solve_stacks(MANY, every=True, limits=Limits(2.0, None))
    assert stacks.stopped
    assert stacks.raw is None
    assert len(stacks.solutions) <= 1
    assert stacks.status == ("solved" if stacks.solutions else "unknown")
    assert "time limit reached" in stacks.notes
    for engine in ("search", "auto"):
        assert len(solve_stacks(MANY, engine, limit=10).solutions) == 10


def more(counts: StackCounts) -> StackCounts:
    return counts._replace(raw=counts.raw + 1)


def fewer(counts: StackCounts) -> StackCounts:
    return counts._replace(pairs=frozenset(sorted(counts.pairs)[1:]))


@pytest.mark.parametrize("lie", [more, fewer])
def test_a_method_that_miscounts_or_loses_a_pair_is_caught(
    lie: Callable[[StackCounts], StackCounts], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lying(puzzle: CubesPuzzle, method: CountingMethod) -> StackCounts:
        counts = count_by(puzzle, method)
        return lie(counts) if method.engine == "brute force" else counts

    monkeypatch.setattr(prover, "count_by", lying)
    with pytest.raises(InternalError, match="disagree"):
        solve_stacks(library("four-cubes"), "search", every=True)


def test_a_stack_that_breaks_the_rules_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = prover.solution_of

    def cheating(puzzle: CubesPuzzle, pair: FactorPair) -> StackSolution:
        solution = honest(puzzle, pair)
        return replace(solution, plan=("0:frbl",) * len(solution.plan))

    monkeypatch.setattr(prover, "solution_of", cheating)
    with pytest.raises(InternalError, match="breaks the rules"):
        solve_stacks(library("four-cubes"), "search")


def test_one_formulation_alone_is_no_proof() -> None:
    check = MethodFinished("factors", "sat", "encoders", 0, 0, 0, 0.1)
    checks = [check, replace(check, engine="cpsat")]
    answer = conclude_stacks((), checks, 0.1, ())
    assert (answer.status, answer.grade) == ("unknown", "claimed")
