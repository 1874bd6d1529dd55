"""Refute 'at most L - 1 moves' of peg solitaire by bidirectional search, by the rules, in Python.

A *forward* layer holds the positions at distance p from the start; a *backward* layer those from
which the nearest goal is q moves away.  A plan of p + q moves passes, after p of them, through a
position that is in both, so where the two have none in common every plan is longer (I. Pohl 1971).

Positions are compared up to the symmetries of the board: a *class* is represented by its least
image.  Layers with a common position have a common class, so a refutation up to any group of
symmetries holds.  The converse does not: a plan up to all symmetries may lead only to an image of a
goal.  Where layers meet too soon the symmetries that keep the start are tried: there every meeting
is a plan.

Forward moves are the rules' own.  Backward, jumps are taken back by one peg, the last one first.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product
from typing import NamedTuple, TypeAlias

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.pegs.boards import Hole, PegBoard
from puzzleproof.models.pegs.rules import BIDIRECTIONAL_HOLES, PegPuzzle

OnLayer: TypeAlias = Callable[[int, int], None]
HoleImages: TypeAlias = tuple[int, ...]
"""Where a symmetry takes each hole, as places among the holes of the board."""

IMAGE_BITS = 64
"""Bits of an image; a board has no more holes."""
TABLE_BITS = 11
"""Bits of a position by which one table is indexed."""
COUNT_BITS = 7
"""Bits of a number of pegs."""
POSITIONS_AT_ONCE = 1 << 14


@dataclass(frozen=True, slots=True)
class Refuted:
    """Every plan has ``at_least`` moves (None: there is no plan); how many classes were met."""

    at_least: int | None
    classes: int


def refute(puzzle: PegPuzzle, at_least: int | None, on_layer: OnLayer | None = None) -> Refuted:
    """Prove ``at_least`` moves (None: that there is no plan at all), or the minimum if it is less.

    ``on_layer(depth, classes so far)``, called once no plan has ``depth`` moves, may raise to stop
    it.  Raises Unsupported for jumps as moves, and for boards of more than 64 holes.
    """
    if puzzle.special_search != "bidirectional":
        holes = f"{BIDIRECTIONAL_HOLES} holes at most"
        raise Unsupported(f"bidirectional search by the rules: compound moves on {holes}")
    every = symmetries(puzzle.board)
    keep_start = [one for one in every if image_of(puzzle.pegs, one) == puzzle.pegs]
    found = BidirectionalRefutation(puzzle, every).refute(at_least, on_layer)
    if found.at_least in (None, at_least) or len(keep_start) == len(every):
        return found
    return BidirectionalRefutation(puzzle, keep_start).refute(at_least, on_layer)


class BidirectionalRefutation:
    """The search with the positions compared up to some symmetries."""

    def __init__(self, puzzle: PegPuzzle, group: Sequence[HoleImages]) -> None:
        self._images = _SymmetricImages(group)
        self._layers = [self._images.least(ends) for ends in ((puzzle.pegs,), puzzle.goals)]
        self._seen = [set(layer) for layer in self._layers]
        self._moved = (_forward(puzzle), moves_before(puzzle.board))

    def refute(self, at_least: int | None, on_layer: OnLayer | None) -> Refuted:
        """Expand the smaller side until they meet, it is empty, or enough is refuted."""
        depth = 0
        while self._layers[0].isdisjoint(self._layers[1]):
            if on_layer:
                on_layer(depth, self._classes)
            depth += 1
            side = int(len(self._layers[1]) < len(self._layers[0]))
            if not self._layers[side]:
                return Refuted(None, self._classes)
            if depth == at_least:
                break
            if depth + 1 == at_least:
                return Refuted(depth + (not self._meets(side)), self._classes)
            self._expand(side)
        return Refuted(depth, self._classes)

    @property
    def _classes(self) -> int:
        return sum(map(len, self._seen))

    def _expand(self, side: int) -> None:
        """Replace the last layer of a side by the next."""
        after = set[int]()
        for part in self._moves(side):
            after |= self._images.least(part)
        after -= self._seen[side]
        self._seen[side] |= after
        self._layers[side] = after

    def _meets(self, side: int) -> bool:
        """Whether the next layer of a side, which is not kept, meets the other's last.

        Most positions need no images: no class there has as many pegs in each orbit of holes.
        """
        other, counts = self._layers[1 - side], self._images.counts
        there = set(map(counts, other))
        alike = ([mask for mask in part if counts(mask) in there] for part in self._moves(side))
        return any(not self._images.least(some).isdisjoint(other) for some in alike)

    def _moves(self, side: int) -> Iterator[set[int]]:
        """The positions one move further, part by part."""
        moved, masks = self._moved[side], iter(self._layers[side])
        while part := list(islice(masks, POSITIONS_AT_ONCE)):
            yield {after for mask in part for after in moved(mask)}


# --- moves --------------------------------------------------------------------------------


def _forward(puzzle: PegPuzzle) -> Callable[[int], list[int]]:
    """The positions one move on, by the rules."""
    successors = puzzle.successors
    return lambda mask: [after for (after,) in successors((mask,))]


class _JumpBack(NamedTuple):
    """A jump to take back: its three holes, and the one of them with a peg, as masks."""

    whole: int
    peg: int
    origin: int
    """Where the peg stood before."""


def moves_before(board: PegBoard) -> Callable[[int], list[int]]:
    """The function from a position to those from which one move leads there."""
    ending_at = _jumps_back(board)
    jumps = [back for some in ending_at for back in some]

    def before(mask: int) -> list[int]:
        found = [(mask ^ whole, at) for whole, peg, at in jumps if mask & whole == peg]
        for here, at in found:
            for whole, peg, origin in ending_at[at]:
                if here & whole == peg:
                    found.append((here ^ whole, origin))
        return [here for here, _ in found]

    return before


def _jumps_back(board: PegBoard) -> tuple[list[_JumpBack], ...]:
    """For each hole, the jumps that end there."""
    found: tuple[list[_JumpBack], ...] = tuple([] for _ in board.holes)
    for origin, over, landing in _lines(board):
        whole = 1 << origin | 1 << over | 1 << landing
        found[landing].append(_JumpBack(whole, 1 << landing, origin))
    return found


def _lines(board: PegBoard) -> Iterator[tuple[int, int, int]]:
    """Where each jump starts, what it jumps over, and where it lands, as places of holes."""
    places = {hole: k for k, hole in enumerate(board.holes)}
    for hole in board.holes:
        for over, landing in board.lines(hole):
            yield places[hole], places[over], places[landing]


# --- symmetries ---------------------------------------------------------------------------


def symmetries(board: PegBoard) -> list[HoleImages]:
    """Rotations and reflections of the board: they take holes to holes and jumps to jumps."""
    places = {_point(board, hole): k for k, hole in enumerate(board.holes)}
    images = _triangular if board.triangular else _square
    points = [images(point) for point in places]
    found = [
        tuple(places[image] for image in one)
        for one in zip(*points, strict=True)
        if all(image in places for image in one)
    ]
    lines = set(_lines(board))
    return [g for g in dict.fromkeys(found) if {(g[a], g[b], g[c]) for a, b, c in lines} == lines]


Point: TypeAlias = tuple[int, ...]


def _point(board: PegBoard, hole: Hole) -> Point:
    """Twice a hole's place relative to the middle of the board; in a triangle, to its sides."""
    if board.triangular:
        row, place = hole
        return place, row - place, board.size[0] - 1 - row
    middles = (min(axis) + max(axis) for axis in zip(*board.holes, strict=True))
    return tuple(2 * at - middle for at, middle in zip(hole, middles, strict=True))


def _square(point: Point) -> list[Point]:
    """The images of a point under the symmetries of a square, always in the same order."""
    x, y = point
    return [(a * s, b * t) for a, b in ((x, y), (y, x)) for s, t in product((1, -1), repeat=2)]


def _triangular(point: Point) -> list[Point]:
    return [tuple(point[k] for k in order) for order in permutations(range(3))]


def image_of(mask: int, images: HoleImages) -> int:
    """The image of a position."""
    return sum(1 << image for hole, image in enumerate(images) if mask >> hole & 1)


class _SymmetricImages:
    """All images of a position at once: side by side in one long integer."""

    def __init__(self, group: Sequence[HoleImages]) -> None:
        by_hole = list(zip(*group, strict=True))
        images = [sum(1 << IMAGE_BITS * k + to for k, to in enumerate(hole)) for hole in by_hole]
        self._all = _summed(images)
        self._words = struct.Struct(f"<{len(group)}Q")
        self.counts = _summed([1 << COUNT_BITS * min(hole) for hole in by_hole])
        """How many pegs there are in each orbit of holes: all images have the same numbers."""

    def least(self, masks: Iterable[int]) -> set[int]:
        """The classes of some positions."""
        images, words, size = self._all, self._words.unpack, self._words.size
        return {min(words(images(mask).to_bytes(size, "little"))) for mask in masks}


def _summed(values: Sequence[int]) -> Callable[[int], int]:
    """The function from a position to the sum of the values of its pegs, by tables."""
    bits = TABLE_BITS
    tables = [_sums(values[low : low + bits]) for low in range(0, len(values), bits)]
    low, wide = (1 << bits) - 1, 2 * bits
    if len(tables) > 3:
        return lambda mask: sum(t[mask >> bits * k & low] for k, t in enumerate(tables))
    first, second, third = (*tables, [0], [0])[:3]
    return lambda mask: first[mask & low] + second[mask >> bits & low] + third[mask >> wide]


def _sums(values: Sequence[int]) -> list[int]:
    """For each subset of some values their sum."""
    table = [0]
    for value in values:
        table += [entry + value for entry in table]
    return table
