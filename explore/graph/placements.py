"""All placements of sliding pieces in arrays, listed piece by piece, large pieces first."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from puzzleproof.models.arrays.sliding import Piece, SlidingBoard, nonempty
from puzzleproof.models.arrays.words import Sets, Words
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.sliding.anchors import anchors_of

Ranks: TypeAlias = npt.NDArray[np.int16]
"""The rank of the place of each piece, a column for each board."""
Allowed: TypeAlias = Mapping[int, Collection[int]]
"""Piece, by its index -> the ranks of the places where it may stand; others stand anywhere."""

TOGETHER = 1 << 15
"""The number of partly filled boards that are completed at a time."""


def listed(board: SlidingBoard, limit: int, allowed: Allowed | None = None) -> Words:
    """List the keys of all placements, ascending; raises LimitReached beyond ``limit``."""
    layout = anchors_of(board.puzzle)
    assert layout is not None, "pieces slide"
    firsts = {*accumulate(layout.pieces, initial=0)}
    # Large pieces come first: (piece, whether one of its kind stands before it) of each.
    pieces = [(piece, piece.index not in firsts) for piece in board.pieces]
    pieces.sort(key=lambda pair: -len(pair[0].offsets))
    found, total = [np.empty(0, board.dtype)], 0
    empty = np.zeros((len(pieces), 1), np.int16), np.zeros_like(board.pieces[0].cells[:, :1])
    for ranks in _continued(*empty, pieces, allowed or {}):
        total += ranks.shape[1]
        if total > limit:
            raise LimitReached(f"more than {limit} configurations")
        found.append(board.from_ranks(ranks.astype(np.int64)))
    every = np.concatenate(found)
    every.sort()
    return every


def _continued(
    ranks: Ranks, occupied: Sets, pieces: Sequence[tuple[Piece, bool]], allowed: Allowed
) -> Iterator[Ranks]:
    """Yield the ranks of all boards that complete some boards by the other pieces."""
    if not pieces:
        yield ranks
        return
    for first in range(0, ranks.shape[1], TOGETHER):
        run = slice(first, first + TOGETHER)
        more = _with_one_more(ranks[:, run], occupied[:, run], *pieces[0], allowed)
        yield from _continued(*more, pieces[1:], allowed)


def _with_one_more(
    ranks: Ranks, occupied: Sets, piece: Piece, follows: bool, allowed: Allowed
) -> tuple[Ranks, Sets]:
    """Lay one more piece on some boards, above the place of the one before it in its kind."""
    cells = piece.cells
    places = np.arange(cells.shape[1], dtype=np.int64)[:, None]
    free = ~nonempty(cast("Sets", occupied[:, None] & cells[:, :, None]))
    if follows:
        free &= ranks[piece.index - 1] < places
    if piece.index in allowed:
        free &= np.isin(places, [*allowed[piece.index]])
    found = np.flatnonzero(free)
    rank = found // ranks.shape[1]
    board = found - rank * ranks.shape[1]
    more = cast("Ranks", ranks.take(board, axis=1))
    more[piece.index] = rank
    return more, cast("Sets", occupied.take(board, axis=1) | cells.take(rank, axis=1))
