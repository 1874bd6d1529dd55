"""`verify` as a function, and what headers of refutations may claim."""

from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected, InstanceError, NotationError
from puzzleproof.models.instances import load
from puzzleproof.provers.plans import moves_in
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.verify.certificate import CheckedCertificate, check_file
from puzzleproof.verify.function import verify
from tests.support.boards import SMALL
from tests.support.certificate_files import certificate as made
from tests.support.certificate_files import shortest_plan, written
from tests.support.exported import claimed


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
    with pytest.raises(NotationError, match="metric needs instance"):
        verify(certificate, metric="move")
    with pytest.raises(InstanceError, match="42: expected a puzzle"):
        verify(certificate, instance=42)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]


def test_a_formula_is_checked_with_its_proof(tmp_path: Path) -> None:
    claimed("lrat", load("frogs-1-1"), tmp_path / "frogs")
    formula, proof = tmp_path / "frogs.cnf", tmp_path / "frogs.lrat"
    checked = verify(formula, proof=proof, instance="frogs-1-1")
    assert repr(checked) == (
        "<CheckedFormula 'Frogs and toads, 1 + 1': at least 3 moves (move), horizon>"
    )
    with pytest.raises(CertificateRejected):
        verify(formula, proof=proof, instance="frogs-2-2")


def test_moves_stand_between_spaces_and_before_remarks() -> None:
    assert moves_in(load("frogs-1-1"), "3-2 1-3 # two\n2-1") == ["3-2", "1-3", "2-1"]
    puzzle = load("peg-small-example")
    assert moves_in(puzzle, "# nothing") == []


PUZZLE = SMALL["two labelled"].with_metric("unit")
TOUR = SMALL["tour in sequence"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"at_least": None}, "a refutation must claim 'at least L moves', L at least 1"),
        ({"at_least": 0}, "a refutation must claim 'at least L moves', L at least 1"),
        ({"at_least": 3, "plan": None}, "not that of 'cnf_sha256'"),
        ({"at_least": 3, "plan": None, "cnf_sha256": 5}, "not that of 'cnf_sha256'"),
        ({"at_least": 99, "plan": shortest_plan(PUZZLE)}, "the plan is shorter than the bound"),
        ({"at_least": 10**6}, "the formula of 999,999 moves has over 6,000,000 clauses"),
    ],
)
def test_a_false_header_is_rejected(changes: dict[str, Any], said: str, tmp_path: Path) -> None:
    file = made(PUZZLE, [], kind="refutation", **changes)
    with pytest.raises(CertificateRejected) as caught:
        check_file(written(tmp_path, file))
    assert said in str(caught.value)


def test_a_puzzle_without_facts_has_no_formula(tmp_path: Path) -> None:
    file = made(TOUR, [], kind="refutation", at_least=2)
    with pytest.raises(CertificateRejected, match="no formula for this instance: a tour has no"):
        check_file(written(tmp_path, file))
