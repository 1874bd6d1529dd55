"""Breadth-first search in arrays that leaves out states that lower bounds show to be too far.

For the claim 'at least L moves', a state after g moves is left out if the bounds show that L - g
more moves are needed.  The checker accepts this, as it asks the same bounds
(`puzzleproof.verify.bounds`).  If the search does not meet the end, its layers are the labels of a
certificate.  If it meets the end after d < L moves, d is the minimum: the states of a shorter plan
need too few further moves to be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.sorted_words import among, without
from puzzleproof.models.errors import LimitReached
from puzzleproof.verify.bounds.graphs import LabelGraph

Numbers: TypeAlias = npt.NDArray[Any]
"""Packed states (classes), ascending, each once: words, or strings of bytes if those are wider."""
TooMany: TypeAlias = Callable[[Sequence[Numbers]], bool]
"""Called after each layer; says whether the search must stop, and may report progress."""

WORD_BYTES = 8


class TooLarge(LimitReached):
    """A claim needs more states than are allowed; the table of the claim before remains."""


class Steps(Protocol):
    """The moves and the bounds of a board, for whole layers."""

    @property
    def graph(self) -> LabelGraph:
        """The checker's graph."""
        ...

    def ends(self) -> Iterable[int]:
        """The classes of the end."""
        ...

    def beyond(self, numbers: Numbers) -> Numbers:
        """The classes one move later than these."""
        ...

    def earlier(self, layers: Sequence[Numbers]) -> Sequence[Numbers]:
        """The earlier layers to which a move from the last layer may lead back."""
        ...

    def near(self, numbers: Numbers, moves: int) -> Numbers:
        """The states for which no bound shows that the end is ``moves`` or more moves away."""
        ...


@dataclass(frozen=True, slots=True)
class Layers:
    """The layers of a search with bounds, as far as it went."""

    at_least: int
    layers: tuple[Numbers, ...]
    met: int | None = None
    """A class of the end, one move beyond the last layer; None if none was met."""
    cut_short: bool = False
    """Whether there were too many states, so that the layers are no table."""

    @property
    def states(self) -> int:
        """How many states the layers have."""
        return sum(map(len, self.layers))


def search(steps: Steps, at_least: int, too_many: TooMany) -> Layers:
    """Label the states that no bound cuts off from a plan of fewer than ``at_least`` moves."""
    width = steps.graph.puzzle.pack_width
    ends = numbers_of(steps.ends(), width)
    layers = [numbers_of([steps.graph.start], width)]
    for left in range(at_least - 1, 0, -1):
        near = steps.beyond(layers[-1])
        for layer in steps.earlier(layers):
            near = without(near, layer)
        met = ends[among(near, ends)]
        if len(met):
            return Layers(at_least, tuple(layers), met=number_of(met, 0))
        if left > 1:  # states one move before the claim need no label: they are not at the end
            near = steps.near(near, left)
        if left == 1 or not len(near):
            break
        layers.append(near)
        if too_many(layers):
            return Layers(at_least, tuple(layers), cut_short=True)
    return Layers(at_least, tuple(layers))


def way_back(
    graph: LabelGraph,
    found: Layers,
    before: Callable[[int], Iterable[int]],
) -> list[int]:
    """A plan to the end that was met, as packed states; ``before`` lists those before a state."""
    assert found.met is not None, "the end was met"
    path = [next(filter(graph.is_end, graph.members(found.met)))]
    for layer in reversed(found.layers):
        path.append(one_of(graph, layer, before(path[-1])))
    return path[::-1]


def one_of(graph: LabelGraph, layer: Numbers, numbers: Iterable[int]) -> int:
    """The first of these states whose class is in the layer."""
    width = graph.puzzle.pack_width
    classes = ((one, numbers_of([min(graph.members(one))], width)) for one in numbers)
    return next(one for one, name in classes if among(layer, name)[0])


def numbers_of(numbers: Iterable[int], width: int) -> Numbers:
    """Packed states of ``width`` bytes as an array, ascending."""
    some = sorted(numbers)
    if width <= WORD_BYTES:
        return np.array(some, np.uint64)
    return np.array([number.to_bytes(width, "big") for number in some], f"S{width}")


def rows_of(numbers: Numbers) -> npt.NDArray[np.uint8]:
    """Strings of bytes as rows of bytes."""
    return numbers.view(np.uint8).reshape(len(numbers), numbers.itemsize)


def number_of(numbers: Numbers, k: int) -> int:
    """One of the packed states."""
    one = numbers[k : k + 1]
    return int(one[0]) if one.dtype == np.uint64 else int.from_bytes(one.tobytes(), "big")
