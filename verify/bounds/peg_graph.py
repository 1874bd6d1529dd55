"""Peg solitaire in compound moves: positions up to the symmetries that keep start and goals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from puzzleproof.models.pegs.rules import COMPOUND_HOLES, PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.peg_positions import (
    HoleImages,
    SymmetricImages,
    chains,
    image_of,
    jump_lines,
    symmetries,
)


def peg_graph(puzzle: AnyPuzzle) -> LabelGraph | None:
    """The graph of compound moves; None in the metric ``jump``, and for more than 64 holes."""
    if not isinstance(puzzle, PegPuzzle) or puzzle.special_search != "compound":
        return None
    assert len(puzzle.board.holes) <= COMPOUND_HOLES, "an image is one word"
    return PegGraph(puzzle)


class PegGraph(LabelGraph):
    """Masks of pegs as states, with the symmetries that keep the start and the set of goals."""

    def __init__(self, puzzle: PegPuzzle) -> None:
        super().__init__(puzzle)
        self.board, self.goals = puzzle.board, puzzle.goals
        self.holes = len(puzzle.board.holes)
        self.jumps = tuple(jump_lines(puzzle.board))
        """Where each jump starts, what it jumps over, and where it lands, as places of holes."""
        self.group = keeping(keeping(symmetries(puzzle.board), [puzzle.pegs]), puzzle.goals)
        self.classes = SymmetricImages(self.group).least
        """The function from some positions to their classes: their least images."""
        self._moved = chains(puzzle.board)
        (self.start,) = self.classes([puzzle.pegs])

    def members(self, number: int) -> list[int]:
        """The images of a position, each once."""
        return list(dict.fromkeys(image_of(number, one) for one in self.group))

    def beyond(self, numbers: Iterable[int]) -> set[int]:
        """The classes one move later."""
        return self.classes(set(chain.from_iterable(map(self._moved, numbers))))


def keeping(group: Sequence[HoleImages], masks: Sequence[int]) -> list[HoleImages]:
    """The symmetries that map a set of positions onto itself."""
    wanted = set(masks)
    return [one for one in group if {image_of(mask, one) for mask in masks} == wanted]
