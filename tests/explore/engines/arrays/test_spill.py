"""Arrays on disk: the same words again, counted, and nothing left behind."""

import gc
from pathlib import Path

import numpy as np
import pytest

from puzzleproof.explore.engines.arrays.engine import SMALLEST, Spill
from puzzleproof.explore.engines.arrays.keys import Words

MANY = SMALLEST // 8


def words(first: int, number: int = MANY) -> Words:
    return np.arange(first, first + number, dtype=np.uint64)


def test_round_trip(tmp_path: Path) -> None:
    store = Spill(0, tmp_path)
    kept = [store.keep(words(k)) for k in range(5)]
    assert store.on_disk == 5 * SMALLEST
    assert store.in_memory == 0
    for _ in range(2):
        assert all(np.array_equal(array, words(k)) for k, array in enumerate(kept))
        store.release()
    assert np.searchsorted(kept[3], np.uint64(10)) == 7


def test_the_first_stay_in_memory(tmp_path: Path) -> None:
    store = Spill(2 * SMALLEST, tmp_path)
    kept = [store.keep(words(k)) for k in range(3)]
    assert (store.in_memory, store.on_disk) == (2 * SMALLEST, SMALLEST)
    assert np.array_equal(kept[2], words(2))


def test_few_words_are_not_worth_a_file(tmp_path: Path) -> None:
    store = Spill(0, tmp_path)
    kept = store.keep(words(0, MANY - 1))
    assert store.in_memory == kept.nbytes
    assert len(store.keep(words(0, 0))) == 0


def test_what_nobody_holds_does_not_count(tmp_path: Path) -> None:
    store = Spill(SMALLEST, tmp_path)
    one, other = store.keep(words(0)), store.keep(words(1))
    assert (store.in_memory, store.on_disk) == (SMALLEST, SMALLEST)
    del one, other
    gc.collect()
    assert (store.in_memory, store.on_disk) == (0, 0)


def test_a_part_of_an_array_is_kept_alone(tmp_path: Path) -> None:
    store = Spill(SMALLEST, tmp_path)
    kept = store.keep(words(0)[:5])
    assert kept.base is None
    assert store.in_memory == 40


@pytest.mark.parametrize("most", [0, 10 * SMALLEST])
def test_nobody_writes_to_what_is_kept(tmp_path: Path, most: int) -> None:
    kept = Spill(most, tmp_path).keep(words(0))
    with pytest.raises(ValueError, match="read-only"):
        kept[0] = 1


def test_files_have_no_names(tmp_path: Path) -> None:
    store = Spill(0, tmp_path)
    kept = store.keep(words(0))
    assert store.on_disk == kept.nbytes
    assert list(tmp_path.iterdir()) == []


def test_without_a_folder_it_stays_in_memory(tmp_path: Path) -> None:
    store = Spill(0, tmp_path / "missing")
    kept = store.keep(words(0))
    assert (store.in_memory, store.on_disk) == (SMALLEST, 0)
    assert np.array_equal(kept, words(0))
