"""Images of states under a symmetry, by the ranks of places (`puzzleproof.verify.classes`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from puzzleproof.models.sliding.anchors import MoveClass
from puzzleproof.verify.arrays.records import Words


@runtime_checkable
class RankMirror(Protocol):
    """A symmetry told by the ranks of places."""

    @property
    def ranks(self) -> tuple[tuple[int, ...], ...]:
        """For each kind of pieces: rank of a place -> rank of its image."""
        ...

    def classes(self, classes: Sequence[MoveClass], /) -> tuple[int, ...]:
        """For each class of moves: the index of its image."""
        ...


def images_of(mirror: RankMirror, pieces: Sequence[int]) -> list[Words]:
    """For each piece: rank of a place -> rank of its image."""
    kinds = zip(mirror.ranks, pieces, strict=True)
    return [np.array(ranks, np.int64) for ranks, count in kinds for _ in range(count)]


def ascending(columns: list[Words]) -> list[Words]:
    """The numbers of each row in order: adjacent ones are exchanged until all are."""
    found = list(columns)
    for last in range(len(found) - 1, 0, -1):
        for k in range(last):
            one, other = found[k], found[k + 1]
            found[k], found[k + 1] = np.minimum(one, other), np.maximum(one, other)
    return found
