"""One operator a step: the clauses, the pairs that are saved, the images of operators.

Some families of clauses are implied by the others, and tests here say which and where: in sliding
tiles ``needs`` and ``one operator a step``, each left out alone, allow the same steps as before,
since the frame and the groups (a label on one cell, a cell with one label) leave the blank no
other way; so does ``effect``, but in the metric ``multi``, where tiles of a run could change their
order.  ``idling lasts`` only fixes when a short plan stands still.

Compound moves are encoded jump by jump here, as on boards where a step cannot be a whole move.
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
from puzzleproof.verify.bfs import bfs
from tests.support.cube_sets import cubes
from tests.support.formulations import Facts, one_after_another, reachable, successors
from tests.support.operator_tasks import BOARDS, REFUTED, encode_jump_by_jump
from tests.support.peg_boards import pegs
from tests.support.questions import minimum_of, satisfiable_without, task_of
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles


@pytest.fixture
def jump_by_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    encode_jump_by_jump(monkeypatch)


# --- families of clauses ------------------------------------------------------------------


COMMON = "start, frame, one fact of a group, goal, condition"
CHAINED = "needs, effect, frame, one operator a step, chain, number of moves"
NEEDED = {
    name: families.split(", ")
    for name, families in {
        "tiles, unsolvable": COMMON,
        "tiles, too short": COMMON,
        "tiles, runs, too short": COMMON,
        "tiles, a run, out of reach": "effect",
        "jumps, wrong class": "start, needs, effect, goal, condition",
        "jumps, stuck": "start, needs, effect, frame, one operator a step",
        "jumps, too few": "number of steps",
        "moves, too short": CHAINED,
        "moves, too few": "within, goal, condition, start",
        "cubes, stuck": "needs, effect",
        "cubes, too few": "number of steps",
    }.items()
}
"""Families without which the horizon has a false plan."""


@pytest.mark.usefixtures("jump_by_jump")
@pytest.mark.parametrize("name", REFUTED)
def test_the_whole_encoding_is_right_to_begin_with(name: str) -> None:
    puzzle, bound = REFUTED[name]
    distance = bfs(puzzle).optimum
    assert distance is None or distance > bound
    assert not satisfiable_without(task_of(puzzle), bound)


@pytest.mark.usefixtures("jump_by_jump")
@pytest.mark.parametrize(("name", "family"), [(n, f) for n, row in NEEDED.items() for f in row])
def test_a_family_left_out_makes_false_plans(name: str, family: str) -> None:
    puzzle, bound = REFUTED[name]
    assert satisfiable_without(task_of(puzzle), bound, family)


def one_step(task: Task, facts: Facts, *families: str) -> set[Facts]:
    """All facts that may hold after one step from some facts, by asking for one more each time."""
    begun = replace(task, start=facts)
    unrolled = UnrolledTask(begun, (), keep=lambda family: family not in families)
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
@pytest.mark.parametrize("family", [None, "needs", "effect", "one operator a step"])
def test_one_step_of_the_encoding_is_one_move(name: str, family: str | None) -> None:
    """Of tiles, even where one family is left out: it is implied."""
    task = task_of(STEPPED[name])
    if family and (task.length is not None or (name, family) == ("runs", "effect")):
        pytest.skip("not implied, see NEEDED")
    states = reachable(task)
    for facts in states[:: 1 + len(states) // 20]:
        idle = {facts} if task.length is None else set[Facts]()
        expected = {after for _, after in successors(task, facts)}
        assert one_step(task, facts, *([family] if family else [])) == expected | idle


@pytest.mark.parametrize("name", ["tiles", "runs"])
@pytest.mark.parametrize("family", ["frame", "one fact of a group"])
def test_the_other_families_are_not_implied(name: str, family: str) -> None:
    task = task_of(STEPPED[name])
    allowed = {task.start} | {after for _, after in successors(task, task.start)}
    assert one_step(task, task.start, family) > allowed


@pytest.mark.parametrize("board", ["1 2 5/3 4 0", "3 1 2/4 5 0", "1 4 2/3 0 5"])
@pytest.mark.parametrize("metric", ["single", "multi"])
def test_when_a_plan_pauses_changes_no_answer(board: str, metric: str) -> None:
    puzzle = tiles(board, metric)
    task, minimum = task_of(puzzle), minimum_of(puzzle)
    for bound in range(minimum + 3):
        for left_out in ((), ("idling lasts",)):
            assert satisfiable_without(task, bound, *left_out) == (bound >= minimum)


@pytest.mark.usefixtures("jump_by_jump")
def test_every_family_is_tried() -> None:
    families: set[str] = set()
    for puzzle, bound in REFUTED.values():
        unrolled = UnrolledTask(task_of(puzzle), ())
        unrolled.within(bound)
        families |= {constraint.family for constraint in unrolled.formula.constraints}
    assert families == {family for row in NEEDED.values() for family in row} | {"idling lasts"}


# --- pairs that are saved, images ------------------------------------------------------------


@pytest.mark.parametrize("metric", ["single", "multi"])
@pytest.mark.parametrize("name", ["2 x 3", "3 x 2", "a row", "2 x 2"])
def test_a_saved_pair_is_one_operator_or_none(name: str, metric: str) -> None:
    """By the definition, on every state where both can be applied."""
    task = task_of(TILES[name].with_metric(metric))
    assert {(a, b) for (a,), (b,) in operators.saved_pairs(task)} <= worth_saving(task)


@pytest.mark.parametrize("metric", ["single", "multi"])
@pytest.mark.parametrize("name", ["2 x 3", "3 x 2", "a row", "2 x 2"])
def test_no_saved_pair_is_missed(name: str, metric: str) -> None:
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
