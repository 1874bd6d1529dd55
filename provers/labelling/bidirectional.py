"""Label states by bidirectional search: fewer states, where the rules list all goals.

The search always goes on from the smaller layer.  Two layers that meet after p and q moves are a
plan of p + q moves, and the labels before them prove that fewer are not enough (I. Pohl,
Bi-directional search, 1971).
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.events import Emit, Layer
from puzzleproof.provers.labelling.search import (
    Labelling,
    LayerSource,
    path_back,
    plan_of,
    sorted_block,
)


class BidirectionalSearch:
    """The search from the start and from the goals, which must be all there are."""

    def __init__(
        self, puzzle: AnyPuzzle, source: LayerSource, emit: Emit, goals: tuple[State, ...]
    ) -> None:
        self._puzzle, self._source, self._emit = puzzle, source, emit
        self._front = _End(puzzle, source, ())
        self._back = _End(puzzle, source, goals)
        self._seen = 0

    def label(self, at_least: int | None) -> Labelling:
        """Go on from the smaller layer until both meet, or ``at_least`` moves are proven."""
        front, back, back_ended = self._front, self._back, False
        by_task = self._source.by_task
        if common := front.last & back.last:
            return Labelling((), 0, self._plan(common, (), ()), by_task)
        if at_least == 0:
            return Labelling((), 0, None, by_task)
        self._keep(front, front.last)
        self._keep(back, back.last)
        while True:
            depth = len(front.blocks) + len(back.blocks) - 1
            end, other = front, back
            if not back_ended and len(back.last) < len(front.last):
                end, other = back, front
            layer = end.next()
            if common := layer & other.last:
                blocks = (one.blocks if one is end else one.blocks[:-1] for one in (front, back))
                return self._labelling(depth, self._plan(common, *blocks))
            if not layer and end is front:
                return Labelling(tuple(front.blocks), None, None, by_task)
            if depth == at_least:
                return self._labelling(depth, None)
            if layer:
                self._keep(end, layer)
            else:
                back_ended = True  # no plan: all that the start leads to will say so

    def _keep(self, end: _End, layer: frozenset[int]) -> None:
        end.keep(layer)
        self._seen += len(layer)
        depth = len(self._front.blocks) + len(self._back.blocks) - 2
        if depth >= 0:
            self._emit(Layer("search", self._source.formulation, depth, self._seen))

    def _plan(
        self, common: frozenset[int], front: Sequence[bytes], back: Sequence[bytes]
    ) -> tuple[str, ...]:
        """The plan through a state in which the ends meet; before and after it come the blocks."""
        met = self._puzzle.unpack(min(common))
        before, after = (path_back(self._puzzle, blocks, met) for blocks in (front, back))
        return plan_of(self._puzzle, [*reversed(before), *after[1:]])

    def _labelling(self, at_least: int, plan: tuple[str, ...] | None) -> Labelling:
        """Goals alone, with no move back, need no labels."""
        front, back = tuple(self._front.blocks), tuple(self._back.blocks)
        backward = back if len(back) > 1 else ()
        return Labelling(front, at_least, plan, self._source.by_task, backward)


class _End:
    """The search from one end: its blocks so far, the last of them as numbers too."""

    def __init__(self, puzzle: AnyPuzzle, source: LayerSource, sources: tuple[State, ...]) -> None:
        """From these states, or from the start where there are none."""
        self._width = puzzle.pack_width
        self._layers = iter(source.layers(sources))
        self.blocks: list[bytes] = []
        self.last = self.next()

    def next(self) -> frozenset[int]:
        """The next layer, none at the end of the graph."""
        found = next(self._layers, None)
        return frozenset() if found is None else frozenset(found.packed())

    def keep(self, layer: frozenset[int]) -> None:
        """Go on from this layer."""
        self.last = layer
        self.blocks.append(sorted_block(list(layer), self._width))
