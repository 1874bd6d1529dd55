"""The graph that a labelling with bounds labels: classes of packed states, and moves between them.

A class holds a state and its images under a group of symmetries: maps of states to states that map
moves to moves.  Each symmetry keeps the start, and maps the set of goals onto itself.  So the image
of a plan is a plan of the same length.  If the start reaches a state, it reaches the state's images
too, so a lemma about such states holds for every image.  A class is named by its least packed
number.
"""

from collections.abc import Iterable, Iterator

from puzzleproof.models import imported
from puzzleproof.models.budget import metered
from puzzleproof.models.puzzle import AnyPuzzle, State

GRAPHS = {
    "pegs": "puzzleproof.verify.bounds.peg_graph:peg_graph",
    "tiles": "puzzleproof.verify.bounds.tile_graph:tile_graph",
}
"""Family -> the function that makes a quick graph, or returns None for an instance without one.
Families without a row use `LabelGraph`."""


class LabelGraph:
    """The graph by the rules: each state is a class.  Subclasses are quicker or have symmetries."""

    on_arrays = ""
    """The function that makes a `puzzleproof.verify.bounds.labels.Table` in arrays, if any."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self.puzzle = puzzle
        self.start = puzzle.pack(puzzle.canonical(puzzle.start))
        """The state that must be labelled 0; no symmetry moves it."""

    def is_end(self, number: int) -> bool:
        """Tell whether this state is a goal."""
        return self.puzzle.is_goal(self.puzzle.unpack(number))

    def state(self, number: int) -> State:
        """Return the state of a packed number; raises ValueError if no state has it."""
        return self.puzzle.unpack(number)

    def members(self, number: int) -> list[int]:
        """Return the states of the class of a state, without repetitions."""
        return [number]

    def beyond(self, numbers: Iterable[int]) -> set[int]:
        """Return the classes one move away from some classes."""
        return {after for number in numbers for after in self.by_rules(number)}

    def by_rules(self, number: int) -> Iterator[int]:
        """Return the classes one move away, by the rules."""
        for after in metered(self.puzzle.successors(self.puzzle.unpack(number))):
            yield min(self.members(self.puzzle.pack(after)))


def graph_of(puzzle: AnyPuzzle) -> LabelGraph:
    """Return the quick graph of the family if it has one, else the graph by the rules."""
    quick: LabelGraph | None = None
    if puzzle.family in GRAPHS:
        quick = imported(GRAPHS[puzzle.family])(puzzle)
    return quick or LabelGraph(puzzle)
