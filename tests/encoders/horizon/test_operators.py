"""Tasks of operators (`encoders.horizon.operators`): clauses, strengthenings, layers.

Some families of clauses are implied by the others, and tests here say which and where: in sliding
tiles ``needs`` and ``one operator a step``, each left out alone, allow the same steps as before,
since the frame and the groups (a label on one cell, a cell with one label) leave the blank no
other way; so does ``effect``, but in the metric ``multi``, where tiles of a run could change their
order.  ``idling lasts`` only fixes when a short plan stands still.

Compound moves are told jump by jump here, as on boards where a step cannot be a whole move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from puzzleproof.encoders.families import ground
from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.unrolled import Horizon
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.strengthen import (
    DEFAULT,
    STRENGTHENINGS,
)
from puzzleproof.encoders.task import Task
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.replay import replay_to_goal
from tests.support.cube_sets import cubes
from tests.support.minimum import plan_of
from tests.support.operator_tasks import (
    BOARDS,
    REFUTED,
    Facts,
    pysat,
    reachable,
    task_of,
    tell_jump_by_jump,
)
from tests.support.peg_boards import pegs
from tests.support.questions import has_plan, satisfiable
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles


@pytest.fixture
def jump_by_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    tell_jump_by_jump(monkeypatch)


# --- families of clauses ------------------------------------------------------------------


def satisfiable_without(task: Task, bound: int, *families: str) -> bool:
    """Whether the bare encoding, some families left out, has a plan of at most ``bound`` moves."""
    horizon = Horizon(task, (), keep=lambda family: family not in families)
    horizon.model.clause("asserted", horizon.within(bound))
    return satisfiable(Compiler(horizon.model).update())


NEEDED: dict[str, tuple[str, ...]] = {
    "tiles, unsolvable": ("start", "frame", "one fact of a group", "goal", "condition"),
    "tiles, too short": ("start", "frame", "one fact of a group", "goal", "condition"),
    "tiles, runs, too short": ("start", "frame", "one fact of a group", "goal", "condition"),
    "tiles, a run, out of reach": ("effect",),
    "jumps, wrong class": ("start", "needs", "effect", "goal", "condition"),
    "jumps, stuck": ("start", "needs", "effect", "frame", "one operator a step"),
    "jumps, too few": ("number of steps",),
    "moves, too short": (
        "needs", "effect", "frame", "one operator a step", "chain", "number of moves",
    ),
    "moves, too few": ("within", "goal", "condition", "start"),
    "cubes, stuck": ("needs", "effect"),
    "cubes, too few": ("number of steps",),
}  # fmt: skip
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
    horizon = Horizon(replace(task, start=facts), (), keep=lambda family: family not in families)
    horizon.extend()
    compiler = Compiler(horizon.model)
    named = [compiler.literal(horizon.fact(f, 1)) for f in range(len(task.facts))]
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
        expected = {operator.apply(facts) for operator in task.operators if operator.applies(facts)}
        assert one_step(task, facts, *([family] if family else [])) == expected | idle


@pytest.mark.parametrize("name", ["tiles", "runs"])
@pytest.mark.parametrize("family", ["frame", "one fact of a group"])
def test_the_other_families_are_not_implied(name: str, family: str) -> None:
    task = task_of(STEPPED[name])
    allowed = {task.start} | {after for _, after in task.successors(task.start)}
    assert one_step(task, task.start, family) > allowed


@pytest.mark.parametrize("board", ["1 2 5/3 4 0", "3 1 2/4 5 0", "1 4 2/3 0 5"])
@pytest.mark.parametrize("metric", ["single", "multi"])
def test_when_a_plan_pauses_changes_no_answer(board: str, metric: str) -> None:
    puzzle = tiles(board, metric)
    task, minimum = task_of(puzzle), bfs(puzzle).optimum
    assert minimum is not None
    for bound in range(minimum + 3):
        for left_out in ((), ("idling lasts",)):
            assert satisfiable_without(task, bound, *left_out) == (bound >= minimum)


@pytest.mark.usefixtures("jump_by_jump")
def test_every_family_is_tried() -> None:
    families: set[str] = set()
    for puzzle, bound in REFUTED.values():
        horizon = Horizon(ground(puzzle).task, ())
        horizon.within(bound)
        families |= {constraint.family for constraint in horizon.model.constraints}
    assert families == {family for row in NEEDED.values() for family in row} | {"idling lasts"}


# --- strengthenings keep the minimum ------------------------------------------------------

APPLICABLE = ("no_undo", "mirror", "parity", "commuting")
CHOICES: dict[str, Sequence[str]] = {
    "none": (), "default": DEFAULT, "all": STRENGTHENINGS, **{name: (name,) for name in APPLICABLE},
}  # fmt: skip


def metrics() -> Iterator[tuple[str, str]]:
    for name, puzzle in BOARDS.items():
        for metric in puzzle.metrics:
            if not (name == "two lengths" and metric == "move"):
                yield name, metric


@pytest.mark.parametrize(("name", "metric"), list(metrics()))
def test_every_choice_gives_the_same_minimum(name: str, metric: str) -> None:
    puzzle = BOARDS[name].with_metric(metric)
    task, minimum = task_of(puzzle), bfs(puzzle).optimum
    for choice, names in CHOICES.items():
        if minimum is None:
            assert task.length is not None
            assert not has_plan(task, task.length + 2, names), choice
        else:
            assert minimum == 0 or not has_plan(task, minimum - 1, names), choice
            assert_plan(puzzle, minimum, minimum, names)
            assert_plan(puzzle, minimum, minimum + 1, names)


def assert_plan(puzzle: AnyPuzzle, minimum: int, bound: int, names: Sequence[str]) -> None:
    """There is a plan within the bound, and it replays."""
    grounding = ground(puzzle)
    steps = SatHorizons(grounding.task, solver="glucose4", strengthen=names).ask(bound)
    assert steps is not None
    plan = plan_of(puzzle, grounding, steps)
    assert minimum <= replay_to_goal(puzzle, plan) <= bound


TWO_ENDS = pegs("move", board="strip7", start="xxoxooo", goal=["xxooooo", "ooooxoo"])
"""One move of two jumps leads to the second goal; the first, of two pegs, is out of reach."""


def test_moves_are_counted_where_goals_have_different_numbers_of_pegs() -> None:
    assert bfs(TWO_ENDS).optimum == 1
    assert has_plan(task_of(TWO_ENDS), 1)


@pytest.mark.usefixtures("jump_by_jump")
def test_jump_by_jump_goals_of_different_numbers_are_refused() -> None:
    """`within` would count jumps there, for the number of steps is not the same in all plans."""
    with pytest.raises(Unsupported, match="numbers of pegs"):
        has_plan(task_of(TWO_ENDS), 1)
