"""Where one piece may go in one move: a graph of squares, made of the tracks of its legal moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import hypot

from puzzleproof.models.drawing import Cell
from puzzleproof.models.game import Offered

ALONG = 0.4
"""Cosine: a way that leads less in a direction than this does not lead there."""


class Tracks:
    """The moves of one piece, which stands at ``start`` and may land on some squares."""

    def __init__(self, moves: Iterable[Offered]) -> None:
        self.ends = dict[Cell, str]()
        """A square -> the first move that ends there."""
        self._beside = dict[Cell, list[Cell]]()
        for move, track in moves:
            self.start: Cell = track[0]
            self.ends.setdefault(track[-1], move)
            for one, other in pairwise(track):
                self._join(one, other)

    def _join(self, one: Cell, other: Cell) -> None:
        for here, there in ((one, other), (other, one)):
            known = self._beside.setdefault(here, [])
            if there not in known:
                known.append(there)

    @property
    def landings(self) -> list[Cell]:
        """The squares on which a move may end."""
        return list(self.ends)

    def beside(self, here: Cell, direction: Cell) -> Cell | None:
        """The next square on a track in a direction; None where no way leads there."""
        found = [(along(here, there, direction), there) for there in self._beside.get(here, ())]
        best = max(found, default=(0.0, here))
        return best[1] if best[0] > ALONG else None

    def nearest(self, point: tuple[float, float]) -> Cell:
        """The square nearest to a point that a track passes; the start where that is as near."""
        return min([self.start, *self._beside], key=lambda one: distance(one, point))

    def landing(self, point: tuple[float, float]) -> Cell:
        """The landing nearest to a point; the start where that is as near."""
        return min([self.start, *self.ends], key=lambda one: distance(one, point))


def tracks_by_piece(moves: Iterable[Offered]) -> Iterator[tuple[Cell, Tracks]]:
    """For each square where a hand may take a piece, in reading order, where that may go."""
    found = dict[Cell, list[Offered]]()
    for one in moves:
        if one.track:
            found.setdefault(one.track[0], []).append(one)
    for start in sorted(found):
        yield start, Tracks(found[start])


def along(here: Cell, there: Cell, direction: Cell) -> float:
    """How much a way leads in a direction: the cosine of the angle between them."""
    down, right = there[0] - here[0], there[1] - here[1]
    return (down * direction[0] + right * direction[1]) / (hypot(down, right) or 1.0)


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Between two squares, in squares."""
    return hypot(one[0] - other[0], one[1] - other[1])
