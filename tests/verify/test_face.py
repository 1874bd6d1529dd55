"""`verify` as a function: what it takes, what it returns, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzleproof.models.errors import CertificateRejected, InstanceError, NotationError
from puzzleproof.models.instances import load
from puzzleproof.provers.export.lrat import export_lrat
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.verify import verify
from puzzleproof.verify.certificate import CheckedCertificate
from puzzleproof.verify.replay import moves_in


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("face") / "frogs.cert"
    prove("frogs-1-1", load("frogs-1-1"), Request(certificate=str(path)))
    return path


def test_a_certificate_is_about_the_instance_given(certificate: Path) -> None:
    for instance in (None, "frogs-1-1", load("frogs-1-1")):
        checked = verify(certificate, instance=instance)
        assert isinstance(checked, CheckedCertificate)
        assert checked.optimum == 3
    assert verify(certificate, instance="frogs-1-1", metric="move").at_least == 3
    with pytest.raises(CertificateRejected):
        verify(certificate, instance="frogs-2-2")


def test_a_checked_certificate_is_shown_in_a_line(certificate: Path) -> None:
    expected = "<CheckedCertificate 'Frogs and toads, 1 + 1': 3 moves (move), invariant>"
    assert repr(verify(certificate)) == expected


def test_arguments_that_do_not_fit_are_told(certificate: Path) -> None:
    with pytest.raises(NotationError, match="metric goes with instance"):
        verify(certificate, metric="move")
    with pytest.raises(InstanceError, match="42: expected a puzzle"):
        verify(certificate, instance=42)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]


def test_a_formula_is_checked_with_its_proof(tmp_path: Path) -> None:
    export_lrat(load("frogs-1-1"), tmp_path / "frogs")
    formula, proof = tmp_path / "frogs.cnf", tmp_path / "frogs.lrat"
    checked = verify(formula, proof=proof, instance="frogs-1-1")
    assert repr(checked) == (
        "<CheckedFormula 'Frogs and toads, 1 + 1': at least 3 moves (move), ranks>"
    )
    with pytest.raises(CertificateRejected):
        verify(formula, proof=proof, instance="frogs-2-2")


def test_moves_stand_between_spaces_and_before_remarks() -> None:
    assert moves_in(load("frogs-1-1"), "3-2 1-3 # two\n2-1") == ["3-2", "1-3", "2-1"]
    puzzle = load("peg-small-example")
    assert moves_in(puzzle, "# nothing") == []
