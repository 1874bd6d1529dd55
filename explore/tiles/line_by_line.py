"""Line by line: the way that people solve it, by hand and with next to no memory.

Rows are put right from the last one on until two are left, then columns likewise, then the last
four cells; lines at the other end come first where the blank's home is in the way.  In a line all
tiles but two are brought home one by one.  The last two, a and b: a comes home, b comes into the
*window* (the line's last two cells and the four beside them, away from the line's edge), and the
window is put right by itself.  That always works: two lines at least are left beside the line, so
any one tile can be taken anywhere in them; and in 3×2 cells with three tiles that do not count,
a and b can be put anywhere.

Each of these is one search over the cells of the blank and of the tiles that count (at most three).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Set
from typing import TypeAlias

from puzzleproof.explore.tiles.board import Board
from puzzleproof.explore.tiles.outcome import Outcome, Tell

Line: TypeAlias = list[int]
"""Cells in order along a row or column."""

Places: TypeAlias = tuple[int, ...]
"""The cell of the blank, then the cells of the tiles that count."""


def line_by_line(board: Board, names: tuple[int, ...], tell: Tell) -> Outcome:
    """Put line after line right, then what is left; None on a table that is not playable."""
    work = _Work(board, names)
    for line, beside, next_but_one in _lines(board):
        work.put(line, beside, next_but_one)
    left = sorted(work.cells)
    tiles = [cell for cell in left if cell != board.home]
    done = (board.home, *tiles)
    if not work.steer(tiles, work.cells, lambda places: places == done):
        return Outcome(None, work.nodes, remark="the last cells cannot be put right")
    return Outcome(tuple(work.word), work.nodes)


def _lines(board: Board) -> Iterator[tuple[Line, Line, Line]]:
    """The lines in the order of the work, each with the two lines beside it that are left."""
    rows, columns = list(range(board.rows)), list(range(board.columns))
    m = board.columns
    home_row, home_column = divmod(board.home, m)
    while len(rows) > 2 and m > 1:
        first = -1 if rows[-1] != home_row else 0
        one, two, three = _inwards(rows, first)
        yield ([one * m + c for c in columns], [two * m + c for c in columns],
               [three * m + c for c in columns])  # fmt: skip
        del rows[first]
    while len(columns) > 2 and board.rows > 1:
        first = -1 if columns[-1] != home_column else 0
        one, two, three = _inwards(columns, first)
        yield ([r * m + one for r in rows], [r * m + two for r in rows],
               [r * m + three for r in rows])  # fmt: skip
        del columns[first]


def _inwards(lines: list[int], first: int) -> list[int]:
    """Three lines from one end on."""
    return lines[:-4:-1] if first else lines[:3]


class _Work:
    """The table, the cells not yet put right, and the moves made."""

    def __init__(self, board: Board, names: tuple[int, ...]) -> None:
        self.board, self.names = board, names
        self.cells = set(range(board.cells))
        self.word: list[int] = []
        self.nodes = 0

    def put(self, line: Line, beside: Line, next_but_one: Line) -> None:
        """Put one line right; the lines beside it are not."""
        for tile in line[:-2]:
            assert self.steer([tile], self.cells, _second_is(tile))
            self.cells.remove(tile)
        a, b = line[-2:]
        window = {a, b, *beside[-2:], *next_but_one[-2:]}
        assert self.steer([a], self.cells, _second_is(a))
        assert self.steer([b], self.cells - {a}, window.issuperset)
        assert self.steer([a, b], window, lambda places: places[1:] == (a, b))
        self.cells -= {a, b}

    def steer(self, tiles: Line, cells: Set[int], done: Callable[[Places], bool]) -> bool:
        """Make the fewest moves inside ``cells`` until the places are as wanted, if they can be."""
        start = tuple(self.names.index(tile) for tile in (self.board.home, *tiles))
        came: dict[Places, tuple[Places, int] | None] = {start: None}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            self.nodes += 1
            if done(here):
                self._make(came, here)
                return True
            blank = here[0]
            for direction, to in enumerate(self.board.neighbours[blank]):
                if to not in cells:
                    continue
                after = (to, *(blank if place == to else place for place in here[1:]))
                if after not in came:
                    came[after] = here, direction
                    queue.append(after)
        return False

    def _make(self, came: dict[Places, tuple[Places, int] | None], places: Places) -> None:
        word = list[int]()
        while (before := came[places]) is not None:
            places, direction = before
            word.append(direction)
        word.reverse()
        self.names = self.board.walk(self.names, word)
        self.word += word


def _second_is(cell: int) -> Callable[[Places], bool]:
    """Whether the first tile that counts has come to a cell."""
    return lambda places: places[1] == cell
