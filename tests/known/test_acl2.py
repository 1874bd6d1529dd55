"""ACL2's verified checker says `s VERIFIED` for labellings of the library, and for a refutation.

Which instances have at most 100,000 states is worked out by the search itself, not told here; the
others are skipped with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Event, Layer
from puzzleproof.provers.export.lrat import export_lrat
from puzzleproof.provers.labelling import label
from puzzleproof.provers.opinions import acl2
from puzzleproof.provers.refutation.certify import prove_unsatisfiable
from puzzleproof.verify.formula import dimacs
from puzzleproof.verify.formula.check import check_formula
from puzzleproof.verify.refutation import horizon_of

STATES = 100_000
QUICK = ("frogs-3-3", "instant-insanity", "one-colour-cubes")

pytestmark = pytest.mark.skipif(acl2.find() is None, reason="ACL2's checker is not built")


class _TooMany(Exception):
    """The search has met more states than are asked for."""


@dataclass(frozen=True)
class Size:
    """How many states an instance's labelling has; or why it is not asked."""

    states: int
    reason: str


def size(puzzle: AnyPuzzle) -> Size:
    """By the search that the export makes, given up at the limit."""

    def count(event: Event) -> None:
        if isinstance(event, Layer) and event.states > STATES:
            raise _TooMany

    try:
        puzzle.strips()
        found = label(puzzle, count, bidirectional=False)
    except Unsupported as error:
        return Size(0, f"no clausal form: {error}")
    except _TooMany:
        return Size(0, f"over {STATES:,} states")
    states = sum(map(len, found.blocks)) // puzzle.pack_width
    if found.at_least == 0:
        return Size(states, "the start is a goal")
    return Size(states, "" if states <= STATES else f"{states:,} states")


def assert_verified(puzzle: AnyPuzzle, folder: Path) -> None:
    """Written in binary, accepted here, and accepted there."""
    files = export_lrat(puzzle, folder / "a", binary=True)
    assert check_formula(files.formula, files.proof).at_least == files.at_least
    assert acl2.check(files.formula, files.proof).line == acl2.VERIFIED


@pytest.mark.parametrize("name", QUICK)
def test_small_labellings_are_verified(name: str, tmp_path: Path) -> None:
    puzzle = load(name)
    assert size(puzzle).reason == ""
    assert_verified(puzzle, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", library_names())
def test_every_labelled_library_instance_is_verified(name: str, tmp_path: Path) -> None:
    """In its own metric."""
    reason = size(load(name)).reason
    if reason:
        pytest.skip(reason)
    assert_verified(load(name), tmp_path)


@pytest.mark.slow
def test_that_the_eight_puzzle_has_no_plan_of_29_moves_is_verified(tmp_path: Path) -> None:
    """867/254/3-1 takes 31: A. Reinefeld, Complete solution of the eight-puzzle, IJCAI 1993."""
    horizon = horizon_of(load("eight-puzzle-867"), 29)
    clauses = list(horizon.clauses())
    assert prove_unsatisfiable(clauses, tmp_path / "a.clrat")
    with (tmp_path / "a.cnf").open("wb") as file:
        file.writelines(dimacs.lines(horizon.variables, clauses))
    assert acl2.check(tmp_path / "a.cnf", tmp_path / "a.clrat").line == acl2.VERIFIED
