"""Peg solitaire as a planning task, told from geometry: three holes in a line, one jump each way.

This is the second telling of the rules; it reads holes, start and goals of an instance and calls
none of the move rules of `puzzleproof.models`.  Facts: ``peg@z`` and ``hole@z`` (empty), one of
them for each hole.  An operator is one jump, named by its first and last hole; a compound move is
a chain of operators, each beginning where the one before it landed (`Task.chains`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.encoders.task import Condition, Grounding, Operator, Task
from puzzleproof.models.peg_boards import Hole, PegBoard
from puzzleproof.models.pegs import PegPuzzle

__all__ = ["ground_pegs"]

STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
SLANTED = ((1, 1), (-1, -1))
"""On a triangle a hole has two more neighbours, of another row and position."""


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
    kept = tuple(image for image in _board_symmetries(board) if is_symmetry(task, image))
    return Grounding(replace(task, symmetries=kept), state)


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


def _board_symmetries(board: PegBoard) -> Iterator[tuple[int, ...]]:
    """Candidates: each mirror image and rotation of the board, as the images of the facts.

    A hole has coordinates of which the first two say where it is; a symmetry puts any two of them
    in their place.
    """
    coordinates = (_distances if board.triangular else _from_the_middle)(board.holes)
    number = {(one[0], one[1]): k for k, one in enumerate(coordinates)}
    size, identity = len(number), tuple(range(len(number)))
    found = dict[tuple[int, ...], None]()
    for i, j in permutations(range(len(coordinates[0])), 2):
        images = tuple(number.get((one[i], one[j]), -1) for one in coordinates)
        if tuple(sorted(images)) == identity != images:
            found[images] = None
    yield from ((*images, *(size + k for k in images)) for images in found)


def _distances(holes: tuple[Hole, ...]) -> list[tuple[int, ...]]:
    """On a triangle: from its three sides."""
    last = max(row for row, _ in holes)
    return [(last - row, k, row - k) for row, k in holes]


def _from_the_middle(holes: tuple[Hole, ...]) -> list[tuple[int, ...]]:
    """On a square board: to the right, up, to the left, down, in half steps."""
    xs, ys = zip(*holes, strict=True)
    pairs = ((2 * x - min(xs) - max(xs), 2 * y - min(ys) - max(ys)) for x, y in holes)
    return [(u, v, -u, -v) for u, v in pairs]
