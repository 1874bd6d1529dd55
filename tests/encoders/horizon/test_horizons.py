"""Constraints as clauses, routes as paths, and horizons in parts: no plan below the minimum."""

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks import puzzle_of
from puzzleproof.encoders import ground
from puzzleproof.encoders.horizon import displacement, route_paths
from puzzleproof.encoders.horizon.formula import Compiler, Formula, at_most
from puzzleproof.encoders.horizon.unrolled import UnrolledTask, encoding_of
from puzzleproof.encoders.sat import pysat
from puzzleproof.encoders.strengthen import STRENGTHENINGS
from puzzleproof.encoders.task import Task
from puzzleproof.models.capabilities import with_start
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import SMALL, groundable, library, puzzles, sliding, states
from tests.support.formulations import successors
from tests.support.minimum import by_search
from tests.support.questions import satisfiable, task_of


def solutions(formula: Formula) -> set[tuple[int, ...]]:
    """The solutions over the formula's own variables."""
    numbers, found = range(1, formula.variables + 1), set[tuple[int, ...]]()
    clauses = Compiler(formula).update()
    for signs in product([1, -1], repeat=len(numbers)):
        chosen = [number * sign for number, sign in zip(numbers, signs, strict=True)]
        if satisfiable(clauses, chosen):
            found.add(tuple(int(sign > 0) for sign in signs))
    return found


@settings(max_examples=12)
@given(st.integers(1, 8), st.integers(0, 8), st.booleans())
def test_cardinalities_become_their_clauses(variables: int, number: int, exactly: bool) -> None:
    formula = Formula()
    literals = [formula.variable(f"x{k}") for k in range(variables)]
    if exactly:
        formula.exactly("test", literals, min(number, variables))
        expected = {
            s for s in product([0, 1], repeat=variables) if sum(s) == min(number, variables)
        }
    else:
        formula.at_most_one("test", literals)
        expected = {s for s in product([0, 1], repeat=variables) if sum(s) <= 1}
    assert solutions(formula) == expected


def test_a_growing_model_is_compiled_once() -> None:
    formula = Formula()
    compiler = Compiler(formula)
    one = formula.variable("one")
    formula.clause("test", one)
    assert compiler.update() == [(1,)]
    ten = [formula.variable(f"x{k}") for k in range(10)]
    formula.exactly("test", ten, 3)
    assert len(compiler.update()) > 3
    formula.clause("test", -ten[0], -ten[1])
    assert compiler.update() == [(-ten[0], -ten[1])]
    assert compiler.update() == []


@given(st.integers(0, 6), st.integers(0, 7), st.lists(st.booleans(), min_size=6, max_size=6))
def test_at_most_against_brute_force(size: int, number: int, signs: list[bool]) -> None:
    formula = Formula()
    variables = [formula.variable(f"x{k}") for k in range(size)]
    where = formula.variable("where")
    literals = [v if sign else -v for v, sign in zip(variables, signs, strict=False)]
    at_most(formula, "count", literals, number, where)
    clauses = Compiler(formula).update()
    with pysat.Solver(name="glucose4", bootstrap_with=clauses) as solver:
        for chosen in product([False, True], repeat=size):
            values = [x if holds else -x for x, holds in zip(literals, chosen, strict=True)]
            assert solver.solve(assumptions=[where, *values]) == (sum(chosen) <= number)
            assert solver.solve(assumptions=[-where, *values])


METRICS = ("piece", "line")
ROOMY = {
    "around a wall": sliding("A..../.##.B/....."),
    "its own cells": sliding("AAA../A..../.....", goal="...../..AAA/..A.."),
    "in a ring": sliding("A.../.##./....", goal="..../.##./...A"),
    "two in the way": sliding("A..B/.#../C..#", goal="B..A/.#../...#", labelled="AB"),
}


def moves(task: Task) -> set[tuple[int, int]]:
    """Every (place left, place reached) that the clauses of one step allow from the start."""
    step = UnrolledTask(task, (), encoding=route_paths.add_step)
    step.extend()
    clauses, movers = Compiler(step.formula).update(), sorted(task.movers)
    with pysat.Solver(name="glucose4", bootstrap_with=clauses) as solver:
        solver.add_clause([-step.idle(0)])
        found = set[tuple[int, int]]()
        while solver.solve():
            true: set[int] = set(solver.get_model() or ())
            (left,) = (m for m in movers if step.leaves(m, 0) in true)
            (reached,) = (m for m in movers if step.arrives(m, 0) in true)
            found.add((left, reached))
            solver.add_clause([-step.leaves(left, 0), -step.arrives(reached, 0)])
    return found


def moves_by_the_rules(puzzle: SlidingPuzzle) -> set[frozenset[int]]:
    """The facts after each move of the rules from the start."""
    grounding = ground(puzzle)
    after = puzzle.successors(puzzle.canonical(puzzle.start))
    task, found = grounding.task, dict[State, frozenset[int]]()
    for facts in (now for _, now in successors(task, task.start)):
        assert found.setdefault(grounding.state(facts), facts) == facts
    return {found[state] for state in after}


def others() -> Iterator[tuple[str, SlidingPuzzle]]:
    """Boards without tours, from several starts each."""
    for name, puzzle in {**SMALL, **ROOMY}.items():
        for k, state in enumerate(states(puzzle, 9)[::4] if not puzzle.tour else []):
            yield f"{name} {k}", with_start(puzzle, state, puzzle.info)


@pytest.mark.parametrize("metric", METRICS)
def test_the_moves_are_those_of_the_rules(metric: str) -> None:
    for name, board in others():
        puzzle = board.with_metric(metric)
        task = task_of(puzzle)
        after = {task.start - {left} | {reached} for left, reached in moves(task)}
        known = {facts & task.movers for facts in moves_by_the_rules(puzzle)}
        assert {facts & task.movers for facts in after} == known, name


def has_plan(task: Task, length: int, strengthen: Sequence[str]) -> bool:
    whole = UnrolledTask(task, strengthen, encoding=route_paths.add_step)
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


def test_the_encoding_with_fewer_constraints_is_chosen() -> None:
    assert encoding_of(task_of(library("ane-rouge"))) is displacement.add_step
    assert encoding_of(task_of(library("simplicity"))) is route_paths.add_step
    roomy = puzzle_of("thirteen-free-cells")
    assert encoding_of(task_of(roomy)) is route_paths.add_step
    assert task_of(roomy.with_metric("unit")).slides is None
    assert encoding_of(task_of(roomy.with_metric("unit"))) is displacement.add_step
