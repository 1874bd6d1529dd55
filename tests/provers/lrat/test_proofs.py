"""Strict LRAT, from a solver's FRAT."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.provers.lrat import (
    DELETED_AT_ONCE,
    PIECE_LINES,
    as_binary,
    as_text,
    proof_lines,
)
from puzzleproof.verify.lrat import Line, binary_lines, check_lines, text_lines
from tests.support.solver_proofs import clrat, random_clauses, solved

SQUARE = [(1, 2), (1, -2), (-1, 2), (-1, -2)]


def checked(clauses: Sequence[Sequence[int]], lines: Sequence[Line]) -> int:
    variables = max(abs(literal) for clause in clauses for literal in clause)
    return check_lines(clauses, variables, lines)


def converted(folder: Path, clauses: Sequence[Sequence[int]], text: str) -> list[Line]:
    (folder / "frat").write_text(text)
    return list(proof_lines(clauses, folder / "frat"))


def test_numbers_follow_the_cnf_and_unneeded_lemmas_go(tmp_path: Path) -> None:
    text = """\
o 11  2 1 0
o 12  1 -2 0
o 15  -1 2 0
o 9  -1 -2 0
a 20  1 2 0  l 11 0
a 30  1 0  l 11 12 0
d 11  1 2 0
a 31  0  l 30 15 9 0
f 31  0
"""
    proof = converted(tmp_path, SQUARE, text)
    assert proof == [(5, [1], [1, 2]), (6, [], [5, 3, 4])]
    assert checked(SQUARE, proof) == 5
    assert converted(tmp_path, SQUARE, text + "a 7  0  l 99 0") == proof  # it has ended before


def test_a_name_may_be_given_again(tmp_path: Path) -> None:
    text = """\
o 1  1 2 0
o 2  1 -2 0
o 3  -1 2 0
a 5  1 0  l 1 2 0
a 6  2 0  l 5 3 0
d 5  1 0
o 5  -1 -2 0
a 7  -1 0  l 6 5 0
a 8  1 0  l 1 2 0
a 9  0  l 7 8 0
"""
    assert converted(tmp_path, SQUARE, text) == [
        (5, [1], [1, 2]),
        (6, [2], [5, 3]),
        (7, [-1], [6, 4]),
        (8, [1], [1, 2]),
        (9, [], [7, 8]),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ("o 1  1 2 0\n", "no empty clause"),
        ("o 1  1 2 0\na 5  1 0  l 1 0\n", "no empty clause"),
        ("a 6  0  l 5 0\n", "clause 5: is needed, but is not in the file"),
        ("o 5  1 0\na 6  0  l 5 0\n", "clause 5: .* is not a clause of the CNF"),
        ("o 5  1 2 0\na 6  0\n", "clause 6: has no hints"),
        ("o 5  1 2 0\na 6  0  l -5 0\n", "clause -5: is needed, but is not in the file"),
        ("o 5  0\na 6  0  l 5 0\n", "clause 5: .* is not a clause of the CNF"),
        ("r 5 6 0\na 6  0  l 5 0\n", "cannot be read as FRAT"),
        ("a\na 6  0  l 5 0\n", "cannot be read as FRAT"),
        ("o 5  1 x 0\na 6  0  l 5 0\n", r"o 5  1 x 0.* cannot be read"),
        ("o 5  1 2 0\na 6  0  l 5", r"a 6  0  l 5' cannot be read"),
    ],
)
def test_a_file_that_proves_nothing_is_rejected(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(CertificateRejected, match=words):
        converted(tmp_path, SQUARE, text)


def test_lemmas_are_deleted_after_their_last_use_many_at_once(tmp_path: Path) -> None:
    """A chain of units, each used once: 1 and 'k implies k + 1' against 'not the last'."""
    length = 3 * DELETED_AT_ONCE
    clauses = [(1,), *((-k, k + 1) for k in range(1, length)), (-length,)]
    originals = [f"o {n} {' '.join(map(str, c))} 0" for n, c in enumerate(clauses, 1)]
    first = len(clauses)
    lemmas = [
        f"a {first + k} {k + 1} 0 l {first + k - 1 if k > 1 else 1} {k + 1} 0"
        for k in range(1, length)
    ]
    end = f"a {first + length} 0 l {first + length - 1} {first} 0"
    proof = converted(tmp_path, clauses, "\n".join([*originals, *lemmas, end, ""]))
    assert checked(clauses, proof) == 2 * length
    deletions = [names for number, _, names in proof if not number]
    assert [len(names) for names in deletions] == [DELETED_AT_ONCE] * 2
    assert deletions[0] == list(range(first + 1, first + 1 + DELETED_AT_ONCE))


def test_what_cadical_proves_of_random_clauses_is_accepted(tmp_path: Path) -> None:
    """With strict hints, as ACL2 asks.  Under assumptions there is no empty clause."""
    refuted = 0
    for seed in range(60):
        clauses = random_clauses(seed)
        if solved(clauses, tmp_path / "frat"):
            with pytest.raises(CertificateRejected):
                list(proof_lines(clauses, tmp_path / "frat"))
            continue
        proof = list(proof_lines(clauses, tmp_path / "frat"))
        assert checked(clauses, proof) == sum(len(hints) for number, _, hints in proof if number)
        refuted += 1
    assert refuted > 40
    assert not solved(SQUARE[:3], tmp_path / "frat", assumptions=[-2])
    with pytest.raises(CertificateRejected, match="no empty clause"):
        list(proof_lines(SQUARE[:3], tmp_path / "frat"))
    with pytest.raises(CertificateRejected, match="needs no proof"):
        converted(tmp_path, [(1,), ()], "o 1  1 0\no 2  0\n")


NUMBERS = st.integers(1, 1 << 40)
LITERALS = st.lists(NUMBERS | NUMBERS.map(lambda x: -x), unique_by=abs)
LINES: list[Line] = [(5, [1, -2], [1, 2]), (6, [-3], [4]), (0, [], [5]), (7, [], [6, 3])]


def read_binary(pieces: Iterable[bytes]) -> list[Line]:
    return list(binary_lines(BytesIO(b"".join(pieces)).read))


def read_text(pieces: Iterable[bytes]) -> list[Line]:
    return list(text_lines(BytesIO(b"".join(pieces)).read))


def test_bytes_and_text_as_the_format_has_them() -> None:
    # The example of drat-trim's README (M. Heule, 2017): 63 -> 7e, -8193 -> 83 80 01, 129 -> 82 02.
    assert clrat((63, [129, -8193], [1])) == bytes.fromhex("61 7e 8202 838001 00 02 00")
    assert clrat((0, [], [63, 129])) == bytes.fromhex("64 7e 8202 00")
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
    assert len(pieces) == -(-len(lines) // PIECE_LINES)
    assert read_binary(pieces) == lines
