"""The changes between the pictures of a plan: which piece moves, which vanish, which appear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import IllegalMove, NotationError, Unsupported
from puzzleproof.models.picture import HasNets, HasPictures, Picture
from puzzleproof.models.puzzle import AnyPuzzle

LEAST_SECONDS, MOST_SECONDS = 0.02, 60
"""Of a move in an animation; a GIF counts hundredths."""


def check_seconds(seconds: float) -> None:
    """Raise NotationError for a time of a move that is too short or too long."""
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        expected = f"expected {LEAST_SECONDS} to {MOST_SECONDS}"
        raise NotationError(f"{seconds:g} seconds per move: {expected}")


@dataclass(frozen=True, slots=True)
class Change:
    """From one picture to the next; pieces by their names before and after."""

    moved: tuple[tuple[str, str, tuple[Cell, ...]], ...] = ()
    """(name before, name after, displacements in squares, the last one from where it stood)."""
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    track: tuple[Cell, ...] = ()
    """Squares on the way of the piece that moves, where the family says so."""

    @property
    def marked(self) -> frozenset[str]:
        """The pieces that the move has displaced, by their names after the move."""
        return frozenset((*(after for _, after, _ in self.moved), *self.new))


UNCHANGED = Change()


@dataclass(frozen=True, slots=True)
class Frame:
    """One position of a plan, and the move that led there (``start`` before the first)."""

    number: int
    move: str
    picture: Picture
    change: Change

    @property
    def caption(self) -> str:
        """The number of moves made and the last one."""
        return f"{self.number} {self.move}" if self.number else self.move


def frames_of(puzzle: AnyPuzzle, plan: Sequence[str]) -> list[Frame]:
    """The positions of a plan, the start first.

    Raises IllegalMove or NotationError naming the first wrong move, Unsupported for a family
    without pictures.
    """
    states = [puzzle.start]
    tracks = [tuple[Cell, ...]()]
    for number, text in enumerate(plan, 1):
        try:
            move = puzzle.parse_move(text)
            after = puzzle.play(states[-1], move)
        except (IllegalMove, NotationError) as error:
            raise type(error)(f"move {number} of {len(plan)}: {error}") from None
        track = puzzle.track(states[-1], move) if isinstance(puzzle, HasPictures) else ()
        tracks.append(tuple(track))
        states.append(after)
    if isinstance(puzzle, HasPictures):
        pictures = list(map(puzzle.picture, states))
    elif isinstance(puzzle, HasNets):
        pictures = [puzzle.stack(plan[:k]) for k in range(len(states))]
    else:
        raise Unsupported(f"family {puzzle.family!r} has no pictures")
    changes = [UNCHANGED, *map(_change, pairwise(pictures), tracks[1:])]
    return list(map(Frame, range(len(states)), ["start", *plan], pictures, changes))


def _change(pictures: tuple[Picture, Picture], track: tuple[Cell, ...]) -> Change:
    before, after = pictures[0].pieces(), pictures[1].pieces()
    names = {name: name for name in before if name in after}
    mover = _piece_at(pictures[0], track[0]) if track else ""
    if track and mover:
        # A piece that is named by its square has another name after the move.
        names = {a: b for a, b in names.items() if mover not in (a, b)}
        names[mover] = _piece_at(pictures[1], track[-1])
    moved = list[tuple[str, str, tuple[Cell, ...]]]()
    for old, new in names.items():
        if old == mover:
            moved.append((old, new, _displacements(track)))
        elif before[old] != after[new]:
            moved.append((old, new, _displacements((before[old][0], after[new][0]))))
    return Change(
        tuple(moved),
        tuple(name for name in before if name not in names),
        tuple(name for name in after if name not in names.values()),
        track,
    )


def _piece_at(picture: Picture, cell: Cell) -> str:
    square = picture.at(*cell)
    return "" if square is None else square.piece


def _displacements(track: Sequence[Cell]) -> tuple[Cell, ...]:
    """From the first square to each other."""
    row, column = track[0]
    return tuple((r - row, c - column) for r, c in track[1:])
