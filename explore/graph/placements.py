"""All placements of sliding pieces in arrays, listed piece by piece, large pieces first."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.models.arrays.sliding import Piece, SlidingBoard, nonempty
from puzzleproof.models.arrays.words import Sets, Truths, Words, from_digits
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.sliding.anchors import anchors_of

Ranks: TypeAlias = npt.NDArray[np.int32]
"""The rank of the place of each piece, a column for each board."""
Allowed: TypeAlias = Mapping[int, Collection[int]]
"""Piece, by its index -> the ranks of the places where it may stand; others stand anywhere."""

TOGETHER = 1 << 15
"""How many partly filled boards are completed at a time."""


def radices(board: SlidingBoard) -> list[int]:
    """How many places each piece has."""
    return [piece.cells.shape[1] for piece in board.pieces]


def keys_of_ranks(board: SlidingBoard, ranks: Iterable[Words | Ranks]) -> Words:
    """The keys of states whose pieces have these ranks."""
    wide = [rank.astype(np.int64) for rank in ranks]
    if board.dtype is not np.int64:
        return board.keys(from_digits(wide, radices(board), board.puzzle.pack_width))
    keys = np.zeros_like(wide[0])
    for piece, rank in zip(board.pieces, wide, strict=True):
        keys |= rank << piece.field.shift
    return keys


def listed(board: SlidingBoard, limit: int, allowed: Allowed | None = None) -> Words:
    """The keys of all placements, ascending; raises LimitReached beyond ``limit`` of them."""
    layout = anchors_of(board.puzzle)
    assert layout is not None, "pieces slide"
    firsts = {*accumulate(layout.pieces, initial=0)}
    # Large pieces come first: (piece, whether one of its kind stands before it) of each.
    pieces = [(piece, piece.index not in firsts) for piece in board.pieces]
    pieces.sort(key=lambda pair: -len(pair[0].offsets))
    found, total = [np.empty(0, board.dtype)], 0
    empty = np.zeros((len(pieces), 1), np.int32), np.zeros_like(board.pieces[0].cells[:, :1])
    for ranks in _continued(*empty, pieces, allowed or {}):
        total += ranks.shape[1]
        if total > limit:
            raise LimitReached(f"more than {limit} configurations")
        found.append(keys_of_ranks(board, ranks))
    every = np.concatenate(found)
    every.sort()
    return every


def _continued(
    ranks: Ranks, occupied: Sets, pieces: Sequence[tuple[Piece, bool]], allowed: Allowed
) -> Iterator[Ranks]:
    """The ranks of all boards that complete these, on which the other pieces stand."""
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
    """All boards with one more piece, on a place above that of the one before it in its kind."""
    cells, places = piece.cells, range(piece.cells.shape[1])
    before = ranks[piece.index - 1] if follows else np.full(1, -1)
    stands = allowed.get(piece.index, places)
    free: list[Truths] = [
        ~nonempty(occupied & cells[:, [rank]]) & (before < rank) & (rank in stands)
        for rank in places
    ]
    boards = [np.flatnonzero(one) for one in free]
    rank, board = np.repeat(np.arange(len(free)), list(map(len, boards))), np.concatenate(boards)
    more = ranks[:, board]
    more[piece.index] = rank
    return more, occupied[:, board] | cells[:, rank]
