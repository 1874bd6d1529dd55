"""The bytes of an LRAT proof: as the formats have them, and read back by the checker's readers."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.provers.lrat.writer import PIECE_BYTES, as_binary, as_text
from puzzleproof.verify.lrat import Line, binary_lines, text_lines
from tests.support.solver_proofs import clrat

NUMBERS = st.integers(1, 1 << 40)
LITERALS = st.lists(NUMBERS | NUMBERS.map(lambda x: -x), unique_by=abs)
LINES: list[Line] = [(5, [1, -2], [1, 2]), (6, [-3], [4]), (0, [], [5]), (7, [], [6, 3])]


def read_binary(pieces: Iterable[bytes]) -> list[Line]:
    return list(binary_lines(BytesIO(b"".join(pieces)).read))


def read_text(pieces: Iterable[bytes]) -> list[Line]:
    return list(text_lines(BytesIO(b"".join(pieces)).read))


def test_bytes_as_the_format_has_them() -> None:
    # The example of drat-trim's README (M. Heule, 2017): 63 -> 7e, -8193 -> 83 80 01, 129 -> 82 02.
    assert clrat((63, [129, -8193], [1])) == bytes.fromhex("61 7e 8202 838001 00 02 00")
    assert clrat((0, [], [63, 129])) == bytes.fromhex("64 7e 8202 00")


def test_text_as_the_format_has_it() -> None:
    assert b"".join(as_text(LINES, 4)) == b"5 1 -2 0 1 2 0\n6 -3 0 4 0\n6 d 5 0\n7 0 6 3 0\n"
    assert b"".join(as_text([(0, [], [])], 4)) == b"4 d 0\n"


@given(NUMBERS, LITERALS, st.lists(NUMBERS))
def test_what_is_written_reads_back(number: int, literals: list[int], hints: list[int]) -> None:
    lines: list[Line] = [(number, sorted(literals, key=abs), hints), (0, [], hints)]
    assert read_binary([clrat((number, literals, hints), (0, [], hints))]) == lines
    assert read_text(as_text(lines, 1)) == lines


def test_long_proofs_come_in_large_pieces() -> None:
    lines: list[Line] = [(number, [number], [1, 2]) for number in range(1, 40_000)]
    pieces = list(as_binary(lines))
    assert 1 < len(pieces) < 10
    assert all(len(piece) >= PIECE_BYTES for piece in pieces[:-1])
    assert read_binary(pieces) == lines
