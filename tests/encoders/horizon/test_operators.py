"""One operator a step: what it allows, the pairs that are saved, the images of operators.

That each family of clauses is needed, or why not, stands in test_clause_families.py.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from puzzleproof.encoders.horizon import operators
from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.unrolled import UnrolledTask
from puzzleproof.encoders.sat import pysat
from puzzleproof.encoders.task import Task
from puzzleproof.models.puzzle import AnyPuzzle
from tests.support.cube_sets import cubes
from tests.support.formulations import Facts, one_after_another, reachable, successors
from tests.support.operator_tasks import BOARDS
from tests.support.peg_boards import pegs
from tests.support.questions import task_of
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles

# --- one step -----------------------------------------------------------------------------


def one_step(task: Task, facts: Facts) -> set[Facts]:
    """All facts that may hold after one step from some facts, by asking for one more each time."""
    begun = replace(task, start=facts)
    unrolled = UnrolledTask(begun, ())
    unrolled.extend()
    compiler = Compiler(unrolled.formula)
    named = [compiler.literal(unrolled.fact(f, 1)) for f in range(len(task.facts))]
    found = set[Facts]()
    with pysat.Solver(name="glucose4", bootstrap_with=compiler.update()) as solver:
        while solver.solve():
            true = set(solver.get_model())
            found.add(frozenset(f for f, literal in enumerate(named) if literal in true))
            solver.add_clause([-x if x in true else x for x in named])
    return found


STEPPED: dict[str, AnyPuzzle] = {
    "tiles": tiles("3 4 5/0 1 2"),
    "runs": tiles("3 4 5/0 1 2", "multi"),
    "a column": TILES["a column"],
    "two cells": TILES["two cells"],
    "jumps": pegs("jump", board="triangle4", vacate=[1, 0], finish="any"),
    "cubes": cubes("RGBYRG", "YYGGBB", "RBRBRB"),
}


@pytest.mark.parametrize("name", STEPPED)
def test_one_step_of_the_encoding_is_one_move(name: str) -> None:
    task = task_of(STEPPED[name])
    states = reachable(task)
    for facts in states[:: 1 + len(states) // 20]:
        idle = {facts} if task.length is None else set[Facts]()
        expected = {after for _, after in successors(task, facts)}
        assert one_step(task, facts) == expected | idle


# --- pairs that are saved, images ------------------------------------------------------------


@pytest.mark.parametrize("metric", ["single", "multi"])
@pytest.mark.parametrize("name", ["2 x 3", "3 x 2", "a row", "2 x 2"])
def test_the_saved_pairs_are_those_of_the_definition(name: str, metric: str) -> None:
    task = task_of(TILES[name].with_metric(metric))
    assert {(a, b) for (a,), (b,) in operators.saved_pairs(task)} == worth_saving(task)


def worth_saving(task: Task) -> set[tuple[int, int]]:
    """Pairs of operators that, wherever both apply, do what one operator does, or nothing."""
    found, states = set[tuple[int, int]](), reachable(task)
    for (a, first), (b, second) in product(enumerate(task.operators), repeat=2):
        both = ((s, one_after_another(s, first, second)) for s in states)
        together = [(s, t) for s, t in both if t is not None]
        one = all(s == t for s, t in together) or any(
            all(one_after_another(s, single) == t for s, t in together) for single in task.operators
        )
        if together and one:
            found.add((a, b))
    return found


@pytest.mark.parametrize(
    "name",
    ["3 x 3, mirrored", "strip from the middle", "triangle, all mirrors", "cubes", "mirrored"],
)
def test_the_image_of_an_operator_does_what_the_operator_does(name: str) -> None:
    task = task_of(BOARDS[name])
    assert task.symmetries
    states = reachable(task)[:30]
    for symmetry, (k, operator) in product(task.symmetries, enumerate(task.operators)):
        (number,) = operators.image(task, (k,), symmetry)
        image = task.operators[number]
        for facts in states:
            image_under = frozenset(symmetry[f] for f in facts)
            after = one_after_another(facts, operator)
            expected = None if after is None else frozenset(symmetry[f] for f in after)
            assert one_after_another(image_under, image) == expected
