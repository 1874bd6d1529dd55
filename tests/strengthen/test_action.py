"""Tasks of operators (`encoders.action`): every clause family, every strengthening, the layers.

Some families of clauses are implied by the others, and tests here say which and where: in sliding
tiles ``needs`` and ``one operator a step``, each left out alone, allow the same steps as before,
since the frame and the groups (a label on one cell, a cell with one label) leave the blank no
other way; so does ``effect``, but in the metric ``multi``, where tiles of a run could change their
order.  ``idling lasts`` only fixes when a short plan stands still.

Compound moves are told jump by jump here, as on boards where a step cannot be a whole move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat import solvers

from puzzleproof.encoders import action
from puzzleproof.encoders import horizon as horizons
from puzzleproof.encoders.cnf import Compiler
from puzzleproof.encoders.counter import at_most
from puzzleproof.encoders.families import ground
from puzzleproof.encoders.horizon import Horizon
from puzzleproof.encoders.model import Model
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.steps import Change, Steps
from puzzleproof.encoders.strengthen import (
    DEFAULT,
    STRENGTHENINGS,
    commuting,
    mirror,
    no_undo,
    parity,
)
from puzzleproof.encoders.task import Operator, Task
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.replay import replay_to_goal
from tests.agree.minimum import plan_of
from tests.models.test_cubes import cubes
from tests.models.test_pegs import pegs
from tests.strengthen.questions import has_plan, satisfiable
from tests.tile_boards import SMALL as TILES
from tests.tile_boards import tiles

pysat: Any = solvers

Facts = frozenset[int]
Bend = Callable[[Task], Task]


def task_of(puzzle: AnyPuzzle) -> Task:
    task = ground(puzzle).task
    assert not task.displacing
    return task


def reachable(task: Task) -> list[Facts]:
    seen, queue = {task.start}, [task.start]
    for facts in queue:
        for _, after in task.successors(facts):
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return queue


def always(value: object) -> Callable[[Task], object]:
    """A function of a task that does not look at it."""

    def give(task: Task) -> object:
        return value

    return give


@pytest.fixture
def jump_by_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    """No step is a whole compound move."""
    monkeypatch.setattr(horizons, "trails_of", always(None), raising=False)


# --- families of clauses ------------------------------------------------------------------


def satisfiable_without(task: Task, bound: int, *families: str) -> bool:
    """Whether the bare encoding, some families left out, has a plan of at most ``bound`` moves."""
    horizon = Horizon(task, (), keep=lambda family: family not in families)
    horizon.model.clause("asserted", horizon.within(bound))
    return satisfiable(Compiler(horizon.model).update())


REFUTED: dict[str, tuple[AnyPuzzle, int]] = {
    "tiles, unsolvable": (TILES["2 x 3 unsolvable"], 6),
    "tiles, too short": (tiles("3 4 5/0 1 2"), 7),
    "tiles, runs, too short": (tiles("3 4 5/0 1 2", "multi"), 5),
    "tiles, a run, out of reach": (tiles("0 1 2", "multi", goal="2 1 0"), 1),
    "jumps, wrong class": (pegs("jump", board="strip6", start="xxoxoo", goal="xooooo"), 6),
    "jumps, stuck": (pegs("jump", board="strip7", start="xxoxxoo", finish="any"), 6),
    "jumps, too few": (pegs("jump", board="strip6", start="xxoxoo", goal="ooooxo"), 1),
    "moves, too short": (pegs("move", board="triangle4", vacate=[1, 0], finish="any"), 4),
    "moves, too few": (pegs("move", board="strip6", start="xxoxoo", goal="xooooo"), 1),
    "cubes, stuck": (cubes("RRRRRG", "RRRRGR"), 2),
    "cubes, too few": (cubes("RGBRGB", "RGBRGB"), 1),
}
"""Horizons without a plan."""
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

BOARDS: dict[str, AnyPuzzle] = {
    "row": TILES["a row"],
    "two cells": TILES["two cells"],
    "column": TILES["a column"],
    "2 x 2": TILES["2 x 2"],
    "2 x 3": tiles("1 4 2/3 5 0"),
    "2 x 3, further": tiles("4 0 2/1 3 5"),
    "mirrored": tiles("1 0 2/3 4 5", goal="1 4 2/3 0 5"),
    "3 x 3, mirrored": tiles("1 0 2/3 4 5/6 7 8", goal="1 4 2/3 7 5/6 0 8"),
    "3 x 3": tiles("1 4 2/3 0 5/6 7 8"),
    "at the goal": TILES["2 x 2 at the goal"],
    "strip": pegs("jump", board="strip8", start="xxoxxoxo", finish="any"),
    "strip from the middle": pegs("jump", board="strip7", start="oxxoxxo", finish="any"),
    "triangle": pegs("jump", board="triangle4", vacate=[1, 0], finish="any"),
    "triangle, all mirrors": pegs("jump", board="triangle4", vacate=[2, 1], finish="any"),
    "square": pegs("jump", start="xxo\nxox\noxx", finish="any"),
    "cross": pegs("jump", board=".oo.\noooo\noooo\n.oo.\n", vacate=[1, 1], finish="any"),
    "two parts": pegs("jump", start="xxo.oxx\nxox.xox\n", goal="oox.xoo\nxox.xox\n"),
    "two lengths": pegs("jump", board="strip7", start="xxoxooo", goal=["ooxxooo", "ooooxoo"]),
    "cubes": cubes("RGBYRG", "YYGGBB", "RBRBRB"),
    "cubes, alike": cubes("RGBRGB", "RGBRGB"),
    "cubes, stuck": cubes("RRRRRG", "RRRRGR"),
}


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


# --- lemmas -------------------------------------------------------------------------------


def bend(monkeypatch: pytest.MonkeyPatch, module: ModuleType, change: Bend) -> None:
    """Let a strengthening see another task than the horizon's."""
    honest: Callable[[Steps, int], None] = module.add

    def bent(horizon: Steps, step: int) -> None:
        task = horizon.task
        horizon.task = change(task)
        honest(horizon, step)
        horizon.task = task

    monkeypatch.setattr(module, "add", bent)


def test_colours_alternate_one_cell_at_a_time_only() -> None:
    """A run of two moves the blank from a cell to one of the same colour."""
    puzzle = tiles("1 2 0/3 4 5", "multi")
    task, single = task_of(puzzle), task_of(puzzle.with_metric("single"))
    assert not task.alternates
    assert single.alternates
    assert has_plan(task, 1, ("parity",))
    assert not has_plan(replace(task, alternates=single.alternates), 1, ("parity",))


def test_the_parity_is_lifted_where_the_horizon_idles(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(tiles("1 0 2/3 4 5"))
    assert all(has_plan(task, bound, ("parity",)) for bound in (1, 2, 3, 4))

    def never_lifted(horizon: Steps, step: int) -> None:
        black = bool(task.alternates & task.start) != (step % 2 == 1)
        for fact in task.groups[0] if step else ():
            if (fact in task.alternates) != black:
                horizon.model.clause("parity", -horizon.fact(fact, step))

    monkeypatch.setattr(parity, "add", never_lifted)
    assert [has_plan(task, bound, ("parity",)) for bound in (1, 2, 3)] == [True, False, True]


def test_the_start_has_the_colour_of_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(tiles("1 0 2/3 4 5"))

    def of_the_other_colour(task: Task) -> Task:
        blank = next(g for g in task.groups if task.alternates < set(g))
        aside = min(task.alternates) if not task.start & task.alternates else None
        assert aside is not None
        return replace(task, start=task.start - set(blank) | {aside})

    bend(monkeypatch, parity, of_the_other_colour)
    assert not has_plan(task, 1, ("parity",))


def test_the_wrong_colour_makes_odd_horizons_no_longer() -> None:
    """31 moves at least follows from 29: here, even horizons are refuted like the odd one below."""
    task = task_of(tiles("1 4 2/3 0 5"))
    for bound in range(6):
        assert has_plan(task, bound, ("parity",)) == has_plan(task, bound)


def in_order(facts: Facts, *operators: Operator) -> Facts | None:
    """The facts after some operators, None where one cannot be applied."""
    for operator in operators:
        if not operator.applies(facts):
            return None
        facts = operator.apply(facts)
    return facts


@pytest.mark.parametrize("metric", ["single", "multi"])
@pytest.mark.parametrize("name", ["2 x 3", "3 x 2", "a row", "2 x 2"])
def test_a_saved_pair_is_one_operator_or_none(name: str, metric: str) -> None:
    """By the definition, on every state where both can be applied."""
    task = task_of(TILES[name].with_metric(metric))
    assert {(a, b) for (a,), (b,) in action.saved_pairs(task)} <= worth_saving(task)


@pytest.mark.parametrize("metric", ["single", "multi"])
@pytest.mark.parametrize("name", ["2 x 3", "3 x 2", "a row", "2 x 2"])
def test_no_saved_pair_is_missed(name: str, metric: str) -> None:
    task = task_of(TILES[name].with_metric(metric))
    assert {(a, b) for (a,), (b,) in action.saved_pairs(task)} == worth_saving(task)


def worth_saving(task: Task) -> set[tuple[int, int]]:
    """Pairs of operators that, wherever both apply, do what one operator does, or nothing."""
    found, states = set[tuple[int, int]](), reachable(task)
    for (a, first), (b, second) in product(enumerate(task.operators), repeat=2):
        together = [(s, t) for s in states if (t := in_order(s, first, second)) is not None]
        one = all(s == t for s, t in together) or any(
            all(in_order(s, single) == t for s, t in together) for single in task.operators
        )
        if together and one:
            found.add((a, b))
    return found


def test_no_undo_is_not_for_tours(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = tiles("1 0 2")
    task = task_of(puzzle)
    there, back = (next(iter(task.start & set(g))) for g in task.groups[:1] * 2)
    away = next(f for f in task.groups[0] if f != there)
    tour = replace(task, goals=(), stops=(((away,),), ((back,),)), in_sequence=True)
    assert has_plan(tour, 2, ("no_undo",))
    bend(monkeypatch, no_undo, lambda task: replace(task, stops=(), goals=task.stops[-1:]))
    assert not has_plan(tour, 4, ("no_undo",))


def test_pairs_that_nothing_saves_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a corner turned by the blank a pair to be saved, nothing could get round it."""
    task = task_of(tiles("1 4 2/3 5 0", "multi"))
    minimum = bfs(tiles("1 4 2/3 5 0", "multi")).optimum
    assert minimum is not None
    assert has_plan(task, minimum, ("no_undo",))
    every = [((a,), (b,)) for a, b in product(range(len(task.operators)), repeat=2)]
    monkeypatch.setattr(action, "saved_pairs", always(every))
    assert not has_plan(task, minimum, ("no_undo",))


def test_the_pairs_of_one_metric_would_lose_plans_of_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On in the same line is one move in ``multi``; in ``single`` it takes two."""
    puzzle = tiles("1 2 0/3 4 5")
    task, runs = task_of(puzzle), task_of(puzzle.with_metric("multi"))
    numbers = {operator.name: k for k, operator in enumerate(task.operators)}
    named = [
        (runs.operators[a].name, runs.operators[b].name) for (a,), (b,) in action.saved_pairs(runs)
    ]
    pairs = [((numbers[a],), (numbers[b],)) for a, b in named if {a, b} <= set(numbers)]
    assert has_plan(task, 2, ("no_undo",))
    monkeypatch.setattr(action, "saved_pairs", always(pairs))
    assert not has_plan(task, 2, ("no_undo",))


MIRRORED: dict[str, tuple[AnyPuzzle, list[AnyPuzzle]]] = {
    "tiles": (tiles("1 0 2", goal="1 0 2"), [tiles("1 0 2"), tiles("1 0 2", goal="1 2 0")]),
    "pegs": (
        pegs("jump", board="strip6", start="oxxxxo", goal="oxxxxo"),
        [pegs("jump", board="strip6", start="oxxxxo", goal=goal) for goal in ("xooxxo", "oxxoox")],
    ),
}
"""A puzzle with a mirror, and two whose goals the mirror exchanges."""


@pytest.mark.parametrize("name", MIRRORED)
def test_a_false_symmetry_would_lose_plans(name: str) -> None:
    """Of a first move and its image the lesser is kept, so one of the two goals goes missing."""
    symmetric, puzzles = MIRRORED[name]
    (image,) = task_of(symmetric).symmetries
    tasks = list(map(task_of, puzzles))
    assert all(not task.symmetries for task in tasks)
    assert all(has_plan(task, 1, ("mirror",)) for task in tasks)
    assert [has_plan(replace(task, symmetries=(image,)), 1, ("mirror",)) for task in tasks].count(
        False
    ) == 1


def test_the_mirror_is_for_the_first_step_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the first jump is made, its mirror image may have to follow."""
    task = task_of(pegs("jump", board="strip7", start="xxoooxx", goal="ooxoxoo"))
    assert task.symmetries
    assert has_plan(task, 2, ("mirror",))

    def at_each_step(horizon: Steps, step: int) -> None:
        for change in action.changes(task) if step else ():
            if any(action.image(task, change, image) < change for image in task.symmetries):
                horizon.model.clause("mirror", *(-x for x in horizon.happens(change, step - 1)))

    monkeypatch.setattr(mirror, "add", at_each_step)
    assert not has_plan(task, 2, ("mirror",))


@pytest.mark.parametrize("name", [
    "3 x 3, mirrored", "strip from the middle", "triangle, all mirrors", "cubes", "mirrored",
])  # fmt: skip
def test_the_image_of_an_operator_does_what_the_operator_does(name: str) -> None:
    task = task_of(BOARDS[name])
    assert task.symmetries
    states = reachable(task)[:30]
    for symmetry, (k, operator) in product(task.symmetries, enumerate(task.operators)):
        (number,) = action.image(task, (k,), symmetry)
        image = task.operators[number]
        for facts in states:
            turned = frozenset(symmetry[f] for f in facts)
            after = in_order(facts, operator)
            expected = None if after is None else frozenset(symmetry[f] for f in after)
            assert in_order(turned, image) == expected


@pytest.mark.parametrize("name", ["strip", "triangle", "square", "two parts", "cross"])
def test_commuting_operators_may_be_exchanged(name: str) -> None:
    """By the definition: both orders possible, or neither, and the same facts after both."""
    task = task_of(BOARDS[name])
    pairs = commuting.commuting_pairs(task)
    assert pairs
    for facts in reachable(task)[:100]:
        for (a,), (b,) in pairs:
            one, other = task.operators[a], task.operators[b]
            assert a < b
            assert in_order(facts, one, other) == in_order(facts, other, one)


def test_pairs_that_touch_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """A peg that goes right jumps in ascending order, one that goes left in descending order."""
    boards = [("xxoxo", "oooox"), ("oxoxx", "xoooo")]
    tasks = [task_of(pegs("jump", board="strip5", start=a, goal=b)) for a, b in boards]
    assert all(has_plan(task, 2, ("commuting",)) for task in tasks)

    def every_pair(task: Task) -> list[tuple[Change, Change]]:
        numbers = range(len(task.operators))
        return [((a,), (b,)) for b in numbers for a in range(b)]

    monkeypatch.setattr(commuting, "commuting_pairs", every_pair)
    assert [has_plan(task, 2, ("commuting",)) for task in tasks].count(False) == 1


def test_commuting_is_not_for_tours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two jumps far apart: whichever the tour wants first has to come first."""
    task = task_of(pegs("jump", board="strip6", start="xxoxxo", goal="ooxoox"))
    fact = {name: k for k, name in enumerate(task.facts)}
    tours = [
        replace(task, goals=(), in_sequence=True, stops=(
            ((fact[f"peg@{first}"],), (fact[f"hole@{other}"],)),
            ((fact[f"peg@{other}"],),),
        ))
        for first, other in ((2, 5), (5, 2))
    ]  # fmt: skip
    assert all(has_plan(tour, 2, ("commuting",)) for tour in tours)
    bend(monkeypatch, commuting, lambda task: replace(task, stops=()))
    assert [has_plan(tour, 2, ("commuting",)) for tour in tours].count(False) == 1


def test_commuting_is_not_for_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    """In which order jumps are made decides how many moves they are."""
    starts = ["oxo\noxx\noxx", "ooo\nxxo\nxxo", "xxo\nxxx\nooo", "ooo\nxxx\nxxo"]
    tasks = [task_of(pegs("move", start=start, finish="any")) for start in starts]
    assert all(has_plan(task, 2, ("commuting",)) for task in tasks)
    bend(monkeypatch, commuting, lambda task: replace(task, chains=False))
    assert not any(has_plan(task, 2, ("commuting",)) for task in tasks)


def test_no_undo_says_nothing_of_pegs_and_cubes() -> None:
    """A peg that was taken does not come back, so there is nothing to save."""
    for name in ("strip", "square", "cubes"):
        assert not action.saved_pairs(task_of(BOARDS[name]))


# --- layers -------------------------------------------------------------------------------

LAYERED = {
    **{name: puzzle for name, puzzle in BOARDS.items() if ground(puzzle).task.length},
    "stuck": pegs("jump", board="triangle4", vacate=[0, 0], finish="any"),
    "wrong class": pegs("jump", board="strip6", start="xxoxoo", goal="xooooo"),
    "full square": pegs("jump", board="ooo\nooo\nooo", vacate=[1, 1], finish="any"),
}


def found_in_layers(puzzle: AnyPuzzle, number: int) -> bool:
    """Whether there is a plan in so many layers; one that is found replays, jump by jump."""
    grounding = ground(puzzle)
    steps = SatHorizons(grounding.task, solver="glucose4").find(number)
    if steps is None:
        return False
    assert steps[0] == grounding.task.start
    assert len(steps) == (grounding.task.length or 0) + 1
    assert replay_to_goal(puzzle, plan_of(puzzle, grounding, steps)) == grounding.task.length
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


def test_jumps_that_do_not_touch_share_a_layer() -> None:
    apart = pegs("jump", start="xxo.oxx", goal="oox.xoo")
    assert [found_in_layers(apart, number) for number in range(3)] == [False, True, True]
    inline = pegs("jump", board="strip5", start="xxoxo", goal="oooox")
    assert [found_in_layers(inline, number) for number in range(3)] == [False, False, True]


def test_operators_that_touch_do_not_share_a_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two jumps over one peg: were they let into one layer, the plan would not be one."""
    boards = [
        pegs("jump", board="strip5", start="x" + "".join(rest), finish="any")
        for rest in product("xo", repeat=4)
    ]
    tasks = [task for board in boards if (task := ground(board).task).length]

    def answers() -> list[bool]:
        return [SatHorizons(t, solver="glucose4").find(t.length or 0) is not None for t in tasks]

    honest = answers()
    monkeypatch.setattr(action, "_touching", always([]))
    assert any(after and not before for before, after in zip(honest, answers(), strict=True))


# --- the counter --------------------------------------------------------------------------


@given(st.integers(0, 6), st.integers(0, 7), st.lists(st.booleans(), min_size=6, max_size=6))
def test_at_most_against_brute_force(size: int, number: int, signs: list[bool]) -> None:
    model = Model()
    variables = [model.variable(f"x{k}") for k in range(size)]
    where = model.variable("where")
    literals = [v if sign else -v for v, sign in zip(variables, signs, strict=False)]
    at_most(model, "count", literals, number, where)
    clauses = Compiler(model).update()
    with pysat.Solver(name="glucose4", bootstrap_with=clauses) as solver:
        for chosen in product([False, True], repeat=size):
            values = [x if holds else -x for x, holds in zip(literals, chosen, strict=True)]
            assert solver.solve(assumptions=[where, *values]) == (sum(chosen) <= number)
            assert solver.solve(assumptions=[-where, *values])


def test_a_counter_that_counts_one_more_would_be_found() -> None:
    model = Model()
    literals = [model.variable(f"x{k}") for k in range(3)]
    where = model.variable("where")
    at_most(model, "count", literals, 2, where)
    clauses = Compiler(model).update()
    assert satisfiable(clauses, [where, *literals[:2]])
    assert not satisfiable(clauses, [where, *literals])
    assert satisfiable(clauses, [-where, *literals])
