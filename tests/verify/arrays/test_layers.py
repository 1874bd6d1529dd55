"""Which checker a table is put before, what is said of it, and what the one on arrays finds."""

import sys
from pathlib import Path

import pytest

from puzzleproof.verify import labelling
from puzzleproof.verify.certificate import ARRAYS, DEFINITION, check_file
from tests.support.boards import SMALL
from tests.support.certificate_files import blocks_of, certificate, written
from tests.support.checkers import on_arrays

PUZZLE = SMALL["walls"]


def test_small_tables_are_checked_by_definition_and_large_ones_on_arrays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    assert check_file(path).by == DEFINITION
    states = check_file(path).states
    monkeypatch.setattr(labelling, "LARGER_A_LABEL", 2)
    monkeypatch.setattr(labelling, "LARGE", states - 16)
    assert check_file(path).by == ARRAYS
    assert ", on arrays of family 'sliding'" in check_file(path).details()
    assert "Python, numpy, the machine" in check_file(path).details()
    assert check_file(path, by_rules=True).by == DEFINITION
    monkeypatch.setattr(labelling, "LARGE", states - 15)
    assert check_file(path).by == DEFINITION


def test_without_numpy_the_definition_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, certificate(PUZZLE, blocks_of(PUZZLE, 8)))
    monkeypatch.setitem(sys.modules, "puzzleproof.verify.arrays.check", None)
    assert on_arrays(path).by == DEFINITION


def test_tours_and_other_families_are_checked_by_definition(tmp_path: Path) -> None:
    puzzle = SMALL["tour in sequence"]
    path = written(tmp_path, certificate(puzzle, blocks_of(puzzle, 3)))
    assert on_arrays(path).by == DEFINITION
