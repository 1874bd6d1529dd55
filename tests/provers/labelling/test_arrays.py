"""Labels by arrays: the blocks and records are those of plain Python, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.explore import layers
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import label, search
from puzzleproof.provers.labelling.arrays import records, smallest_common, varints
from puzzleproof.provers.labelling.blocks import record_encoder
from puzzleproof.provers.labelling.search import write_certificate
from puzzleproof.verify.certificate import check_file
from tests.support.boards import METRICS, library, puzzles, sliding
from tests.support.certificate_files import varint

NEVER = 1 << 60
BOARDS: dict[str, Callable[[], SlidingPuzzle]] = {
    "soap": lambda: library("soap"),
    "simplicity": lambda: library("simplicity"),
    "half cells": lambda: sliding(
        "AA..BB/AA..BB/CC..../CC....", goal="....../....../AA..../AA....", cell=2
    ),
    "wide numbers": lambda: library("gnome-18-steps"),  # nine bytes
    "eight bytes": lambda: sliding(
        "ABCDEFGH/IJKLMNOP/.QRSTUVW", goal="Q......./......../........", labelled="ABC"
    ),
}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", BOARDS)
def test_the_file_is_the_same(
    name: str, metric: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    puzzle, files = BOARDS[name]().with_metric(metric), list[bytes]()
    for hand_over, many in ((NEVER, NEVER), (0, 0)):
        monkeypatch.setattr(layers, "HAND_OVER", hand_over)
        monkeypatch.setattr(search, "RECORDS_IN_ARRAYS", many)
        found = label(puzzle, ignore, at_least=9, bidirectional=False)
        write_certificate(puzzle, found, tmp_path / "one.cert", {})
        files.append((tmp_path / "one.cert").read_bytes())
    header, body = zip(*(file.split(b"\n", 1) for file in files), strict=True)
    assert body[0] == body[1]
    if found.plan is None:
        assert header[0] == header[1]
    check_file(tmp_path / "one.cert", puzzle)


@given(puzzles(tours=False))
def test_blocks_of_random_boards(puzzle: SlidingPuzzle) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layers, "HAND_OVER", NEVER)
        plain = label(puzzle, ignore, at_least=6, bidirectional=False)
        patch.setattr(layers, "HAND_OVER", 0)
        arrays = label(puzzle, ignore, at_least=6, bidirectional=False)
    assert list(arrays.blocks) == list(plain.blocks)
    assert arrays.at_least == plain.at_least


@given(st.lists(st.integers(1, 2**64 - 1), min_size=1))
def test_varints_are_those_of_the_format(numbers: list[int]) -> None:
    assert varints(np.array(numbers, np.uint64)) == b"".join(map(varint, numbers))


@given(st.sets(st.integers(0, 2**24 - 1)), st.sampled_from([3, 8]))
def test_records_are_those_of_plain_python(numbers: set[int], width: int) -> None:
    block = b"".join(number.to_bytes(width, "big") for number in sorted(numbers))
    assert b"".join(records(block, width)) == record_encoder(width)(block)


def test_records_go_on_from_batch_to_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzleproof.provers.labelling.arrays.BATCH", 3)
    block = bytes(range(0, 250, 7))
    assert b"".join(records(block, 1)) == record_encoder(1)(block)


@given(st.sets(st.integers(0, 2**16 - 1)), st.sets(st.integers(0, 2**16 - 1)))
def test_the_smallest_common_number(one: set[int], other: set[int]) -> None:
    first, second = (b"".join(n.to_bytes(2, "big") for n in sorted(some)) for some in (one, other))
    expected = min(one & other, default=None)
    assert smallest_common(first, second, 2) == expected
    assert search.smallest_common(first, second, 2) == expected
