"""Pattern databases against a plain search, and how tiles are cut into patterns."""

from collections import deque

import numpy as np
import pytest

from puzzleproof.explore.tiles.board import TileBoard
from puzzleproof.explore.tiles.patterns import UNREACHED, build, number, partition

EIGHT = TileBoard(3, 3, tuple(range(9)))


def by_hand(board: TileBoard, pattern: tuple[int, ...]) -> dict[int, int]:
    """Placement's number -> moves of the pattern's tiles, by a search of costs 0 and 1."""
    cells = tuple(range(board.cells))
    start = (board.home, *pattern)
    best, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        blank = here[0]
        for to in board.neighbours[blank]:
            if to < 0:
                continue
            after = (to, *(blank if place == to else place for place in here[1:]))
            cost = best[here] + (to in here[1:])
            if cost < best.get(after, 999):
                best[after] = cost
                (queue.append if to in here[1:] else queue.appendleft)(after)
    table: dict[int, int] = {}
    for places, cost in best.items():
        names = [cells[-1] + 1] * board.cells
        for tile, place in zip(pattern, places[1:], strict=True):
            names[place] = tile
        key = number(pattern, tuple(names))
        table[key] = min(cost, table.get(key, cost))
    return table


@pytest.mark.parametrize(
    ("board", "pattern"),
    [
        (TileBoard(2, 3, tuple(range(6))), (1, 2)),
        (TileBoard(2, 3, (1, 0, 2, 3, 4, 5)), (0, 4, 5)),
        (TileBoard(3, 2, (1, 2, 3, 4, 5, 0)), (0, 1, 2, 3)),
        (EIGHT, (1, 2, 3)),
        (TileBoard(3, 3, (1, 2, 3, 4, 0, 5, 6, 7, 8)), (0, 2, 8)),
        (TileBoard(4, 4, tuple(range(16))), (3, 12)),
        (TileBoard(3, 6, tuple(range(18))), (5, 17)),
        (TileBoard(6, 6, tuple(range(36))), (7, 35)),
    ],
)
def test_a_table_is_what_a_plain_search_finds(board: TileBoard, pattern: tuple[int, ...]) -> None:
    table = build(board, pattern)
    wanted = by_hand(board, pattern)
    assert {int(k): int(table[k]) for k in np.flatnonzero(table != UNREACHED)} == wanted


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 2), (3, 5), (4, 4), (5, 5), (8, 8)])
def test_a_partition_has_every_tile_once(rows: int, columns: int) -> None:
    cells = rows * columns
    for home in {0, cells // 2, cells - 1}:
        goal = tuple((cell - home) % cells for cell in range(cells))
        patterns = partition(TileBoard(rows, columns, goal))
        tiles = [tile for pattern in patterns for tile in pattern]
        assert sorted(tiles) == [cell for cell in range(cells) if cell != home]


def test_the_fifteen_puzzle_is_cut_six_six_three() -> None:
    for home in (0, 3, 12, 15):
        patterns = partition(TileBoard(4, 4, tuple((cell - home) % 16 for cell in range(16))))
        assert sorted(map(len, patterns)) == [3, 6, 6]
