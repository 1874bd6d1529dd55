"""The engine of arrays against plain search, layer by layer, and within its memory."""

import gc
import tracemalloc
from contextlib import suppress
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.explore.engines import SearchEngine, StateSet
from puzzleproof.explore.engines.arrays.frontier import FrontierEngine
from puzzleproof.explore.engines.arrays.keys import Words
from puzzleproof.explore.engines.arrays.sorted_words import ascending, in_order, without
from puzzleproof.models.errors import LimitReached
from tests.support.state_graphs import packed_library, searched

TO_THE_END = 1000


def sizes(engine: SearchEngine[StateSet], most: int = TO_THE_END) -> list[int]:
    return [engine.size(layer) for layer in islice(searched(engine), most)]


# --- memory -------------------------------------------------------------------------------


def test_a_limit_is_said_and_leaves_nothing_behind() -> None:
    engine = FrontierEngine(packed_library("tiles-3x3"), memory=300_000)
    with pytest.raises(LimitReached, match=r"^memory limit reached$"):
        sizes(engine)
    gc.collect()
    assert engine.held == 0


@pytest.mark.parametrize("memory", [450_000, 600_000, 750_000, 1_300_000])
def test_arrays_take_no_more_than_the_limit(memory: int) -> None:
    task = packed_library("tiles-3x3")
    sizes(FrontierEngine(task), 3)  # what is imported at first use does not count
    engine = FrontierEngine(task, memory=memory)
    tracemalloc.start()
    with suppress(LimitReached):
        sizes(engine)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert memory // 4 < peak < memory


# --- sorted arrays ------------------------------------------------------------------------

SETS = st.sets(st.integers(0, 40))


def array(numbers: set[int]) -> Words:
    return np.array(sorted(numbers), np.uint64)


@given(SETS, SETS)
def test_difference(one: set[int], other: set[int]) -> None:
    assert without(array(one), array(other)).tolist() == sorted(one - other)


@given(st.lists(SETS, max_size=4))
def test_union(sets: list[set[int]]) -> None:
    expected = sorted(set[int]().union(*sets))
    joined = [number for numbers in sets for number in sorted(numbers)]
    assert in_order(np.array(joined, np.uint64)).tolist() == expected
    backwards = [array(numbers)[::-1] for numbers in sets]
    assert ascending(backwards).tolist() == expected
