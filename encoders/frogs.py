"""Frogs and toads as a planning task, from geometry: which cells an animal may reach.

This belongs to the second formulation of the rules; it reads the drawings of an instance and calls
none of the move rules of `puzzleproof.models`.  Facts: ``F@r,c``, ``T@r,c`` and ``empty@r,c``; for
each cell one of them holds.  An operator carries one animal to an empty cell; a jump also requires
an animal to jump over, which stays.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from puzzleproof.encoders.task import FactCount, Grounding, Operator, Task, with_symmetries
from puzzleproof.models.drawing import Cell
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.puzzle import State
from puzzleproof.models.symmetries import board_symmetries

CONTENTS = {"F": "frogs", "T": "toads", ".": "empty cells"}
SIGN = {"F": 1, "T": -1}
"""Frogs move to higher row or column numbers, toads to lower ones."""

OTHER = {"F": "T", "T": "F", ".": "."}

CellFacts = dict[tuple[str, Cell], int]
"""(letter, cell) -> the fact that the letter is on the cell."""


def ground_frogs(puzzle: FrogsPuzzle) -> Grounding:
    """Build the task of an instance."""
    board = sorted(puzzle.board.cells())
    facts: CellFacts = {pair: fact for fact, pair in enumerate(product(CONTENTS, board))}

    def state(true: frozenset[int]) -> State:
        """Return the masks of the frogs and of the toads."""
        standing = [pair for pair, fact in facts.items() if fact in true]
        return tuple(puzzle.mask(cell for x, cell in standing if x == kind) for kind in SIGN)

    drawn = puzzle.board.cells()
    number = Counter(drawn.values())
    task = Task(
        name=puzzle.info.name,
        facts=tuple(f"{'empty' if x == '.' else x}@{r},{c}" for x, (r, c) in facts),
        groups=tuple(tuple(facts[x, cell] for x in CONTENTS) for cell in board),
        counts=tuple(
            FactCount(name, tuple(facts[letter, cell] for cell in board), number[letter])
            for letter, name in CONTENTS.items()
        ),
        movers=frozenset(fact for (x, _), fact in facts.items() if x != "."),
        start=frozenset(facts[letter, cell] for cell, letter in drawn.items()),
        operators=tuple(_operators(puzzle, facts)),
        goals=(tuple((facts[x, cell],) for cell, x in puzzle.goal.cells().items() if x != "."),),
    )
    return Grounding(with_symmetries(task, _symmetries(board, facts)), state)


def _operators(puzzle: FrogsPuzzle, facts: CellFacts) -> Iterator[Operator]:
    """Yield, for each animal, cell and allowed direction, a slide and the allowed jumps."""
    for kind, (row, column) in facts:
        if kind == ".":
            continue
        passed = list(SIGN) if puzzle.jump_own else [OTHER[kind]]
        for sense in (SIGN[kind], -SIGN[kind]) if puzzle.backward else (SIGN[kind],):
            for down, right in ((sense, 0), (0, sense)):
                here, near, far = ((row + k * down, column + k * right) for k in range(3))
                if (kind, near) in facts:
                    yield _displace(facts, kind, here, near)
                if (kind, near) in facts and (kind, far) in facts:
                    for other in passed:
                        yield _displace(facts, kind, here, far, (other, near))


def _displace(
    facts: CellFacts, kind: str, a: Cell, b: Cell, over: tuple[str, Cell] | None = None
) -> Operator:
    before = frozenset((facts[kind, a], facts[".", b]))
    return Operator(
        name=f"{kind}:{a[0]},{a[1]}>{b[0]},{b[1]}" + (f" over {over[0]}" if over else ""),
        requires=before | {facts[over]} if over else before,
        deletes=before,
        adds=frozenset((facts[kind, b], facts[".", a])),
    )


def _symmetries(board: list[Cell], facts: CellFacts) -> Iterator[tuple[int, ...]]:
    """Yield candidates for symmetries: images of the board, with the kinds exchanged or not."""
    same = {x: x for x in CONTENTS}
    identity = {cell: cell for cell in board}
    for kinds in (same, OTHER):
        for image_of in (identity, *(images for _, images in board_symmetries(board))):
            images = tuple(facts[kinds[x], image_of[cell]] for x, cell in facts)
            if images != tuple(range(len(facts))):
                yield images
