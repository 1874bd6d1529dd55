"""What is labelled: classes of packed states, from the start towards the goals.

States are taken up to a group of symmetries of the board: maps of states to states that take moves
to moves.  Each of them keeps the start, and maps the set of goals onto itself.  So the image of a
plan is a plan, and passes as many states; and an image of a state in reach of the start is in reach
of it, so a lemma about such states may be asked about any image.  A class has its least packed
number as its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puzzleproof.models import imported
from puzzleproof.models.puzzle import AnyPuzzle, State

GRAPHS = {
    "pegs": "puzzleproof.verify.bounds.peg_graph:peg_graph",
    "tiles": "puzzleproof.verify.bounds.tile_graph:tile_graph",
}
"""By family, the function that makes a quick graph, or None for an instance that has none.
Families without a row have `LabelGraph`."""


class LabelGraph:
    """The classes of states, and the moves between them: by the rules, each state a class.

    A family may have a quicker one, or one with symmetries.
    """

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self.puzzle = puzzle
        self.start = puzzle.pack(puzzle.canonical(puzzle.start))
        """A class by itself: the one state that is labelled 0."""

    def is_end(self, number: int) -> bool:
        """Whether this state is a goal."""
        return self.puzzle.is_goal(self.puzzle.unpack(number))

    def state(self, number: int) -> State:
        """The state of a packed number; raises ValueError for a number of none."""
        return self.puzzle.unpack(number)

    def members(self, number: int) -> list[int]:
        """The states of a class, by one of them; each once."""
        return [number]

    def beyond(self, numbers: Iterable[int]) -> set[int]:
        """The classes that one move from some of these leads to."""
        return {after for number in numbers for after in self.by_rules(number)}

    def by_rules(self, number: int) -> Iterator[int]:
        """The classes that one move by the rules leads to."""
        for after in self.puzzle.successors(self.puzzle.unpack(number)):
            yield min(self.members(self.puzzle.pack(after)))

    def misses(self, number: int) -> State | None:
        """A state about which `beyond` and the rules disagree: where moves from ``number`` lead.

        To be asked of some states in every run: it finds bugs of a quick graph, and proves nothing.
        """
        differing = self.beyond((number,)) ^ set(self.by_rules(number))
        return self.state(min(differing)) if differing else None


def graph_of(puzzle: AnyPuzzle) -> LabelGraph:
    """The quick graph of a family, else the rules' own."""
    quick: LabelGraph | None = None
    if puzzle.family in GRAPHS:
        quick = imported(GRAPHS[puzzle.family])(puzzle)
    return quick or LabelGraph(puzzle)
