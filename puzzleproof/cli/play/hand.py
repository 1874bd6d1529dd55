"""The hand that plays: which piece it has chosen, where it holds it, and the move that this makes.

A keyboard chooses a piece, pushes it from square to square and puts it down; a mouse takes it,
drags it and lets go, or taps it and then its target.  Where something is done that makes a move at
once, the function returns that move, for the game to play.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzleproof.cli.play.tracks import Tracks, along, distance, tracks_by_piece
from puzzleproof.models.drawing import Cell
from puzzleproof.models.game import Offered
from puzzleproof.models.picture import Picture


class Hand:
    """What one state lets a hand do on its picture."""

    def __init__(self, picture: Picture | None, moves: Sequence[Offered]) -> None:
        self.picture = picture
        self.tracks = {} if picture is None else dict(tracks_by_piece(moves))
        """Where a piece can be taken -> where it may go; in reading order."""
        self.taken: Cell | None = None
        """Where the piece stands that is chosen."""
        self.at: Cell | None = None
        """Where it is held now."""
        self._grip: Cell | None = None
        """Where a mouse has taken it; on some other square of the piece, perhaps."""
        self._dragged = False

    # --- what is chosen -------------------------------------------------------------------

    @property
    def ways(self) -> Tracks | None:
        """Where the chosen piece may go."""
        return None if self.taken is None else self.tracks[self.taken]

    @property
    def move(self) -> str | None:
        """The move that is made by putting the piece down here."""
        return None if self.ways is None or self.at is None else self.ways.ends.get(self.at)

    @property
    def piece(self) -> str:
        """The name of the chosen piece; empty for none."""
        return "" if self.taken is None else self.name_at(self.taken)

    @property
    def squares(self) -> list[Cell]:
        """The squares of the chosen piece, where it stands."""
        return [] if self.taken is None else self.squares_of(self.piece)

    def name_at(self, cell: Cell) -> str:
        """The name of the piece on a square; empty for none."""
        square = None if self.picture is None else self.picture.at(*cell)
        return "" if square is None else square.piece

    def squares_of(self, piece: str) -> list[Cell]:
        """Where a piece stands."""
        squares = () if self.picture is None else self.picture.squares()
        return [cell for cell, square in squares if piece and square.piece == piece]

    def choose(self, start: Cell | None) -> None:
        """Choose the piece that is taken at a square, or none."""
        self.taken = self.at = start
        self._grip = None

    def hold(self, move: str) -> None:
        """Hold the piece that makes a move where the move ends; nothing for other moves."""
        for start, ways in self.tracks.items():
            for landing, one in ways.ends.items():
                if one == move:
                    self.taken, self.at = start, landing

    # --- the keyboard ---------------------------------------------------------------------

    def cycle(self, by: int) -> None:
        """Choose the next piece that can move, or the one before it."""
        starts = list(self.tracks)
        if not starts:
            return
        if self.taken is None:
            self.choose(starts[0 if by > 0 else -1])
        else:
            self.choose(starts[(starts.index(self.taken) + by) % len(starts)])

    def toward(self, direction: Cell) -> None:
        """Choose the nearest piece in a direction from the chosen one."""
        here = self.taken
        if here is None:
            self.cycle(1)
            return
        ahead = [one for one in self.tracks if along(here, one, direction) > 0.5]
        if ahead:
            self.choose(min(ahead, key=lambda one: distance(here, one)))

    def step(self, direction: Cell) -> str | None:
        """Push the chosen piece one square on; a piece with one place to go moves at once."""
        if self.ways is None or self.at is None:
            self.cycle(1)
            return None
        there = self.ways.beside(self.at, direction)
        if there is None:
            return None
        if len(self.ways.ends) == 1:
            return next(iter(self.ways.ends.values()))
        self.at = there
        return None

    def next_landing(self) -> None:
        """Hold the chosen piece over the next of the squares on which it may land."""
        if self.ways is None:
            self.cycle(1)
            return
        places = [self.taken, *self.ways.landings]
        number = places.index(self.at) if self.at in places else 0
        self.at = places[(number + 1) % len(places)]

    def put(self) -> str | None:
        """Put the piece down: its move; where it has not left its place, the only one it has."""
        if self.ways is None:
            return None
        if self.move is None and self.at == self.taken and len(self.ways.ends) == 1:
            return next(iter(self.ways.ends.values()))
        return self.move

    # --- the mouse ------------------------------------------------------------------------

    def press(self, cell: Cell) -> str | None:
        """Press the button on a square: take a piece there, or send the chosen one there."""
        self._dragged = False
        name = self.name_at(cell)
        if self.taken is not None and not name and (move := self._sent(cell)):
            return move
        starts = [one for one in self.tracks if name and self.name_at(one) == name]
        again = bool(starts) and starts[0] == self.taken
        if not again:
            self.choose(starts[0] if starts else None)
        self._grip = cell if starts else None
        return None

    def _sent(self, cell: Cell) -> str | None:
        """The move that brings the chosen piece over a square, the nearest of them."""
        assert self.ways is not None
        own = self.squares
        fitting = [one for one in self.ways.landings if self._covers(own, one, cell)]
        best = min(fitting, key=lambda one: distance(one, cell), default=None)
        return None if best is None else self.ways.ends[best]

    def _covers(self, own: list[Cell], landing: Cell, cell: Cell) -> bool:
        assert self.taken is not None
        down, right = landing[0] - self.taken[0], landing[1] - self.taken[1]
        return any((r + down, c + right) == cell for r, c in own)

    def drag(self, cell: Cell) -> bool:
        """Drag the piece after the mouse, along its tracks; says whether it was moved."""
        if self._grip is None or self.ways is None or self.taken is None:
            return False
        before = self.at
        self.at = self.ways.nearest(self._wanted(cell))
        self._dragged = self._dragged or self.at != self.taken
        return self.at != before

    def _wanted(self, cell: Cell) -> tuple[float, float]:
        """Where the piece would be, could it go anywhere."""
        assert self.taken is not None
        assert self._grip is not None
        down, right = cell[0] - self._grip[0], cell[1] - self._grip[1]
        return self.taken[0] + down, self.taken[1] + right

    def release(self, cell: Cell) -> str | None:
        """Let go: the move to the nearest landing; after a mere tap, the only move there is."""
        if self._grip is None or self.ways is None:
            return None
        if self._dragged:
            self.at = self.ways.landing(self._wanted(cell))
            move = self.move
            if move is None:
                self.choose(self.taken)
            return move
        self._grip = None
        return next(iter(self.ways.ends.values())) if len(self.ways.ends) == 1 else None
