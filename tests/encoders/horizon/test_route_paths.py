"""Routes as paths: the moves of the rules, and no horizon below the minimum has a plan.

That each family of clauses is needed stands in test_clause_families.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import assume, given, settings

from benchmarks.boards import puzzle_of
from puzzleproof.encoders import ground
from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.step_encoding import (
    DISPLACEMENTS,
    PATHS,
    encoding_of,
)
from puzzleproof.encoders.horizon.unrolled import UnrolledTask
from puzzleproof.encoders.sat import pysat
from puzzleproof.encoders.strengthen import STRENGTHENINGS
from puzzleproof.encoders.task import Task
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import SMALL, groundable, library, puzzles, sliding, states
from tests.support.minimum import by_search
from tests.support.questions import satisfiable, task_of

METRICS = ("piece", "line")
ROOMY = {
    "around a wall": sliding("A..../.##.B/....."),
    "its own cells": sliding("AAA../A..../.....", goal="...../..AAA/..A.."),
    "in a ring": sliding("A.../.##./....", goal="..../.##./...A"),
    "two in the way": sliding("A..B/.#../C..#", goal="B..A/.#../...#", labelled="AB"),
}


# --- one move -----------------------------------------------------------------------------


def moves(task: Task) -> set[tuple[int, int]]:
    """Every (place left, place reached) that the clauses of one step allow from the start."""
    step = UnrolledTask(task, (), encoding=PATHS)
    step.extend()
    compiler = Compiler(step.formula)
    movers = sorted(task.movers)
    with pysat.Solver(name="glucose4", bootstrap_with=compiler.update()) as solver:
        solver.add_clause([-compiler.literal(step.idle(0))])
        found = set[tuple[int, int]]()
        while solver.solve():
            true = compiler.true(solver.get_model() or ())
            (left,) = (m for m in movers if step.leaves(m, 0) in true)
            (reached,) = (m for m in movers if step.arrives(m, 0) in true)
            found.add((left, reached))
            both = (step.leaves(left, 0), step.arrives(reached, 0))
            solver.add_clause([-compiler.literal(literal) for literal in both])
    return found


def moves_by_the_rules(puzzle: SlidingPuzzle) -> set[frozenset[int]]:
    """The facts after each move of the rules from the start."""
    grounding = ground(puzzle)
    after = puzzle.successors(puzzle.canonical(puzzle.start))
    return {facts for state in after for facts in grounding.facts_of(state)}


def others() -> Iterator[tuple[str, SlidingPuzzle]]:
    """Boards without tours, from several starts each."""
    for name, puzzle in {**SMALL, **ROOMY}.items():
        for k, state in enumerate(states(puzzle, 9)[::4] if not puzzle.tour else []):
            yield f"{name} {k}", puzzle.with_start(state, puzzle.info)


@pytest.mark.parametrize("metric", METRICS)
def test_the_moves_are_those_of_the_rules(metric: str) -> None:
    for name, board in others():
        puzzle = board.with_metric(metric)
        task = task_of(puzzle)
        after = {task.start - {left} | {reached} for left, reached in moves(task)}
        known = {facts & task.movers for facts in moves_by_the_rules(puzzle)}
        assert {facts & task.movers for facts in after} == known, name


# --- horizons -----------------------------------------------------------------------------


def has_plan(task: Task, length: int, strengthen: Sequence[str]) -> bool:
    whole = UnrolledTask(task, strengthen, encoding=PATHS)
    whole.formula.clause("goal", whole.within(length))
    return satisfiable(Compiler(whole.formula).update())


@settings(max_examples=settings().max_examples // 2)
@given(puzzles())
def test_every_horizon_of_random_boards(puzzle: SlidingPuzzle) -> None:
    """Satisfiable from the minimum on, and at no horizon below it."""
    found = by_search(puzzle, 6, 1500)
    assume(found is not None and groundable(puzzle) and puzzle.metric in METRICS)
    assert found is not None
    assert found.optimum is not None
    task = task_of(puzzle)
    for length in range(found.optimum + 3):
        for strengthen in ((), STRENGTHENINGS):
            assert has_plan(task, length, strengthen) == (length >= found.optimum)


# --- the choice ---------------------------------------------------------------------------


def test_the_encoding_with_fewer_constraints_is_chosen() -> None:
    assert encoding_of(task_of(library("ane-rouge"))) is DISPLACEMENTS
    assert encoding_of(task_of(library("simplicity"))) is PATHS
    roomy = puzzle_of("thirteen-free-cells")
    assert encoding_of(task_of(roomy)) is PATHS
    assert task_of(roomy.with_metric("unit")).slides is None
    assert encoding_of(task_of(roomy.with_metric("unit"))) is DISPLACEMENTS
