"""The requests of the verbs that work on many boards, and the kinds of values that they take."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from puzzleproof.options import FLAG, Limited, Value, Workers, one_of, option, whole

if TYPE_CHECKING:
    from puzzleproof.explore.atlas.stock import Stock
    from puzzleproof.provers.atlas.atlas import AtlasRequest

SLIDING_METRICS = ("piece", "line", "unit")


def _is_pair(value: Any) -> bool:
    parts = value
    return isinstance(value, tuple) and list(map(type, parts)) == [int, int]


def _are_pairs(value: Any) -> bool:
    parts = value
    return isinstance(value, tuple) and bool(parts) and all(map(_is_pair, parts))


def _numbers(given: str, pattern: str) -> tuple[int, int]:
    """Two numbers, or one that is both."""
    found = re.fullmatch(pattern, given)
    if found is None:
        raise ValueError
    return int(found[1]), int(found[2] or found[1])


def _pair(given: str) -> tuple[int, int]:
    return _numbers(given, r"(\d{1,4})[x,](\d{1,4})")


def _range(given: str) -> tuple[int, int]:
    return _numbers(given, r"(\d{1,6})(?:-(\d{1,6}))?")


def _shapes(given: str) -> tuple[tuple[int, int], ...]:
    return tuple(map(_pair, given.replace(",", " ").split()))


PAIR = Value("two numbers", _is_pair, _pair, "RxC", expected_text="two numbers, as in 4x5 or 3,4")
PLACE = PAIR._replace(metavar="R,C")
RANGE = Value(
    "a number or a range, as in 2 or 2-4",
    _is_pair,
    _range,
    "N",
)
SHAPES = Value("shapes, as in 2x1,1x2,1x1", _are_pairs, _shapes, "LIST")


@dataclass(frozen=True, kw_only=True)
class AuditOptions(Limited, Workers):
    """How the claims are proven."""


@dataclass(frozen=True, kw_only=True)
class AtlasOptions(Limited, Workers):
    """A board, the pieces of its sets, and what is to be proven of them."""

    locked: bool = option(
        FLAG, "bars move along their length only; the defaults are those of Rush Hour", False
    )
    size: tuple[int, int] | None = option(
        PAIR, "rows x columns of the board (default: 5x4; locked: 6x6)"
    )
    block: tuple[int, int] | None = option(
        PAIR, "the piece that has to get to the goal (default: 2x2; locked: 1x2)"
    )
    goal: tuple[int, int] | None = option(
        PLACE,
        "row and column, from 1, of the block's upper left cell at the goal (default: the "
        "bottom middle; locked: the right end of the upper middle row)",
    )
    stock: tuple[tuple[int, int], ...] | None = option(
        SHAPES, "shapes of the other pieces (default: 2x1,1x2,1x1; locked: 1x2,2x1,1x3,3x1)"
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
    claimed: bool = option(FLAG, "prove nothing, survey only", False)

    def board_and_pieces(self) -> Stock:
        """As `puzzleproof.explore.atlas` takes it; raises NotationError."""
        from puzzleproof.explore.atlas.stock import stock_of

        return stock_of(
            locked=self.locked,
            size=self.size,
            block=self.block,
            shapes=self.stock,
            goal=None if self.goal is None else (self.goal[0] - 1, self.goal[1] - 1),
            empty=self.empty,
            pieces=self.pieces,
        )

    def request(self) -> AtlasRequest:
        """As `puzzleproof.provers.atlas` takes it; raises NotationError."""
        from puzzleproof.provers.atlas.atlas import AtlasRequest

        metric = self.metric or ("line" if self.locked else SLIDING_METRICS[0])
        stock = self.board_and_pieces()
        return AtlasRequest(stock, metric, self.top, not self.claimed, self.limits)
