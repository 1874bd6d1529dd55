"""Blocks that go to disk: they come back as they were, and the certificate is as it would be."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.explore import layers
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers import deflated
from puzzleproof.provers.deflated import DeflatedBody, DeflatedPart
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import blocks, label
from puzzleproof.provers.labelling.blocks import Blocks
from puzzleproof.provers.labelling.search import Labelling, write_certificate
from puzzleproof.verify.certificate import check_file
from tests.support.boards import library
from tests.support.frog_boards import frogs
from tests.support.tile_boards import tiles

PUZZLES: dict[str, Callable[[], AnyPuzzle]] = {
    "soap": lambda: library("soap"),
    "nine bytes a state": lambda: library("gnome-18-steps"),
    "from both ends": lambda: tiles("1 2 0/5 3 4"),
    "moves that cannot be taken back": lambda: frogs("FF../.T.T"),
}


def blocks_of(numbers: list[set[int]], width: int) -> list[bytes]:
    return [b"".join(n.to_bytes(width, "big") for n in sorted(some)) for some in numbers]


@given(st.lists(st.sets(st.integers(0, 2**24 - 1), min_size=1)), st.sampled_from([3, 9]))
def test_blocks_come_back_as_they_were(numbers: list[set[int]], width: int) -> None:
    expected = blocks_of(numbers, width)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deflated, "APART", 40)
        kept = Blocks(width, memory=8 * 100)
        for block in expected:
            kept.append(block)
        assert list(kept) == expected
        assert list(reversed(kept)) == expected[::-1]
        assert kept.sizes == list(map(len, numbers))
        assert list(kept.kept()) == list(kept[:]) == expected


def test_small_tables_are_not_packed() -> None:
    kept = Blocks(2)
    kept.append(b"\0\1\0\2")
    assert kept.kept() == (b"\0\1\0\2",)


@given(st.lists(st.binary(min_size=1)), st.lists(st.binary(min_size=1)))
def test_parts_are_one_zlib_stream(one: list[bytes], other: list[bytes]) -> None:
    parts = [DeflatedPart(), DeflatedPart()]
    for part, pieces in zip(parts, (one, other), strict=True):
        for piece in pieces:
            part.put(piece)
            part.mark()
    body, whole = DeflatedBody(parts), b"".join(one + other)
    assert zlib.decompress(b"".join(body.compressed())) == whole
    assert body.length == len(whole)


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("in_arrays", [False, True])
def test_certificates_of_packed_blocks_are_accepted(
    name: str, in_arrays: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    puzzle, bodies, found = PUZZLES[name](), list[bytes](), list[Labelling]()
    if in_arrays:
        monkeypatch.setattr(layers, "HAND_OVER", 0)
    for most in (blocks.PLAIN_BYTES, 100):
        monkeypatch.setattr(blocks, "PLAIN_BYTES", most)
        found.append(label(puzzle, ignore, at_least=12))
        for _ in range(2):  # as when the disk does not take the first one
            write_certificate(puzzle, found[-1], tmp_path / "one.cert", {})
        bodies.append(zlib.decompress((tmp_path / "one.cert").read_bytes().split(b"\n", 1)[1]))
        assert check_file(tmp_path / "one.cert", puzzle).at_least == found[-1].at_least
    plain, packed = found
    assert isinstance(packed.blocks, Blocks)
    assert bodies[0] == bodies[1]
    assert packed.plan == plain.plan


def test_what_shrinks_too_much_is_packed_as_checkers_want_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Regular blocks: a body of more than twelve times its compressed bytes looks like a bomb."""
    monkeypatch.setattr("puzzleproof.provers.certificate.DENSE", 0.1)
    monkeypatch.setattr(blocks, "PLAIN_BYTES", 100)
    puzzle = library("soap")
    write_certificate(puzzle, label(puzzle, ignore), tmp_path / "one.cert", {})
    assert check_file(tmp_path / "one.cert").optimum == 43


def test_memory_holds_neither_blocks_nor_records(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deflated, "IN_MEMORY", 1 << 16)
    kept = Blocks(8, memory=8 << 20)
    block = b"".join(sorted(os.urandom(8) for _ in range(20_000)))
    kept.append(block)
    tracemalloc.start()
    for _ in range(60):
        kept.append(block)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(kept) * len(block) > 9_000_000
    assert peak < 4_000_000


def test_nothing_stays_in_the_temporary_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(deflated, "IN_MEMORY", 10)
    part = DeflatedPart()
    part.put(os.urandom(1000))
    assert b"".join(part.compressed())
    assert not list(tmp_path.iterdir())  # the file has no name


def read_back(part: DeflatedPart) -> bytes:
    return zlib.decompress(b"".join(DeflatedBody([part]).compressed()))


def test_without_a_temporary_folder_memory_has_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    monkeypatch.setattr(deflated, "IN_MEMORY", 10)
    part, data = DeflatedPart(), os.urandom(300_000)
    for start in range(0, len(data), 50_000):
        part.put(data[start : start + 50_000])
    assert read_back(part) == data


@pytest.mark.skipif(sys.platform == "win32", reason="no file of a limited size")
def test_when_the_disk_gets_full_memory_has_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of this process end at 100,000 bytes, as on a disk with no room for more."""
    import resource

    monkeypatch.setattr(deflated, "IN_MEMORY", 10)
    part, data = DeflatedPart(), os.urandom(300_000)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    held = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
        for start in range(0, len(data), 50_000):
            part.put(data[start : start + 50_000])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, held)
    assert read_back(part) == data
