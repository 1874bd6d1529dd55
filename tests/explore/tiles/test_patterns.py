"""Pattern databases against a plain search, how tiles are cut into patterns, and tables on disk."""

from collections import deque
from pathlib import Path

import numpy as np
import pytest

from puzzleproof.explore.tiles import patterns
from puzzleproof.explore.tiles.board import Array, TileBoard
from puzzleproof.explore.tiles.patterns import (
    UNREACHED,
    build,
    cache_folder,
    file_of,
    number,
    partition,
    table_of,
)

EIGHT = TileBoard(3, 3, tuple(range(9)))
SIX = TileBoard(2, 3, tuple(range(6)))
PATTERN = (1, 2, 4)


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
        found = partition(TileBoard(rows, columns, goal))
        tiles = [tile for pattern in found for tile in pattern]
        assert sorted(tiles) == [cell for cell in range(cells) if cell != home]


# --- tables on disk -------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """The patterns that are built."""
    found: list[tuple[int, ...]] = []

    def count(board: TileBoard, pattern: tuple[int, ...]) -> Array:
        found.append(pattern)
        return build(board, pattern)

    monkeypatch.setattr(patterns, "build", count)
    return found


def test_the_folder_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "shared")
    monkeypatch.setenv("PUZZLEPROOF_CACHE", "own")
    assert cache_folder() == Path("own")
    monkeypatch.delenv("PUZZLEPROOF_CACHE")
    assert cache_folder() == Path("shared/puzzleproof")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path("~/.cache/puzzleproof").expanduser()


def test_a_table_is_built_once(built: list[tuple[int, ...]], folder: Path) -> None:
    table = build(SIX, PATTERN)
    assert np.array_equal(table_of(SIX, PATTERN), table)
    assert np.array_equal(table_of(SIX, PATTERN), table)
    assert built == [PATTERN]
    assert list(folder.iterdir()) == [file_of(SIX, PATTERN)]


def _written(table: Array, path: Path) -> bytes:
    np.savez(path, table=table)
    return path.read_bytes()


def test_a_bad_file_is_built_anew(
    built: list[tuple[int, ...]], folder: Path, tmp_path: Path
) -> None:
    table = table_of(SIX, PATTERN)
    path = file_of(SIX, PATTERN)
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    for content in (
        b"",
        whole[: len(whole) // 2],
        bytes(flipped),
        b"\x89PNG\r\n\x1a\n" + bytes(64),
        _written(table[1:], tmp_path / "short.npz"),
        _written(table.astype(np.int64), tmp_path / "wide.npz"),
    ):
        path.write_bytes(content)
        built.clear()
        assert np.array_equal(table_of(SIX, PATTERN), table)
        assert built == [PATTERN]
        assert len(path.read_bytes()) == len(whole)


def test_a_folder_that_cannot_be_written_costs_a_remark_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / "file" / "cache"))
    remarks: list[str] = []
    assert np.array_equal(table_of(SIX, PATTERN, remarks.append), build(SIX, PATTERN))
    assert len(remarks) == 1
    assert "not kept in" in remarks[0]


def test_what_is_written_by_half_goes_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    remarks: list[str] = []
    table_of(SIX, PATTERN, remarks.append)
    assert "No space left on device" in remarks[0]
    assert not list(folder.iterdir())
