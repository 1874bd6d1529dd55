"""Boards as scenes: blocks fill their squares, and pegs stand in holes on a round board."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from puzzleproof.models.drawing import Cell
from puzzleproof.models.picture import Picture, Square
from puzzleproof.render.palette import LIGHT, paints
from puzzleproof.render.scene import Curve, Disc, Point, Polygon, Shape, Words

SIDE = 40
"""Units along one side of a cell."""
MARGIN = 8
INSET = 8
"""The distance from the edge of a piece's squares to the area that is filled; a wide outline rounds
its corners."""
SLANT = 23 / 40
"""The width of a column on a triangular board, which makes all neighbours equally distant."""


@dataclass(frozen=True)
class BoardStyle:
    """What all boards of one puzzle share: the paints, and where each square is drawn."""

    paint: Mapping[str, int]
    form: str
    size: tuple[int, int]
    side: float
    slant: float

    @classmethod
    def of(cls, picture: Picture, paint: Mapping[str, int] | None = None) -> "BoardStyle":
        """Return the style for the picture of a puzzle's start; ``paint``: colour -> paint."""
        pegs = picture.form == "pegs"
        triangular = pegs and not any(
            one is not None and other is not None
            for row in picture.rows
            for one, other in pairwise(row)
        )
        slant = SLANT if triangular and picture.size[1] > 1 else 1.0
        found = paints(picture, len(LIGHT)) if paint is None else paint
        return cls(found, picture.form, picture.size, SIDE / picture.scale, slant)

    @property
    def width(self) -> float:
        """The width in units, with margins."""
        return ((self.size[1] - 1) * self.slant + 1) * self.side + 2 * MARGIN

    @property
    def height(self) -> float:
        """The height in units, with margins."""
        return self.size[0] * self.side + 2 * MARGIN

    def centre(self, cell: Cell) -> Point:
        """Return the middle of a square."""
        x = MARGIN + (cell[1] * self.slant + 0.5) * self.side
        return x, MARGIN + (cell[0] + 0.5) * self.side

    def displaced(self, cell: Cell) -> Point:
        """Convert a displacement from squares to units."""
        return cell[1] * self.slant * self.side, cell[0] * self.side

    def paint_of(self, square: Square) -> int:
        """Return the paint of a piece."""
        return self.paint.get(square.colour, 0) % len(LIGHT)


@dataclass(frozen=True, slots=True)
class Change:
    """The change from one picture to the next; pieces are given by their names."""

    moved: tuple[tuple[str, str, tuple[Cell, ...]], ...] = ()
    """(name before, name after, displacements in squares from the old place to later places)."""
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    track: tuple[Cell, ...] = ()
    """The squares on the way of the piece that moves, if the family gives them."""

    @property
    def marked(self) -> frozenset[str]:
        """The pieces that the move has displaced, by their names after the move."""
        return frozenset((*(after for _, after, _ in self.moved), *self.new))


UNCHANGED = Change()


@dataclass(frozen=True)
class Board:
    """A picture of a board, and the change by the last move."""

    style: BoardStyle
    picture: Picture
    change: Change = UNCHANGED
    labels: bool = True
    """Whether a piece without a letter shows the name of its square."""

    def shapes(self) -> tuple[Shape, ...]:
        """Return all shapes, from the bottom to the top."""
        marked = self.change.marked
        pieces = [shape for name in self.names for shape in self.piece(name, name in marked)]
        return (*self._floor(), *self._trail(), *self._labels(), *pieces)

    @cached_property
    def _pieces(self) -> dict[str, list[Cell]]:
        return self.picture.pieces()

    @property
    def names(self) -> list[str]:
        """The names of the pieces, in reading order."""
        return list(self._pieces)

    # --- the board ------------------------------------------------------------------------

    def ground(self) -> Iterator[Shape]:
        """Yield the board without pieces, but with the names of its squares."""
        yield from self._floor()
        yield from self._labels()

    def _floor(self) -> Iterator[Shape]:
        cells = {cell for cell, _ in self.picture.squares()}
        if self.style.form != "pegs":
            yield Polygon(area(frozenset(cells), self.style.side, 0), "board")
            return
        yield Polygon((hull(map(self.style.centre, cells)),), "round")
        for cell in sorted(cells):
            yield Disc(self.style.centre(cell), 0.3 * SIDE, "hole")

    def _labels(self) -> Iterator[Shape]:
        """Yield the names of squares, if the notation of moves uses them."""
        for cell, square in self.picture.squares():
            if square.label:
                x, y = self.style.centre(cell)
                yield Words(square.label, (x, y + 4), 11, "ink")

    def _trail(self) -> Iterator[Shape]:
        """Yield the track of the piece that moved last, with a dot where it began."""
        if len(self.change.track) < 2:
            return
        _, after, displacements = self.change.moved[0]
        xs, ys = zip(*map(self.style.centre, self._pieces[after]), strict=True)
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        ends = [self.style.displaced(d) for d in ((0, 0), *displacements)]
        points = tuple((x + a - ends[-1][0], y + b - ends[-1][1]) for a, b in ends)
        yield Curve(points, "trail")
        yield Disc(points[0], 5, "dot")

    # --- pieces ---------------------------------------------------------------------------

    def piece(self, name: str, marked: bool = False) -> Iterator[Shape]:
        """Yield a piece with its letter, and a ring around it if it is marked."""
        cells = self._pieces[name]
        square = self.picture.at(*cells[0])
        assert square is not None, "a piece stands on squares"
        draw = self._peg if self.style.form == "pegs" else self._block
        yield from draw(cells, square, marked)

    def _peg(self, cells: list[Cell], square: Square, marked: bool) -> Iterator[Shape]:
        x, y = self.style.centre(cells[0])
        if marked:
            yield Disc((x, y), 0.47 * SIDE, "ink")
        yield Disc((x, y), 0.4 * SIDE, f"d{self.style.paint_of(square)}")
        text = square.text or (square.label if self.labels else "")
        if text:
            yield Words(text, (x, y + 4.5), 13, "letter")

    def _block(self, cells: list[Cell], square: Square, marked: bool) -> Iterator[Shape]:
        loops = area(frozenset(cells), self.style.side, INSET)
        if marked:
            yield Polygon(loops, "mark")
        yield Polygon(loops, f"p{self.style.paint_of(square)}")
        if square.text:
            x, y = self._letter_place(cells)
            size = 18 if len(square.text) < 3 else 14
            yield Words(square.text, (x, y + 0.35 * size), size, "letter")
            if square.axis:
                yield Polygon(tuple(arrow_heads((x, y), square.axis)), "letter")

    def _letter_place(self, cells: list[Cell]) -> Point:
        """Return the middle of a rectangular piece, or of another piece's most central cell."""
        side, step, own = self.style.side, self.picture.scale, set(cells)
        rows, columns = zip(*cells, strict=True)
        x = (min(columns) + max(columns) + 1) / 2 * side
        y = (min(rows) + max(rows) + 1) / 2 * side
        whole = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
        if whole != len(cells):
            blocks = [
                ((c + step / 2) * side, (r + step / 2) * side)
                for r, c in cells
                if all((r + i, c + j) in own for i in range(step) for j in range(step))
            ]
            nearest = min(
                blocks, key=lambda at: (abs(at[0] - x) + abs(at[1] - y), at), default=None
            )
            x, y = nearest or (x, y)
        return MARGIN + x, MARGIN + y


# --- areas: squares as rectangles, and the convex hull of points -----------------------------


def arrow_heads(middle: Point, axis: str) -> Iterator[tuple[Point, ...]]:
    """Yield two triangles that point away from a letter, to both sides or up and down."""
    x, y = middle
    for way in (1, -1):
        corners = ((15 * way, 0), (10 * way, 4 * way), (10 * way, -4 * way))
        yield tuple((x + a, y + b) if axis == "EW" else (x - b, y + a) for a, b in corners)


@lru_cache(maxsize=1024)
def area(cells: frozenset[Cell], side: float, inset: float) -> tuple[tuple[Point, ...], ...]:
    """Cover squares by overlapping rectangles, which end ``inset`` before the edge of the area.

    These are the maximal rectangles of squares, so any two squares side by side, and any four
    around a corner, lie in one rectangle.  No gap is left if ``inset`` is less than half a side.
    """
    found = list[tuple[Point, ...]]()
    for top, left in sorted(cells):
        right, bottom = left, top
        while (top, right) in cells:
            right += 1
        while right > left:
            while all((bottom, x) in cells for x in range(left, right)):
                bottom += 1
            above = all((top - 1, x) in cells for x in range(left, right))
            beside = all((y, left - 1) in cells for y in range(top, bottom))
            if not above and not beside:
                x, y = MARGIN + left * side + inset, MARGIN + top * side + inset
                to_x, to_y = MARGIN + right * side - inset, MARGIN + bottom * side - inset
                found.append(((x, y), (to_x, y), (to_x, to_y), (x, to_y)))
            right = next(x for x in range(left, right) if (bottom, x) not in cells)
    return tuple(found)


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """Return the corners of the convex hull (A. M. Andrew's monotone chain, 1979)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    chains = list[Point]()
    for way in (ordered, ordered[::-1]):
        chain = list[Point]()
        for x, y in way:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        chains += chain[:-1]
    return tuple(chains)
