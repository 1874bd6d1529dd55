"""Which checker runs, and what the one on arrays finds, whatever the size of its chunks."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify import labelling
from puzzleproof.verify.arrays import check as array_module
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import ARRAYS, DEFINITION, check_file
from tests.support.boards import METRICS, SMALL, library, puzzles
from tests.support.certificate_files import Blocks, blocks_of, certificate, written
from tests.support.checkers import check_alike, on_arrays, refusal_alike

PUZZLE = SMALL["walls"]


def lies(puzzle: SlidingPuzzle, blocks: Blocks) -> bool:
    """Whether labels, the least of each state, break what the definition demands."""
    least = dict[int, int]()
    for label, block in enumerate(blocks):
        for number in block:
            least.setdefault(number, label)
    if least.get(puzzle.pack(puzzle.canonical(puzzle.start))) != 0:
        return True
    for number, label in least.items():
        state = puzzle.unpack(number)
        after = map(puzzle.pack, puzzle.successors(state))
        far = label < len(blocks) - 1 and any(least.get(n, label + 2) > label + 1 for n in after)
        if far or puzzle.is_goal(state):
            return True
    return False


@given(puzzles(tours=False), st.integers(0, 2**32), st.sampled_from([1, 2, 5, 1 << 15]))
def test_bent_labels_of_random_boards(
    tmp_path_factory: pytest.TempPathFactory, puzzle: SlidingPuzzle, seed: int, chunk: int
) -> None:
    """Distances with a few states dropped, moved or in two labels: accepted only if they prove."""
    chance = random.Random(seed)  # noqa: S311
    minimum = bfs(puzzle).optimum
    blocks = blocks_of(puzzle, min(6, 6 if minimum is None else minimum))
    for _ in range(chance.choice([0, 1, 1, 2, 4])):
        filled = [block for block in blocks if block]
        if not filled:
            break
        block = chance.choice(filled)
        number = block[chance.randrange(len(block))]
        if chance.random() < 0.9:
            block.remove(number)
        if chance.random() < 0.7:
            other = chance.choice(blocks)
            other[:] = sorted({*other, number})
    path = written(tmp_path_factory.mktemp("bent"), certificate(puzzle, blocks))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(array_module, "CHUNK", chunk)
        try:
            check_alike(path)
        except CertificateRejected:
            return
    assert not blocks or not lies(puzzle, blocks)


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
