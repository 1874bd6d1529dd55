"""ACL2's verified checker: what it accepts, what it refuses, and how it is kept in bounds."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.lrat.frat import strict_lines
from puzzleproof.provers.opinions.acl2 import Acl2Opinion, check, find
from puzzleproof.provers.process import Limits, MemoryLimit, TimeLimit, call
from puzzleproof.verify.formula.dimacs import lines
from puzzleproof.verify.lrat import Line
from puzzleproof.verify.refutation import horizon_of
from tests.support.solver_proofs import clrat, random_clauses, solved

needs_acl2 = pytest.mark.skipif(find() is None, reason="ACL2's checker is not built (make acl2)")

PIGEONS = "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n"
"""Three pigeons, two holes: 1 2, 3 4, 5 6 are the places of each."""
NOT_1: Line = (10, [-1], [4, 5, 2, 3, 9])
NONE: Line = (11, [], [10, 1, 7, 8, 2, 3, 6])
GOOD = clrat(NOT_1, NONE)

FAKE_FORMULA = "echo '1 2 0' > read\n"


def ask(folder: Path, proof: bytes, cnf: str = PIGEONS) -> Acl2Opinion:
    (folder / "a.cnf").write_text(cnf)
    (folder / "a.clrat").write_bytes(proof)
    return check(folder / "a.cnf", folder / "a.clrat")


@needs_acl2
def test_three_pigeons_do_not_fit_into_two_holes(tmp_path: Path) -> None:
    opinion = ask(tmp_path, GOOD)
    assert (opinion.verified, opinion.line) == (True, "s VERIFIED")


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
def test_names_of_files_may_hold_anything(tmp_path: Path) -> None:
    folder = tmp_path / 'a "b" \\c\ns VERIFIED\n(quit)'
    folder.mkdir()
    assert ask(folder, GOOD).verified
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


@needs_acl2
def test_the_eight_puzzle_has_no_plan_of_29_moves(tmp_path: Path) -> None:
    """A. Reinefeld, Complete solution of the eight-puzzle, IJCAI 1993: the hardest take 31."""
    horizon = horizon_of(load("eight-puzzle-867"), 29)  # the checker's own formula
    clauses = list(horizon.clauses())
    assert not solved(clauses, tmp_path / "frat")
    (tmp_path / "proof").write_bytes(clrat(*strict_lines(clauses, tmp_path / "frat")))
    (tmp_path / "cnf").write_bytes(b"".join(lines(horizon.variables, clauses)))
    assert check(tmp_path / "cnf", tmp_path / "proof").line == "s VERIFIED"


def fake(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a program in the place of ACL2's checker."""
    path = folder / "image"
    path.write_text(f"#!/bin/sh\n{script}")
    path.chmod(0o755)
    monkeypatch.setenv("PUZZLEPROOF_ACL2", str(path))


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo 's FAILED'; exit 1", "exit code 1; last line: 's FAILED'"),
        ("echo 's VERIFIED'", "did not say which clauses"),
        ("echo 's VERIFIED'; echo '1 -2 0' > read", "read clause 1 as .*-2"),
        (
            "echo 's VERIFIED'; echo; echo 'HARD ACL2 ERROR in RUN:  it'; echo 'broke.'; "
            + FAKE_FORMULA,
            "^RUN: it broke.$",
        ),
    ],
)
def test_only_its_own_words_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, words: str
) -> None:
    fake(tmp_path, monkeypatch, script)
    opinion = ask(tmp_path, b"any", "p cnf 2 1\n1 2 0\n")
    assert not opinion.verified
    assert re.search(words, opinion.line), opinion.line


@pytest.mark.parametrize(
    ("script", "error", "words"),
    [
        ("exit 0", Unsupported, "no verdict, exit code 0, no output"),
        ("echo ' s VERIFIED'; echo 's VERIFIED?'", Unsupported, "no verdict, exit code 0; last"),
        ("echo 'out of memory' >&2; exit 3", LimitReached, "exit code 3; last line: 'out of"),
        ("echo 'The storage for CONS is exhausted.'", LimitReached, "storage for CONS"),
    ],
)
def test_who_says_nothing_has_no_opinion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, error: type[Exception], words: str
) -> None:
    fake(tmp_path, monkeypatch, script)
    with pytest.raises(error, match=words):
        ask(tmp_path, b"any", "p cnf 2 1\n1 2 0\n")


def test_the_line_and_the_formula_are_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path, monkeypatch, FAKE_FORMULA + "echo 's VERIFIED'; exit 1")
    assert ask(tmp_path, b"any", "c remark\np cnf 2 1\n1  2 0\n").verified


def ask_in_child(folder: Path, _emit: Emit) -> Acl2Opinion:
    return ask(folder, GOOD)


def test_at_its_limits_it_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, f"echo $$ > {tmp_path}/pid\nexec sleep 600")
    with pytest.raises(TimeLimit):
        call(ask_in_child, (tmp_path,), ignore, Limits(seconds=1))
    assert gone(int((tmp_path / "pid").read_text()))
    hog = f"exec {sys.executable} -c 'x = bytes(range(256)) * 4000000; import time; time.sleep(60)'"
    fake(tmp_path, monkeypatch, f"echo $$ > {tmp_path}/pid\n{hog}")
    with pytest.raises(MemoryLimit):
        call(ask_in_child, (tmp_path,), ignore, Limits(30, 800_000_000))
    assert gone(int((tmp_path / "pid").read_text()))


def test_it_ends_with_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, f"echo $$ > {tmp_path}/pid\nexec sleep 600")
    (tmp_path / "a").write_text(PIGEONS)
    (tmp_path / "b").write_bytes(GOOD)
    code = (
        "import sys; from pathlib import Path\n"
        "from puzzleproof.provers.opinions.second_opinion import ask\n"
        "from puzzleproof.provers.process import NO_LIMITS\n"
        "given = (Path(name).read_bytes() for name in sys.argv[1:])\n"
        "ask('acl2', *given, NO_LIMITS)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "a"), str(tmp_path / "b")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            while not (tmp_path / "pid").is_file() or not (tmp_path / "pid").read_text().strip():
                assert process.poll() is None
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            _, complaint = process.communicate(timeout=30)
        finally:
            process.kill()
    assert "Interrupted" in complaint
    assert gone(int((tmp_path / "pid").read_text()))


def gone(pid: int) -> bool:
    """Whether a process ends within a few seconds; one that nobody has waited for has ended."""
    for _ in range(100):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


def test_without_an_image_it_says_how_to_build_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PUZZLEPROOF_ACL2", raising=False)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert find() is None
    with pytest.raises(Unsupported, match="make acl2"):
        ask(tmp_path, GOOD)


def test_a_wrong_name_of_an_image_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUZZLEPROOF_ACL2", "/no/such/image")
    with pytest.raises(Unsupported, match="PUZZLEPROOF_ACL2='/no/such/image'"):
        find()
