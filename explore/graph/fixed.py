"""States that are their own image under a symmetry of the board, without the images of the others.

A turn takes the facts round in cycles, and a state is its own image just if of each cycle all facts
are true or none is.  So facts are looked at in *runs* of whole cycles, those of the pattern (free
cells, the blank) first: few sets of them occur and very few of these are their own image, which
leaves little to look at for the other runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress

from puzzleproof.explore.graph.whole import Graph
from puzzleproof.explore.packed_task import PackedTask, Symmetry, image_under, numbers

RUN = 22
"""So many facts, and what their cycles add, are looked at together."""


def fixed_states(graph: Graph) -> dict[str, list[int]]:
    """For each turn of the model, by name, the vertices of states that are their own image."""
    pattern = [state & graph.model.pattern for state in graph.states]
    met = set(pattern)
    return {turn.name: _fixed(graph, turn, pattern, met) for turn in graph.model.symmetries}


def _fixed(graph: Graph, turn: Symmetry, pattern: Sequence[int], met: set[int]) -> list[int]:
    """The vertices that one turn keeps; ``pattern`` is what each state has of the pattern."""
    states = graph.states
    if _closed(graph.model.pattern, turn):
        own = {facts for facts in met if image_under(facts, turn) == facts}
        left = list(compress(range(len(states)), map(own.__contains__, pattern))) if own else []
        done = graph.model.pattern
    else:
        left, done = list(range(len(states))), 0
    for run in _runs(graph.model, turn, done):
        if not left:
            break
        own = {f for f in {states[v] & run for v in left} if image_under(f, turn) == f}
        left = [vertex for vertex in left if states[vertex] & run in own]
    return left


def _closed(facts: int, turn: Symmetry) -> bool:
    """Whether a turn takes a set of facts to itself."""
    return image_under(facts, turn) == facts


def _runs(model: PackedTask, turn: Symmetry, done: int) -> Iterator[int]:
    """The facts that are not yet done, cycle by cycle, in runs."""
    run = 0
    for fact in numbers((1 << model.width) - 1 & ~done):
        if (run | done) >> fact & 1:
            continue
        while not run >> fact & 1:
            run |= 1 << fact
            fact = turn.images[fact]
        if run.bit_count() >= RUN:
            yield run
            done, run = done | run, 0
    if run:
        yield run
