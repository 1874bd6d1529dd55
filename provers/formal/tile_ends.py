"""Where the kernel's two searches of tiles meet, and the distances that prune them.

The kernel searches ``b`` moves back from the goal, and then forward (``verify/formal/BothEnds.v``).
In ``single`` a move brings one tile nearer to its cell by at most one.  So each search leaves out
states that are too far from the other end.  Both searches are first run here, only to count their
states.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.tiles.rules import TilesPuzzle, distances
from puzzleproof.provers.formal import Bound, Plan, theorem_of
from puzzleproof.provers.formal.steps import tile_letter
from puzzleproof.provers.formal.theorem import Theorem, weighing


def from_both_ends(
    puzzle: AnyPuzzle, theorem: Theorem, at_least: int, _back: int, most: int
) -> Theorem:
    """The same theorem by two searches that meet at least cost, or Unsupported."""
    assert isinstance(puzzle, TilesPuzzle)
    back = meeting(puzzle, at_least - 1, most)
    definitions = ""
    for name, sign, end in (("to_goal", 1, puzzle.goal), ("to_start", -1, puzzle.start)):
        inside = f"\n{_distances(puzzle, end, sign)}\n" if puzzle.metric == "single" else ""
        definitions += f"\nDefinition {name} : list weighing := ([{inside}]%Z)%char.\n"
    given = f"{back} to_goal to_start"
    hints = [[f"back {back}"]]
    return theorem.proven_by("TilesBothEnds", "both_ends", given, definitions, hints)


def theorem_by_distances(
    puzzle: AnyPuzzle, _bounds: Sequence[Bound], at_least: int | None, plan: Plan, most: int
) -> Theorem:
    """The theorem about tiles by distances; the bounds of a certificate have no theorem."""
    return theorem_of(puzzle, at_least, plan, most=most)


def _distances(puzzle: TilesPuzzle, end: State, sign: int) -> str:
    """For each tile on each cell, its distance from its cell at an end."""
    table = distances(end, puzzle.columns)
    weights = (
        (divmod(cell, puzzle.columns), tile_letter(tile), sign * far)
        for tile in filter(None, end)
        for cell, far in enumerate(table[tile])
    )
    return weighing("Falls 1", weights)


def meeting(puzzle: TilesPuzzle, moves: int, most: int) -> int:
    """How many of the moves to search back from the goal, for the fewest states."""
    forward = _End(puzzle, puzzle.start, puzzle.goal)
    backward = _End(puzzle, puzzle.goal, puzzle.start)
    while forward.depth + backward.depth < moves:
        end = backward if len(backward.front) < len(forward.front) else forward
        end.grow(moves)
        if len(forward.seen) + len(backward.seen) > most:
            what = f"there would be over {most:,} states for {moves + 1} moves"
            raise Unsupported(f"{what}: more than Coq is asked for")
    return backward.depth


class _End:
    """The layers of one search, without states that are too far from the other end."""

    def __init__(self, puzzle: TilesPuzzle, first: State, other: State) -> None:
        self._puzzle = puzzle
        self._table = distances(other, puzzle.columns) if puzzle.metric == "single" else None
        self.depth = 0
        self.seen = {first}
        self.front = [first]

    def grow(self, moves: int) -> None:
        """Add a layer, for plans of ``moves`` moves."""
        self.depth += 1
        successors, left = self._puzzle.successors, moves - self.depth
        new = {after for state in self.front for after in successors(state)} - self.seen
        self.front = [state for state in new if self._far(state) <= left]
        self.seen.update(self.front)

    def _far(self, state: State) -> int:
        if self._table is None:
            return 0
        return sum(self._table[tile][cell] for cell, tile in enumerate(state))
