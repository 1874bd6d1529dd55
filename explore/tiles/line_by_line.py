"""Line by line: the method that people use, by hand and with next to no memory.

Rows are put right from the last one on until two are left, then columns likewise, then the last
four cells; lines at the other end come first where the blank's home is in the way.  In a line all
tiles but two are brought home one by one.  Of the last two, a and b, a comes home, then b comes
into the *window* (the line's last two cells and the four beside them, away from the line's edge),
and the window is put right by itself.  That always works: two lines at least are left beside the
line, so any one tile can be taken anywhere in them; and in 3×2 cells with three tiles that do not
count, a and b can be put anywhere.

Each of these is one search over the cells of the blank and of the tiles that count (at most three).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Set
from typing import TypeAlias

from puzzleproof.explore.tiles.board import Names, TileBoard
from puzzleproof.explore.tiles.outcome import OnProgress, Outcome, word_to

CellLine: TypeAlias = list[int]
"""Cells in order along a row or column."""

Places: TypeAlias = tuple[int, ...]
"""The cell of the blank, then the cells of the tiles that count."""


def line_by_line(board: TileBoard, names: Names, report: OnProgress) -> Outcome:
    """Put line after line right, then what is left; None on a table that is not playable."""
    work = _Work(board, names)
    for lines in _lines(board):
        work.put(*lines)
    left = sorted(work.cells)
    tiles = [cell for cell in left if cell != board.home]
    done = (board.home, *tiles)
    if not work.steer(tiles, work.cells, lambda places: places == done):
        return Outcome(None, work.nodes, remark="the last cells cannot be put right")
    return Outcome(tuple(work.word), work.nodes)


def _lines(board: TileBoard) -> Iterator[list[CellLine]]:
    """The lines in the order of the work, each with the two lines beside it that are left."""
    rows, columns, m = list(range(board.rows)), list(range(board.columns)), board.columns
    home_row, home_column = divmod(board.home, m)
    while len(rows) > 2 and m > 1:
        three = _inwards(rows, home_row)
        yield [[row * m + column for column in columns] for row in three]
        rows.remove(three[0])
    while len(columns) > 2 and board.rows > 1:
        three = _inwards(columns, home_column)
        yield [[row * m + column for row in rows] for column in three]
        columns.remove(three[0])


def _inwards(lines: list[int], home: int) -> list[int]:
    """Three lines from the last one on; from the first, where the blank's home is in the last."""
    return lines[:3] if lines[-1] == home else lines[:-4:-1]


class _Work:
    """The table, the cells not yet put right, and the moves made."""

    def __init__(self, board: TileBoard, names: Names) -> None:
        self.board, self.names = board, names
        self.cells = set(range(board.cells))
        self.word: list[int] = []
        self.nodes = 0

    def put(self, line: CellLine, beside: CellLine, next_but_one: CellLine) -> None:
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

    def steer(self, tiles: CellLine, cells: Set[int], done: Callable[[Places], bool]) -> bool:
        """Make the fewest moves inside ``cells`` until the places are as wanted, if they can be."""
        start = tuple(self.names.index(tile) for tile in (self.board.home, *tiles))
        came: dict[Places, tuple[Places, int] | None] = {start: None}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            self.nodes += 1
            if done(here):
                word = word_to(here, came)
                self.names = self.board.walk(self.names, word)
                self.word += word
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


def _second_is(cell: int) -> Callable[[Places], bool]:
    """Whether the first tile that counts has come to a cell."""
    return lambda places: places[1] == cell
