"""Tasks that the searches cannot read are refused; `tests/agree/` compares those that they read."""

from dataclasses import replace

import pytest

from puzzleproof.encoders import ground, ground_single_steps
from puzzleproof.encoders.task import Grounding, Operator, Task
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import bits_of
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers.packed_task import packed_task_of

LINE = 3
"""Lamps in a line: fact k says that lamp k is on, fact k + LINE that it is off."""


def lamps(*shifts: tuple[int, int], requires: tuple[int, ...] = ()) -> Grounding:
    """A task with one operator, of these shifts."""
    operator = Operator("press", frozenset(requires), frozenset(), frozenset(), shifts)
    task = Task(
        name="lamps",
        facts=tuple(f"{word}@{k}" for word in ("on", "off") for k in range(LINE)),
        groups=tuple((k, k + LINE) for k in range(LINE)),
        counts=(),
        movers=frozenset(),
        start=frozenset(range(LINE)),
        operators=(operator,),
        goals=(tuple((k + LINE,) for k in range(LINE)),),
    )
    return Grounding(task, lambda facts: tuple(sorted(facts)))


def toggled(*lamps: int) -> tuple[tuple[int, int], ...]:
    return tuple(pair for k in lamps for pair in ((k, k + LINE), (k + LINE, k)))


@pytest.mark.parametrize(
    ("grounding", "fault"),
    [
        (lamps(*toggled(0, 1)), "several lamps at once, as in Lights Out"),
        (lamps((0, LINE)), "no shift if the lamp is off"),
        (lamps((0, LINE + 1), (LINE, 1)), "a target that may hold already"),
        (lamps((0, LINE), (1, LINE + 1), requires=(0, 1)), "two shifts in every state"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_shifts_that_a_search_would_misread_are_refused(grounding: Grounding, fault: str) -> None:
    with pytest.raises(Unsupported, match="'press' cannot be searched: expected shifts of which"):
        packed_task_of(grounding)
    without = grounding.task.operators[0]._replace(shifts=())
    packed_task_of(replace(grounding, task=replace(grounding.task, operators=(without,))))
    assert fault


@pytest.mark.parametrize("metric", ["single", "multi"])
def test_tiles_shift_one_at_a_time(metric: str) -> None:
    """A slide over several tiles is no step of a search; the solvers' task has them."""
    puzzle = load("tiles-2x3").with_metric(metric)
    task = packed_task_of(ground_single_steps(puzzle))
    (facts,) = ground_single_steps(puzzle).facts_of(puzzle.start)
    after = PlainSearch(replace(task, chains=False)).after([bits_of(facts)])
    assert len(list(after)) == len(list(puzzle.with_metric("single").successors(puzzle.start)))
    if metric == "multi":
        with pytest.raises(Unsupported, match="cannot be searched"):
            packed_task_of(ground(puzzle))
