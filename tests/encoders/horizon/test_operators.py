"""Operators: one a step, in layers, in compound moves; saved pairs, images, and plans read off."""

from dataclasses import replace
from itertools import product

import pytest

from puzzleproof.encoders import ground
from puzzleproof.encoders.horizon import jump_graph, operators
from puzzleproof.encoders.horizon.formula import Compiler
from puzzleproof.encoders.horizon.jump_graph import jump_graph_of
from puzzleproof.encoders.horizon.unrolled import UnrolledTask
from puzzleproof.encoders.sat import SatHorizons, pysat
from puzzleproof.encoders.strengthen.mirror import image_of
from puzzleproof.encoders.task import Operator, Task
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.replay import replay_to_goal
from tests.support.cube_sets import cubes
from tests.support.formulations import Facts, one_after_another, reachable, successors
from tests.support.minimum import by_horizons, plan_of
from tests.support.operator_tasks import BOARDS, CHAINS, encode_jump_by_jump
from tests.support.peg_boards import pegs
from tests.support.questions import has_plan, task_of
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles


def one_step(task: Task, facts: Facts) -> set[Facts]:
    """All facts that may hold after one step from some facts, by asking for one more each time."""
    begun = replace(task, start=facts)
    unrolled = UnrolledTask(begun, ())
    unrolled.extend()
    clauses = Compiler(unrolled.formula).update()
    named = [unrolled.fact(f, 1) for f in range(len(task.facts))]
    found = set[Facts]()
    with pysat.Solver(name="glucose4", bootstrap_with=clauses) as solver:
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
    states = reachable(task, 30)
    for symmetry, operator in product(task.symmetries, task.operators):
        requires, deletes, adds, shifts = image_of(operator, symmetry)
        needs, gone, come = map(frozenset[int], (requires, deletes, adds))
        image = Operator("image", needs, gone, come, tuple(shifts))
        for facts in states:
            image_under = frozenset(symmetry[f] for f in facts)
            after = one_after_another(facts, operator)
            expected = None if after is None else frozenset(symmetry[f] for f in after)
            assert one_after_another(image_under, image) == expected


LAYERED = {
    **{name: puzzle for name, puzzle in BOARDS.items() if ground(puzzle).task.length},
    "stuck": pegs("jump", board="triangle4", vacate=[0, 0], finish="any"),
    "wrong class": pegs("jump", board="strip6", start="xxoxoo", goal="xooooo"),
    "full square": pegs("jump", board="ooo\nooo\nooo", vacate=[1, 1], finish="any"),
}


def found_in_layers(puzzle: AnyPuzzle, number: int) -> bool:
    """Whether there is a plan in a number of layers; one that is found replays, jump by jump."""
    grounding = ground(puzzle)
    steps = SatHorizons(grounding.task, solver="glucose4").find(number)
    if steps is None:
        return False
    assert steps[0] == grounding.task.start
    moves = replay_to_goal(puzzle, plan_of(puzzle, grounding, steps))
    assert moves == len(steps) - 1
    length = grounding.task.length or 0
    assert moves == length or (grounding.task.chains and moves < length)
    return True


@pytest.mark.parametrize("name", LAYERED)
def test_as_many_layers_as_operators_have_room_for_every_plan(name: str) -> None:
    for metric in LAYERED[name].metrics:
        puzzle = LAYERED[name].with_metric(metric)
        length = ground(puzzle).task.length
        assert length
        solvable = bfs(puzzle).optimum is not None
        answers = [found_in_layers(puzzle, number) for number in range(length + 2)]
        assert answers == sorted(answers)
        assert answers[length] == answers[length + 1] == solvable


TWO_ENDS = pegs("move", board="strip7", start="xxoxooo", goal=["xxooooo", "ooooxoo"])
"""One move of two jumps leads to the second goal; the first, of two pegs, is out of reach."""


def test_jump_by_jump_goals_of_two_sizes_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`within` would count jumps there, for the number of steps is not the same in all plans."""
    encode_jump_by_jump(monkeypatch)
    with pytest.raises(Unsupported, match="numbers of pegs"):
        has_plan(task_of(TWO_ENDS), 1)


def test_jump_by_jump_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = CHAINS["triangle of 4"]
    monkeypatch.setattr(jump_graph, "RINGS_LIMIT", -1)
    jump_graph_of.cache_clear()
    task = task_of(puzzle)
    assert jump_graph_of(task) is None
    backend = SatHorizons(task, solver="glucose4")
    assert by_horizons(puzzle, backend, 9) == bfs(puzzle).optimum
    jump_graph_of.cache_clear()
