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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.pegs.rules import BIDIRECTIONAL_HOLES, PegPuzzle
from puzzleproof.verify.peg_positions import (
    HoleImages,
    SymmetricImages,
    image_of,
    moves_before,
    symmetries,
)

OnLayer: TypeAlias = Callable[[int, int], None]
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
        self._images = SymmetricImages(group)
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


def _forward(puzzle: PegPuzzle) -> Callable[[int], list[int]]:
    """The positions one move on, by the rules."""
    successors = puzzle.successors
    return lambda mask: [after for (after,) in successors((mask,))]
