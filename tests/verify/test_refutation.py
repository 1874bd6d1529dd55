"""Refutations: what their headers may claim.  Proofs are tested in test_lrat and test_mutants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.certificate import check_file
from tests.support.boards import SMALL
from tests.support.certificate_files import certificate, shortest_plan, written

PUZZLE = SMALL["two labelled"].with_metric("unit")
TOUR = SMALL["tour in sequence"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"at_least": None}, "a refutation claims 'at least L moves', L at least 1"),
        ({"at_least": 0}, "a refutation claims 'at least L moves', L at least 1"),
        ({"at_least": 3, "plan": None}, "not that of 'cnf_sha256'"),
        ({"at_least": 3, "plan": None, "cnf_sha256": 5}, "not that of 'cnf_sha256'"),
        ({"at_least": 99, "plan": shortest_plan(PUZZLE)}, "the plan is shorter than the bound"),
        ({"at_least": 10**6}, "the formula of 999,999 moves has over 6,000,000 clauses"),
    ],
)
def test_a_false_header_is_rejected(changes: dict[str, Any], said: str, tmp_path: Path) -> None:
    file = certificate(PUZZLE, [], kind="refutation", **changes)
    with pytest.raises(CertificateRejected) as caught:
        check_file(written(tmp_path, file))
    assert said in str(caught.value)


def test_a_puzzle_without_facts_has_no_formula(tmp_path: Path) -> None:
    file = certificate(TOUR, [], kind="refutation", at_least=2)
    with pytest.raises(CertificateRejected, match="no formula for this instance: a tour has no"):
        check_file(written(tmp_path, file))
