"""State graphs of bars that are locked to their lines (Rush Hour).

A bar never leaves its row or column and never passes another one there, so a piece set falls into
*traffics*: for each row and column the bars in it, in order.  Each traffic is searched by itself.
A state has, for each line with bars, the number of its arrangement; a move changes one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from puzzleproof.explore.atlas.stock import Arrangement, PieceSet, Rectangle, placed
from puzzleproof.explore.graph.distances import Rows

State = tuple[int, ...]
BLOCK = -1
"""The block, among the lengths of a line's bars."""


@dataclass(frozen=True, eq=False)
class Line:
    """A row or a column with the bars in it, in order."""

    rectangles: list[tuple[Rectangle, ...]]
    """For each arrangement the bars' places."""
    masks: list[int]
    """For each arrangement the cells covered, numbered in reading order."""
    moves: list[list[tuple[int, int]]]
    """For each arrangement: (the arrangement after one move, the cells entered)."""
    block: int | None
    """Which of the bars is the block."""


@dataclass(frozen=True, eq=False)
class Traffic:
    """The state graph of one traffic."""

    lines: tuple[Line, ...]
    states: list[State]
    """Component by component."""
    rows: Rows
    firsts: list[int]
    """The first state of each component."""

    def arrangement(self, state: State) -> Arrangement:
        """The places of the pieces."""
        block, others = list[Rectangle](), list[Rectangle]()
        for line, number in zip(self.lines, state, strict=True):
            for k, rectangle in enumerate(line.rectangles[number]):
                (block if k == line.block else others).append(rectangle)
        return (*block, *sorted(others))

    def goals(self, piece_set: PieceSet) -> list[int]:
        """The vertices at which the block is at its goal."""
        target = placed(*piece_set.goal, piece_set.block)
        (index,) = (k for k, line in enumerate(self.lines) if line.block is not None)
        line = self.lines[index]
        assert line.block is not None
        meets = [bars[line.block] == target for bars in line.rectangles]
        return [vertex for vertex, state in enumerate(self.states) if meets[state[index]]]


def traffics(piece_set: PieceSet, metric: str) -> Iterator[Traffic]:
    """Yield the state graph of each traffic of a locked set that has a placement."""
    for lines in _Lines(piece_set, metric).choices():
        traffic = _flooded(lines)
        if traffic.states:
            yield traffic


class _Lines:
    """The choice of bars for each row and each column."""

    def __init__(self, piece_set: PieceSet, metric: str) -> None:
        self.set, self.metric = piece_set, metric
        rows, columns = piece_set.size
        self.places = [(True, row) for row in range(rows)]
        self.places += [(False, column) for column in range(columns)]
        lies = piece_set.block[0] == 1
        self.home = lies, piece_set.goal[0 if lies else 1]
        self.line = cache(self._new_line)

    def choices(self) -> Iterator[tuple[Line, ...]]:
        """Yield the lines that have bars, for each traffic."""
        left = {(shape[0] == 1, max(shape[:2])): number for shape, number in self.set.others}
        return self._from(0, left)

    def _from(self, k: int, left: dict[tuple[bool, int], int]) -> Iterator[tuple[Line, ...]]:
        """The choices for the k-th line and those after it; ``left``: (it lies, length) -> bars."""
        if k == len(self.places):
            if not any(left.values()):
                yield ()
            return
        is_row, number = self.places[k]
        mine = {size: most for (lies, size), most in left.items() if lies == is_row}
        starts: Iterable[tuple[int, ...]] = _sequences(mine, self._length(is_row))
        if self.places[k] == self.home:
            starts = _with_block(mine, self._length(is_row) - max(self.set.block[:2]))
        for bars in starts:
            rest = {
                one: most - (one[0] == is_row) * bars.count(one[1]) for one, most in left.items()
            }
            line = (self.line(is_row, number, bars),) if bars else ()
            yield from ((*line, *others) for others in self._from(k + 1, rest))

    def _length(self, is_row: bool) -> int:
        return self.set.size[1] if is_row else self.set.size[0]

    def _new_line(self, is_row: bool, number: int, bars: tuple[int, ...]) -> Line:
        columns, length = self.set.size[1], self._length(is_row)
        first, step = (number * columns, 1) if is_row else (number, columns)
        sizes = [max(self.set.block[:2]) if bar == BLOCK else bar for bar in bars]

        def cells(start: int, size: int) -> int:
            return sum(1 << first + step * k for k in range(start, start + size))

        def rectangle(start: int, size: int) -> Rectangle:
            return (number, start, 1, size) if is_row else (start, number, size, 1)

        found = list(_arrangements(sizes, length))
        index = {places: k for k, places in enumerate(found)}
        moves = list[list[tuple[int, int]]]()
        for places in found:
            moves.append([])
            for k, (start, size) in enumerate(zip(places, sizes, strict=True)):
                for to in _reached(places, sizes, k, length, self.metric):
                    swept = cells(min(start, to), abs(to - start) + size) & ~cells(start, size)
                    moves[-1].append((index[(*places[:k], to, *places[k + 1 :])], swept))
        return Line(
            [tuple(map(rectangle, places, sizes)) for places in found],
            [sum(map(cells, places, sizes)) for places in found],
            moves,
            bars.index(BLOCK) if BLOCK in bars else None,
        )


def _sequences(left: dict[int, int], length: int) -> Iterator[tuple[int, ...]]:
    """All orders of bars that fit into a line, the empty one too."""
    yield ()
    for size, most in left.items():
        if most and size <= length:
            rest = {**left, size: most - 1}
            for others in _sequences(rest, length - size):
                yield (size, *others)


def _with_block(left: dict[int, int], length: int) -> list[tuple[int, ...]]:
    """These orders with the block at any place among the bars."""
    return [
        (*bars[:k], BLOCK, *bars[k:])
        for bars in _sequences(left, length)
        for k in range(len(bars) + 1)
    ]


def _arrangements(sizes: list[int], length: int) -> Iterator[tuple[int, ...]]:
    """The places where the bars of a line may begin, ascending."""
    free = length - sum(sizes)
    before = [sum(sizes[:k]) for k in range(len(sizes))]
    for gaps in combinations_with_replacement(range(free + 1), len(sizes)):
        yield tuple(gap + offset for gap, offset in zip(gaps, before, strict=True))


def _reached(
    places: tuple[int, ...], sizes: list[int], k: int, length: int, metric: str
) -> Iterator[int]:
    """The places that a bar reaches in one move past the other bars of its line."""
    least = places[k - 1] + sizes[k - 1] if k else 0
    most = (places[k + 1] if k + 1 < len(places) else length) - sizes[k]
    if metric == "unit":
        least, most = max(least, places[k] - 1), min(most, places[k] + 1)
    yield from (to for to in range(least, most + 1) if to != places[k])


def _flooded(lines: tuple[Line, ...]) -> Traffic:
    """Number the states, component by component."""
    number, states, rows, firsts = dict[State, int](), list[State](), Rows(), list[int]()

    def vertex(state: State) -> int:
        found = number.setdefault(state, len(states))
        if found == len(states):
            states.append(state)
        return found

    for root in _placements(lines, 0, 0):
        if root in number:
            continue
        firsts.append(vertex(root))
        while len(rows) < len(states):
            state = states[len(rows)]
            rows.append([vertex(after) for after in _neighbours(lines, state)])
    return Traffic(lines, states, rows, firsts)


def _placements(lines: tuple[Line, ...], k: int, covered: int) -> Iterator[State]:
    """Every state: an arrangement of each line, no two on one cell."""
    if k == len(lines):
        yield ()
        return
    for arrangement, mask in enumerate(lines[k].masks):
        if not mask & covered:
            for rest in _placements(lines, k + 1, covered | mask):
                yield (arrangement, *rest)


def _neighbours(lines: tuple[Line, ...], state: State) -> Iterator[State]:
    covered = 0
    for line, here in zip(lines, state, strict=True):
        covered |= line.masks[here]
    for k, here in enumerate(state):
        for to, entered in lines[k].moves[here]:
            if not entered & covered:
                yield (*state[:k], to, *state[k + 1 :])
