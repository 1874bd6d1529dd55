"""Programs that review: what counts as their answer, and that limits and Ctrl-C end them."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers import opinions
from puzzleproof.provers.events import Emit
from puzzleproof.provers.formal import kernel as coq
from puzzleproof.provers.formal.kernel import CLOSED
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from tests.support.coq_files import needs_coq, theorem
from tests.support.reviewers import Fake
from tests.support.solver_proofs import GOOD, PIGEONS

READ = "echo '1 2 0' > read\n"
"""What ACL2's checker has read of a formula, said in a file."""
REFUSAL = (
    'Error:\nThe term "eq_refl" has type "true = true" while it is expected to have type\n'
    ' "lower_bound instance Piece 9 = true".'
)
FAILED = f"cat >&2 <<EOF\n{REFUSAL}\nEOF\nexit 1"


def ask_acl2(folder: Path, _emit: Emit | None = None) -> tuple[bool, str]:
    (folder / "a.cnf").write_text("c remark\np cnf 2 1\n1  2 0\n")
    (folder / "a.clrat").write_bytes(b"any")
    opinion = opinions.check_by_acl2(folder / "a.cnf", folder / "a.clrat")
    return opinion.accepted, opinion.line


def ask_coq(_folder: Path, _emit: Emit | None = None) -> tuple[bool, str]:
    opinion = coq.check(theorem(load("simplicity")))
    return opinion.accepted, opinion.line


class Program(NamedTuple):
    variable: str
    ask: Callable[..., tuple[bool, str]]
    find: Callable[[], Any]
    missing: str


PROGRAMS = {
    "acl2": Program("PUZZLEPROOF_ACL2", ask_acl2, opinions.IMAGE.find, "make acl2"),
    "coq": Program("PUZZLEPROOF_COQC", ask_coq, coq.COQC.find, "coqc is not installed: run 'make"),
}


def test_a_program_of_the_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "none"))
    monkeypatch.delenv(coq.COQC.variable, raising=False)
    (tmp_path / "coqc").touch(0o755)
    assert coq.COQC.find() is None
    monkeypatch.setenv(coq.COQC.variable, "coqc")
    assert coq.COQC.find() == tmp_path / "coqc"


@pytest.fixture(params=PROGRAMS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> Fake:
    return Fake(tmp_path, monkeypatch, PROGRAMS[name].variable)


@pytest.mark.parametrize(
    ("name", "script", "words"),
    [
        ("acl2", "echo 's FAILED'; exit 1", "exit code 1; last line: 's FAILED'"),
        ("acl2", "echo 's VERIFIED'", "did not say which clauses"),
        ("acl2", "echo 's VERIFIED'; echo '1 -2 0' > read", "read clause 1 as .*-2"),
        (
            "acl2",
            f"echo 's VERIFIED'; echo; echo 'HARD ACL2 ERROR in RUN:  it'; echo 'broke.'; {READ}",
            "^RUN: it broke.$",
        ),
        ("coq", f"echo '{CLOSED}'; echo 'Axioms: x : False'", "rests on more .*Axioms: x : False"),
        ("coq", "echo 'Axioms:'; echo 'x : False'", "rests on more than the rules: Axioms: x : F"),
        ("coq", FAILED, "refuses 'minimum_is instance Piece 18'"),
        ("coq", f"echo '{CLOSED}'; {FAILED}", "the kernel refuses"),
    ],
)
def test_only_its_whole_answer_counts(
    name: str, script: str, words: str, tmp_path: Path, fake: Fake
) -> None:
    fake.does(script)
    accepted, line = PROGRAMS[name].ask(tmp_path)
    assert not accepted
    assert re.search(words, line), line


@pytest.mark.parametrize(
    ("name", "script", "error", "words"),
    [
        ("acl2", "exit 0", Unsupported, "no verdict, exit code 0, no output"),
        ("acl2", "echo ' s VERIFIED'; echo 's VERIFIED?'", Unsupported, "verdict, exit code 0; "),
        ("acl2", "echo 'out of memory' >&2; exit 3", LimitReached, "exit code 3; last line: 'out"),
        ("acl2", "echo 'The storage for CONS is exhausted.'", LimitReached, "storage for CONS"),
        ("coq", "exit 0", Unsupported, "coqc gave no verdict, exit code 0, no output"),
        ("coq", f"echo '{CLOSED}'; exit 1", Unsupported, "no verdict, exit code 1, no output"),
        ("coq", "echo 'Error: a.' >&2; exit 1", Unsupported, "exit code 1; it ends: 'Error: a.'"),
        ("coq", "echo 'Error: Out of memory.' >&2; exit 1", LimitReached, "coqc: out of memory"),
        ("coq", "echo 'Error: Stack overflow.' >&2; exit 1", LimitReached, "Stack overflow"),
    ],
)
def test_who_says_nothing_has_no_opinion(
    name: str, script: str, error: type[Exception], words: str, tmp_path: Path, fake: Fake
) -> None:
    fake.does(script)
    with pytest.raises(error, match=words):
        PROGRAMS[name].ask(tmp_path)


@pytest.mark.parametrize("name", ["acl2"])
def test_the_line_and_the_formula_are_enough(name: str, tmp_path: Path, fake: Fake) -> None:
    fake.does(f"{READ}echo 's VERIFIED'; exit 1")
    assert PROGRAMS[name].ask(tmp_path)[0]


@pytest.mark.parametrize("name", ["coq"])
def test_it_is_given_the_theorem_and_no_settings(
    name: str, tmp_path: Path, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COQPATH", "/elsewhere")
    fake.does(f'cp claim.v {tmp_path}/got\necho "$@${{COQPATH}}" > {tmp_path}/words')
    with pytest.raises(Unsupported):
        PROGRAMS[name].ask(tmp_path)
    assert (tmp_path / "got").read_text("utf-8") == theorem(load("simplicity")).text()
    assert (tmp_path / "words").read_text() == "-q claim.v\n"


def test_it_ends_at_its_limits_and_with_ctrl_c(name: str, tmp_path: Path, fake: Fake) -> None:
    fake.ends_at_limits(PROGRAMS[name].ask, tmp_path)
    files = [tmp_path / "formula", tmp_path / "proof"]
    files[0].write_text(PIGEONS)
    files[1].write_bytes(GOOD)
    if name == "coq":
        files = files[:1]
        prove("simplicity", load("simplicity"), Request(certificate=str(files[0])))
    (tmp_path / "pid").unlink()
    fake.ends_with_ctrl_c(name, files)


def test_without_the_program_it_says_how_to_have_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong name of it is not passed over."""
    one = PROGRAMS[name]
    monkeypatch.setenv(one.variable, "/no/such/program")
    with pytest.raises(Unsupported, match=f"{one.variable}='/no/such/program'"):
        one.find()
    monkeypatch.delenv(one.variable)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert one.find() is None
    with pytest.raises(Unsupported, match=one.missing):
        one.ask(tmp_path)


@needs_coq
def test_an_axiom_and_a_bound_one_too_high_are_noticed() -> None:
    """The theorem holds, and the kernel has accepted it, but it rests on something else."""
    honest = theorem(load("simplicity"))
    cheat = replace(
        honest,
        definitions=f"{honest.definitions}\nAxiom cheat : true = true -> {honest.statement}.\n",
        lemma="cheat",
    )
    opinion = coq.check(cheat)
    assert not opinion.accepted
    assert opinion.line.startswith("the theorem rests on more than the rules: Axioms: cheat")
    opinion = coq.check(replace(honest, statement="minimum_is instance Piece 19"))
    assert not opinion.accepted
    assert opinion.line == (
        "the kernel refuses 'minimum_is instance Piece 19': its computation does not give true"
    )
