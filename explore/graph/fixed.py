"""States that are their own image under a symmetry of the board, without the images of the others.

A symmetry permutes the facts in cycles, and a state is its own image if and only if of each cycle
all facts are true or none is.  So facts are looked at in *runs* of whole cycles, those of the
pattern (free cells, the blank) first: few sets of them occur and very few of these are their own
image, which leaves few states to look at for the other runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress

from puzzleproof.explore.graph.symmetric import RUN
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.explore.packed_task import PackedTask, Symmetry, numbers


def fixed_states(graph: Graph) -> dict[str, list[int]]:
    """For each symmetry of the task, by name, the vertices of states that are their own image."""
    pattern = [state & graph.task.pattern for state in graph.states]
    met = set(pattern)
    return {one.name: _fixed(graph, one, pattern, met) for one in graph.task.symmetries}


def _fixed(graph: Graph, symmetry: Symmetry, pattern: Sequence[int], met: set[int]) -> list[int]:
    """The vertices that one symmetry keeps; ``pattern`` is what each state has of the pattern."""
    states, image, done = graph.states, symmetry.image, graph.task.pattern
    left = list(range(len(states)))
    if image(done) == done:
        own = {facts for facts in met if image(facts) == facts}
        left = list(compress(left, map(own.__contains__, pattern))) if own else []
    else:
        done = 0
    for run in _runs(graph.task, symmetry, done):
        if not left:
            break
        own = {f for f in {states[v] & run for v in left} if image(f) == f}
        left = [vertex for vertex in left if states[vertex] & run in own]
    return left


def _runs(task: PackedTask, symmetry: Symmetry, done: int) -> Iterator[int]:
    """The facts that are not yet done, cycle by cycle, in runs of `RUN` facts or a few more."""
    run = 0
    for fact in numbers(task.all_facts & ~done):
        if (run | done) >> fact & 1:
            continue
        while not run >> fact & 1:
            run |= 1 << fact
            fact = symmetry.images[fact]
        if run.bit_count() >= RUN:
            yield run
            done, run = done | run, 0
    if run:
        yield run
