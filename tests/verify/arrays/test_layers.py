"""Which checker runs, and what the one on arrays finds, whatever the size of its chunks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from puzzleproof.verify import labelling
from puzzleproof.verify.arrays import check as array_module
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import ARRAYS, DEFINITION, check_file
from tests.support.boards import METRICS, SMALL, library
from tests.support.certificate_files import blocks_of, certificate, written
from tests.support.checkers import check_alike, on_arrays, refusal_alike

PUZZLE = SMALL["walls"]


@pytest.mark.parametrize("chunk", [1, 3, 1 << 15])
@pytest.mark.parametrize("metric", METRICS)
def test_the_first_fault_does_not_depend_on_chunks(
    metric: str, chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(array_module, "CHUNK", chunk)
    puzzle = PUZZLE.with_metric(metric)
    blocks = blocks_of(puzzle, 8)
    for label in (3, 6, 7):
        for k in range(len(blocks[label])):
            bent = [list(block) for block in blocks]
            del bent[label][k]
            file = certificate(puzzle, bent)
            assert "has no label up to" in refusal_alike(written(tmp_path, file))


@pytest.mark.parametrize("metric", METRICS)
def test_an_overstated_claim_is_rejected_by_both(metric: str, tmp_path: Path) -> None:
    puzzle = library("hughes", metric)
    minimum = bfs(puzzle).optimum
    assert minimum is not None
    assert check_alike(written(tmp_path, certificate(puzzle, blocks_of(puzzle, minimum)))).at_least
    over = certificate(puzzle, blocks_of(puzzle, minimum + 1))
    assert f"label {minimum}: a goal state" in refusal_alike(written(tmp_path, over))
    again = certificate(puzzle, blocks_of(puzzle, minimum), at_least=minimum + 1)
    assert "claims at least" in refusal_alike(written(tmp_path, again))


# --- which checker runs -------------------------------------------------------------------


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
