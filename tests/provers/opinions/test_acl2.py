"""ACL2's verified checker: what it accepts, and what it refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzleproof.provers.lrat.frat import strict_lines
from puzzleproof.provers.opinions.acl2 import Acl2Opinion, check, find
from tests.support.solver_proofs import GOOD, NONE, NOT_1, PIGEONS, clrat, random_clauses, solved

needs_acl2 = pytest.mark.skipif(find() is None, reason="ACL2's checker is not built (make acl2)")


def ask(folder: Path, proof: bytes, cnf: str = PIGEONS) -> Acl2Opinion:
    (folder / "a.cnf").write_text(cnf)
    (folder / "a.clrat").write_bytes(proof)
    return check(folder / "a.cnf", folder / "a.clrat")


@needs_acl2
@pytest.mark.parametrize(
    ("proof", "words"),
    [
        (clrat((10, [-1], [1, 4, 5, 2, 3, 9]), NONE), "index 1 .*not a unit"),
        (clrat((10, [-1], [2, 4, 5, 3, 9]), NONE), "index 2 .*not a unit"),
        (clrat((10, [-1], [4, 5, 2, 3]), NONE), "RAT check has failed .*#10"),
        (clrat((10, [-1], [4, 5, 2, 3, 99]), NONE), "index 99 .*no formula"),
        (clrat((10, [-1], []), NONE), "RAT check has failed .*#10"),
        (clrat((10, [1], [4, 5, 2, 3, 9]), NONE), "index 4 .*not a unit"),
        (clrat(NOT_1, (11, [], [10, 1, 7, 8, 2, 3])), "failed at proof clause #11"),
        (clrat(NONE), "index 10 .*no formula"),
        (clrat(NOT_1, (0, [], [10]), NONE), "index 10 .*deleted"),
        (clrat(NOT_1), "does not contain the empty clause"),
        (GOOD[:-1], "does not contain the empty clause"),
        (b"a" + bytes((20, 3, 9, 7, 0, 0)) + GOOD, "Illegal proof entry"),
        (GOOD.replace(b"a", b"d"), "Illegal proof entry"),
        (b"s VERIFIED\n", "Error: SIMPLE-ERROR"),
        (b"", "Zero-length file"),
    ],
)
def test_a_tampered_proof_is_refused_with_a_reason(
    tmp_path: Path, proof: bytes, words: str
) -> None:
    opinion = ask(tmp_path, proof)
    assert not opinion.verified
    assert re.search(words, opinion.line), opinion.line


@needs_acl2
@pytest.mark.parametrize("left_out", range(1, 10))
def test_every_clause_of_the_pigeons_is_needed(tmp_path: Path, left_out: int) -> None:
    """In its place stands a copy of another clause, so that the numbers stay."""
    lines = PIGEONS.splitlines(keepends=True)
    lines[left_out] = lines[left_out % 9 + 1]
    assert not ask(tmp_path, GOOD, "".join(lines)).verified


@needs_acl2
@pytest.mark.parametrize(
    ("cnf", "words"),
    [
        (PIGEONS.replace("\n-4 -6 0", "\n-4 -6 0 7 0"), "read clause 9 as .*-4.*-6"),
        (PIGEONS + "7 8", "read clause 10 as None"),
        ("p dnf 1 2\n1 2 0\n" + PIGEONS, "invalid formula"),
    ],
)
def test_a_formula_read_otherwise_than_written_is_no_opinion(
    tmp_path: Path, cnf: str, words: str
) -> None:
    opinion = ask(tmp_path, GOOD, cnf)
    assert not opinion.verified
    assert re.search(words, opinion.line), opinion.line


@needs_acl2
def test_three_pigeons_do_not_fit_into_two_holes(tmp_path: Path) -> None:
    """Names of files may hold anything."""
    folder = tmp_path / 'a "b" \\c\ns VERIFIED\n(quit)'
    folder.mkdir()
    opinion = ask(folder, GOOD)
    assert (opinion.verified, opinion.line) == (True, "s VERIFIED")
    assert not ask(folder, clrat(NOT_1)).verified


@needs_acl2
def test_what_cadical_proves_of_random_clauses_is_verified(tmp_path: Path) -> None:
    refuted = 0
    for seed in range(1000, 1008):
        clauses = random_clauses(seed)
        if not solved(clauses, tmp_path / "frat"):
            text = "".join(" ".join(map(str, (*clause, 0))) + "\n" for clause in clauses)
            proof = clrat(*strict_lines(clauses, tmp_path / "frat"))
            cnf = f"p cnf 120 {len(clauses)}\n{text}"
            assert ask(tmp_path, proof, cnf).line == "s VERIFIED"
            refuted += 1
    assert refuted > 4
