"""Peg solitaire as a planning task, from geometry: three holes in a line, a jump in each direction.

This belongs to the second formulation of the rules; it reads holes, start and goals of an instance
and calls none of the move rules of `puzzleproof.models`.  Facts: for each hole z, ``peg@z`` (it has
a peg) and ``hole@z`` (it is empty), of which one holds.  An operator is one jump, named by its
first and last hole; a compound move is a chain of operators, each beginning where the one before it
landed (`Task.chains`).
"""

from collections.abc import Iterator

from puzzleproof.encoders.task import Grounding, Operator, Task, with_symmetries
from puzzleproof.models.pegs.boards import PegBoard
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import State
from puzzleproof.models.symmetries import hole_symmetries

STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
SLANTED = ((1, 1), (-1, -1))
"""On a triangle a hole has two more neighbours, in other rows and at other positions."""
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def ground_pegs(puzzle: PegPuzzle) -> Grounding:
    """Build the task: two facts for each hole, two operators for any three holes in a line."""
    board, size = puzzle.board, len(puzzle.board.holes)

    def state(facts: frozenset[int]) -> State:
        """Return the state as the rules have it, a mask of the pegs: hole k is bit k."""
        return (sum(1 << f for f in facts if f < size),)

    lengths = {puzzle.pegs.bit_count() - goal.bit_count() for goal in puzzle.goals}
    task = Task(
        name=puzzle.info.name,
        facts=tuple(f"{word}@{z}" for word in ("peg", "hole") for z in board.numbers),
        groups=tuple((k, size + k) for k in range(size)),
        counts=(),
        movers=frozenset(),
        start=frozenset(_facts(puzzle.pegs, size)),
        operators=tuple(_operators(board)),
        goals=tuple(tuple((fact,) for fact in _facts(goal, size)) for goal in puzzle.goals),
        length=max(lengths) if len(lengths) == 1 else None,
        chains=puzzle.metric == "move",
    )
    images = ((*holes, *(size + k for k in holes)) for _, holes in hole_symmetries(board))
    return Grounding(with_symmetries(task, images), state)


def _facts(mask: int, size: int) -> Iterator[int]:
    """Yield, for each hole, the fact that holds with this mask of pegs."""
    return (k if mask >> k & 1 else size + k for k in range(size))


def _operators(board: PegBoard) -> Iterator[Operator]:
    """Yield the jumps of every three holes in a line, from either end."""
    number = {hole: k for k, hole in enumerate(board.holes)}
    size = len(number)
    steps = STRAIGHT + (SLANTED if board.triangular else DIAGONALS if board.diagonal else ())
    for (x, y), a in number.items():
        for dx, dy in steps:
            b, c = number.get((x + dx, y + dy)), number.get((x + 2 * dx, y + 2 * dy))
            if b is not None and c is not None:
                name = f"{board.numbers[a]}-{board.numbers[c]}"
                before, after = frozenset((a, b, size + c)), frozenset((size + a, size + b, c))
                yield Operator(name, before, before, after, origin=a, landing=c)
