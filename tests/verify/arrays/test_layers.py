"""Which checker a table is put before, what is said of it, and what the one on arrays finds."""

import io
import sys
from pathlib import Path

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify import labelling
from puzzleproof.verify.certificate import ARRAYS, DEFINITION, check_file, check_stream
from tests.support.boards import SMALL
from tests.support.certificate_files import blocks_of, certificate, written
from tests.support.checkers import on_arrays
from tests.support.frog_boards import frogs

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
    assert "(arrays)" in check_file(path).details()
    assert "Python, numpy, and the machine" in check_file(path).details()
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


def foretold(puzzle: AnyPuzzle, bound: int) -> list[str]:
    said = list[str]()
    data = certificate(puzzle, blocks_of(puzzle, bound))
    check_stream(io.BytesIO(data), "test", by_rules=True, foretell=said.append)
    return said


@pytest.mark.parametrize("limit", ["MUCH_SECONDS", "MUCH_MEMORY"])
@pytest.mark.parametrize("puzzle", [PUZZLE, frogs("FF.TT")], ids=["walls", "frogs"])
def test_what_a_large_table_takes_is_said_beforehand(
    puzzle: AnyPuzzle, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert foretold(puzzle, 3) == []
    monkeypatch.setattr(labelling, limit, 1e-9)
    states = sum(map(len, blocks_of(puzzle, 3)))
    (said,) = foretold(puzzle, 3)
    assert said.startswith(f"a table of {states} states: by the rules the check may take up to ")


def test_it_is_said_before_the_first_record_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelling, "MUCH_SECONDS", 0)
    said = list[str]()
    data = certificate(PUZZLE, [[], []])
    with pytest.raises(CertificateRejected, match="the start is missing"):
        check_stream(io.BytesIO(data), "test", foretell=said.append)
    monkeypatch.setattr(labelling, "MUCH_SECONDS", -1)
    with pytest.raises(CertificateRejected, match="the start is missing"):
        check_stream(io.BytesIO(data), "test", foretell=said.append)
    assert len(said) == 1
