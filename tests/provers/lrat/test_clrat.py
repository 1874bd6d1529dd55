"""Strict CLRAT: the bytes, and what becomes of a solver's FRAT or LRAT."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.provers.lrat.clrat import Size, Writer, deletion, from_frat, from_lrat, lemma
from puzzleproof.verify.lrat import Line, binary_lines, check_lines
from tests.support.solver_proofs import random_clauses, solved

SQUARE = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
NAMES = st.integers(1, 1 << 40)


def read(proof: bytes) -> list[Line]:
    return list(binary_lines(io.BytesIO(proof).read))


def checked(clauses: Sequence[Sequence[int]], proof: bytes) -> int:
    variables = max(abs(literal) for clause in clauses for literal in clause)
    return check_lines(clauses, variables, binary_lines(io.BytesIO(proof).read))


def converted(folder: Path, clauses: Sequence[Sequence[int]], text: str) -> tuple[Size, bytes]:
    (folder / "frat").write_text(text)
    out = io.BytesIO()
    return from_frat(clauses, folder / "frat", out), out.getvalue()


def test_bytes_as_the_format_has_them() -> None:
    # The example of drat-trim's README (M. Heule, 2017): 63 -> 7e, -8193 -> 83 80 01, 129 -> 82 02.
    assert lemma(63, (129, -8193), (1,)) == bytes.fromhex("61 7e 8202 838001 00 02 00")
    assert deletion((63, 129)) == bytes.fromhex("64 7e 8202 00")


@given(NAMES, st.lists(NAMES | NAMES.map(lambda x: -x), unique_by=abs), st.lists(NAMES))
def test_what_is_written_reads_back(number: int, literals: list[int], hints: list[int]) -> None:
    assert read(lemma(number, literals, hints)) == [(number, sorted(literals, key=abs), hints)]
    assert read(deletion(hints)) == [(0, [], hints)]


def test_a_writer_counts_what_it_wrote_and_forgets_in_batches() -> None:
    out = io.BytesIO()
    writer = Writer(out)
    for number in range(1, 10_001):
        writer.add(number, (number,), (1, 2))
        writer.forget((number,))
    size = writer.close()
    assert size == Size(10_000, 20_000, len(out.getvalue()))
    lines = read(out.getvalue())
    gone = [name for number, _, names in lines if not number for name in names]
    assert gone == list(range(1, len(gone) + 1))
    assert len(gone) > 9_000
    assert sum(not number for number, _, _ in lines) < 10


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
    size, proof = converted(tmp_path, SQUARE, text)
    assert read(proof) == [(5, [1], [1, 2]), (6, [], [5, 3, 4])]
    assert size == Size(2, 5, len(proof))
    assert checked(SQUARE, proof) == 5


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
    _, proof = converted(tmp_path, SQUARE, text)
    assert read(proof) == [
        (5, [1], [1, 2]),
        (6, [2], [5, 3]),
        (7, [-1], [6, 4]),
        (8, [1], [1, 2]),
        (9, [], [7, 8]),
    ]


def test_hints_that_are_true_or_come_too_late_go(tmp_path: Path) -> None:
    originals = "".join(f"o {n}  {a} {b} 0\n" for n, (a, b) in enumerate(SQUARE, 1))
    text = originals + "a 5  1 0  l 1 1 2 3 0\na 6  0  l 5 1 3 4 2 0\n"
    _, proof = converted(tmp_path, SQUARE, text)
    assert read(proof) == [(5, [1], [1, 2]), (6, [], [5, 3, 4])]


def test_the_first_empty_clause_counts(tmp_path: Path) -> None:
    originals = "".join(f"o {n}  {a} {b} 0\n" for n, (a, b) in enumerate(SQUARE, 1))
    text = originals + "a 5  1 0  l 1 2 0\na 6  0  l 5 3 4 0\na 7  0  l 99 0"
    _, proof = converted(tmp_path, SQUARE, text)
    assert read(proof)[-1] == (6, [], [5, 3, 4])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ("o 1  1 2 0\n", "no empty clause"),
        ("o 1  1 2 0\na 5  1 0  l 1 0\n", "no empty clause"),
        ("a 6  0  l 5 0\n", "clause 5: is needed and never given"),
        ("o 5  1 0\na 6  0  l 5 0\n", "clause 5: .* is no clause of the CNF"),
        ("o 5  1 2 0\na 6  0  l 5 0\n", "clause 6: its hint 5 is not unit"),
        ("o 5  1 2 0\na 6  1 0  l 5 0\na 7  0  l 6 0\n", "clause 6: its hints do not lead"),
        ("o 5  1 2 0\na 6  0\n", "clause 6: has no hints"),
        ("o 5  1 2 0\na 6  0  l -5 0\n", "clause -5: is needed and never given"),
        ("o 5  0\na 6  0  l 5 0\n", "clause 5: .* is no clause of the CNF"),
        ("r 5 6 0\na 6  0  l 5 0\n", "cannot be read as FRAT"),
        ("a\na 6  0  l 5 0\n", "cannot be read as FRAT"),
        ("o 5  1 x 0\na 6  0  l 5 0\n", r"o 5  1 x 0.* cannot be read"),
        ("o 5  1 2 0\na 6  0  l 5", r"a 6  0  l 5' cannot be read"),
    ],
)
def test_a_file_that_proves_nothing_is_rejected(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(CertificateRejected, match=words):
        converted(tmp_path, SQUARE, text)


def test_an_empty_clause_in_the_cnf_needs_no_proof(tmp_path: Path) -> None:
    with pytest.raises(CertificateRejected, match="needs no proof"):
        converted(tmp_path, [(1,), ()], "o 1  1 0\no 2  0\n")


def test_lrat_is_made_strict_too(tmp_path: Path) -> None:
    (tmp_path / "lrat").write_text("c remark\n5 1 0 1 1 2 0\n5 d 1 0\n8 -2 1 0 2 0\n9 0 5 3 4 0\n")
    out = io.BytesIO()
    from_lrat(SQUARE, tmp_path / "lrat", out)
    assert read(out.getvalue()) == [(5, [1], [1, 2]), (6, [], [5, 3, 4])]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5 1 0 1 2 0\n", "no empty clause"),
        ("5 0 6 0\n", "clause 6: is needed and never given"),
        ("5\n", "cannot be read as LRAT"),
        ("5 1 2\n6 0 5 0\n", "5 1 2.* cannot be read"),
        ("5 1 0\n6 0 5 0\n", "5 1 0.* cannot be read"),
    ],
)
def test_lrat_that_proves_nothing_is_rejected(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "lrat").write_text(text)
    with pytest.raises(CertificateRejected, match=words):
        from_lrat(SQUARE, tmp_path / "lrat", io.BytesIO())


def test_what_cadical_proves_of_random_clauses_is_accepted(tmp_path: Path) -> None:
    refuted = 0
    for seed in range(60):
        clauses = random_clauses(seed)
        if solved(clauses, tmp_path / "frat"):
            with pytest.raises(CertificateRejected):
                from_frat(clauses, tmp_path / "frat", io.BytesIO())
            continue
        out = io.BytesIO()
        size = from_frat(clauses, tmp_path / "frat", out)
        assert checked(clauses, out.getvalue()) == size.hints
        refuted += 1
    assert refuted > 40


def test_an_answer_under_assumptions_is_no_refutation(tmp_path: Path) -> None:
    """Only the clauses count: CaDiCaL's proof then ends without the empty clause."""
    assert not solved(SQUARE[:3], tmp_path / "frat", assumptions=[-2])
    with pytest.raises(CertificateRejected, match="no empty clause"):
        from_frat(SQUARE[:3], tmp_path / "frat", io.BytesIO())
