"""Blocks in arrays and on the disk, numbers of states: as plain Python and the rules have them."""

import os
import tempfile
import tracemalloc
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import blocks, label, search
from puzzleproof.provers.labelling.blocks import Blocks, record_maker, records_in_arrays
from puzzleproof.provers.labelling.search import write_certificate
from puzzleproof.verify.certificate import check_file
from tests.support.boards import METRICS, library, sliding
from tests.support.certificate_files import varint
from tests.support.frog_boards import frogs
from tests.support.tile_boards import tiles

NEVER = 1 << 60
SLIDING = {
    "soap": library("soap"),
    "simplicity": library("simplicity"),
    "half cells": sliding(
        "AA..BB/AA..BB/CC..../CC....", goal="....../....../AA..../AA....", labelled="A", cell=2
    ),
    "nine bytes a state": library("gnome-18-steps"),
    "eight bytes": sliding("ABCD/EFGH/IJKL/MN..", goal="B.../..../..../....", labelled="ABC"),
}
BOARDS: dict[str, AnyPuzzle] = {
    **{
        f"{name}, {metric}": one.with_metric(metric)
        for name, one in SLIDING.items()
        for metric in METRICS
    },
    "from both ends": tiles("1 2 0/5 3 4"),
    "moves that cannot be undone": frogs("FF../.T.T"),
    "contents of 25 cells": frogs("FFFFF/FFFFF/F...T/TTTTT/TTTTT"),
    "tiles of eight bytes": tiles("1 2 3 4/5 6 7 8/13 9 10 11/0 14 15 12"),
}
WAYS: dict[str, dict[str, int]] = {
    "plain": {"hand_over": NEVER, "memory": blocks.IN_MEMORY},
    "arrays": {"hand_over": 0, "memory": blocks.IN_MEMORY},
    "disk": {"hand_over": NEVER, "memory": 100},
    "arrays, disk": {"hand_over": 0, "memory": 100},
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_certificate_is_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    puzzle, path, found = BOARDS[name], tmp_path / "one.cert", list[tuple[bytes, int | None]]()
    for way in WAYS.values():
        monkeypatch.setattr(search, "HAND_OVER", way["hand_over"])
        monkeypatch.setattr(blocks, "IN_MEMORY", way["memory"])
        one = label(puzzle, ignore, at_least=9)
        for _ in range(2):  # as when the disk does not take the first one
            write_certificate(puzzle, one, path, {})
        found.append((zlib.decompress(path.read_bytes().split(b"\n", 1)[1]), one.at_least))
    assert len(set(found)) == 1 < (found[0][1] or 0)
    assert check_file(path, puzzle).at_least == found[0][1]


def block_of(numbers: set[int], width: int) -> bytes:
    return b"".join(number.to_bytes(width, "big") for number in sorted(numbers))


@given(st.sets(st.integers(0, 2**24 - 1)), st.sampled_from([3, 8]), st.sampled_from([3, 10**6]))
def test_records_are_those_of_plain_python(numbers: set[int], width: int, batch: int) -> None:
    block, ordered = block_of(numbers, width), sorted(numbers)
    gaps = (b - a for a, b in zip([-1, *ordered], ordered, strict=False))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("puzzleproof.provers.labelling.blocks.BATCH", batch)
        assert b"".join(records_in_arrays(block, width)) == b"".join(map(varint, gaps))
    assert b"".join(record_maker(width, many=False)(block)) == b"".join(
        records_in_arrays(block, width)
    )


@given(st.lists(st.sets(st.integers(0, 2**24 - 1), min_size=1)), st.sampled_from([3, 9]))
def test_blocks_come_back_as_they_were(numbers: list[set[int]], width: int) -> None:
    expected = [block_of(some, width) for some in numbers]
    kept = Blocks(width, memory=8 * 100)
    for block in expected:
        kept.append(block)
    assert list(kept) == expected
    assert list(reversed(kept)) == expected[::-1]
    assert kept.sizes == list(map(len, numbers))


def test_memory_does_not_hold_the_blocks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And nothing stays in the folder: the file has no name."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    kept = Blocks(8, memory=1 << 20)
    block = b"".join(sorted(os.urandom(8) for _ in range(20_000)))
    tracemalloc.start()
    for _ in range(60):
        kept.append(block)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(kept) * len(block) > 9_000_000
    assert peak < 2_000_000
    assert not list(tmp_path.iterdir())
