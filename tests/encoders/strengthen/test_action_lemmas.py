"""What strengthenings say of operators, each shown to be wrong once it says more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from types import ModuleType

import pytest

from puzzleproof.encoders.horizon import operators as action
from puzzleproof.encoders.horizon.variables import Change, Steps
from puzzleproof.encoders.strengthen import (
    commuting,
    mirror,
    no_undo,
    parity,
)
from puzzleproof.encoders.task import Operator, Task
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.operator_tasks import BOARDS, Bend, Facts, always, reachable, task_of
from tests.support.peg_boards import pegs
from tests.support.questions import has_plan
from tests.support.tile_boards import SMALL as TILES
from tests.support.tile_boards import tiles


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
            image_under = frozenset(symmetry[f] for f in facts)
            after = in_order(facts, operator)
            expected = None if after is None else frozenset(symmetry[f] for f in after)
            assert in_order(image_under, image) == expected


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
