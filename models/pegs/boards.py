"""Boards of peg solitaire: holes, their numbers, and their drawings.

A *hole* is written (x, y), x to the right and y upwards from the bottom row, both from 0; on a
triangle it is written (row, position), counted from the apex, both from 0.  Its *number* is
z = 8 y + x (on a triangle 8 row + position); on a board wider than 8 holes the width takes the
place of 8.  The Mines-Ponts examination in computer science, 2021, numbers holes in this way, as
presented by S. Hoarau (3 August 2021).  On a *triangular grid* each row is shifted by half a hole,
so a hole has six neighbours.  Holes of another board on such a grid are written as holes of the
smallest upright triangle around the board.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from puzzleproof.models.drawing import Cell, one_or_more, place_words, read_drawing, typed
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.texts import count, did_you_mean

if TYPE_CHECKING:
    from puzzleproof.models.picture import Picture

Hole: TypeAlias = tuple[int, int]
"""(x, y); on a triangle (row, position)."""

SQUARE: tuple[Hole, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL = (*SQUARE, (1, 1), (-1, -1), (-1, 1), (1, -1))
TRIANGULAR: tuple[Hole, ...] = ((-1, 0), (1, 0), (0, 1), (0, -1), (-1, -1), (1, 1))
MARKS = "ox.# -_"
"""A one-line text of these marks is a drawing, not a name."""
LIMITS = {"triangle": 40, "strip": 999, "hexagon": 18}
SIDES = {3 * side * (side - 1) + 1: side for side in range(3, LIMITS["hexagon"] + 1)}
"""Number of holes of a hexagon -> holes along its side.  Each of these numbers is more than the
longest side, so the N of 'hexagonN' has one meaning."""
GRIDS = ("square", "triangular")
USUAL_HOLES = 15
"""Triangles of more holes accept no usual numbers: there, 16-18 may mean either of two jumps."""
FEWEST = "fewest"
IN_WORDS = re.compile("any|fewest|1 peg|[1-9][0-9]{0,2} pegs")
"""Goals in words; ``any`` and ``1 peg`` both mean one peg anywhere."""
HOLES_LIMIT = 1_000
"""The greatest number of holes of a drawn board; all boards with a name have fewer."""


@dataclass(frozen=True)
class PegBoard:
    """A board: its name (or its drawing) and its holes in the order of their numbers."""

    name: str
    size: tuple[int, int]
    """(rows, columns) of its drawing."""
    holes: tuple[Hole, ...]
    triangular: bool = False
    diagonal: bool = False
    """Jumps lead along both diagonals too (G. I. Bell, *Diagonal peg solitaire*, 2007)."""
    origin: Cell = (0, 0)
    """On a triangular grid, the drawing's cell for the apex of the triangle around the board."""

    def with_diagonals(self) -> "PegBoard":
        """Return the same board with eight directions; raises InstanceError for a triangle."""
        if self.triangular:
            fault = "a triangular grid has its six directions, no others"
            raise InstanceError.at("diagonal", fault)
        return replace(self, diagonal=True)

    def document(self) -> dict[str, Any]:
        """Return the keys of the instance file that define the board."""
        drawn = self.triangular and is_drawing(self.name)
        keys = {"grid": GRIDS[True]} if drawn else {"diagonal": True} if self.diagonal else {}
        return {"board": self.name} | keys

    @property
    def orthogonal(self) -> bool:
        """Whether jumps lead along rows and columns only."""
        return self.directions is SQUARE

    @property
    def stride(self) -> int:
        """The difference of the numbers of a hole and the hole above it: 8, more on wide boards."""
        return max(8, self._flush[1] if self.triangular else self.size[1])

    @property
    def directions(self) -> tuple[Hole, ...]:
        """The directions of jumps, as steps to the next hole, in the order of the source."""
        return TRIANGULAR if self.triangular else DIAGONAL if self.diagonal else SQUARE

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The number of each hole, ascending."""
        return tuple(map(self.number, self.holes))

    @cached_property
    def index(self) -> dict[int, int]:
        """Number of a hole -> its index among the holes."""
        return {z: k for k, z in enumerate(self.numbers)}

    def number(self, hole: Hole) -> int:
        """Return the number of a hole; on the board 'european' hole (3, 3) has number 27."""
        across, up = reversed(hole) if self.triangular else hole
        return self.stride * up + across

    def hole(self, z: int) -> Hole:
        """Return the hole with a number, on the board or off it: the inverse of `number`."""
        up, across = divmod(z, self.stride)
        return (up, across) if self.triangular else (across, up)

    def as_numbers(self, written: Collection[int]) -> dict[int, int]:
        """Map the written numbers of a move or a game to the numbers of holes.

        Triangles of up to `USUAL_HOLES` holes accept the usual numbers too: 1, 2, 3, … in reading
        order from the apex.  Only 8 and 9 are numbers of both kinds there.  No jump joins the holes
        8 and 9 of either kind, so no move written in one kind is a move in the other.

        >>> named_board("triangle5").as_numbers([1, 4, 6])
        {1: 0, 4: 16, 6: 18}
        """
        numbers = dict.fromkeys(written).keys()
        few = len(self.holes) <= USUAL_HOLES
        if self.triangular and few and not numbers <= self.index.keys():
            usual = dict(enumerate(self.numbers, 1))
            if numbers <= usual.keys():
                return {number: usual[number] for number in numbers}
        return {number: number for number in numbers}

    def __contains__(self, hole: object) -> bool:
        """Tell whether the board has this hole."""
        return hole in self.place

    @cached_property
    def place(self) -> dict[Hole, int]:
        """Hole -> its index among the holes."""
        return {hole: k for k, hole in enumerate(self.holes)}

    def lines(self, hole: Hole) -> Iterator[tuple[Hole, Hole]]:
        """Yield the next two holes in each direction: a jump leads over the first to the second."""
        x, y = hole
        for right, up in self.directions:
            over, landing = (x + right, y + up), (x + 2 * right, y + 2 * up)
            if over in self and landing in self:
                yield over, landing

    @property
    def label(self) -> str:
        """The board in messages: its name if it has one, and the number of its holes."""
        name = "as drawn" if "\n" in self.name else repr(self.name)
        if len(self.holes) == 1:
            return f"{name} (1 hole, number {self.numbers[0]})"
        return f"{name} ({len(self.holes)} holes, numbers {self.numbers[0]} to {self.numbers[-1]})"

    # --- drawings ---------------------------------------------------------------------------

    def cell(self, hole: Hole) -> Cell:
        """Return (row, column) of a hole in the drawing; a triangle is drawn upright, ``o.o.o``."""
        if self.triangular:
            (row, place), (top, middle) = hole, self.origin
            return top + row, middle + 2 * place - row
        return self.size[0] - 1 - hole[1], hole[0]

    @cached_property
    def _flush(self) -> tuple[int, int]:
        """(rows, columns) of the triangle around the board with its rows aligned to the left."""
        row, place = map(max, zip(*self.holes, strict=True))
        return row + 1, place + 1

    def draw(self, mask: int) -> str:
        """Draw the holes, ``x`` if bit k of the mask says that hole k has a peg, ``o`` if empty."""
        rows = [["."] * self.size[1] for _ in range(self.size[0])]
        for k, (r, c) in enumerate(map(self.cell, self.holes)):
            rows[r][c] = "x" if mask >> k & 1 else "o"
        return "\n".join(map("".join, rows))

    def picture(self, mask: int) -> "Picture":
        """Draw the pegs as a picture; the name of a peg is the number of its hole."""
        from puzzleproof.models.picture import Picture, Square

        rows: list[list[Square | None]] = [[None] * self.size[1] for _ in range(self.size[0])]
        for k, (r, c) in enumerate(map(self.cell, self.holes)):
            number = str(self.numbers[k])
            peg, hole = Square(number, "", "peg", number), Square(label=number)
            rows[r][c] = peg if mask >> k & 1 else hole
        return Picture(tuple(map(tuple, rows)), form="pegs")

    def chart(self) -> str:
        """Draw the numbers of the holes; on a square grid with the coordinates at the edges."""
        wide = len(str(self.numbers[-1])) + 1
        places = dict(zip(map(self.cell, self.holes), self.numbers, strict=True))
        rows, columns = self.size
        lines = [
            "".join(f"{places.get((r, c), ''):>{wide}}" for c in range(columns))
            for r in range(rows)
        ]
        if not self.triangular:
            edge = len(str(rows - 1))
            lines = [f"{rows - 1 - r:>{edge}} {line}" for r, line in enumerate(lines)]
            lines.append(" " * (edge + 1) + "".join(f"{x:>{wide}}" for x in range(columns)))
        return "\n".join(line.rstrip() for line in lines)

    def read_mask(self, text: object, key: str) -> int:
        """Read a drawing of pegs (``x``) and empty holes (``o``); raises InstanceError."""
        drawing, places = read_drawing(text, key), self.holes
        # The rows of a triangle may also be aligned to the left.
        if not self.triangular or drawing.size == self.size or drawing.size != self._flush:
            drawing.check_size(*self.size)
            places = tuple(map(self.cell, self.holes))
        cells = set(places)
        for r, row in enumerate(drawing.rows):
            for c, char in enumerate(row):
                inside = (r, c) in cells
                if char in ("xo" if inside else ".# "):
                    continue
                fault = ": expected 'x' (peg), 'o' (empty) or '.' (outside)"
                if inside:
                    fault = ", but the board has a hole there: expected 'x' or 'o'"
                elif char in "xo":
                    fault = ", but the board has no hole there"
                raise InstanceError.at(key, f"{place_words((r, c))} is {char!r}{fault}")
        return sum(1 << k for k, (r, c) in enumerate(places) if drawing.rows[r][c] == "x")


# --- the boards by name -------------------------------------------------------------------


def _square(name: str, side: int, inside: Callable[[int, int], bool]) -> PegBoard:
    """Build a board in a square of ``side`` columns; ``inside`` takes distances from the centre."""
    half = side // 2
    pairs = ((x, y) for y in range(side) for x in range(side))
    holes = tuple((x, y) for x, y in pairs if inside(abs(x - half), abs(y - half)))
    return PegBoard(name, (side, side), holes)


BOARDS: dict[str, PegBoard] = {
    "english": _square("english", 7, lambda x, y: min(x, y) <= 1),
    "european": _square("european", 7, lambda x, y: x + y <= 4),
    "wiegleb": _square("wiegleb", 9, lambda x, y: min(x, y) <= 1),
    "diamond41": _square("diamond41", 9, lambda x, y: x + y <= 4),
}
EXPECTED = f"one of {', '.join(BOARDS)}, triangleN, hexagonN, stripN, or a drawing ('o' a hole)"


def named_board(name: str, key: str = "board") -> PegBoard:
    """Return a board by its name; raises InstanceError for an unknown name."""
    if name in BOARDS:
        return BOARDS[name]
    match = re.fullmatch("(triangle|hexagon|strip)([1-9][0-9]{0,4})", name)
    if not match:
        hint = did_you_mean(name, BOARDS)
        raise InstanceError.at(key, f"no board {name!r}: expected {EXPECTED}{hint}")
    kind, number = match[1], int(match[2])
    if kind == "hexagon":
        number = SIDES.get(number, number)
    if number > LIMITS[kind]:
        other = ", or its number of holes, as in hexagon37" if kind == "hexagon" else ""
        raise InstanceError.at(key, f"{name!r} is too large: at most {kind}{LIMITS[kind]}{other}")
    if kind == "strip":
        return PegBoard(name, (1, number), tuple((x, 0) for x in range(number)))
    rows = rows_of(kind, number)
    cells = [(r, max(rows) - n + 2 * k) for r, n in enumerate(rows) for k in range(n)]
    return _triangular(f"{kind}{number}", (len(rows), 2 * max(rows) - 1), cells)


def rows_of(kind: str, side: int) -> list[int]:
    """Return the number of holes in each row of a triangle or a hexagon.

    >>> rows_of("triangle", 3), rows_of("hexagon", 3)
    ([1, 2, 3], [3, 4, 5, 4, 3])
    """
    if kind == "triangle":
        return [*range(1, side + 1)]
    return [*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)]


def _triangular(name: str, size: tuple[int, int], cells: Sequence[Cell]) -> PegBoard:
    """Build a board on a triangular grid from the cells of its holes, in reading order."""
    left = min(row + column for row, column in cells)
    # The triangle's sides touch the board, the left one where row + column is least.
    above = (max(column - row for row, column in cells) - left) // 2
    holes = tuple((row + above, (row + column - left) // 2) for row, column in cells)
    return PegBoard(name, size, holes, triangular=True, origin=(-above, left + above))


def is_drawing(value: object) -> bool:
    """Tell whether a value is a drawing of a board, not a name."""
    return isinstance(value, str) and ("\n" in value or not set(value) - set(MARKS))


def read_board(
    value: object, key: str = "board", holes: str = "o", grid: str | None = None
) -> PegBoard:
    r"""Read a board's name or drawing; in a drawing, ``holes`` are the characters of holes.

    The grid of a drawing is square by default.  Raises InstanceError naming the key, Unsupported
    for a board of more than `HOLES_LIMIT` holes.

    >>> read_board("oo.\n.oo\n").holes
    ((1, 0), (2, 0), (0, 1), (1, 1))
    >>> read_board(".o.o\no.o.\n", grid="triangular").holes
    ((1, 0), (1, 1), (2, 0), (2, 1))
    """
    if isinstance(value, str) and not is_drawing(value):
        board = named_board(value, key)
        if grid not in (None, GRIDS[board.triangular]):
            fault = f"{grid!r}, but the grid of the board {value!r} is {GRIDS[board.triangular]}"
            raise InstanceError.at("grid", fault)
        return board
    drawing = read_drawing(value, key)
    rows = enumerate(drawing.rows)
    cells = [(r, c) for r, row in rows for c, char in enumerate(row) if char in holes]
    if not cells:
        raise InstanceError.at(key, f"there is no hole ({holes[0]!r}) in the drawing")
    if len(cells) > HOLES_LIMIT:
        most = f"expected {HOLES_LIMIT:,} at most"
        raise Unsupported(f"key {key!r}: a board of {len(cells):,} holes is too large: {most}")
    board = _on_grid(grid, key, drawing.size, cells)
    return replace(board, name=f"{board.draw(0)}\n")


def _on_grid(grid: str | None, key: str, size: tuple[int, int], cells: Sequence[Cell]) -> PegBoard:
    """Build a board without a name from the cells of its holes, in reading order."""
    if grid != GRIDS[True]:
        # Sorted from the bottom row up, so that the numbers of holes ascend.
        upwards = sorted((size[0] - 1 - row, column) for row, column in cells)
        return PegBoard("", size, tuple((x, y) for y, x in upwards))
    for cell in cells:
        if (sum(cell) - sum(cells[0])) % 2:
            expected = "each row shifted half a hole against the next, as in '.o.o.' below 'o.o.o'"
            fault = f"{place_words(cell)} is a hole out of step with {place_words(cells[0])}"
            raise InstanceError.at(key, f"{fault}: a triangular grid has {expected}")
    return _triangular("", size, cells)


# --- reading instances ---------------------------------------------------------------------


def board_and_start(doc: Mapping[str, Any]) -> tuple[PegBoard, object]:
    """Return the board and the drawing of the start; a drawing under one key may be both."""
    board, start = _board_and_start(doc)
    return board.with_diagonals() if typed(doc, "diagonal", False) else board, start


def _board_and_start(doc: Mapping[str, Any]) -> tuple[PegBoard, object]:
    board, start, grid = doc.get("board"), doc.get("start"), doc.get("grid")
    if grid not in (None, *GRIDS):
        raise InstanceError.at("grid", f"{grid!r}: expected one of {', '.join(GRIDS)}")
    if board is None and start is None:
        raise InstanceError("key 'board' is missing")
    if board is None:
        if isinstance(start, str) and not is_drawing(start):
            expected = "expected a drawing: 'x' a peg, 'o' a hole; a name goes into key 'board'"
            raise InstanceError.at("start", f"{start!r}: {expected}")
        return read_board(start, "start", "ox", grid), start
    if not is_drawing(board) or "x" not in cast("str", board):
        return read_board(board, grid=grid), start
    for key in ("start", "vacate"):
        if key in doc:
            fault = f"has pegs ('x'), so it is a start; with {key!r} every hole is drawn as 'o'"
            raise InstanceError.at("board", f"the drawing {fault}")
    return read_board(board, holes="ox", grid=grid), board


def one_of(*keys: tuple[str, bool]) -> None:
    """Raise InstanceError unless exactly one of two keys is given."""
    (one, has_one), (other, has_other) = keys
    if has_one and has_other:
        raise InstanceError(f"the keys {one!r} and {other!r} exclude each other: expected one")
    if not has_one and not has_other:
        raise InstanceError(f"expected one of the keys {one!r} and {other!r}")


def hole_at(value: object, key: str, board: PegBoard) -> Hole:
    """Return the hole that a key names; raises InstanceError."""
    wanted = "[x, y]"
    if board.triangular:
        wanted = "[row, position] or a number as in a move"
        if type(value) is int and (number := board.as_numbers([value])[value]) in board.index:
            return board.hole(number)
    wanted += " or 'any', 'fewest' or as in '2 pegs'" if key == "finish" else ""
    pair = cast("Sequence[object]", value) if isinstance(value, (list, tuple)) else ()
    if len(pair) != 2 or any(type(n) is not int for n in pair):
        raise InstanceError.at(key, f"expected a hole {wanted}, got {value!r}")
    hole = cast("Hole", tuple(pair))
    if hole not in board:
        raise InstanceError.at(key, f"no hole {list(hole)} on the board {board.label}")
    return hole


def finish_and_goals(
    doc: Mapping[str, Any], board: PegBoard
) -> tuple[Hole | str | None, tuple[int, ...]]:
    """Return the value of ``finish``, or the drawn goals; words may stand under either key."""
    one_of(("finish", "finish" in doc), ("goal", "goal" in doc))
    finish = doc.get("finish", doc.get("goal"))
    if isinstance(finish, str) and IN_WORDS.fullmatch(finish):
        return finish, ()
    if "finish" in doc:
        return hole_at(finish, "finish", board), ()
    return None, tuple(board.read_mask(*one) for one in one_or_more(finish, "goal"))


def check_counts(start: int, goals: Sequence[int], doc: Mapping[str, Any]) -> None:
    """Check that the start has pegs, and each goal at least one peg but no more than the start.

    ``goals`` has each goal's number of pegs.  Raises InstanceError naming the key in the document.
    """
    pegs = start.bit_count()
    if not pegs:
        raise InstanceError.at("vacate" if "vacate" in doc else "start", "the start has no peg")
    for k, left in enumerate(goals, 1):
        key = "finish" if "finish" in doc else f"goal[{k}]" if len(goals) > 1 else "goal"
        if not left:
            raise InstanceError.at(key, "the goal has no peg, but every jump leaves one")
        if left > pegs:
            fault = f"the goal has {count(left, 'peg')}, the start {pegs}"
            raise InstanceError.at(key, f"{fault}: each jump takes one peg off")
