"""State graphs of bars that are locked to their lines (Rush Hour).

A bar never leaves its row or column and never passes another one there, so a piece set falls into
*traffics*: for each row and column the bars in it, in order.  Each traffic is searched by itself.
A state has, for each line with bars, the number of its arrangement; a move changes one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from puzzleproof.explore.atlas.stock import Arrangement, PieceSet, Rectangle
from puzzleproof.explore.graph.distances import Rows

State = tuple[int, ...]
BLOCK = -1
"""Stands for the block among the lengths of a line's bars."""


@dataclass(frozen=True, eq=False)
class Line:
    """A row or a column with the bars in it, in order."""

    rectangles: list[tuple[Rectangle, ...]]
    """For each arrangement the bars' places."""
    masks: list[int]
    """For each arrangement the cells covered, numbered in reading order."""
    moves: list[list[tuple[int, int]]]
    """For each arrangement: (what one move makes of it, the cells entered)."""
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
        """Where the pieces stand."""
        block, others = list[Rectangle](), list[Rectangle]()
        for line, number in zip(self.lines, state, strict=True):
            for k, rectangle in enumerate(line.rectangles[number]):
                (block if k == line.block else others).append(rectangle)
        return (*block, *sorted(others))

    def goals(self, piece_set: PieceSet) -> list[int]:
        """The vertices at which the block is at its goal."""
        target = (*piece_set.goal, *piece_set.block)
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
        tall, _ = piece_set.block
        self.home = (True, piece_set.goal[0]) if tall == 1 else (False, piece_set.goal[1])
        self.known = dict[tuple[bool, int, tuple[int, ...]], Line | None]()

    def choices(self) -> Iterator[tuple[Line, ...]]:
        """Yield the lines that have bars, for each traffic."""
        lying, standing = dict[int, int](), dict[int, int]()
        for (tall, wide), number in self.set.others:
            if tall == 1:
                lying[wide] = number
            else:
                standing[tall] = number
        yield from self._from(0, lying, standing)

    def _from(
        self, k: int, lying: dict[int, int], standing: dict[int, int]
    ) -> Iterator[tuple[Line, ...]]:
        if k == len(self.places):
            if not any(lying.values()) and not any(standing.values()):
                yield ()
            return
        is_row, number = self.places[k]
        left = lying if is_row else standing
        length = self.set.size[1] if is_row else self.set.size[0]
        starts: list[tuple[int, ...]] = [()]
        if (is_row, number) == self.home:
            starts = _with_block(left, length - max(self.set.block))
        else:
            starts = list(_sequences(left, length))
        for bars in starts:
            rest = {size: most - bars.count(size) for size, most in left.items()}
            line = self._line(is_row, number, bars) if bars else None
            after = (rest, standing) if is_row else (lying, rest)
            for others in self._from(k + 1, *after):
                yield (line, *others) if line is not None else others

    def _line(self, is_row: bool, number: int, bars: tuple[int, ...]) -> Line:
        key = is_row, number, bars
        line = self.known.get(key)
        if line is None:
            line = self.known[key] = self._new_line(is_row, number, bars)
        return line

    def _new_line(self, is_row: bool, number: int, bars: tuple[int, ...]) -> Line:
        columns = self.set.size[1]
        length = columns if is_row else self.set.size[0]
        sizes = [max(self.set.block) if bar == BLOCK else bar for bar in bars]
        found = list(_arrangements(sizes, length))

        def cells(start: int, end: int) -> int:
            numbers = range(start, end)
            if is_row:
                return sum(1 << number * columns + c for c in numbers)
            return sum(1 << r * columns + number for r in numbers)

        def rectangle(start: int, size: int) -> Rectangle:
            return (number, start, 1, size) if is_row else (start, number, size, 1)

        index = {places: k for k, places in enumerate(found)}
        moves = list[list[tuple[int, int]]]()
        for places in found:
            here = list[tuple[int, int]]()
            for k, (start, size) in enumerate(zip(places, sizes, strict=True)):
                for to in _reached(places, sizes, k, length, self.metric):
                    after = index[(*places[:k], to, *places[k + 1 :])]
                    swept = cells(min(start, to), max(start, to) + size) & ~cells(
                        start, start + size
                    )
                    here.append((after, swept))
            moves.append(here)
        rectangles = [tuple(map(rectangle, places, sizes)) for places in found]
        masks = [
            sum(cells(start, start + size) for start, size in zip(places, sizes, strict=True))
            for places in found
        ]
        block = bars.index(BLOCK) if BLOCK in bars else None
        return Line(rectangles, masks, moves, block)


def _sequences(left: dict[int, int], length: int) -> Iterator[tuple[int, ...]]:
    """All orders of bars that fit into a line, the empty one too."""
    yield ()
    for size, most in left.items():
        if most and size <= length:
            rest = {**left, size: most - 1}
            for others in _sequences(rest, length - size):
                yield (size, *others)


def _with_block(left: dict[int, int], length: int) -> list[tuple[int, ...]]:
    """The same with the block at any place among them."""
    return [
        (*bars[:k], BLOCK, *bars[k:])
        for bars in _sequences(left, length)
        for k in range(len(bars) + 1)
    ]


def _arrangements(sizes: list[int], length: int) -> Iterator[tuple[int, ...]]:
    """Where the bars of a line may begin: the gaps before them never shrink."""
    free = length - sum(sizes)
    before = [sum(sizes[:k]) for k in range(len(sizes))]
    for gaps in combinations_with_replacement(range(free + 1), len(sizes)):
        yield tuple(gap + offset for gap, offset in zip(gaps, before, strict=True))


def _reached(
    places: tuple[int, ...], sizes: list[int], k: int, length: int, metric: str
) -> Iterator[int]:
    """Where one bar gets to in one move, as far as the others of its line allow."""
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
