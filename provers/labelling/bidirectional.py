"""Label states by bidirectional search: fewer states, where the rules list all goals.

The search always goes on from the smaller layer.  Two layers that meet after p and q moves are a
plan of p + q moves, and the labels before them prove that fewer are not enough (I. Pohl,
Bi-directional search, 1971).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from puzzleproof.models.errors import LimitReached
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Layer
from puzzleproof.provers.labelling.blocks import WORD_BYTES, Blocks, numbers_in
from puzzleproof.provers.labelling.search import (
    Labelling,
    LayerSource,
    SearchedLayer,
    path_back,
    plan_of,
)

MANY = 20_000
"""Blocks of so many states together are compared in arrays."""


class BidirectionalSearch:
    """The search from the start and from the goals, which must be all there are."""

    def __init__(
        self, puzzle: AnyPuzzle, source: LayerSource, emit: Emit, front: End, back: End
    ) -> None:
        """``source`` is that of ``front``, which may have blocks already, none with a goal."""
        self._puzzle, self._source, self._emit = puzzle, source, emit
        self._width = puzzle.pack_width
        self._front, self._back = front, back
        self._seen = sum(front.blocks.sizes)
        self._back_ended = False

    def label(self, at_least: int | None) -> Labelling:
        """Go on from the smaller layer until both meet, or ``at_least`` moves are proven."""
        front, back = self._front, self._back
        if not front.blocks:
            met = smallest_common(front.last, back.last, self._width)
            if met is not None or at_least == 0:
                plan = None if met is None else self._plan(met, (), ())
                return Labelling((), 0, plan, self._source.by_task)
            self._keep(front, front.last)
        self._keep(back, back.last)
        while True:
            depth = len(front.blocks) + len(back.blocks) - 1
            end, other = front, back
            if not self._back_ended and len(back.last) < len(front.last):
                end, other = back, front
            layer = self._next(end)
            if layer is None:
                continue
            met = smallest_common(layer, other.last, self._width)
            if met is not None:
                blocks = (islice(reversed(o.blocks), o is not end, None) for o in (front, back))
                return self._labelling(depth, self._plan(met, *blocks))
            if not layer and end is front:
                return Labelling(front.blocks.kept(), None, None, self._source.by_task)
            if depth == at_least:
                return self._labelling(depth, None)
            if layer:
                self._keep(end, layer)
            else:
                self._back_ended = True  # no plan: all that the start leads to will say so

    def _next(self, end: End) -> bytes | None:
        """The next layer; None where memory is short for the goals' end, which is given up."""
        try:
            return end.next()
        except LimitReached:
            if end is self._front:
                raise
            self._back_ended = True
            end.give_up()
            return None

    def _keep(self, end: End, layer: bytes) -> None:
        end.keep(layer)
        self._seen += len(layer) // self._width
        depth = len(self._front.blocks) + len(self._back.blocks) - 2
        if depth >= 0:
            self._emit(Layer("search", self._source.formulation, depth, self._seen))

    def _plan(self, number: int, front: Iterable[bytes], back: Iterable[bytes]) -> tuple[str, ...]:
        """The plan through a state in which the ends meet; the blocks, last first, lead to ends."""
        met = self._puzzle.unpack(number)
        before, after = (path_back(self._puzzle, blocks, met) for blocks in (front, back))
        return plan_of(self._puzzle, [*reversed(before), *after[1:]])

    def _labelling(self, at_least: int, plan: tuple[str, ...] | None) -> Labelling:
        """Goals alone, with no move back, need no labels."""
        front, back = self._front.blocks.kept(), self._back.blocks.kept()
        backward = back if len(back) > 1 else ()
        return Labelling(front, at_least, plan, self._source.by_task, backward)


class End:
    """The search from one end: its blocks so far, and the layer that it goes on from."""

    def __init__(self, layers: Iterator[SearchedLayer], blocks: Blocks) -> None:
        """The layers to come; where there are no blocks, the first of them is the last so far."""
        self._layers = layers
        self.blocks = blocks
        self.last = self.blocks[-1] if self.blocks else self.next()

    def next(self) -> bytes:
        """The next layer as a block, empty at the end of the graph."""
        found = next(self._layers, None)
        return b"" if found is None else found.block()

    def keep(self, layer: bytes) -> None:
        """Go on from this layer."""
        self.last = layer
        self.blocks.append(layer)

    def give_up(self) -> None:
        """Go back to the first layer, and leave what there was to come."""
        self._layers = iter(())
        self.last = self.blocks[0]
        self.blocks = Blocks(self.blocks.width)
        self.blocks.append(self.last)


def smallest_common(one: bytes, other: bytes, width: int) -> int | None:
    """The smallest number that is in both blocks.

    >>> smallest_common(bytes([0, 5, 1, 5]), bytes([0, 7, 1, 5]), 2)
    261
    """
    if len(one) + len(other) > width * MANY and width <= WORD_BYTES:
        with suppress(ImportError):
            from puzzleproof.provers.labelling.arrays import smallest_common as in_arrays

            return in_arrays(one, other, width)
    return min(set(numbers_in(one, width)).intersection(numbers_in(other, width)), default=None)
