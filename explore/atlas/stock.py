"""Piece sets: the pieces on a board apart from the block that has to get to the goal.

A *stock* sets limits for piece sets: how many pieces of each shape there may be, how many cells
stay empty, and how many pieces there are at most.  A *piece set* is one choice of these numbers.
Two sets are *symmetric* if a symmetry of the board that keeps the goal maps one to the other (such
as 1x2 pieces to 2x1 pieces); of symmetric sets, a stock lists only one.  An *arrangement* (a state)
has a place for each piece; the block's place comes first.

A piece is a rectangle, or a polyomino that is drawn row by row: ``x../xxx``.  A shape drawn with
``#`` is a *wall*: it may be anywhere except at the goal, and never moves.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import product
from typing import Any, TypeAlias

from puzzleproof.models.drawing import parts_of
from puzzleproof.models.errors import NotationError

Size: TypeAlias = tuple[int, int]
"""The numbers of rows and columns of a board."""
Shape: TypeAlias = tuple[int, int] | tuple[int, int, str]
"""(rows, columns), and the drawing if the piece is not a rectangle or is a wall."""
Rectangle: TypeAlias = tuple[int, int, int, int]
Place: TypeAlias = Rectangle | tuple[int, int, int, int, str]
"""Row and column of the upper left cell, from 0, then the shape."""
Arrangement: TypeAlias = tuple[Place, ...]
"""The place of the block, then the places of the other pieces in ascending order."""
BoardSymmetry: TypeAlias = Callable[[Place], Place]

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
SIDE_LIMIT = 10
ANY_NUMBER = SIDE_LIMIT**2
"""The greatest number of pieces on the largest board."""
PIECE = re.compile(r"(?:(\d{1,2})x(\d{1,2})|([x.#/]+?))(\*(?:(\d{1,2})(?:-(\d{1,2}))?)?)?")
MOST_SETS = 10_000
WALL = "#"
FILE_NAME = str.maketrans({"/": "_", WALL: "w"})
"""The characters of a drawing that are replaced in the name of a file."""


def shape_name(shape: Shape) -> str:
    """Write a shape as rows and columns, such as ``2x1``, or as its drawing."""
    return shape[2] if len(shape) == 3 else f"{shape[0]}x{shape[1]}"


def drawn_shape(drawing: str) -> Shape:
    """Return the shape of a drawing; raises ValueError if it is not the drawing of a piece.

    >>> drawn_shape("x../xxx"), drawn_shape("xx/xx"), drawn_shape("#")
    ((2, 3, 'x../xxx'), (2, 2), (1, 1, '#'))
    """
    rows = drawing.split("/")
    inked = set(drawing) - {".", "/"}
    lines = (*rows, *map("".join, zip(*rows, strict=True)))
    if inked not in ({"x"}, {WALL}) or not all(set(line) & inked for line in lines):
        raise ValueError(drawing)
    shape: Shape = (len(rows), len(rows[0]), drawing)
    if len(parts_of(cells_of(placed(0, 0, shape)))) > 1:
        raise ValueError(drawing)
    return shape if set(drawing) - {"x", "/"} else shape[:2]


def placed(row: int, column: int, shape: Shape) -> Place:
    """Return the place of a piece with this upper left cell."""
    tall, wide, *_ = shape
    return (row, column, tall, wide, shape[2]) if len(shape) == 3 else (row, column, tall, wide)


def cells_of(place: Place) -> list[Size]:
    """List the cells that a piece covers, in reading order."""
    row, column, tall, wide = place[:4]
    rows = place[4].split("/") if len(place) == 5 else ["x" * wide] * tall
    return [
        (row + r, column + c) for r, line in enumerate(rows) for c in range(wide) if line[c] != "."
    ]


def place_of(cells: Iterable[Size], ink: str = "x") -> Place:
    """Return the place of the piece that covers these cells.

    >>> place_of([(2, 0), (2, 1), (3, 1)])
    (2, 0, 2, 2, 'xx/.x')
    """
    found = set(cells)
    rows, columns = ({cell[k] for cell in found} for k in (0, 1))
    top, left = min(rows), min(columns)
    tall, wide = max(rows) - top + 1, max(columns) - left + 1
    if len(found) == tall * wide and ink != WALL:
        return top, left, tall, wide
    down, across = range(top, top + tall), range(left, left + wide)
    lines = ("".join(ink if (r, c) in found else "." for c in across) for r in down)
    return top, left, tall, wide, "/".join(lines)


def is_wall(shape: Shape) -> bool:
    """Tell whether the shape is a wall, which never moves."""
    return len(shape) == 3 and WALL in shape[2]


@dataclass(frozen=True, slots=True)
class HardStart:
    """A hardest start, and how many states are equally hard."""

    moves: int
    """The number of moves to the nearest goal."""
    component: int | None
    """The number of states of the start's component, if it was requested."""
    farthest: int
    """The number of states that are equally far from the goal."""
    arrangement: Arrangement


def hardest_by_pieces(starts: Iterable[HardStart]) -> list[HardStart]:
    """List a hardest start for each number of pieces; ``farthest`` counts equally hard states."""
    found = dict[int, HardStart]()
    for start in starts:
        pieces = len(start.arrangement)
        best = found.get(pieces)
        if best is None or best.moves < start.moves:
            found[pieces] = start
        elif best.moves == start.moves:
            found[pieces] = replace(best, farthest=best.farthest + start.farthest)
    return [found[pieces] for pieces in sorted(found)]


@dataclass(frozen=True)
class PieceSet:
    """A board, the block with its goal, and the other pieces; plain data."""

    size: Size
    block: Shape
    goal: tuple[int, int]
    """The goal of the block's upper left cell: row and column, from 0."""
    others: tuple[tuple[Shape, int], ...]
    """The shapes of the other pieces and the number of each, which may be 0."""
    locked: bool = False
    """Whether bars move only along their length; then the block starts in its goal's line."""

    @property
    def pieces(self) -> int:
        """The number of pieces, with the block and without walls."""
        return 1 + sum(number for shape, number in self.others if not is_wall(shape))

    @property
    def empty(self) -> int:
        """The number of empty cells."""
        covered = area_of(self.block) + sum(area_of(shape) * n for shape, n in self.others)
        return area_of(self.size) - covered

    @property
    def name(self) -> str:
        """The set as a word that can be a file's name, such as ``5x4-4of2x1-1of1x2-4of1x1``."""
        parts = [f"{n}of{shape_name(shape)}" for shape, n in self.others if n]
        return "-".join([shape_name(self.size), *(parts or ["alone"])]).translate(FILE_NAME)

    @property
    def words(self) -> str:
        """The pieces apart from the block, such as ``4 of 2x1, 1 of 1x2``."""
        parts = [f"{n} of {shape_name(shape)}" for shape, n in self.others if n]
        return ", ".join(parts) or "none"

    @cached_property
    def images(self) -> list[tuple[BoardSymmetry, frozenset[tuple[Shape, int]]]]:
        """The symmetries of the board that keep the goal, each with the image of the piece set.

        The identity comes first.  An image has the number of pieces of each shape.
        """
        mine = [(placed(0, 0, shape), number) for shape, number in self.others if number]
        return [
            (image, frozenset((image(place)[2:], number) for place, number in mine))
            for image in goal_symmetries(self.size, self.block, self.goal)
        ]

    def canonical(self, arrangement: Arrangement) -> Arrangement:
        """Return the least image of an arrangement under the symmetries that keep the piece set."""
        own = self.images[0][1]
        images = (map(image, arrangement) for image, numbers in self.images if numbers == own)
        return min((block, *sorted(rest)) for block, *rest in images)

    def drawing(self, arrangement: Arrangement) -> tuple[str, ...]:
        """Draw the rows of a board: the block is A, the other pieces get letters in their order."""
        rows, columns = self.size
        cells, names = [["."] * columns for _ in range(rows)], iter(NAMES)
        for place in arrangement:
            name = WALL if is_wall(place[2:]) else next(names)
            for r, c in cells_of(place):
                cells[r][c] = name
        return tuple(map("".join, cells))

    def goal_drawing(self, arrangement: Arrangement) -> tuple[str, ...]:
        """Draw the rows of a board with only the walls, and the block at its goal."""
        walls = (place for place in arrangement[1:] if is_wall(place[2:]))
        return self.drawing((placed(*self.goal, self.block), *walls))

    def set_of(self, arrangement: Arrangement) -> "PieceSet":  # noqa: ARG002  all starts have this set
        """Return the piece set of a start."""
        return self

    def to_json(self) -> dict[str, Any]:
        """Return the JSON document that is the set's key in a ledger."""
        return {
            "size": list(self.size),
            "block": list(self.block),
            "goal": list(self.goal),
            "others": {shape_name(shape): number for shape, number in self.others if number},
            "locked": self.locked,
        }


@dataclass(frozen=True)
class Stock:
    """The limits of piece sets; see `PieceSet` for the board, the block and the goal."""

    size: Size
    block: Shape
    goal: tuple[int, int]
    shapes: tuple[Shape, ...]
    """The shapes of the other pieces."""
    numbers: tuple[tuple[int, int], ...]
    """The least and the greatest number of pieces of each shape."""
    empty: tuple[int, int] | None = None
    """The least and the greatest number of empty cells."""
    pieces: int | None = None
    """The greatest number of pieces, including the block."""
    locked: bool = False

    def __post_init__(self) -> None:
        """Raise NotationError for a stock that cannot have a piece set, or has no limits."""
        rows, columns = self.size
        if not all(1 <= side <= SIDE_LIMIT for side in self.size):
            raise NotationError(f"size {shape_name(self.size)}: expected sides up to {SIDE_LIMIT}")
        for shape in (self.block, *self.shapes):
            if not (1 <= shape[0] <= rows and 1 <= shape[1] <= columns):
                raise NotationError(f"piece {shape_name(shape)}: it does not fit on the board")
            if self.locked and (1 not in shape or shape == (1, 1) or len(shape) == 3):
                raise NotationError(
                    f"piece {shape_name(shape)}: only bars such as 1x2 can be locked"
                )
        if is_wall(self.block):
            raise NotationError(f"block {shape_name(self.block)}: expected a piece, not a wall")
        if len(set(self.shapes)) < len(self.shapes):
            raise NotationError("pieces: a shape is named twice")
        (row, column), (tall, wide) = self.goal, self.block[:2]
        if not (0 <= row <= rows - tall and 0 <= column <= columns - wide):
            place = f"row {row + 1}, column {column + 1}"
            raise NotationError(f"goal {place}: the block {shape_name(self.block)} does not fit")
        if self.empty is None and self.pieces is None:
            raise NotationError("expected a number of empty cells, or of pieces")
        room = area_of(self.size) - area_of(self.block)
        if self.empty is not None and self.empty[0] > room:
            raise NotationError(f"empty cells {self.empty[0]}: expected at most {room}")

    @property
    def is_one_set(self) -> bool:
        """Whether the number of pieces of each shape is fixed."""
        return all(least == most for least, most in self.numbers)

    def to_json(self) -> dict[str, Any]:
        """Return the board and the block as a JSON document; the goal is counted from 1."""
        return {
            "size": list(self.size),
            "block": list(self.block),
            "goal": [number + 1 for number in self.goal],
            "locked": self.locked,
        }

    def sets(self) -> list[PieceSet]:
        """List all piece sets, no two of them symmetric; some may have no placement."""
        found, met = list[PieceSet](), set[frozenset[tuple[Shape, int]]]()
        area = area_of(self.size) - area_of(self.block)
        pieces = area + 1 if self.pieces is None else self.pieces
        for numbers in self._numbers(0, area, pieces):
            others = tuple(zip(self.shapes, numbers, strict=True))
            one = PieceSet(self.size, self.block, self.goal, others, self.locked)
            images = [image for _, image in one.images]
            if met.isdisjoint(images):
                met.add(images[0])
                found.append(one)
                if len(found) > MOST_SETS:
                    raise NotationError(f"more than {MOST_SETS:,} piece sets: expected fewer")
        return found

    def _numbers(self, k: int, area: int, pieces: int) -> Iterator[tuple[int, ...]]:
        """Yield the numbers of pieces for the shapes from index k on; larger numbers come first."""
        if k == len(self.shapes):
            least, most = self.empty or (0, area)
            if least <= area <= most:
                yield ()
            return
        each = area_of(self.shapes[k])
        fewest, most = self.numbers[k]
        for number in range(min(area // each, pieces - 1, most), fewest - 1, -1):
            for rest in self._numbers(k + 1, area - number * each, pieces - number):
                yield (number, *rest)


DEFAULTS: dict[bool, tuple[Size, str]] = {
    False: ((5, 4), "2x2 2x1* 1x2* 1x1*"),
    True: ((6, 6), "1x2 1x2* 2x1* 1x3* 3x1*"),
}
"""Whether bars are locked to their lines -> size and pieces (of Rush Hour if so, else Klotski)."""
EMPTY, PIECES = (2, 2), 4
"""The default numbers: of empty cells if pieces are free, of pieces if bars are locked."""


def stock_of(
    text: str | None = None,
    *,
    locked: bool = False,
    size: Size | None = None,
    goal: tuple[int, int] | None = None,
    empty: tuple[int, int] | None = None,
    pieces: int | None = None,
) -> Stock:
    """Return the stock that a text such as ``2x2 1x2*4 2x1*`` names; the block comes first.

    The defaults are those of Klotski, or of Rush Hour if bars are ``locked``.  The default goal
    (row and column of the upper left cell, from 0) is at the middle of the bottom edge or, on a
    wide board, of the right edge; for a locked block it is at the end of the upper middle row, or
    of the left middle column.  Raises NotationError.
    """
    usual_size, usual = DEFAULTS[locked]
    size, found = size or usual_size, pieces_in(text or usual)
    block, numbers = found[0][0], dict[Shape, tuple[int, int]]()
    for shape, (least, most) in found:
        before = numbers.get(shape, (0, 0))
        numbers[shape] = before[0] + least, before[1] + most
    least, most = numbers[block]
    numbers[block] = max(0, least - 1), most - 1
    left = area_of(size) - area_of(block)
    left -= sum(area_of(shape) * least for shape, (least, _) in numbers.items())
    if left < 0:
        raise NotationError(f"pieces {text or usual!r}: more cells than {shape_name(size)} has")
    if all(least == most for least, most in numbers.values()):
        empty = empty or (left, left)
    elif empty is None and pieces is None:
        empty, pieces = (None, PIECES) if locked else (EMPTY, None)
    shapes = {shape: number for shape, number in numbers.items() if number[1]}
    rows, columns = size[0] - block[0], size[1] - block[1]
    if goal is None:
        goal = rows, columns // 2
        if block[0] == 1 if locked else size[0] < size[1]:
            goal = rows // 2, columns
    return Stock(size, block, goal, tuple(shapes), tuple(shapes.values()), empty, pieces, locked)


def pieces_in(text: str) -> list[tuple[Shape, tuple[int, int]]]:
    """List the shapes that a text names, with the least and the greatest number of each.

    Raises NotationError.

    >>> pieces_in("2x2, 1x2*4 x../xxx*0-2")
    [((2, 2), (1, 1)), ((1, 2), (4, 4)), ((2, 3, 'x../xxx'), (0, 2))]
    >>> pieces_in("1x1*") == [((1, 1), (0, ANY_NUMBER))]
    True
    """
    found = list[tuple[Shape, tuple[int, int]]]()
    for word in text.replace(",", " ").split():
        parts = PIECE.fullmatch(word)
        try:
            if parts is None:
                raise ValueError
            shape = drawn_shape(parts[3]) if parts[3] else (int(parts[1]), int(parts[2]))
            least = int(parts[5] or 0) if parts[4] else 1
            most = int(parts[6] or parts[5] or ANY_NUMBER) if parts[4] else 1
            if not least <= most or most == 0:
                raise ValueError
        except ValueError:
            wanted = "a rectangle (2x1) or a drawing (x../xxx; # for a wall), and *N for N of them"
            raise NotationError(f"piece {word!r}: expected {wanted}") from None
        found.append((shape, (least, most)))
    if not found:
        raise NotationError(f"pieces {text!r}: expected some, as in '2x2 1x2*4 2x1 1x1*4'")
    return found


def goal_symmetries(size: Size, block: Shape, goal: Size) -> tuple[BoardSymmetry, ...]:
    """Return the symmetries of the board that keep the block's goal, the identity first."""
    target, turns = placed(*goal, block), product((False, True), repeat=3)
    images = (partial(_image, size, one) for one in turns if not one[0] or size[0] == size[1])
    return tuple(image for image in images if image(target) == target)


@cache
def _image(size: Size, turned: tuple[bool, bool, bool], place: Place) -> Place:
    """Return a place's image; the board may be transposed, put upside down and mirrored."""
    (rows, columns), (transposed, upside_down, mirrored) = size, turned
    cells = [(c, r) if transposed else (r, c) for r, c in cells_of(place)]
    cells = [(rows - 1 - r, c) if upside_down else (r, c) for r, c in cells]
    cells = [(r, columns - 1 - c) if mirrored else (r, c) for r, c in cells]
    return place_of(cells, WALL if is_wall(place[2:]) else "x")


def area_of(shape: Shape) -> int:
    """Count the cells that a shape covers."""
    return len(cells_of(placed(0, 0, shape)))
