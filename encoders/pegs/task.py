"""Peg solitaire as a planning task, told from geometry: three holes in a line, one jump each way.

This is the second telling of the rules; it reads holes, start and goals of an instance and calls
none of the move rules of `puzzleproof.models`.  Facts: ``peg@z`` and ``hole@z`` (empty), one of
them for each hole.  An operator is one jump, named by its first and last hole; a compound move is
a chain of operators, each beginning where the one before it landed (`Task.chains`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzleproof.encoders.board_symmetry import board_symmetries
from puzzleproof.encoders.symmetry import is_symmetry, keeps_operators
from puzzleproof.encoders.task import Condition, Grounding, Operator, Task
from puzzleproof.models.pegs.boards import Hole, PegBoard
from puzzleproof.models.pegs.rules import PegPuzzle

STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
SLANTED = ((1, 1), (-1, -1))
"""On a triangle a hole has two more neighbours, of another row and position."""
TRIANGLE_TURNS = {
    (0, 2, 1): "left-right",
    (1, 0, 2): "reflection at the left corner",
    (2, 1, 0): "reflection at the right corner",
    (1, 2, 0): "third of a turn",
    (2, 0, 1): "third of a turn back",
}
"""Orders of the distances from the lower, the left and the right side."""


def ground_pegs(puzzle: PegPuzzle) -> Grounding:
    """Build the task of an instance: two facts a hole, one operator a line of three, each way."""
    board, size = puzzle.board, len(puzzle.board.holes)

    def state(facts: frozenset[int]) -> tuple[int]:
        """Hole k is bit k of the rules."""
        return (sum(1 << f for f in facts if f < size),)

    task = Task(
        name=puzzle.info.name,
        facts=tuple(f"{word}@{z}" for word in ("peg", "hole") for z in board.numbers),
        groups=tuple((k, size + k) for k in range(size)),
        counts=(),
        movers=frozenset(),
        start=frozenset(_facts(puzzle.pegs, size)),
        operators=tuple(_operators(board)),
        goals=tuple(_condition(goal, size) for goal in puzzle.goals),
        length=_length(puzzle),
        longest=puzzle.pegs.bit_count() - min(goal.bit_count() for goal in puzzle.goals),
        chains=puzzle.metric == "move",
    )
    candidates = list(_board_symmetries(board))
    kept = tuple(image for _, image in candidates if is_symmetry(task, image))
    turned = tuple(pair for pair in candidates if keeps_operators(task, pair[1]))
    return Grounding(replace(task, symmetries=kept), state, turned)


def _facts(mask: int, size: int) -> Iterator[int]:
    return (k if mask >> k & 1 else size + k for k in range(size))


def _condition(mask: int, size: int) -> Condition:
    """Every hole is as the goal has it."""
    return tuple((fact,) for fact in _facts(mask, size))


def _length(puzzle: PegPuzzle) -> int | None:
    """A jump takes one peg, so the counts say how many there are, where all goals have one."""
    lengths = {puzzle.pegs.bit_count() - goal.bit_count() for goal in puzzle.goals}
    return lengths.pop() if len(lengths) == 1 else None


def _operators(board: PegBoard) -> Iterator[Operator]:
    """Every three holes in a line, from either end."""
    number = {hole: k for k, hole in enumerate(board.holes)}
    size = len(number)
    for (x, y), a in number.items():
        for dx, dy in STRAIGHT + (SLANTED if board.triangular else ()):
            b, c = number.get((x + dx, y + dy)), number.get((x + 2 * dx, y + 2 * dy))
            if b is None or c is None:
                continue
            yield Operator(
                name=f"{board.numbers[a]}-{board.numbers[c]}",
                requires=frozenset((a, b, size + c)),
                deletes=frozenset((a, b, size + c)),
                adds=frozenset((size + a, size + b, c)),
                origin=a,
                landing=c,
            )


def _board_symmetries(board: PegBoard) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Candidates: each mirror image and rotation of the board, as the images of the facts."""
    size, find = len(board.holes), _triangle_turns if board.triangular else _square_turns
    for name, images in find(board.holes):
        yield name, (*images, *(size + k for k in images))


def _square_turns(holes: tuple[Hole, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """By rows from the top, as a reader names them."""
    highest = max(y for _, y in holes)
    cells = [(highest - y, x) for x, y in holes]
    number = {cell: k for k, cell in enumerate(cells)}
    for name, turn in board_symmetries(cells):
        yield name, tuple(number[turn[cell]] for cell in cells)


def _triangle_turns(holes: tuple[Hole, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """A hole is so far from each of the three sides; a symmetry puts these in another order."""
    last = max(row for row, _ in holes)
    distances = [(last - row, k, row - k) for row, k in holes]
    number = {one: k for k, one in enumerate(distances)}
    for order, name in TRIANGLE_TURNS.items():
        moved = (tuple(one[i] for i in order) for one in distances)
        images = tuple(number.get(one, -1) for one in moved if len(one) == 3)
        if -1 not in images:
            yield name, images
