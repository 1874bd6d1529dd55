"""Shared by the formats of sliding blocks: drawings from lists of cells, pieces from drawings."""

import string
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from puzzleproof.models.drawing import Cell, corner, place_words, shape_of
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import number_in
from puzzleproof.models.puzzle import AnyPuzzle

if TYPE_CHECKING:
    from puzzleproof.models.sliding.instance import SlidingInstance

LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+=@&%$!?~^_<>|"
"""Names of pieces, in the order in which pieces get them."""


def letters(number: int) -> str:
    """Return the first ``number`` names; raises InstanceError if there are fewer names."""
    if number > len(LETTERS):
        raise InstanceError(f"{number} pieces: expected {len(LETTERS)} at most")
    return LETTERS[:number]


def board_of(
    rows: int, columns: int, pieces: Mapping[str, Iterable[Cell]], walls: Iterable[Cell] = ()
) -> str:
    """Draw a board; raises InstanceError for a piece off the board or on another piece."""
    drawn = [["."] * columns for _ in range(rows)]
    for name, cells in [*(("#", [wall]) for wall in walls), *pieces.items()]:
        for r, c in cells:
            where = f"piece {name!r}" if name != "#" else "a wall"
            place = place_words((r, c))
            if not (0 <= r < rows and 0 <= c < columns):
                raise InstanceError(f"{where} stands at {place}, off the board")
            if drawn[r][c] != ".":
                raise InstanceError(f"{where} stands at {place}, on {drawn[r][c]!r}")
            drawn[r][c] = name
    return "".join(f"{''.join(row)}\n" for row in drawn)


def sliding_document(
    size: Cell,
    pieces: Mapping[str, Iterable[Cell]],
    goal: Mapping[str, Iterable[Cell]],
    walls: Iterable[Cell] = (),
    **more: object,
) -> dict[str, Any]:
    """Return the document of a puzzle; ``goal`` has the goal's labelled pieces with their places.

    ``more`` are further keys, or other values of the usual keys; an empty value leaves a key out.
    """
    board, labels = board_of(*size, pieces, walls), "".join(goal)
    # A wall under a piece of the goal is left out here; `check_instance` reports it.
    drawn = board_of(*size, goal, set(walls).difference(*goal.values()))
    found = {"family": "sliding", "metric": "piece", "board": board, "goal": drawn}
    return {key: x for key, x in {**found, "labelled": labels, **more}.items() if x not in ("", [])}


def rectangle(rows: int, columns: int, at: Cell = (0, 0)) -> set[Cell]:
    """Return the cells of a block of this size whose upper left corner is the cell ``at``."""
    return {(at[0] + r, at[1] + c) for r in range(rows) for c in range(columns)}


def pairs_of(numbers: str) -> Cell:
    """Read two whole numbers, as in ``7, 6``; raises InstanceError."""
    words = numbers.replace(",", " ").split()
    if len(words) != 2 or not all(word.isascii() and word.isdigit() for word in words):
        raise InstanceError(f"{numbers.strip()[:60]!r}: expected two numbers, as in '3, 2'")
    return number_in(words[0]), number_in(words[1])


def sliding_of(puzzle: AnyPuzzle, what: str, *, bound: bool = False) -> "SlidingInstance":
    """Return the puzzle; raises Unsupported unless it has blocks on whole cells and no tour.

    ``bound``: pieces may be bound to an axis.
    """
    from puzzleproof.models.sliding.instance import SlidingInstance

    if not isinstance(puzzle, SlidingInstance):
        raise Unsupported(f"{what} holds sliding blocks, but the family is {puzzle.family}")
    if puzzle.cell != 1 or puzzle.tour:
        raise Unsupported(f"{what} cannot hold half cells or tours")
    if not bound and any(map(puzzle.axis_of, puzzle.drawn)):
        raise Unsupported(f"{what} cannot hold pieces bound to an axis")
    return puzzle


def only_goal(puzzle: "SlidingInstance", what: str) -> tuple[str, Cell]:
    """Return the only piece that the goal draws, and the upper left corner of its place.

    Raises Unsupported if there are several goals or pieces, or if another piece may stand there.
    """
    wanted = puzzle.goals[0].pieces() if len(puzzle.goals) == 1 else {}
    if len(wanted) != 1:
        raise Unsupported(f"{what} has one goal, with one piece in it")
    ((name, cells),) = wanted.items()
    alike = [n for n, c in puzzle.drawn.items() if shape_of(c) == shape_of(cells)]
    if len(alike) != 1 and not puzzle.is_labelled(name):
        raise Unsupported(f"{what} has a goal for one piece, not for any piece of its shape")
    return name, corner(cells)


def size_of(cells: Iterable[Cell]) -> Cell | None:
    """Return (rows, columns) of a rectangle; None for any other shape."""
    shape = shape_of(cells)
    size = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
    return size if len(shape) == size[0] * size[1] else None


def lines_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line that is not empty and does not begin with ``#``, with its place."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield f"line {number}", line.strip()
