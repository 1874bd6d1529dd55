"""What playing needs of any family: the legal moves with their tracks, and other beginnings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, Info, Restartable, State
from puzzleproof.models.shown import HasTracks

if TYPE_CHECKING:
    from puzzleproof.models.drawing import Cell

OFFERED_LIMIT = 1_500
"""Legal moves that are listed, at most."""


class Offered(NamedTuple):
    """A legal move: how it is written, and the squares that a hand passes to make it."""

    move: str
    track: Sequence[Cell]
    """Empty where no hand can make it on a picture."""


def offered(puzzle: AnyPuzzle, state: State, limit: int = OFFERED_LIMIT) -> list[Offered]:
    """The first ``limit`` legal moves from a state, as the rules list them."""
    tracks = puzzle if isinstance(puzzle, HasTracks) else None
    return [
        Offered(puzzle.format_move(move), tracks.track(state, move) if tracks else ())
        for move in islice(puzzle.moves(state), limit)
    ]


def begun_at(puzzle: AnyPuzzle, state: State) -> AnyPuzzle:
    """The instance that begins in a state; raises Unsupported where there is none."""
    if state == puzzle.start:
        return puzzle
    if not isinstance(puzzle, Restartable):
        raise Unsupported(f"family {puzzle.family!r}: a game that has begun is no instance")
    return puzzle.with_start(state, Info(puzzle.info.name))


def can_begin_elsewhere(puzzle: AnyPuzzle) -> bool:
    """Whether instances begin in the middle of a game of this puzzle."""
    return isinstance(puzzle, Restartable)
