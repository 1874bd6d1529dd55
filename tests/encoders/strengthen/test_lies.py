"""Each lemma of a strengthening is needed as it is: weakened, or told of what it is not true of,
it loses plans.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

import pytest

from puzzleproof.encoders.horizon import operators
from puzzleproof.encoders.horizon.jump_graph import jump_graph_of
from puzzleproof.encoders.horizon.variables import Change, StepVariables
from puzzleproof.encoders.strengthen import (
    constant_counts,
    merson,
    mirror,
    move_order,
    no_undo,
    parity,
    same_peg,
)
from puzzleproof.encoders.task import Task
from tests.support.boards import SMALL, sliding
from tests.support.operator_tasks import CHAINS
from tests.support.peg_boards import pegs
from tests.support.questions import bend, has_plan, minimum_of, task_of, without_stops
from tests.support.stand_ins import always
from tests.support.tile_boards import tiles

Patch = pytest.MonkeyPatch


class Lie(NamedTuple):
    """A task with a plan of some length, and what leaves it without one, with some lemmas."""

    task: Task
    lemmas: tuple[str, ...]
    length: int
    told: Callable[[Patch, Task], Task]
    """Tells the lemma a lie, or gives the task with one."""
    longer: int = 0
    """So many moves more do not help."""


def bent(module: Any, change: Callable[[Task], Task]) -> Callable[[Patch, Task], Task]:
    """The lemma sees another task."""

    def tell(patch: Patch, task: Task) -> Task:
        bend(patch, module, change)
        return task

    return tell


def patched(module: Any, name: str, make: Callable[[Task], Any]) -> Callable[[Patch, Task], Task]:
    """A function that the lemma uses is another."""

    def tell(patch: Patch, task: Task) -> Task:
        patch.setattr(module, name, make(task))
        return task

    return tell


def changed(**keys: Any) -> Callable[[Patch, Task], Task]:
    """The task itself is another."""

    def tell(patch: Patch, task: Task) -> Task:
        return replace(task, **keys)

    return tell


def constantly(value: object) -> Callable[[Task], Any]:
    """In place of what a lemma looks up."""

    def look(*_: object) -> object:
        return value

    return lambda _task: look


def miscounted(more: int) -> Callable[[Task], Task]:
    def wrong(task: Task) -> Task:
        *rest, last = task.counts
        return replace(task, counts=(*rest, last._replace(number=last.number + more)))

    return wrong


def taken_for_a_goal(*, composable: bool) -> Callable[[Task], Task]:
    def wrong(task: Task) -> Task:
        return replace(without_stops(task), composable=composable)

    return wrong


def at_each_step(task: Task) -> Callable[[StepVariables, int], None]:
    """The least of all images, not of the first step alone."""

    def add(unrolled: StepVariables, step: int) -> None:
        for k, one in enumerate(task.operators) if step else ():
            own = mirror.image_of(one, range(len(task.facts)))
            if any(mirror.image_of(one, image) < own for image in task.symmetries):
                unrolled.formula.clause("mirror", -unrolled.acts(k, step - 1))

    return add


def never_lifted(task: Task) -> Callable[[StepVariables, int], None]:
    """The parity of the steps, also where the horizon idles."""

    def add(unrolled: StepVariables, step: int) -> None:
        black = bool(task.alternates & task.start) != (step % 2 == 1)
        for fact in task.groups[0] if step else ():
            if (fact in task.alternates) != black:
                unrolled.formula.clause("parity", -unrolled.fact(fact, step))

    return add


def of_the_other_colour(task: Task) -> Task:
    blank = next(g for g in task.groups if task.alternates < set(g))
    assert not task.start & task.alternates
    return replace(task, start=task.start - set(blank) | {min(task.alternates)})


def never_again(task: Task) -> Callable[[StepVariables, int], None]:
    """That a peg never moves again, rather than not at once."""
    jumps = jump_graph_of(task)
    assert jumps is not None
    pegs_of = jumps.pegs

    def add(unrolled: StepVariables, step: int) -> None:
        for peg, before in product(pegs_of, range(step - 1)):
            ends, departs = unrolled.ends[before][peg], unrolled.departs[step - 1][peg]
            unrolled.formula.clause("same peg", -ends, -departs)

    return add


def all_holes(task: Task) -> Callable[[Task], Any]:
    """Any hole taken for a region: the peg that is jumped over departs never."""
    jumps = jump_graph_of(task)
    assert jumps is not None
    return always(tuple(frozenset((peg,)) for peg in jumps.pegs))


def saved(patch: Patch, pairs: list[tuple[Change, Change]]) -> None:
    """Have the strengthening told that these pairs can be saved."""
    patch.setattr(operators, "saved_pairs", always(pairs))


def all_pairs(patch: Patch, task: Task) -> Task:
    """Were a corner turned by the blank a pair to be saved, nothing could get round it."""
    saved(patch, [((a,), (b,)) for a, b in product(range(len(task.operators)), repeat=2)])
    return task


def pairs_of_runs(patch: Patch, task: Task) -> Task:
    """On in the same line is one move in ``multi``; in ``single`` it takes two."""
    runs = task_of(tiles("1 2 0/3 4 5", "multi"))
    numbers = {operator.name: k for k, operator in enumerate(task.operators)}
    named = [
        (runs.operators[a].name, runs.operators[b].name)
        for (a,), (b,) in operators.saved_pairs(runs)
    ]
    saved(patch, [((numbers[a],), (numbers[b],)) for a, b in named if {a, b} <= set(numbers)])
    return task


def tour_of_the_blank() -> Task:
    """There and back again."""
    task = task_of(tiles("1 0 2"))
    there = next(iter(task.start & set(task.groups[0])))
    away = next(f for f in task.groups[0] if f != there)
    return replace(task, goals=(), stops=(((away,),), ((there,),)), in_sequence=True)


def lies() -> Iterator[tuple[str, Lie]]:
    walls = task_of(SMALL["walls"])
    for more in (-1, 1):
        told = bent(constant_counts, miscounted(more))
        yield f"counts, {more}", Lie(walls, ("constant_counts",), 8, told)
    corner = pegs(start="xxo\n", goal="oox\n")
    no_regions = patched(merson, "full_at_the_end", constantly(set[frozenset[int]]()))
    yield "the last peg in a corner", Lie(task_of(corner), ("merson",), 1, no_regions)
    yield (
        "regions that are none",
        Lie(task_of(corner), ("merson",), 1, patched(merson, "regions", all_holes)),
    )
    parted = task_of(pegs("jump", board="strip7", start="xxoooxx", goal="ooxoxoo"))
    yield "a mirror at each step", Lie(parted, ("mirror",), 2, patched(mirror, "add", at_each_step))
    chain = CHAINS["triangle of 4"]
    nothing = patched(move_order, "touching", constantly(dict[int, list[int]]()))
    yield "all in order", Lie(task_of(chain), ("move_order",), minimum_of(chain), nothing)
    again = task_of(pegs(start="xxo\noxo\noxo\n", goal="xoo\nooo\nooo\n"))
    later = patched(same_peg, "add", never_again)
    yield "no peg again", Lie(again, ("same_peg", "merson"), 3, later)
    blank = task_of(tiles("1 0 2/3 4 5"))
    yield "idle horizons", Lie(blank, ("parity",), 2, patched(parity, "add", never_lifted))
    yield "the start's colour", Lie(blank, ("parity",), 1, bent(parity, of_the_other_colour))
    run = tiles("1 2 0/3 4 5", "multi")
    single = task_of(run.with_metric("single"))
    yield (
        "runs that alternate",
        Lie(task_of(run), ("parity",), 1, changed(alternates=single.alternates)),
    )
    yield "pairs of runs", Lie(single, ("no_undo",), 2, pairs_of_runs)
    corner_run = tiles("1 4 2/3 5 0", "multi")
    yield "all pairs", Lie(task_of(corner_run), ("no_undo",), minimum_of(corner_run), all_pairs)
    for metric in ("line", "unit"):
        puzzle = sliding("A../##.", metric, goal=".../##A")
        yield (
            f"one move around a corner, {metric}",
            Lie(task_of(puzzle), ("no_undo",), minimum_of(puzzle), changed(composable=True), 2),
        )
    tours = {
        "piece": (task_of(sliding("A..", "piece", tour=["..A", ".A."])), True),
        "unit": (task_of(sliding("A..", "unit", tour=[".A.", "A.."])), False),
        "the blank": (tour_of_the_blank(), False),
    }
    for name, (tour, composable) in tours.items():
        goal = bent(no_undo, taken_for_a_goal(composable=composable))
        yield f"tour, {name}", Lie(tour, ("no_undo",), 2, goal, 2)


LIES = dict(lies())


@pytest.mark.parametrize("name", LIES)
def test_a_lemma_that_is_told_a_lie_loses_plans(name: str, monkeypatch: Patch) -> None:
    task, lemmas, length, told, longer = LIES[name]
    assert has_plan(task, length, lemmas)
    assert not has_plan(told(monkeypatch, task), length + longer, lemmas)


def is_region(task: Task, region: frozenset[int]) -> bool:
    """By the definition: every line through one of its holes has an end in it."""
    jumps = jump_graph_of(task)
    assert jumps is not None
    lines = [
        (o.origin, over, o.landing) for o, over in zip(task.operators, jumps.taken, strict=True)
    ]
    return all(line[0] in region or line[2] in region for line in lines if region & frozenset(line))


@pytest.mark.parametrize(
    ("board", "number"), [("english", 12), ("european", 16), ("triangle5", 6), ("triangle6", 9)]
)
def test_regions_are_regions(board: str, number: int) -> None:
    hole = [1, 0] if board.startswith("tri") else [3, 3]
    task = task_of(pegs(board=board, vacate=hole, finish="any"))
    assert all(is_region(task, region) for region in merson.regions(task))
    apart = merson.disjoint(task)
    assert len(apart) == number
    assert len(frozenset[int]().union(*apart)) == sum(map(len, apart))
