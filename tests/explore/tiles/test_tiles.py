"""IDA* with each heuristic, pattern databases against a plain search, and tables on disk."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzleproof.explore.tiles import idastar
from puzzleproof.explore.tiles.board import Array, TileBoard
from puzzleproof.explore.tiles.idastar import Heuristic, Manhattan, search
from puzzleproof.explore.tiles.patterns import (
    PatternDatabases,
    file_of,
    partition,
    table_of,
)
from puzzleproof.models.output import cache_folder
from puzzleproof.verify.arrays.pattern_tables import large_table
from tests.support.tile_boards import walk

FIFTEEN = TileBoard(4, 4, tuple(range(16)))
T1 = (10, 6, 4, 12, 1, 14, 3, 7, 5, 15, 11, 13, 8, 0, 2, 9)
T2 = (0, 1, 2, 4, 3, 6, 10, 12, 5, 7, 14, 11, 8, 9, 15, 13)
"""Tables of the text on the taquin (French agrégation), its figure 1."""

T1_NODES = {38: 36, 40: 303, 42: 3073, 44: 26765, 46: 201889, 48: 1388246}
"""Nodes under the failed f-limits of T1 with Manhattan, by an IDA* that was written elsewhere."""

KORF_8 = (12, 11, 15, 3, 8, 0, 4, 2, 6, 13, 9, 5, 14, 1, 10, 7)
KORF_9 = (3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0)
"""Numbers 8 and 9 of R. E. Korf's hundred (1985): 50 and 46 moves."""

EIGHT = TileBoard(3, 3, tuple(range(9)))


def test_t1_by_manhattan_has_the_known_nodes() -> None:
    limits: dict[int, int] = {}
    found = search(FIFTEEN, T1, Manhattan(FIFTEEN), on_failed=limits.__setitem__)
    assert limits == T1_NODES
    assert found.at_least == 50
    assert found.word is not None
    assert walk(FIFTEEN, T1, found.word) == FIFTEEN.goal


@pytest.mark.parametrize("chunk", [1, 7, 100_000])
def test_the_size_of_a_chunk_changes_no_failed_threshold(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idastar, "CHUNK", chunk)
    limits: dict[int, int] = {}
    found = search(FIFTEEN, T1, Manhattan(FIFTEEN), limits.__setitem__, 44)
    assert limits == {k: n for k, n in T1_NODES.items() if k < 44}
    assert found.word is None
    assert found.at_least == 44


@pytest.mark.parametrize(("state", "moves"), [(T1, 50), (T2, 50), (KORF_8, 50), (KORF_9, 46)])
def test_pattern_databases_find_the_minimum(state: tuple[int, ...], moves: int) -> None:
    found = search(FIFTEEN, state, PatternDatabases(FIFTEEN, large_table))
    assert found.word is not None
    assert len(found.word) == found.at_least == moves
    assert walk(FIFTEEN, state, found.word) == FIFTEEN.goal
    assert found.nodes < 2_000_000


def test_the_goal_is_a_plan_of_no_moves() -> None:
    found = search(EIGHT, EIGHT.goal, Manhattan(EIGHT))
    assert (found.word, found.at_least) == ((), 0)


def test_a_line_that_cannot_be_put_in_order_has_no_plan() -> None:
    row = TileBoard(1, 4, (0, 1, 2, 3))
    assert search(row, (2, 1, 0, 3), Manhattan(row)).at_least is None
    found = search(row, (1, 2, 3, 0), Manhattan(row))
    assert found.word == (3, 3, 3)


BOARDS = [
    TileBoard(2, 2, (0, 1, 2, 3)),
    TileBoard(2, 3, (3, 1, 5, 2, 0, 4)),
    TileBoard(3, 2, (1, 2, 3, 4, 5, 0)),
    TileBoard(2, 4, tuple(range(8))),
    TileBoard(1, 5, (1, 2, 0, 3, 4)),
    TileBoard(5, 1, (1, 2, 3, 4, 0)),
    EIGHT,
]


class GoalLayer:
    """All states at one distance, and how each came from the layer before."""

    def __init__(self) -> None:
        self.states: list[tuple[int, ...]] = []
        self.parents: list[int] = []
        self.moves: list[tuple[int, int, int]] = []
        """(tile, the cell it leaves, the cell it gets to)"""


@cache
def layers(board: TileBoard) -> list[GoalLayer]:
    """Breadth first from the goal."""
    first = GoalLayer()
    first.states.append(tuple(range(board.cells)))
    found, seen = [first], set(first.states)
    while found[-1].states:
        layer = GoalLayer()
        for parent, state in enumerate(found[-1].states):
            blank = state.index(board.home)
            for to in board.neighbours[blank]:
                if to < 0:
                    continue
                after = list(state)
                after[blank], after[to] = state[to], board.home
                if (new := tuple(after)) not in seen:
                    seen.add(new)
                    layer.states.append(new)
                    layer.parents.append(parent)
                    layer.moves.append((state[to], to, blank))
        found.append(layer)
    return found[:-1]


def values_by_moves(heuristic: Heuristic, found: list[GoalLayer]) -> list[Array]:
    """Each layer's values, from those of the layer before."""
    value, memory = heuristic.start(found[0].states[0])
    values = [np.array([value])]
    memories = np.array([memory], np.int64).reshape(1, -1)
    for layer in found[1:]:
        memories = memories[layer.parents]
        tiles, origins, targets = np.array(layer.moves).T
        before = values[-1][layer.parents]
        values.append(heuristic.after(before, memories, tiles, origins, targets))
    return values


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"{b.rows}x{b.columns}")
@pytest.mark.parametrize("name", ["manhattan", "patterns"])
def test_a_heuristic_is_admissible(name: str, board: TileBoard) -> None:
    by_name: dict[str, Heuristic] = {
        "manhattan": Manhattan(board),
        "patterns": PatternDatabases(board, large_table),
    }
    heuristic = by_name[name]
    values = values_by_moves(heuristic, layers(board))
    assert values[0] == [0]
    for distance, (layer, found) in enumerate(zip(layers(board), values, strict=True)):
        assert found.max() <= distance
        assert ((distance - found) % 2 == 0).all()
        if distance:
            assert found.min() > 0
        for k in range(0, len(layer.states), 97):
            assert heuristic.start(layer.states[k])[0] == found[k]


def test_patterns_that_share_a_tile_do_not_add_up() -> None:
    """The lemma of Korf & Felner needs disjoint patterns."""
    overlapping = PatternDatabases(EIGHT, large_table, [(1, 2, 3, 4), (4, 5, 6, 7)])
    values = values_by_moves(overlapping, layers(EIGHT))
    assert any(found.max() > distance for distance, found in enumerate(values))


SIX = TileBoard(2, 3, tuple(range(6)))
PATTERN = (1, 2, 4)


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 2), (3, 5), (4, 4), (5, 5), (8, 8)])
def test_a_partition_has_every_tile_once(rows: int, columns: int) -> None:
    cells = rows * columns
    for home in {0, cells // 2, cells - 1}:
        goal = tuple((cell - home) % cells for cell in range(cells))
        found = partition(TileBoard(rows, columns, goal))
        tiles = [tile for pattern in found for tile in pattern]
        assert sorted(tiles) == [cell for cell in range(cells) if cell != home]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def built() -> list[tuple[int, ...]]:
    """The patterns that are built."""
    return []


def made(built: list[tuple[int, ...]]) -> Array:
    """The table of a pattern, read or built."""

    def make(beside: Any, home: int, pattern: tuple[int, ...]) -> memoryview:
        built.append(pattern)
        return large_table(beside, home, pattern)

    return table_of(SIX, PATTERN, make)


def test_no_table_is_kept_where_the_cache_is_off(
    built: list[tuple[int, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PUZZLEPROOF_CACHE", "off")
    assert made(built).tolist() == made(built).tolist()
    assert built == [PATTERN, PATTERN]
    assert not list(tmp_path.rglob("*"))


def test_the_folder_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "shared")
    monkeypatch.setenv("PUZZLEPROOF_CACHE", "own")
    assert cache_folder() == Path("own")
    monkeypatch.setenv("PUZZLEPROOF_CACHE", "off")
    assert cache_folder() is None
    monkeypatch.delenv("PUZZLEPROOF_CACHE")
    assert cache_folder() == Path("shared/puzzleproof")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path("~/.cache/puzzleproof").expanduser()


def test_a_table_is_built_once(built: list[tuple[int, ...]], folder: Path) -> None:
    table = made(built)
    assert np.array_equal(made(built), table)
    assert built == [PATTERN]
    assert list(folder.iterdir()) == [file_of(folder, SIX, PATTERN)]


def _written(table: Array, path: Path) -> bytes:
    np.savez(path, table=table)
    return path.read_bytes()


def test_a_bad_file_is_built_anew(
    built: list[tuple[int, ...]], folder: Path, tmp_path: Path
) -> None:
    table = made(built)
    path = file_of(folder, SIX, PATTERN)
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
        assert np.array_equal(made(built), table)
        assert built == [PATTERN]
        assert len(path.read_bytes()) == len(whole)


def test_what_is_written_by_half_goes_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    remarks: list[str] = []
    table_of(SIX, PATTERN, large_table, remarks.append)
    assert "No space left on device" in remarks[0]
    assert not list(folder.iterdir())
