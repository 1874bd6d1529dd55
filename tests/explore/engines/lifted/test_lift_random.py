"""Small random boards with some labelled pieces: the lift against the plain search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.engines.lifted.holonomy import labelled_graph
from puzzleproof.explore.engines.lifted.lift import Lift
from puzzleproof.explore.engines.lifted.merging import Merged
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.graph.configurations import configurations
from puzzleproof.explore.packed_task import PackedCondition, PackedTask
from puzzleproof.models.instances import loads
from puzzleproof.provers.packed_task import packed_task_of

NUMBER = 40
SHAPES = (
    *4 * (((0, 0),),),
    *2 * (((0, 0), (0, 1)),),
    ((0, 0), (1, 0)),
    ((0, 0), (0, 1), (1, 0)),
)


def board(random: Random) -> list[str]:
    """Rows of a board with pieces and with a free cell at least."""
    rows, columns = random.randint(2, 3), random.randint(2, 4)
    free = {(r, c) for r in range(rows) for c in range(columns)}
    grid = [["."] * columns for _ in range(rows)]
    letters = iter("ABCDEFGHIJKL")
    for _ in range(14):
        top, left = random.randrange(rows), random.randrange(columns)
        cells = {(top + r, left + c) for r, c in random.choice(SHAPES)}
        if cells < free and len(free) - len(cells) >= random.randint(1, 3):
            letter = next(letters)
            free -= cells
            for r, c in cells:
                grid[r][c] = letter
    return ["".join(row) for row in grid]


def instance(random: Random) -> PackedTask | None:
    """A task with labelled pieces of one shape and goals of its own, if the draw is one."""
    rows = board(random)
    letters = sorted(set("".join(rows)) - {"."})
    labelled = [x for x in letters if random.random() < 0.5]
    metric = random.choice(("piece", "line", "unit"))
    if not labelled:
        return None
    drawing = '"""\n' + "\n".join(rows) + '\n"""'
    text = (
        f'family = "sliding"\nname = "random"\nmetric = "{metric}"\n'
        f'labelled = "{"".join(labelled)}"\nboard = {drawing}\ngoal = {drawing}\n'
    )
    task = packed_task_of(ground_single_steps(loads(text)))
    if not Merged(task).classes:
        return None
    everything = list(configurations(task))
    if len(everything) > 1_500:
        return None
    return replace(task, goals=tuple(goals(random, task, everything)))


def goals(random: Random, task: PackedTask, everything: list[int]) -> Iterator[PackedCondition]:
    """Parts of configurations, reachable or not; some clauses have two facts."""
    for _ in range(random.randint(1, 2)):
        facts = [1 << f for f in task.facts(random.choice(everything) & ~task.pattern)]
        some = random.sample(facts, random.randint(1, len(facts)))
        yield tuple(f | (random.choice(facts) if random.random() < 0.2 else 0) for f in some)


@cache
def drawn() -> list[PackedTask]:
    random = Random(15)  # noqa: S311  boards, no secrets
    tasks: list[PackedTask] = []
    while len(tasks) < NUMBER:
        task = instance(random)
        if task is not None:
            tasks.append(task)
    return tasks


@pytest.mark.parametrize("draw", range(NUMBER))
def test_random_instance(draw: int) -> None:
    task = drawn()[draw]
    search = PlainSearch(task)
    layers = list(search.layers())
    hits = [depth for depth, layer in enumerate(layers) if any(map(task.is_goal, layer))]
    lift = Lift(task)
    assert lift.search(to_goal=False).layers == list(map(len, layers))
    plan = lift.search().plan
    assert (plan is not None) == bool(hits)
    if plan is not None:
        assert len(plan) - 1 == hits[0]
        assert plan[0] == task.start
        assert task.is_goal(plan[-1])
        assert all(b in search.after((a,)) for a, b in pairwise(plan))
    graph = labelled_graph(task)
    assert graph.sizes == component_sizes(task)
    assert sum(graph.degrees.values()) == graph.configurations


def component_sizes(task: PackedTask) -> Counter[int]:
    left, sizes = set(configurations(task)), Counter[int]()
    while left:
        reached = set[int]().union(*PlainSearch(task).layers([next(iter(left))]))
        sizes[len(reached)] += 1
        left -= reached
    return sizes


def test_the_draws_are_of_all_sorts() -> None:
    assert {Merged(task).all_distinct for task in drawn()} == {False, True}
    assert {Lift(task).search().plan is None for task in drawn()} == {False, True}
