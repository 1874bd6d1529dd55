"""Sets of words: what is new among the words offered, and the memory that they take."""

import numpy as np
import pytest

from puzzleproof.explore.engines.arrays.sorted_words import among, ascending
from puzzleproof.explore.pegs import sets as peg_sets
from puzzleproof.explore.pegs.classes import PegKey
from puzzleproof.explore.pegs.sets import Budget, WordSet
from puzzleproof.models.errors import LimitReached


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("blank", [0, -1])
def test_a_set_finds_what_is_new(bits: int, blank: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peg_sets, "BATCH", 1000)
    chance, known = np.random.default_rng(bits), set[int]()
    found = WordSet(bits, blank, Budget(None))
    for _ in range(8):
        offered = set[int]()
        for number in (3, 0, 5000, 300):
            numbers = 0x10001 * chance.integers(1, 40000, number)
            words = numbers.astype(np.uint32 if bits == 32 else np.uint64)
            offered |= set(words.tolist())
            found.add(words)
        new = found.new().tolist()
        assert new == sorted(offered - known)
        known |= offered
    assert found.new().tolist() == []


def test_a_set_holds_zero_where_its_blank_is_another() -> None:
    found = WordSet(32, PegKey(1, True).blank, Budget(None))
    found.add(np.zeros(3, np.uint32))
    assert found.new().tolist() == [0]


def test_a_set_keeps_to_its_budget() -> None:
    budget = Budget(1 << 20)
    found = WordSet(32, 0, budget)
    words = np.arange(1, 1 << 22, dtype=np.uint32)
    with pytest.raises(LimitReached, match="memory limit reached"):
        found.add(words)
    assert budget.kept <= 1 << 20


def test_sorted_arrays() -> None:
    words = ascending([np.array([5, 3, 5, 9, 3], np.uint64)])
    assert words.tolist() == [3, 5, 9]
    assert among(words, np.array([2, 3, 9, 10], np.uint64)).tolist() == [False, True, True, False]
    assert among(words[:0], words).tolist() == [False] * 3
