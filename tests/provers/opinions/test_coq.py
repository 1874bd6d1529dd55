"""The kernel of Coq as a reviewer: what counts as its answer, and how it is kept in bounds."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.formal.theorem import Theorem
from puzzleproof.provers.opinions.coq import CLOSED, CoqOpinion, check, find
from puzzleproof.provers.process import Limits, MemoryLimit, TimeLimit, call
from puzzleproof.provers.prove import prove
from puzzleproof.provers.request import Request
from tests.support.coq_files import needs_coq, theorem

REFUSAL = (
    'Error:\nThe term "eq_refl" has type "true = true" while it is expected to have type\n'
    ' "lower_bound instance Piece 9 = true".'
)


def any_theorem() -> Theorem:
    return theorem(load("simplicity"))


@needs_coq
def test_an_axiom_is_noticed() -> None:
    """The theorem holds, and the kernel has accepted it, but it rests on something else."""
    honest = any_theorem()
    cheat = replace(
        honest,
        definitions=f"{honest.definitions}\nAxiom cheat : true = true -> {honest.statement}.\n",
        lemma="cheat",
    )
    opinion = check(cheat)
    assert not opinion.accepted
    assert re.match("the theorem rests on more than the rules: Axioms: cheat", opinion.line)


@needs_coq
def test_a_bound_one_too_high_is_refused() -> None:
    honest = any_theorem()
    opinion = check(replace(honest, statement="minimum_is instance Piece 19"))
    assert not opinion.accepted
    assert opinion.line == (
        "the kernel refuses 'minimum_is instance Piece 19': its check does not come out true"
    )


def fake(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a program in the place of coqc."""
    path = folder / "coqc"
    path.write_text(f"#!/bin/sh\n{script}")
    path.chmod(0o755)
    monkeypatch.setenv("PUZZLEPROOF_COQC", str(path))


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (f"echo '{CLOSED}'; echo 'Axioms: x : False'", "rests on more .*Axioms: x : False"),
        ("echo 'Axioms:'; echo 'x : False'", "rests on more than the rules: Axioms: x : False$"),
        (f"cat >&2 <<EOF\n{REFUSAL}\nEOF\nexit 1", "refuses 'minimum_is instance Piece 18'"),
        (f"echo '{CLOSED}'; cat >&2 <<EOF\n{REFUSAL}\nEOF\nexit 1", "the kernel refuses"),
    ],
)
def test_only_its_whole_answer_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, words: str
) -> None:
    fake(tmp_path, monkeypatch, script)
    opinion = check(any_theorem())
    assert not opinion.accepted
    assert re.search(words, opinion.line), opinion.line


@pytest.mark.parametrize(
    ("script", "error", "words"),
    [
        ("exit 0", Unsupported, "coqc gave no verdict, exit code 0, no output"),
        (f"echo '{CLOSED}'; exit 1", Unsupported, "no verdict, exit code 1, no output"),
        ("echo 'Error: a.' >&2; exit 1", Unsupported, "exit code 1; it ends: 'Error: a.'"),
        ("echo 'Error: Out of memory.' >&2; exit 1", LimitReached, "coqc: out of memory"),
        ("echo 'Error: Stack overflow.' >&2; exit 1", LimitReached, "Stack overflow"),
    ],
)
def test_who_says_nothing_has_no_opinion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, error: type[Exception], words: str
) -> None:
    fake(tmp_path, monkeypatch, script)
    with pytest.raises(error, match=words):
        check(any_theorem())


def test_it_is_given_the_theorem_and_no_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COQPATH", "/elsewhere")
    fake(
        tmp_path,
        monkeypatch,
        f'cp claim.v {tmp_path}/got\necho "$@${{COQPATH}}" > {tmp_path}/words',
    )
    with pytest.raises(Unsupported):
        check(any_theorem())
    assert (tmp_path / "got").read_text("utf-8") == any_theorem().text()
    assert (tmp_path / "words").read_text() == "-q claim.v\n"


def check_in_child(_emit: Emit) -> CoqOpinion:
    return check(any_theorem())


def test_at_its_limits_it_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, f"echo $$ > {tmp_path}/pid\nexec sleep 600")
    with pytest.raises(TimeLimit):
        call(check_in_child, (), ignore, Limits(seconds=2))
    assert gone(int((tmp_path / "pid").read_text()))
    hog = f"exec {sys.executable} -c 'x = bytes(range(256)) * 4000000; import time; time.sleep(60)'"
    fake(tmp_path, monkeypatch, f"echo $$ > {tmp_path}/pid\n{hog}")
    with pytest.raises(MemoryLimit):
        call(check_in_child, (), ignore, Limits(30, 800_000_000))
    assert gone(int((tmp_path / "pid").read_text()))


def test_it_ends_with_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, f"echo $$ > {tmp_path}/pid\nexec sleep 600")
    made = tmp_path / "a.cert"
    verdict = prove("simplicity", load("simplicity"), Request(certificate=str(made)))
    assert verdict.certificate
    code = (
        "import sys; from pathlib import Path\n"
        "from puzzleproof.provers.opinions.second_opinion import ask\n"
        "from puzzleproof.provers.process import NO_LIMITS\n"
        "ask('coq', Path(sys.argv[1]).read_bytes(), None, NO_LIMITS)"
    )
    command = [sys.executable, "-c", code, str(made)]
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


def test_without_coqc_it_says_how_to_have_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PUZZLEPROOF_COQC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find() is None
    with pytest.raises(Unsupported, match="coqc is not installed: 'make coq'"):
        check(any_theorem())


def test_a_wrong_name_of_a_program_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUZZLEPROOF_COQC", "/no/such/coqc")
    with pytest.raises(Unsupported, match="PUZZLEPROOF_COQC='/no/such/coqc'"):
        find()
