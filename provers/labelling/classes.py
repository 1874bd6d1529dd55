"""Labels of classes: large searches keep only one of two states that mirror each other.

`puzzleproof.verify.classes` proves that this is enough.  The search uses the symmetry of the
encoders' task; the names in the file come from the rules' symmetry
(`puzzleproof.models.sliding.mirrors`), which is checked there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzleproof.encoders.task import Grounding
from puzzleproof.explore.packed_task import Symmetry
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.mirrors import Mirror
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.labelling.blocks import Blocks, numbers_in, sorted_block
from puzzleproof.provers.packed_task import packed_task_of


class Classes(NamedTuple):
    """A symmetry of a puzzle in both formulations of the rules."""

    symmetry: Symmetry
    mirror: Mirror

    def named(self, blocks: Blocks, memory: int | None) -> Blocks:
        """Turn blocks of states into blocks of classes, each as near as its nearer state."""
        found, seen, puzzle = Blocks(blocks.width, memory), set[int](), self.mirror.puzzle
        for block in blocks:
            states = map(puzzle.unpack, numbers_in(block, blocks.width))
            names = {puzzle.pack(self.mirror.least(state)) for state in states} - seen
            found.append(sorted_block(list(names), blocks.width))
            seen |= names
        return found

    def from_start(self, path: Sequence[State]) -> list[State]:
        """A path from the start or its image, turned into one from the start."""
        start = self.mirror.puzzle.canonical(self.mirror.puzzle.start)
        return list(path) if path[0] == start else list(map(self.mirror.image, path))


def classes_of(puzzle: AnyPuzzle, grounding: Grounding) -> Classes | None:
    """The first symmetry that both formulations of the rules find; None if there is none."""
    if not isinstance(puzzle, SlidingPuzzle) or puzzle.tour:
        return None
    for symmetry in packed_task_of(grounding).goal_symmetries():
        try:
            return Classes(symmetry, Mirror(puzzle, symmetry.name))
        except ValueError:
            continue
    return None
