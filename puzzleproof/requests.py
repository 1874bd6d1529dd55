"""The options of the verbs, on the command line and in Python.

`puzzleproof.provers` declares the options of `prove`, `compare`, `export` and `explore`, and
`puzzleproof.graph_pictures` those of ``draw --graph``.
"""

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

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
from puzzleproof.provers.survey.request import Conditioned

if TYPE_CHECKING:
    from puzzleproof.explore.atlas.packings import Board
    from puzzleproof.explore.atlas.stock import Stock
    from puzzleproof.provers.atlas import AtlasRequest

SLIDING_METRICS = ("piece", "line", "unit")


def _frogs(given: str) -> int | tuple[int, int]:
    """Read a number of frogs, perhaps with a number of toads after a comma."""
    frogs, comma, toads = given.partition(",")
    return (int(frogs), int(toads)) if comma else int(frogs)


def _rectangles(given: str) -> list[tuple[int, int]]:
    """Read rectangles, such as ``2x2 2x1*4``: one of 2x2 cells and four of 2x1 cells."""
    from puzzleproof.explore.atlas.stock import pieces_in

    read = pieces_in(given)
    if not all(is_pair(shape) and least == most for shape, (least, most) in read):
        raise ValueError
    return [cast("tuple[int, int]", shape) for shape, (number, _) in read for _ in range(number)]


PAIR = Value("two numbers", is_pair, pair, "RxC", in_python=True)._replace(
    expected_text="two numbers, as in 4x5 or 3,4"
)
PLACE = PAIR._replace(metavar="R,C")


@dataclass(frozen=True, kw_only=True)
class SolveOptions(Limited, Seeded):
    """The options for a search for one plan, or for all plans."""

    engine: Engine = option(one_of(ENGINES), "how to search", "auto")
    any_plan: bool = switch(
        "look for some plan, then for shorter ones until the time limit (default: 10 s)"
    )


# --- random instances: the generator of each family checks the values -----


AREA, CORNER = (one._replace(check=anything) for one in (PAIR, PLACE))


def _distance(given: str) -> str | tuple[int, int]:
    return given if given.isalpha() else span(given)


DISTANCE = Value(
    "moves, as in 20 or 20-30, or easy, medium, hard",
    anything,
    _distance,
    "A-B|WORD",
    in_python=True,
)
FROGS = Value("numbers, as in 3 or 3,2", anything, _frogs, "N[,M]")
PIECES = Value("rectangles, as in '2x2 2x1*4 1x1*4'", anything, _rectangles, "LIST", in_python=True)
NUMBER = whole(0)._replace(check=anything, expected="a whole number")
NAME = Value("a name", anything, metavar="NAME")


@dataclass(frozen=True, kw_only=True)
class GenerateOptions(Options):
    """The options for a random instance; each family's generator takes some of them."""

    kind: Any = option(NAME._replace(metavar="KIND"), "how the instance is generated (see below)")
    size: Any = option(AREA, "rows x columns of the board")
    distance: Any = option(
        DISTANCE,
        "moves to the nearest goal, at least A and at most B; or easy, medium, hard: lowest, "
        "middle or highest third of the distances of all starts (kind packed: of 12 boards)",
    )
    metric: Any = option(NAME._replace(metavar="M"), "what counts as one move")
    like: Any = option(
        NAME._replace(metavar="INSTANCE"),
        "an instance that gives the board, the pieces and the goal of sliding blocks, or the name "
        "of a peg board (default: english)",
    )
    pieces: Any = option(PIECES, "sliding rectangles, as in '2x2 2x1*4'; the first has a goal")
    empty: Any = option(NUMBER, "number of cells that random sliding pieces leave free")
    walls: Any = option(NUMBER, "number of walls, cells chosen at random (sliding)")
    goal: Any = option(
        CORNER, "row and column, from 1, of a sliding goal's upper left cell", None, "--goal-at"
    )
    jumps: Any = option(NUMBER, "number of jumps of pegs to undo from one peg (default: 8)")
    finish: Any = option(CORNER._replace(metavar="X,Y"), "the hole of the last peg")
    frogs: Any = option(FROGS, "number of frogs, and of toads (default: equally many)")
    cubes: Any = option(NUMBER, "number of cubes (default: 4)")


# --- many boards ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class AuditOptions(Limited, Workers):
    """The options for how claims are read and checked."""

    counts_exit: bool = switch(
        "each claim counts one more move, in which the piece leaves the board"
    )


@dataclass(frozen=True)
class AtlasOptions(Conditioned, Limited, Workers):
    """The options for a board, the pieces of its sets, and the proofs."""

    size: tuple[int, int] | str | None = option(
        PAIR, "rows x columns of the board (default: 5x4; locked: 6x6)"
    )
    _: KW_ONLY
    locked: bool = switch("pieces move only along their length; the defaults are for Rush Hour")
    pieces: str | None = option(
        text("pieces, as in '2x2 2x1* 1x2*4 1x1*0-6'", "LIST"),
        "the pieces as rows x columns or drawings (x../xxx; # is a wall); the first is the block "
        "that has to get to the goal; *N: N of them, *A-B: A to B, *: any number (default: '2x2 "
        "2x1* 1x2* 1x1*'; locked: '1x2 1x2* 2x1* 1x3* 3x1*')",
    )
    goal: tuple[int, int] | str | None = option(
        PLACE,
        "row and column, from 1, of the block's upper left cell at the goal (default: the middle "
        "of the bottom side, or of the right side on a wide board; locked: the right end of the "
        "upper middle row)",
        None,
        "--goal-at",
    )
    packings: bool = switch(
        "survey all packings of a board of up to 16 cells with any polyominoes; for each number "
        "of pieces find the hardest start for a block that goes from the upper left to the lower "
        "right corner"
    )
    empty: int | tuple[int, int] | str | None = option(
        RANGE, "empty cells, as in 2 or 2-4 (default: 2, unless --max-pieces is given)"
    )
    max_pieces: int | None = option(
        whole(0, 100_000), "at most N pieces, the block included (default: any; locked: 4)"
    )
    metric: str | None = option(
        one_of(SLIDING_METRICS)._replace(metavar="M"),
        "what counts as one move: piece, line, unit (default: piece; locked: line)",
    )
    top: int = option(
        whole(0, 100_000),
        "prove and show the N hardest starts (default: 10); each set's hardest start is proven too",
        10,
    )
    only: Literal["count", "survey"] | None = option(
        one_of(("count", "survey")),
        "only count the sets and their placements by the number of pieces, or only survey them, "
        "without proofs",
    )

    def board_and_pieces(self) -> "Stock | Board":
        """Build the limits of piece sets or, for packings, the board; raises NotationError."""
        from puzzleproof.explore.atlas.layouts import layout_counts
        from puzzleproof.explore.atlas.packings import Board
        from puzzleproof.explore.atlas.stock import shape_name, stock_of

        size, goal, empty = (
            cast("tuple[int, int] | None", one) for one in (self.size, self.goal, self.empty)
        )
        if self.packings:
            for name in ("pieces", "goal", "empty", "max_pieces", "where"):
                if getattr(self, name) is not None:
                    flag = flag_of(AtlasOptions, name)
                    raise NotationError(f"--packings and {flag}: expected one of them")
            if self.locked or self.metric not in (None, SLIDING_METRICS[0]):
                raise NotationError("--packings: not with --locked or a metric other than piece")
            return Board(*(size or (4, 4)))
        stock = stock_of(
            self.pieces,
            locked=self.locked,
            size=size,
            goal=goal and (goal[0] - 1, goal[1] - 1),
            empty=empty,
            pieces=self.max_pieces,
        )
        if stock.is_one_set and not layout_counts(stock):
            board = shape_name(stock.size)
            raise NotationError(f"pieces {self.pieces!r}: they do not fit on {board}")
        return stock

    def request(self) -> "AtlasRequest":
        """Build the request for `puzzleproof.provers.atlas`; raises NotationError."""
        from puzzleproof.provers.atlas import AtlasRequest

        metric = self.metric or ("line" if self.locked else SLIDING_METRICS[0])
        stock = self.board_and_pieces()
        proofs = self.only != "survey"
        return AtlasRequest(stock, metric, self.top, proofs, self.limits, self.where)
