"""Blocks that go to disk: they come back as they were, and the certificate is as it would be."""

from __future__ import annotations

import os
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
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import blocks, label
from puzzleproof.provers.labelling.blocks import Blocks
from puzzleproof.provers.labelling.search import write_certificate
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
    kept = Blocks(width, memory=8 * 100)
    for block in expected:
        kept.append(block)
    assert list(kept) == list(kept[:]) == expected
    assert list(reversed(kept)) == expected[::-1]
    assert kept.sizes == list(map(len, numbers))


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("in_arrays", [False, True])
def test_certificates_of_blocks_on_the_disk_are_the_same(
    name: str, in_arrays: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    puzzle, bodies, plans = PUZZLES[name](), list[bytes](), list[tuple[str, ...] | None]()
    if in_arrays:
        monkeypatch.setattr(layers, "HAND_OVER", 0)
    for most in (blocks.IN_MEMORY, 100):
        monkeypatch.setattr(blocks, "IN_MEMORY", most)
        found = label(puzzle, ignore, at_least=12)
        for _ in range(2):  # as when the disk does not take the first one
            write_certificate(puzzle, found, tmp_path / "one.cert", {})
        bodies.append(zlib.decompress((tmp_path / "one.cert").read_bytes().split(b"\n", 1)[1]))
        assert check_file(tmp_path / "one.cert", puzzle).at_least == found.at_least
        plans.append(found.plan)
    assert bodies[0] == bodies[1]
    assert plans[0] == plans[1]


def test_memory_does_not_hold_the_blocks() -> None:
    kept = Blocks(8, memory=1 << 20)
    block = b"".join(sorted(os.urandom(8) for _ in range(20_000)))
    tracemalloc.start()
    for _ in range(60):
        kept.append(block)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(kept) * len(block) > 9_000_000
    assert peak < 2_000_000


def test_nothing_stays_in_the_temporary_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    kept = Blocks(1, memory=80)
    kept.append(os.urandom(1000))
    assert len(kept[0]) == 1000
    assert not list(tmp_path.iterdir())  # the file has no name
