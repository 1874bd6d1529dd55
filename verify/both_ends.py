"""Refute 'at most L - 1 moves' in peg solitaire from both ends, by the rules alone.

A *forward* layer holds the positions p moves after the start, each first met there, a *backward*
one those q moves before a goal.  If p forward and q backward layers are complete and the last two
have no position in common, then no plan has p + q moves: the position that it would reach after p
of them lies in both.  Positions are compared up to all symmetries of the board.  For this argument
that is always sound, as what is common stays common; only where layers seem to meet nothing is
said, and the symmetries that keep the start are tried instead (I. Pohl 1971, on both ends).

Forward moves are those of the rules.  Backward ones take jumps back, one after the other, each
ending where the one taken back before it began.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from puzzleproof.models.peg_boards import Hole, PegBoard
from puzzleproof.models.pegs import PegPuzzle

__all__ = ["Refuted", "refute"]

PART = 11
"""Bits of a position that one table of images takes at a time."""


@dataclass(frozen=True, slots=True)
class Refuted:
    """Every plan has at least this many moves (None: there is no plan), by so many classes."""

    at_least: int | None
    classes: int


class _Line(NamedTuple):
    """A jump to be taken back: its three holes, the one with a peg, and the one to leave from."""

    whole: int
    landing: int
    origin: int


def refute(
    puzzle: PegPuzzle, at_least: int | None, on_layer: Callable[[int, int], None] | None = None
) -> Refuted:
    """Prove ``at_least`` moves in the metric ``move`` (None: that there is no plan), or fewer.

    ``on_layer(depth, classes so far)`` is told that no plan has ``depth`` moves; it may raise.
    """
    best = Refuted(0, 0)
    for images in _groups(puzzle):
        found = _Search(puzzle, images, on_layer).run(at_least)
        if found.at_least is None or found.at_least == at_least:
            return found
        best = max(best, found, key=lambda one: one.at_least or 0)
    return best


class _Search:
    """Layers from both ends up to some symmetries."""

    def __init__(
        self, puzzle: PegPuzzle, turns: list[tuple[int, ...]],
        on_layer: Callable[[int, int], None] | None,
    ) -> None:  # fmt: skip
        self.puzzle, self.images, self.on_layer = puzzle, _Images(turns), on_layer
        self.back_from = _taken_back(puzzle.board)
        self.lines = [line for lines in self.back_from for line in lines]

    def run(self, at_least: int | None) -> Refuted:
        """Add layers to the smaller side until they meet, or enough is refuted, or one is empty."""
        least = self.images.least
        ahead, back = least(self.puzzle.pegs for _ in (0,)), least(self.puzzle.goals)
        sides = [ahead, back]
        seen = [set(ahead), set(back)]
        depth = 0
        while not sides[0] & sides[1]:
            depth += 1
            classes = len(seen[0]) + len(seen[1])
            if self.on_layer:
                self.on_layer(depth - 1, classes)
            if depth == at_least:
                return Refuted(depth, classes)
            one = len(sides[1]) < len(sides[0])
            if depth + 1 == at_least:
                met = self._touches(sides, one)
                return Refuted(depth + (not met), classes)
            sides[one] = self._after(sides[one], one) - seen[one]
            if not sides[one]:
                return Refuted(None, classes)
            seen[one] |= sides[one]
        return Refuted(depth, len(seen[0]) + len(seen[1]))

    def _after(self, layer: set[int], back: bool) -> set[int]:
        found = set[int]()
        for chunk in _chunks(layer):
            found |= self.images.least(self._moved(chunk, back))
        return found

    def _touches(self, sides: list[set[int]], one: bool) -> bool:
        """Whether a move from one side leads to the last layer of the other."""
        other = self.images.all(sides[not one])
        return any(
            not other.isdisjoint(self._moved(chunk, one)) for chunk in _chunks(sides[one])
        )

    def _moved(self, masks: Iterable[int], back: bool) -> set[int]:
        if back:
            return {before for mask in masks for before in self._before(mask)}
        successors = self.puzzle.successors
        return {after for mask in masks for (after,) in successors((mask,))}

    def _before(self, mask: int) -> list[int]:
        """The positions one move before."""
        queue = [
            (mask ^ whole, origin)
            for whole, landing, origin in self.lines
            if mask & whole == landing
        ]
        if len(queue) == 0:
            return []
        back_from = self.back_from
        for before, at in queue:
            for whole, landing, origin in back_from[at]:
                if before & whole == landing:
                    queue.append((before ^ whole, origin))
        return [before for before, _ in queue]


def _chunks(layer: Iterable[int]) -> Iterator[list[int]]:
    layer = list(layer)
    for start in range(0, len(layer), 20000):
        yield layer[start : start + 20000]


class _Images:
    """The images of positions under some symmetries, all in one long integer."""

    def __init__(self, turns: list[tuple[int, ...]]) -> None:
        holes, self.number = len(turns[0]), len(turns)
        columns = [
            sum(1 << 64 * k + turn[hole] for k, turn in enumerate(turns)) for hole in range(holes)
        ]
        self.tables = [_sums(columns[low : low + PART]) for low in range(0, holes, PART)]
        self.unpack = struct.Struct(f"<{self.number}Q").unpack

    def least(self, masks: Iterable[int]) -> set[int]:
        """Of each class the least image."""
        return set(map(min, self._images(masks)))

    def all(self, masks: Iterable[int]) -> set[int]:
        return {image for images in self._images(masks) for image in images}

    def _images(self, masks: Iterable[int]) -> Iterator[tuple[int, ...]]:
        unpack, size = self.unpack, 8 * self.number
        (one, two, three) = self.tables
        for mask in masks:
            yield unpack(
                (one[mask & 2047] | two[mask >> 11 & 2047] | three[mask >> 22]).to_bytes(size, "little")
            )


def _sums(column: list[int]) -> list[int]:
    table = [0]
    for image in column:
        table += [entry | image for entry in table]
    return table


def _taken_back(board: PegBoard) -> list[list[_Line]]:
    """For each hole, the jumps that end there."""
    found: list[list[_Line]] = [[] for _ in board.holes]
    index = {hole: k for k, hole in enumerate(board.holes)}
    for hole in board.holes:
        for direction in board.directions:
            over, there = (board.step(hole, direction, n) for n in (1, 2))
            if over in index and there in index:
                a, b, c = index[hole], index[over], index[there]
                found[c].append(_Line(1 << a | 1 << b | 1 << c, 1 << c, a))
    return found


def _groups(puzzle):
    board = puzzle.board
    holes = board.holes
    index = {h: k for k, h in enumerate(holes)}
    n = board.size[0]
    if board.triangular:
        import itertools
        bary = lambda h: (h[1], h[0]-h[1], n-1-h[0])
        maps = []
        for p in itertools.permutations(range(3)):
            def f(h, p=p):
                b = bary(h); c = [b[i] for i in p]
                return (c[0]+c[1], c[0])
            maps.append(f)
    else:
        xs=[x for x,_ in holes]; ys=[y for _,y in holes]
        X=min(xs)+max(xs); Y=min(ys)+max(ys)
        def mk(s,fx,fy):
            def f(h):
                x,y=2*h[0]-X,2*h[1]-Y
                if s: x,y=y,x
                if fx: x=-x
                if fy: y=-y
                return ((x+X)/2,(y+Y)/2)
            return f
        maps=[mk(s,a,b) for s in (0,1) for a in (0,1) for b in (0,1)]
    turns=[tuple(index[f(h)] for h in holes) for f in maps if all(f(h) in index for h in holes)]
    return [turns]
