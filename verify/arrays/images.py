"""Images of states under a symmetry, by the ranks of places (`puzzleproof.verify.classes`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from puzzleproof.verify.arrays.records import Words

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror


def images_of(mirror: Mirror, pieces: Sequence[int]) -> list[Words]:
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
