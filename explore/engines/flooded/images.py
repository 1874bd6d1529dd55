"""Classes of two states that are images of each other: the least key stands for both.

The symmetry keeps moves and goals, so distances and layers are those of the classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from puzzleproof.explore.engines.arrays.sorted_words import ascending
from puzzleproof.explore.engines.flooded.cliques import Ranks
from puzzleproof.explore.engines.flooded.keys import KeyLayout
from puzzleproof.explore.engines.flooded.words import KeyArray
from puzzleproof.explore.packed_task import Symmetry


class Images:
    """The images of keys, piece by piece."""

    def __init__(self, keys: KeyLayout, symmetry: Symmetry) -> None:
        """Raises Unsupported for a symmetry that exchanges kinds of pieces."""
        self._keys = keys
        self.of_piece = keys.images(symmetry)
        self._turns = rows_become_columns(keys, symmetry)

    def which(self, which: int, each: int) -> int:
        """The image of a class of moves: of two, across and down change places at a diagonal."""
        return 1 - which if self._turns and each > 1 else which

    def ranks(self, ranks: Sequence[Ranks]) -> list[Ranks]:
        """Of each piece in the images of states; those of a kind ascend."""
        moved = [image.take(rank) for image, rank in zip(self.of_piece, ranks, strict=True)]
        kinds = [field.kind for field in self._keys.fields]
        return [
            rank
            for kind in kinds
            for rank in in_order(moved[kind.first : kind.first + kind.number])
        ]

    def least(self, keys: KeyArray) -> KeyArray:
        """Of each key and that of its image the smaller, in ascending order, each once."""
        images = self._keys.of_ranks(self.ranks(self._keys.ranks(keys)))
        return ascending([np.minimum(keys, images)])


def rows_become_columns(keys: KeyLayout, symmetry: Symmetry) -> bool:
    """Whether a symmetry takes moves across to moves down."""
    plane = keys.task.plane
    assert plane is not None, "pieces slide on a board"
    for field in keys.fields:
        rows = [plane.positions[fact] // plane.columns for fact in field.kind.facts]
        images = [symmetry.images[fact] for fact in field.kind.facts]
        after = [plane.positions[fact] // plane.columns for fact in images]
        for (one, other), (a, b) in zip(pairwise(rows), pairwise(after), strict=True):
            if one == other:
                return a != b
    return False  # no place is beside another, so nothing moves across, nor down at a diagonal


def in_order(columns: Sequence[Ranks]) -> list[Ranks]:
    """The ranks of each row, ascending: neighbours are exchanged until all are."""
    found = list(columns)
    for last in range(len(found) - 1, 0, -1):
        for k in range(last):
            one, other = found[k], found[k + 1]
            found[k], found[k + 1] = np.minimum(one, other), np.maximum(one, other)
    return found
