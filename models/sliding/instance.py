"""Sliding blocks as an instance describes them: drawings, pieces, labels; no rules of movement.

Both formulations of the rules use this: `puzzleproof.models.sliding.rules` moves the pieces, and
`puzzleproof.encoders.sliding` builds operators from the same drawings.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import Any, ClassVar, Literal, Self

from puzzleproof.models.drawing import (
    Cell,
    Drawing,
    Grid,
    one_or_more,
    place_words,
    read_drawing,
    shape_of,
    size_words,
    typed,
)
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.puzzle import Info, Puzzle
from puzzleproof.models.texts import count, expected_one_of

PLACES_LIMIT = 500_000_000
"""Limit on the places of all shapes times the characters of the board: the masks take 60 MB."""
TOUR_ORDERS = ("sequence", "any")
AXES = ("EW", "NS")
KEYS = (
    "board",
    "goal",
    "tour",
    "tour_order",
    "labelled",
    "axis_locked",
    "axes",
    "cell",
    "halfway",
    "starred",
)


@dataclass(frozen=True, repr=False)
class SlidingInstance(Puzzle[Any]):
    """A board with pieces, goals (reaching any one solves it) or a tour, and a metric."""

    family: ClassVar[str] = "sliding"
    metrics: ClassVar[tuple[str, ...]] = ("piece", "line", "unit")
    keys: ClassVar[tuple[str, ...]] = KEYS

    board: Drawing
    goals: tuple[Drawing, ...] = ()
    tour: tuple[Drawing, ...] = ()
    tour_order: Literal["sequence", "any"] = "sequence"
    labelled: str = ""
    axis_locked: bool = False
    axes: tuple[tuple[str, str], ...] = ()
    """(piece, 'EW' or 'NS') of each piece that the key ``axes`` binds to an axis, ascending."""
    cell: int = 1
    halfway: tuple[Drawing, ...] = ()
    """Drawings of pieces that may rest half-way, besides what start, goals and tour draw."""

    @classmethod
    def from_document(cls, doc: Mapping[str, Any], info: Info, metric: str) -> Self:
        """Build from the keys of an instance file; raises InstanceError naming key and place."""
        order = doc.get("tour_order", "sequence")
        if order not in TOUR_ORDERS:
            expected = expected_one_of(order, TOUR_ORDERS)
            raise InstanceError.at("tour_order", f"{order!r}: {expected}")
        if ("goal" in doc) == ("tour" in doc):
            got = "both" if "goal" in doc else "neither"
            raise InstanceError(f"expected exactly one of the keys 'goal' and 'tour', got {got}")
        if "board" not in doc:
            raise InstanceError("key 'board' is missing")
        if "tour_order" in doc and "tour" not in doc:
            raise InstanceError("key 'tour_order' needs the key 'tour'")
        puzzle = cls(
            info=info,
            metric=metric,
            board=read_drawing(doc["board"], "board"),
            goals=_goals(doc),
            tour=_drawings(doc, "tour"),
            tour_order=order,
            labelled=typed(doc, "labelled", ""),
            axis_locked=typed(doc, "axis_locked", False),
            axes=_axes(typed(doc, "axes", "")),
            cell=typed(doc, "cell", 1),
            halfway=_drawings(doc, "halfway"),
        )
        check_instance(puzzle)
        return puzzle

    def document(self) -> dict[str, Any]:
        """Return the keys of the instance file that do not hold their default."""
        goals = [d.text() for d in self.goals]
        doc = {
            "cell": self.cell,
            "board": self.board.text(),
            "goal": goals[0] if len(goals) == 1 else goals,
            "tour": [d.text() for d in self.tour],
            "tour_order": self.tour_order if self.tour else "",
            "labelled": self.labelled,
            "axis_locked": self.axis_locked,
            "axes": " ".join(map(":".join, self.axes)),
            "halfway": [d.text() for d in self.halfway],
        }
        return {key: value for key, value in doc.items() if value and (key, value) != ("cell", 1)}

    @cached_property
    def drawn(self) -> dict[str, frozenset[Cell]]:
        """Name -> cells of each piece at the start."""
        return self.board.pieces()

    def is_labelled(self, name: str) -> bool:
        """Tell whether this piece is distinguished from others of its shape."""
        return self.labelled == "*" or name in self.labelled

    @cached_property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The names of the pieces; interchangeable pieces, of one shape and axis, form a group."""
        kinds: dict[object, list[str]] = {}
        for name, cells in self.drawn.items():
            kind = name if self.is_labelled(name) else (shape_of(cells), self.axis_of(name))
            kinds.setdefault(kind, []).append(name)
        return tuple(map(tuple, kinds.values()))

    def axis_of(self, name: str) -> str:
        """Return the axis that a piece is bound to, as compass letters; empty if it moves freely.

        The key ``axes`` binds some pieces.  If ``axis_locked`` is true, each other piece of 1 x n
        cells, n > 1, is bound to the axis of its length.
        """
        shape = shape_of(self.drawn[name])
        tall, wide = (max(numbers) + 1 > self.cell for numbers in zip(*shape, strict=True))
        along = "" if not self.axis_locked or tall == wide else "NS" if tall else "EW"
        return dict(self.axes).get(name, along)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The pieces in the order of the state, group by group."""
        return tuple(chain.from_iterable(self.groups))

    @cached_property
    def kinds(self) -> tuple[slice, ...]:
        """The slice of a state for each group."""
        ends = list(accumulate(map(len, self.groups)))
        return tuple(map(slice, [0, *ends], ends))

    @cached_property
    def grid(self) -> Grid:
        """The cells of the board as masks."""
        return Grid(*self.board.size, frozenset(self.board.cells()))

    @cached_property
    def drawn_halfway(self) -> frozenset[frozenset[Cell]]:
        """The sets of cells of all pieces that any drawing has half-way: pieces may rest there."""
        drawings = (self.board, *self.goals, *self.tour, *self.halfway)
        drawn = {cells for d in drawings for cells in d.pieces().values()}
        return frozenset(c for c in drawn if not self.grid.whole(self.grid.mask(c), self.cell))


def _drawings(doc: Mapping[str, Any], key: str) -> tuple[Drawing, ...]:
    return tuple(read_drawing(*one) for one in one_or_more(doc[key], key)) if key in doc else ()


def _goals(doc: Mapping[str, Any]) -> tuple[Drawing, ...]:
    """Read the goals; a goal with stars becomes all goals that it stands for."""
    goals, starred = _drawings(doc, "goal"), typed(doc, "starred", "")
    if not starred:
        return goals
    from puzzleproof.models.sliding.starred import written_out

    board, labelled = read_drawing(doc["board"], "board"), typed(doc, "labelled", "")
    each = (written_out(goal, board, starred, labelled) for goal in goals)
    return tuple(chain.from_iterable(each))


def _axes(text: str) -> tuple[tuple[str, str], ...]:
    """Read the key ``axes``: words such as ``A:EW``, a piece and its axis."""
    found = list[tuple[str, str]]()
    for word in text.split():
        name, axis = word[:1], word[2:]
        if word[1:2] != ":" or axis not in AXES:
            expected = "expected a piece, ':' and 'EW' or 'NS', as in 'A:EW'"
            raise InstanceError.at("axes", f"{word!r}: {expected}")
        found.append((name, axis))
    return tuple(sorted(found))


# --- checks of an instance ---------------------------------------------------------


def check_instance(puzzle: SlidingInstance) -> None:
    """Raise InstanceError unless board, labels, goals and tour fit together."""
    if puzzle.cell not in (1, 2):
        raise InstanceError.at("cell", f"expected 1 or 2, got {puzzle.cell!r}")
    if not puzzle.drawn:
        raise InstanceError.at("board", "there is no piece on the board")
    _check_places(puzzle)
    _check_names(puzzle, "labelled", "" if puzzle.labelled == "*" else puzzle.labelled)
    _check_names(puzzle, "axes", [name for name, _ in puzzle.axes])
    _check_whole_cells(puzzle, puzzle.board)
    for drawing in puzzle.goals + puzzle.tour:
        _check_walls(puzzle, drawing)
        _check_pieces(puzzle, drawing)
        _check_whole_cells(puzzle, drawing)
    for drawing in puzzle.halfway:
        _check_walls(puzzle, drawing)
        _check_whole_cells(puzzle, drawing)
        if puzzle.drawn_halfway.isdisjoint(drawing.pieces().values()):
            expected = "expected a piece half-way between cells, which 'cell = 2' allows"
            raise InstanceError.at(drawing.key, expected)


def _check_places(puzzle: SlidingInstance) -> None:
    """Raise Unsupported if the places of all shapes, each a set of cells, would fill the memory."""
    rows, columns = puzzle.board.size
    shapes = set(map(shape_of, puzzle.drawn.values()))
    corners = 0
    for shape in shapes:
        down, right = (max(numbers) for numbers in zip(*shape, strict=True))
        corners += (rows - down) * (columns - right)
    if corners * rows * columns > PLACES_LIMIT:
        raise Unsupported(
            f"key 'board': {count(len(shapes), 'shape')} of pieces have up to {corners:,} places: "
            f"expected {PLACES_LIMIT // (rows * columns):,} at most on {size_words(rows, columns)}"
        )


def _check_names(puzzle: SlidingInstance, key: str, names: Iterable[str]) -> None:
    """Raise InstanceError unless every name is a piece of the board, named once."""
    for name, times in Counter(names).items():
        if name not in puzzle.drawn:
            fault = f"no piece {name!r} on the board, which has {''.join(puzzle.drawn)!r}"
            for drawing in puzzle.goals + puzzle.tour:
                if cells := drawing.pieces().get(name):
                    where = f"key {drawing.key!r} draws it at {place_words(min(cells))}"
                    raise InstanceError.at(key, f"{fault}; {where}")
            raise InstanceError.at(key, fault)
        if times > 1:
            raise InstanceError.at(key, f"piece {name!r} is named {times} times")


def _check_whole_cells(puzzle: SlidingInstance, drawing: Drawing) -> None:
    """Check, for cells of 2 x 2 characters, that walls and pieces consist of whole cells."""
    (rows, columns), grid, cell = drawing.size, puzzle.grid, puzzle.cell
    size = f"{cell} x {cell}"
    if rows % cell or columns % cell:
        fault = f"a drawing of {size_words(rows, columns)} is not whole cells of {size}"
        raise InstanceError.at(drawing.key, fault)
    if not grid.whole(grid.all, cell):
        raise InstanceError.at(drawing.key, f"a wall covers part of a cell of {size}")
    for name, cells in drawing.pieces().items():
        if not grid.whole(grid.mask(shape_of(cells)), cell):
            raise InstanceError.at(drawing.key, f"piece {name!r} is not made of cells of {size}")


def _check_walls(puzzle: SlidingInstance, drawing: Drawing) -> None:
    """Check that a drawing has the board's size and all its cells, and no piece on a wall."""
    drawing.check_size(*puzzle.board.size)
    for r, c in sorted(puzzle.grid.cells - drawing.cells().keys()):
        fault = f"is {drawing.rows[r][c]!r} (outside), but the board has a cell there"
        raise InstanceError.at(drawing.key, f"{place_words((r, c))} {fault}")
    for name, cells in drawing.pieces().items():
        if off := cells - puzzle.grid.cells:
            fault = f"piece {name!r} stands on a wall at {place_words(min(off))}"
            raise InstanceError.at(drawing.key, fault)


def _check_pieces(puzzle: SlidingInstance, drawing: Drawing) -> None:
    """Check that each piece of a goal is on the board and has the same shape there."""
    if not drawing.pieces():
        raise InstanceError.at(drawing.key, "the drawing contains no piece")
    for name, cells in drawing.pieces().items():
        on_board = puzzle.drawn.get(name)
        if on_board is None:
            fault = f"the board has no piece {name!r}, it has {''.join(puzzle.drawn)!r}"
        elif shape_of(cells) != shape_of(on_board):
            where = place_words(min(on_board))
            fault = f"piece {name!r} has another shape on the board, at {where}"
        else:
            continue
        raise InstanceError.at(drawing.key, f"{fault}; drawn here at {place_words(min(cells))}")
