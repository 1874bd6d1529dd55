"""Records read as arrays: the numbers and the faults of the reference."""

import hashlib
import io
import zlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzleproof.models.arrays.words import integers
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify import records as body_reader
from puzzleproof.verify.arrays.table import ArrayRecords
from puzzleproof.verify.records import Body, Records
from tests.support.certificate_files import records

WIDTHS = st.sampled_from([*range(1, 9), 9, 12, 16, 20])


def read(reader: type[Records], raw: bytes, sizes: list[int], width: int) -> list[list[int]] | str:
    """The numbers of each block, or the fault."""
    data = zlib.compress(raw)
    body = Body(io.BytesIO(data), len(raw), hashlib.sha256(data).hexdigest())
    found, some = list[list[int]](), reader(body, width)
    try:
        for label, size in enumerate(sizes):
            parts = some.block(f"label {label}", size)
            numbers = list[int]()
            for part in parts:
                numbers += part if isinstance(part, list) else integers(part, width)
            found.append(numbers)
        some.finish()
    except CertificateRejected as error:
        return str(error)
    return found


def assert_alike(raw: bytes, sizes: list[int], width: int) -> list[list[int]] | str:
    plain = read(Records, raw, sizes, width)
    assert read(ArrayRecords, raw, sizes, width) == plain
    return plain


@given(
    st.lists(st.sets(st.integers(0, 2**160 - 1), max_size=9), max_size=4),
    st.integers(1, 9),
    WIDTHS,
)
def test_numbers_of_any_width(sets: list[set[int]], chunk: int, width: int) -> None:
    blocks = [sorted({number >> 160 - 8 * width for number in some}) for some in sets]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(body_reader, "BODY_CHUNK", chunk)
        assert assert_alike(records(blocks), list(map(len, blocks)), width) == blocks


@given(st.binary(max_size=40), st.lists(st.integers(0, 9), max_size=4), WIDTHS, st.integers(1, 50))
@example(b"\x80\x00", [1], 1, 50)
@example(b"\x01\x00", [2], 1, 50)
@example(b"\xff\x7f", [1], 1, 50)
@example(b"\xff" * 8 + b"\x01", [1], 8, 50)
@example(b"\xff" * 9 + b"\x01", [1], 8, 50)
@example(b"\xff" * 9 + b"\x7f" + b"\x01" * 9, [5, 5], 8, 50)
@example(b"\xff" * 20, [1], 8, 3)
@example(b"", [1], 1, 50)
@example((b"\xff" * 7 + b"\x7f") * 300, [300], 8, 5000)
def test_any_bytes(raw: bytes, sizes: list[int], width: int, chunk: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(body_reader, "BODY_CHUNK", chunk)
        assert_alike(raw, sizes, width)
