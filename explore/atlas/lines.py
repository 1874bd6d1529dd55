"""State graphs of bars that are locked to their lines (Rush Hour).

A bar never leaves its row or column and never passes another one there, so a piece set falls into
*traffics*: for each row and column the bars in it, in order.  Each traffic is searched by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple, TypeAlias

from puzzleproof.explore.atlas.stock import Arrangement, PieceSet, Rectangle, Size, cells_of
from puzzleproof.explore.graph.distances import Distances, Rows, distances

State: TypeAlias = tuple[int, int]
"""Where each bar of a traffic begins in its line, `BITS` bits a bar, and the cells covered."""
BITS, START = 4, 15
Placed: TypeAlias = tuple[list[int], Distances, Callable[[int], Arrangement]]
"""A state graph: the first vertex of each component, of every vertex the distance to a goal, and
the places of its pieces."""


class Bar(NamedTuple):
    """A bar in a row (axis 0) or a column (1)."""

    axis: int
    line: int
    length: int
    is_block: bool

    def place(self, start: int) -> Rectangle:
        """Its place when it begins there."""
        row = (self.line, start, 1, self.length)
        return (start, self.line, self.length, 1) if self.axis else row


def traffics(piece_set: PieceSet, metric: str) -> Iterator[Placed]:
    """Yield the state graph of each traffic of a locked set."""
    longest = 1 if metric == "unit" else None
    for bars in _choices(piece_set):
        states, rows, firsts = _flooded(bars, piece_set.size, longest)
        (k,) = (k for k, bar in enumerate(bars) if bar.is_block)
        home = piece_set.goal[1 - bars[k].axis]
        goals = [v for v, (starts, _) in enumerate(states) if starts >> BITS * k & START == home]
        yield firsts, distances(rows, goals), partial(_arrangement, bars, states)


def _arrangement(bars: tuple[Bar, ...], states: list[State], vertex: int) -> Arrangement:
    starts = (states[vertex][0] >> BITS * k & START for k in range(len(bars)))
    places = sorted(
        (not bar.is_block, bar.place(start)) for bar, start in zip(bars, starts, strict=True)
    )
    return tuple(place for _, place in places)


def _choices(piece_set: PieceSet) -> Iterator[tuple[Bar, ...]]:
    """The bars of each traffic, line by line, in their order within each line."""
    size, goal = piece_set.size, piece_set.goal
    lines = [(axis, line) for axis in (0, 1) for line in range(size[axis])]

    def after(k: int, room: int, left: dict[tuple[Size, bool], int]) -> Iterator[tuple[Bar, ...]]:
        """The choices from the k-th line on, which has ``room`` for more bars."""
        if not any(left.values()):
            yield ()
        elif k < len(lines):
            axis, line = lines[k]
            for (shape, is_block), number in left.items():
                length = shape[1 - axis]
                fits = shape[axis] == 1 and length <= room
                if number and fits and (not is_block or line == goal[axis]):
                    rest = {**left, (shape, is_block): number - 1}
                    for others in after(k, room - length, rest):
                        yield (Bar(axis, line, length, is_block), *others)
            following = lines[(k + 1) % len(lines)][0]
            yield from after(k + 1, size[1 - following], left)

    kinds = {(shape[:2], False): number for shape, number in piece_set.others}
    return after(0, size[1], {**kinds, (piece_set.block[:2], True): 1})


@cache
def _masks(bar: Bar, size: Size) -> list[int]:
    """For each place of a bar in its line the cells covered, as bits in reading order."""
    places = map(bar.place, range(size[1 - bar.axis] - bar.length + 1))
    return [sum(1 << r * size[1] + c for r, c in cells_of(place)) for place in places]


def _flooded(
    bars: tuple[Bar, ...], size: Size, longest: int | None
) -> tuple[list[State], Rows, list[int]]:
    """Number the states, component by component; a move goes at most so many cells."""
    masks = [_masks(bar, size) for bar in bars]
    moves = [_moves(places, BITS * k, longest) for k, places in enumerate(masks)]
    number, states, rows, firsts = dict[int, int](), list[State](), Rows(), list[int]()

    def vertex(state: State) -> int:
        found = number.setdefault(state[0], len(states))
        if found == len(states):
            states.append(state)
        return found

    for root in _placements(bars, masks):
        if root[0] not in number:
            firsts.append(vertex(root))
            while len(rows) < len(states):
                rows.append(list(map(vertex, _neighbours(moves, *states[len(rows)]))))
    return states, rows, firsts


Moves: TypeAlias = list[tuple[int, list[list[tuple[int, int]]]]]
"""For each place of a bar its cells, and each way from there: (what is added, cells) per place."""


def _moves(masks: list[int], shift: int, longest: int | None) -> Moves:
    def way(here: int, places: range) -> list[tuple[int, int]]:
        return [(to - here << shift, masks[to]) for to in places[:longest]]

    last = len(masks)
    return [
        (mask, [way(here, range(here - 1, -1, -1)), way(here, range(here + 1, last))])
        for here, mask in enumerate(masks)
    ]


def _placements(bars: tuple[Bar, ...], masks: list[list[int]]) -> list[State]:
    """Every state: each bar behind those before it in its line, no two on one cell."""
    found: list[State] = [(0, 0)]
    for k, bar in enumerate(bars):
        before = BITS * (k - 1) if k and bars[k - 1][:2] == bar[:2] else None
        found = [
            (starts | start << BITS * k, covered | mask)
            for starts, covered in found
            for start, mask in enumerate(masks[k])
            if not mask & covered and (before is None or start > starts >> before)
        ]
    return found


def _neighbours(moves: list[Moves], starts: int, covered: int) -> Iterator[State]:
    for k, places in enumerate(moves):
        here, ways = places[starts >> BITS * k & START]
        others = covered ^ here
        for way in ways:
            for added, there in way:
                if there & others:
                    break
                yield starts + added, others | there
