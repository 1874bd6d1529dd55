"""The kernel of Coq as a reviewer: what counts as its answer, and how it is kept in bounds."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers.events import Emit
from puzzleproof.provers.formal.kernel import CLOSED, CoqOpinion, check, find
from puzzleproof.provers.formal.theorem import Theorem
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from tests.support.coq_files import needs_coq, theorem
from tests.support.reviewers import Fake

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


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    return Fake(tmp_path, monkeypatch, "PUZZLEPROOF_COQC")


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (f"echo '{CLOSED}'; echo 'Axioms: x : False'", "rests on more .*Axioms: x : False"),
        ("echo 'Axioms:'; echo 'x : False'", "rests on more than the rules: Axioms: x : False$"),
        (f"cat >&2 <<EOF\n{REFUSAL}\nEOF\nexit 1", "refuses 'minimum_is instance Piece 18'"),
        (f"echo '{CLOSED}'; cat >&2 <<EOF\n{REFUSAL}\nEOF\nexit 1", "the kernel refuses"),
    ],
)
def test_only_its_whole_answer_counts(fake: Fake, script: str, words: str) -> None:
    fake.does(script)
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
    fake: Fake, script: str, error: type[Exception], words: str
) -> None:
    fake.does(script)
    with pytest.raises(error, match=words):
        check(any_theorem())


def test_it_is_given_the_theorem_and_no_settings(
    tmp_path: Path, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COQPATH", "/elsewhere")
    fake.does(
        f'cp claim.v {tmp_path}/got\necho "$@${{COQPATH}}" > {tmp_path}/words',
    )
    with pytest.raises(Unsupported):
        check(any_theorem())
    assert (tmp_path / "got").read_text("utf-8") == any_theorem().text()
    assert (tmp_path / "words").read_text() == "-q claim.v\n"


def check_in_child(_emit: Emit) -> CoqOpinion:
    return check(any_theorem())


def test_at_its_limits_it_is_ended(fake: Fake) -> None:
    fake.ends_at_limits(check_in_child)


def test_it_ends_with_ctrl_c(tmp_path: Path, fake: Fake) -> None:
    made = tmp_path / "a.cert"
    assert prove("simplicity", load("simplicity"), Request(certificate=str(made))).certificate
    fake.ends_with_ctrl_c("coq", [made])


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
