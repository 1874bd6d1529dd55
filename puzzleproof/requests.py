"""The options of the verbs, on the command line and in Python.

Those of `prove`, `compare`, `export` and `explore` are declared in `puzzleproof.provers`, those of
``draw --graph`` in `puzzleproof.graph_pictures`.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from puzzleproof.models.errors import NotationError
from puzzleproof.options import (
    RANGE,
    Limited,
    Options,
    Seeded,
    Value,
    Workers,
    anything,
    flag_of,
    is_pair,
    one_of,
    option,
    pair,
    span,
    switch,
    text,
    whole,
)
from puzzleproof.provers.request import ENGINES, Engine

if TYPE_CHECKING:
    from puzzleproof.explore.atlas.packings import Board
    from puzzleproof.explore.atlas.stock import Stock
    from puzzleproof.provers.atlas.atlas import AtlasRequest

SLIDING_METRICS = ("piece", "line", "unit")


def _shapes(given: str) -> tuple[Any, ...]:
    """Read pieces: the shape of each, or the shape and how many there are."""
    from puzzleproof.explore.atlas.stock import pieces_in

    found = pieces_in(given)
    return tuple(shape if number is None else (shape, number) for shape, number in found)


def _rectangles(given: str) -> list[tuple[int, int]]:
    """Read rectangles, some of which may be repeated."""
    read = [one if isinstance(one[0], tuple) else (one, 1) for one in _shapes(given)]
    if not all(is_pair(shape) for shape, _ in read):
        raise ValueError
    return [shape for shape, number in read for _ in range(number)]


def _are_shapes(value: Any) -> bool:
    """Whether these are shapes; one that was read from a text may be a drawing, or numbered."""
    return isinstance(value, tuple) and value != () and all(map(_is_shape, cast("Any", value)))


def _is_shape(value: Any) -> bool:
    match value:
        case (int(), int(), str()) | (tuple(), int()):
            return isinstance(value, tuple)
        case _:
            return is_pair(value)


PAIR = Value(
    *("two numbers", is_pair, pair, "RxC"),
    expected_text="two numbers, as in 4x5 or 3,4",
    in_python=True,
)
PLACE = PAIR._replace(metavar="R,C")
SHAPES = Value("pieces, as in '2x1 1x2*4'", _are_shapes, _shapes, "LIST", in_python=True)


@dataclass(frozen=True, kw_only=True)
class SolveOptions(Limited, Seeded):
    """How to search for a plan, or for all of them."""

    engine: Engine = option(one_of(ENGINES), "how to search", "auto")
    limit: int | None = option(whole(0), "at most N solutions")
    any_plan: bool = switch(
        "look for some plan, then for shorter ones until the time limit (default: 10 s)", "--any"
    )


# --- random instances: a generator checks its values itself, as it knows what each is for -----

AREA, CORNER = (one._replace(check=anything) for one in (PAIR, PLACE))
DISTANCE = Value("moves, as in 20 or 20-30", anything, span, "A-B", in_python=True)
PIECES = SHAPES._replace(
    expected="rectangles, as in '2x2 2x1*4 1x1*4'", check=anything, read=_rectangles
)
NUMBER = whole(0)._replace(check=anything, expected="a whole number")
NAME = Value("a name", anything, metavar="NAME")


@dataclass(frozen=True, kw_only=True)
class GenerateOptions(Options):
    """What a random instance should be like; the generator of a family takes some of these."""

    kind: Any = option(NAME._replace(metavar="KIND"), "how the instance is made (see below)")
    size: Any = option(AREA, "rows x columns of the board")
    distance: Any = option(DISTANCE, "moves to the nearest goal, at least A and at most B")
    difficulty: Any = option(
        NAME._replace(metavar="WORD"),
        "easy, medium or hard: lowest, middle or highest third of the distances of all starts "
        "(packed: of 12 boards)",
    )
    metric: Any = option(NAME._replace(metavar="M"), "what counts as one move")
    like: Any = option(
        NAME._replace(metavar="INSTANCE"),
        "sliding: an instance that gives the board, the pieces and the goal",
    )
    pieces: Any = option(PIECES, "sliding: rectangles, as in '2x2 2x1*4'; the first has a goal")
    empty: Any = option(NUMBER, "sliding: number of cells that a random set of pieces leaves free")
    walls: Any = option(NUMBER, "sliding: number of cells, drawn at random, that are barred")
    goal: Any = option(
        CORNER, "sliding: the goal's upper left cell, row and column from 1", None, "--goal-at"
    )
    board: Any = option(NAME, "pegs: a board by its name (default: english)")
    jumps: Any = option(NUMBER, "pegs: number of jumps taken back (default: 8)")
    finish: Any = option(CORNER._replace(metavar="X,Y"), "pegs: the hole of the last peg")
    frogs: Any = option(NUMBER, "frogs: number of frogs")
    toads: Any = option(NUMBER, "frogs: number of toads")
    number: Any = option(NUMBER, "cubes: number of cubes (default: 4)")


# --- many boards ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class AuditOptions(Limited, Workers):
    """How the claims are meant and proven."""

    counts_exit: bool = switch("each claim counts one move more: that the piece leaves the board")


@dataclass(frozen=True, kw_only=True)
class AtlasOptions(Limited, Workers):
    """A board, the pieces of its sets, and what is to be proven of them."""

    locked: bool = switch("bars move along their length only; the defaults are those of Rush Hour")
    size: tuple[int, int] | None = option(
        PAIR, "rows x columns of the board (default: 5x4; locked: 6x6)"
    )
    block: tuple[int, int] | None = option(
        PAIR, "the piece that has to get to the goal (default: 2x2; locked: 1x2)"
    )
    goal: tuple[int, int] | None = option(
        PLACE,
        "row and column, from 1, of the block's upper left cell at the goal (default: the "
        "bottom middle, of a wide board the right middle; locked: the right end of the upper "
        "middle row)",
        None,
        "--goal-at",
    )
    piece_set: str | None = option(
        text("pieces, as in '2x2 1x2*4 2x1'", "LIST"),
        "one set instead of all, the block first, as in '2x2 1x2*4 x../xxx #*2': rows x columns, a "
        "drawing of a polyomino, # for a wall, *N for N of them",
        flag="--set",
    )
    packings: bool = switch(
        "all packings of a board of up to 16 cells with any polyominoes: the hardest start with "
        "each number of pieces, of a block that goes from the upper left to the lower right corner"
    )
    stock: tuple[Any, ...] | None = option(
        SHAPES,
        "shapes of the other pieces, *N for at most N of them (default: '2x1 1x2 1x1'; locked: "
        "'1x2 2x1 1x3 3x1')",
    )
    empty: tuple[int, int] | None = option(
        RANGE, "empty cells, as in 2 or 2-4 (default: 2, unless --max-pieces is given)"
    )
    pieces: int | None = option(
        whole(0, 100_000),
        "at most N pieces, the block among them (default: any number; locked: 4)",
        flag="--max-pieces",
    )
    metric: str | None = option(
        one_of(SLIDING_METRICS)._replace(metavar="M"),
        "what counts as one move: piece, line, unit (default: piece; locked: line)",
    )
    top: int = option(
        whole(0, 100_000),
        "prove and show the N hardest starts (default: 10); the hardest of each set is proven too",
        10,
    )
    claimed: bool = switch("prove nothing, survey only")

    def board_and_pieces(self) -> "Stock | Board":
        """As `puzzleproof.explore.atlas` takes them; raises NotationError."""
        from puzzleproof.explore.atlas.layouts import layout_counts
        from puzzleproof.explore.atlas.packings import Board
        from puzzleproof.explore.atlas.stock import ANY_NUMBER, shape_name, stock_of, stock_of_set

        if self.packings:
            self._alone("--packings", "piece_set", "block", "stock", "goal", "empty", "pieces")
            if self.locked or self.metric not in (None, SLIDING_METRICS[0]):
                raise NotationError("--packings: only with free pieces, in metric piece")
            return Board(*(self.size or (4, 4)))
        goal = None if self.goal is None else (self.goal[0] - 1, self.goal[1] - 1)
        if self.piece_set is None:
            items = [one if isinstance(one[0], tuple) else (one, None) for one in self.stock or ()]
            return stock_of(
                locked=self.locked,
                size=self.size,
                block=self.block,
                shapes=tuple(shape for shape, _ in items) or None,
                most=tuple(number or ANY_NUMBER for _, number in items) or None,
                goal=goal,
                empty=self.empty,
                pieces=self.pieces,
            )
        self._alone("--set", "block", "stock", "empty", "pieces")
        stock = stock_of_set(self.piece_set, self.size, goal, locked=self.locked)
        if not layout_counts(stock):
            board = shape_name(stock.size)
            raise NotationError(f"pieces {self.piece_set!r}: they do not fit on {board}")
        return stock

    def _alone(self, flag: str, *others: str) -> None:
        for name in others:
            if getattr(self, name) is not None:
                other = flag_of(AtlasOptions, name)
                raise NotationError(f"{flag} and {other}: expected one of them")

    def request(self) -> "AtlasRequest":
        """The request for `puzzleproof.provers.atlas`; raises NotationError."""
        from puzzleproof.provers.atlas.atlas import AtlasRequest

        metric = self.metric or ("line" if self.locked else SLIDING_METRICS[0])
        stock = self.board_and_pieces()
        return AtlasRequest(stock, metric, self.top, not self.claimed, self.limits)
