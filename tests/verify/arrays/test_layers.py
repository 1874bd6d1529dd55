"""Which checker a table is put before, what is said of it, and what the one on arrays finds."""

import sys
from pathlib import Path

import pytest

from puzzleproof.verify import labelling
from puzzleproof.verify.arrays import table
from puzzleproof.verify.certificate import ARRAYS, DEFINITION, check_file
from tests.support.boards import SMALL
from tests.support.certificate_files import blocks_of, certificate, written
from tests.support.checkers import on_arrays

PUZZLE = SMALL["walls"]


def test_the_definition_runs_on_small_tables_and_on_a_share_of_large_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    found = check_file(path)
    assert (found.by, found.defined) == (DEFINITION, None)
    for share in (1, 2):
        monkeypatch.setattr(labelling, "DEFINED", found.states // share - 1)
        monkeypatch.setattr(table, "DEFINED", found.states // share - 1)
        other = check_file(path)
        assert (other.by, other.states) == (ARRAYS, found.states)
        assert other.defined is not None
        assert 0 < other.defined <= found.states // share + 8
        assert f", {other.defined} of them by the rules" in other.details()
        assert "Python, numpy, the machine" in other.details()
        assert check_file(path, by_rules=True).by == DEFINITION


def test_without_numpy_the_definition_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    monkeypatch.setitem(sys.modules, "puzzleproof.models.arrays.sliding", None)
    assert on_arrays(path).by == DEFINITION


def test_tours_are_checked_by_definition(tmp_path: Path) -> None:
    puzzle = SMALL["tour in sequence"]
    path = written(tmp_path, certificate(puzzle, blocks_of(puzzle, 3)))
    assert on_arrays(path).by == DEFINITION
