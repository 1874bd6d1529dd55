"""ACL2's verified checker says `s VERIFIED` for short horizons of the library, and for a long one.

Instances without a formula, or with one that is too large, are skipped with the reason.
"""

from pathlib import Path

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.provers import opinions
from puzzleproof.provers.lrat import proof_lines
from puzzleproof.verify.formula import dimacs
from puzzleproof.verify.formula.check import check_formula
from puzzleproof.verify.refutation import horizon_of
from tests.support.exported import claimed
from tests.support.solver_proofs import clrat, solved

pytestmark = pytest.mark.skipif(opinions.IMAGE.find() is None, reason="ACL2's checker is not built")


@pytest.mark.slow
@pytest.mark.parametrize("name", library_names())
def test_a_short_horizon_of_every_library_instance_is_verified(name: str, tmp_path: Path) -> None:
    """Written in binary, accepted here, and accepted there."""
    try:
        files = claimed("lrat", load(name), tmp_path / "a", at_least=3, binary=True)
    except Unsupported as error:
        pytest.skip(str(error))
    assert check_formula(files.files[0], files.files[1]).at_least == files.at_least
    assert opinions.check_by_acl2(files.files[0], files.files[1]).line == opinions.VERIFIED


@pytest.mark.slow
def test_that_the_eight_puzzle_has_no_plan_of_29_moves_is_verified(tmp_path: Path) -> None:
    """867/254/3-1 takes 31: A. Reinefeld, Complete solution of the eight-puzzle, IJCAI 1993."""
    horizon = horizon_of(load("eight-puzzle-867"), 29)
    clauses = list(horizon.clauses())
    assert not solved(clauses, tmp_path / "frat")
    proof = clrat(*proof_lines(clauses, tmp_path / "frat"))
    (tmp_path / "a.clrat").write_bytes(proof)
    with (tmp_path / "a.cnf").open("wb") as file:
        file.writelines(dimacs.lines(horizon.variables, clauses))
    assert (
        opinions.check_by_acl2(tmp_path / "a.cnf", tmp_path / "a.clrat").line == opinions.VERIFIED
    )
