"""Frogs and toads as a planning task, told from geometry: who may leave a cell, and for where.

This is the second telling of the rules; it reads the drawings of an instance and calls none of the
move rules of `puzzleproof.models`.  Facts: ``F@r,c``, ``T@r,c`` and ``empty@r,c``, one of the three
for each cell.  An operator carries one animal to an empty cell; a jump requires besides the animal
that it passes, and leaves that where it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzleproof.encoders.board_symmetry import board_symmetries
from puzzleproof.encoders.symmetry import is_symmetry, keeps_operators
from puzzleproof.encoders.task import Condition, Count, Grounding, Operator, Task
from puzzleproof.models.drawing import Cell, Drawing
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.puzzle import State

LETTERS = "FT."
SIGN = {"F": 1, "T": -1}
"""Along rows and columns frogs go up in number, toads down."""

OTHER = {"F": "T", "T": "F", ".": "."}

Facts = dict[tuple[str, Cell], int]
"""(letter, cell) -> the fact that says so."""


def ground_frogs(puzzle: FrogsPuzzle) -> Grounding:
    """Build the task of an instance."""
    board = sorted(puzzle.board.cells())
    facts: Facts = {pair: k for k, pair in enumerate((x, cell) for x in LETTERS for cell in board)}
    task = Task(
        name=puzzle.info.name,
        facts=tuple(f"{'empty' if x == '.' else x}@{r},{c}" for x, (r, c) in facts),
        groups=tuple(tuple(facts[x, cell] for x in LETTERS) for cell in board),
        counts=tuple(_counts(puzzle.board, facts)),
        movers=frozenset(fact for (x, _), fact in facts.items() if x != "."),
        start=frozenset(_drawn(puzzle.board, facts)),
        operators=tuple(_operators(puzzle, facts)),
        goals=(_condition(puzzle.goal, facts),),
    )
    candidates = list(_board_symmetries(board, facts))
    kept = tuple(image for _, image in candidates if is_symmetry(task, image))
    turned = tuple(pair for pair in candidates if keeps_operators(task, pair[1]))
    places = {fact: pair for pair, fact in facts.items()}

    def state(true: frozenset[int]) -> State:
        """Return the masks of the frogs and of the toads."""
        standing = [places[fact] for fact in true]
        return tuple(puzzle.mask(cell for x, cell in standing if x == kind) for kind in SIGN)

    return Grounding(replace(task, symmetries=kept), state, turned)


def _counts(board: Drawing, facts: Facts) -> Iterator[Count]:
    """The numbers of frogs, toads and empty cells never change."""
    letters = list(board.cells().values())
    for letter, name in zip(LETTERS, ("frogs", "toads", "empty cells"), strict=True):
        ours = tuple(fact for (x, _), fact in facts.items() if x == letter)
        yield Count(name, ours, letters.count(letter))


def _drawn(drawing: Drawing, facts: Facts) -> list[int]:
    """Return what is true of each cell of a drawing."""
    return [facts[letter, cell] for cell, letter in drawing.cells().items()]


def _condition(goal: Drawing, facts: Facts) -> Condition:
    """Where the animals stand; the other cells are empty then."""
    return tuple((facts[x, cell],) for cell, x in goal.cells().items() if x != ".")


def _operators(puzzle: FrogsPuzzle, facts: Facts) -> Iterator[Operator]:
    """From each cell, in each direction of each kind: a step, and a jump over each kind allowed."""
    for kind, sign in SIGN.items():
        passed = list(SIGN) if puzzle.jump_own else [OTHER[kind]]
        for letter, (row, column) in facts:
            if letter != kind:
                continue
            for sense in (sign, -sign) if puzzle.backward else (sign,):
                for down, right in ((sense, 0), (0, sense)):
                    line = [(row + k * down, column + k * right) for k in range(3)]
                    yield from _along(kind, line, passed, facts)


def _along(kind: str, line: list[Cell], passed: list[str], facts: Facts) -> Iterator[Operator]:
    """Yield the step and the jumps of the animal on the first of three cells in line."""
    here, near, far = line
    if (kind, near) in facts:
        yield _displace(kind, here, near, facts)
    if (kind, near) in facts and (kind, far) in facts:
        for other in passed:
            yield _displace(kind, here, far, facts, (other, near))


def _displace(
    kind: str, a: Cell, b: Cell, facts: Facts, over: tuple[str, Cell] | None = None
) -> Operator:
    source, target = facts[kind, a], facts[kind, b]
    left, filled = facts[".", a], facts[".", b]
    return Operator(
        name=f"{kind}:{a[0]},{a[1]}>{b[0]},{b[1]}" + (f" over {over[0]}" if over else ""),
        requires=frozenset({source, filled} | ({facts[over]} if over else set())),
        deletes=frozenset({source, filled}),
        adds=frozenset({target, left}),
    )


def _board_symmetries(board: list[Cell], facts: Facts) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Candidates: mirror images and rotations of the board, with or without the kinds exchanged."""
    same = {x: x for x in LETTERS}
    unturned = ("", {cell: cell for cell in board})
    for kinds, word in ((same, ""), (OTHER, "kinds exchanged")):
        for name, turned in (unturned, *board_symmetries(board)):
            image = tuple(facts[kinds[x], turned[cell]] for x, cell in facts)
            if image != tuple(range(len(facts))):
                yield ", ".join(filter(None, (name, word))), image
