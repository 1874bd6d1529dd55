"""ACL2's verified checker says `s VERIFIED` for labellings of the library, and for a refutation.

Which instances have at most 100,000 states is worked out by the search itself, not told here; the
others are skipped with the reason.
"""

from pathlib import Path

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.lrat.frat import proof_lines
from puzzleproof.provers.opinions import acl2
from puzzleproof.verify.formula import dimacs
from puzzleproof.verify.formula.check import check_formula
from puzzleproof.verify.refutation import horizon_of
from tests.support.exported import claimed
from tests.support.labellings import states_labelled
from tests.support.solver_proofs import clrat, solved

STATES = 100_000

pytestmark = pytest.mark.skipif(acl2.IMAGE.find() is None, reason="ACL2's checker is not built")


def reason_to_skip(puzzle: AnyPuzzle) -> str:
    """By the search that the export makes, given up at the limit; empty where there is none."""
    try:
        puzzle.strips()
    except Unsupported as error:
        return f"no clausal form: {error}"
    states = states_labelled(puzzle, STATES)
    if states is None or states > STATES:
        return f"over {STATES:,} states"
    return "" if states else "the start is a goal"


def assert_verified(puzzle: AnyPuzzle, folder: Path) -> None:
    """Written in binary, accepted here, and accepted there."""
    files = claimed("lrat", puzzle, folder / "a", binary=True)
    assert check_formula(files.files[0], files.files[1]).at_least == files.at_least
    assert acl2.check(files.files[0], files.files[1]).line == acl2.VERIFIED


@pytest.mark.slow
@pytest.mark.parametrize("name", library_names())
def test_every_labelled_library_instance_is_verified(name: str, tmp_path: Path) -> None:
    """In its own metric."""
    if reason := reason_to_skip(load(name)):
        pytest.skip(reason)
    assert_verified(load(name), tmp_path)


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
    assert acl2.check(tmp_path / "a.cnf", tmp_path / "a.clrat").line == acl2.VERIFIED
