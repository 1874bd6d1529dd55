"""Pattern databases on disk: kept, read again, and never believed when anything is wrong."""

import json
from pathlib import Path

import numpy as np
import pytest

from puzzleproof.explore.tiles import store
from puzzleproof.explore.tiles.board import Array, TileBoard
from puzzleproof.explore.tiles.patterns import build

BOARD = TileBoard(2, 3, tuple(range(6)))
PATTERN = (1, 2, 4)
TABLE = build(BOARD, PATTERN)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kept() -> Path:
    """A file that is as it should be."""
    path = store.file_of(BOARD, PATTERN)
    store.write(path, BOARD, PATTERN, TABLE)
    return path


def builds(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """The patterns that are built from now on."""
    built: list[tuple[int, ...]] = []

    def count(board: TileBoard, pattern: tuple[int, ...]) -> Array:
        built.append(pattern)
        return build(board, pattern)

    monkeypatch.setattr(store, "build", count)
    return built


def test_a_table_is_built_once(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    built = builds(monkeypatch)
    first = store.table_of(BOARD, PATTERN)
    second = store.table_of(BOARD, PATTERN)
    assert built == [PATTERN]
    assert np.array_equal(first, TABLE)
    assert np.array_equal(second, TABLE)
    assert [path.suffix for path in folder.iterdir()] == [".pdb"]


def test_labels_share_a_table_and_the_blank_does_not() -> None:
    other_labels = TileBoard(2, 3, (0, 5, 4, 3, 2, 1))
    other_home = TileBoard(2, 3, (1, 2, 3, 4, 5, 0))
    path = store.file_of(BOARD, PATTERN)
    assert store.file_of(other_labels, PATTERN) == path
    assert store.file_of(other_home, PATTERN) != path


def edited(header: dict[str, object], **changes: object) -> bytes:
    return json.dumps({**header, **changes}).encode() + b"\n"


def damages() -> dict[str, bytes]:
    """Files that must not be believed."""
    whole = kept().read_bytes()
    line, body = whole.split(b"\n", 1)
    header = json.loads(line)
    flipped = bytearray(whole)
    flipped[-5] ^= 1
    return {
        "empty": b"",
        "half": whole[: len(whole) // 2],
        "one byte short": whole[:-1],
        "one byte more": whole + b"\0",
        "no header": body,
        "header alone": line + b"\n",
        "header cut": whole[:20],
        "a bit turned": bytes(flipped),
        "another version": edited(header, version=0) + body,
        "another blank": edited(header, home=5) + body,
        "another pattern": edited(header, pattern=[1, 2, 5]) + body,
        "another checksum": edited(header, blake2b="0" * 32) + body,
        "another length": edited(header, bytes=0) + body,
        "not a header": b"[1, 2]\n" + body,
        "foreign": b"\x89PNG\r\n\x1a\n" + bytes(64),
        "deep": b"[" * 4000,
    }


def test_a_bad_file_is_built_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    built = builds(monkeypatch)
    for name, content in damages().items():
        path = kept()
        good = path.read_bytes()
        path.write_bytes(content)
        assert store.read(path, BOARD, PATTERN) is None, name
        built.clear()
        assert np.array_equal(store.table_of(BOARD, PATTERN), TABLE), name
        assert built == [PATTERN], name
        assert path.read_bytes() == good, name


def test_a_folder_that_cannot_be_written_costs_a_remark_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PUZZLEPROOF_CACHE", str(tmp_path / "file" / "cache"))
    remarks: list[str] = []
    assert np.array_equal(store.table_of(BOARD, PATTERN, remarks.append), TABLE)
    assert len(remarks) == 1
    assert "not kept in" in remarks[0]


def test_what_is_written_by_half_goes_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    remarks: list[str] = []
    store.table_of(BOARD, PATTERN, remarks.append)
    assert "No space left on device" in remarks[0]
    assert not list(folder.iterdir())
