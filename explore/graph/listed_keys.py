"""All configurations of sliding pieces as keys: kind by kind, large pieces first.

As in `puzzleproof.explore.graph.configurations` each is found once: of interchangeable pieces the
ranks ascend.  Here one place of one piece is tried on many boards at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from puzzleproof.explore.engines.arrays.keys import Words
from puzzleproof.explore.engines.flooded.cliques import Ranks
from puzzleproof.explore.engines.flooded.keys import Field, KeyLayout
from puzzleproof.explore.engines.flooded.layout import WORD, Layout
from puzzleproof.explore.engines.flooded.masks import Masks, chosen, union
from puzzleproof.explore.graph.configurations import resting
from puzzleproof.explore.packed_task import numbers
from puzzleproof.models.errors import LimitReached, Unsupported

TOGETHER = 1 << 16
"""Boards with some pieces that are continued at a time."""


@dataclass(frozen=True, slots=True)
class _Boards:
    """Boards on which some pieces stand."""

    keys: Words
    occupied: Masks
    last: Ranks
    """The rank of the piece that was placed last, for the next one of its kind."""

    def some(self, first: int) -> _Boards:
        run = slice(first, first + TOGETHER)
        occupied = tuple([word[run] for word in self.occupied])
        return _Boards(self.keys[run], occupied, self.last[run])


def listed(layout: Layout, keys: KeyLayout, limit: int) -> Words:
    """The keys of all configurations, ascending; raises LimitReached beyond ``limit`` of them.

    Raises Unsupported where pieces may rest on places that no piece moves to.
    """
    allowed = resting(layout.task)
    for (facts, _), kind in zip(_counts(layout), layout.kinds, strict=True):
        if tuple(numbers(facts & allowed)) != kind.facts:
            raise Unsupported("there are places to rest that no move leads to")
    found, total = [np.empty(0, np.uint64)], 0
    for part in _continued(_empty(layout, keys), _pieces(keys), 0):
        total += len(part)
        if total > limit:
            raise LimitReached(f"more than {limit} configurations")
        found.append(part)
    every = np.concatenate(found)
    every.sort()
    return every


def _counts(layout: Layout) -> list[tuple[int, int]]:
    task = layout.task
    return [(facts, number) for facts, number in task.counts if number and not facts & task.pattern]


def _empty(layout: Layout, keys: KeyLayout) -> _Boards:
    occupied = tuple(np.zeros(1, np.uint64) for _ in range(layout.words))
    return _Boards(np.zeros(1, np.uint64), occupied, np.full(1, -1))


def _pieces(keys: KeyLayout) -> list[tuple[Field, int]]:
    """(its field, which of its kind) of each piece, in the order in which they are placed."""
    fields = sorted(keys.fields, key=lambda field: -field.kind.shape.bit_count())
    return [(field, k) for field in fields for k in range(field.kind.number)]


def _continued(boards: _Boards, pieces: list[tuple[Field, int]], depth: int) -> Iterator[Words]:
    """The keys of the boards with all further pieces on them."""
    if depth == len(pieces):
        yield boards.keys
        return
    for first in range(0, len(boards.keys), TOGETHER):
        yield from _continued(_with_one_more(boards.some(first), *pieces[depth]), pieces, depth + 1)


def _with_one_more(boards: _Boards, field: Field, k: int) -> _Boards:
    """All boards with one more piece, the k-th of a kind."""
    found = list[_Boards]()
    words = len(boards.occupied)
    for rank, anchor in enumerate(field.kind.anchors):
        cells = [field.kind.shape << anchor >> WORD * n & (1 << WORD) - 1 for n in range(words)]
        masks = tuple([np.full(1, word, np.uint64) for word in cells])
        pairs = zip(boards.occupied, masks, strict=True)
        taken = np.logical_or.reduce([(one & other) != 0 for one, other in pairs])
        here = np.flatnonzero(~taken & (boards.last < rank) if k else ~taken)
        if len(here):
            occupied = union([chosen(boards.occupied, here), masks])
            moved = boards.keys[here] + field.added[k][rank]
            found.append(_Boards(moved, occupied, np.full(len(here), rank)))
    if not found:
        return boards.some(len(boards.keys))
    return _Boards(
        np.concatenate([part.keys for part in found]),
        tuple(
            np.concatenate(word) for word in zip(*[part.occupied for part in found], strict=True)
        ),
        np.concatenate([part.last for part in found]),
    )
