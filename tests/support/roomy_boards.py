"""Random boards with much room: ten pieces of two to five cells, one of which has to go far."""

from itertools import product
from random import Random

from puzzleproof.models.drawing import Cell, shape_of
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import sliding

NAMES = "ABCDEFGHIJ"


def roomy(seed: int) -> SlidingPuzzle:
    """A board of 7 x 7 to 10 x 10 cells; A has to get to a corner place as far away as there is."""
    chance = Random(seed)  # noqa: S311  a board, no secret
    rows, columns = chance.randint(7, 10), chance.randint(7, 10)
    pieces: dict[str, frozenset[Cell]] = {}
    while len(pieces) < len(NAMES):
        shape = _polyomino(chance, chance.randint(2, 5))
        taken = frozenset[Cell]().union(*pieces.values())
        places = [cells for cells in _places(shape, rows, columns) if not cells & taken]
        if not places:
            pieces.clear()
            continue
        pieces[NAMES[len(pieces)]] = chance.choice(places)
    top, left = min(pieces["A"])
    goals = _places(shape_of(pieces["A"]), rows, columns)
    far = max(goals, key=lambda cells: abs(min(cells)[0] - top) + abs(min(cells)[1] - left))
    drawn = {cell: name for name, cells in pieces.items() for cell in cells}
    return sliding(
        _drawing(drawn, rows, columns),
        goal=_drawing(dict.fromkeys(far, "A"), rows, columns),
        labelled="A",
    )


def _polyomino(chance: Random, size: int) -> frozenset[Cell]:
    cells = {(0, 0)}
    while len(cells) < size:
        row, column = chance.choice(sorted(cells))
        down, right = chance.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        cells.add((row + down, column + right))
    return shape_of(cells)


def _places(shape: frozenset[Cell], rows: int, columns: int) -> list[frozenset[Cell]]:
    high, wide = (max(numbers) for numbers in zip(*shape, strict=True))
    corners = product(range(rows - high), range(columns - wide))
    return [frozenset((r + a, c + b) for a, b in shape) for r, c in corners]


def _drawing(cells: dict[Cell, str], rows: int, columns: int) -> str:
    lines = ("".join(cells.get((r, c), ".") for c in range(columns)) for r in range(rows))
    return "/".join(lines)
