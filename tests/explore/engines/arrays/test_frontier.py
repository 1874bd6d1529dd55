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
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.instances import load
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS
from tests.support.state_graphs import packed, packed_library, searched

TO_THE_END = 1000
BOARDS = {
    "ane-rouge": 50,  # kinds of several pieces
    "hifi": 45,  # ten labelled pieces
    "soap": 12,  # many free cells
    "simplicity2": TO_THE_END,
    "moving-day": TO_THE_END,  # one free cell
    "tiles-2x4": TO_THE_END,
    "tiles-2x4-multi": TO_THE_END,  # chains, one blank
    "korf-01": 12,  # where each tile lies: 64 bits
    "english-13": 6,  # chains of jumps, no pattern
    "triangle-5": TO_THE_END,
    "frogs-4-4": TO_THE_END,  # moves that cannot be taken back
    "instant-insanity": TO_THE_END,
}
"""How many layers are compared."""


def sizes(engine: SearchEngine[StateSet], most: int = TO_THE_END) -> list[int]:
    return [engine.size(layer) for layer in islice(searched(engine), most)]


@pytest.mark.parametrize("name", BOARDS)
def test_layers_have_the_sizes_of_plain_search(name: str) -> None:
    task = packed_library(name)
    assert sizes(FrontierEngine(task), BOARDS[name]) == sizes(PlainSearch(task), BOARDS[name])


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_a_whole_component_in_all_metrics(metric: str) -> None:
    puzzle = load("ane-rouge")
    assert isinstance(puzzle, SlidingPuzzle)
    task = packed(puzzle.with_metric(metric))
    assert sizes(FrontierEngine(task)) == sizes(PlainSearch(task))


def test_depth_of_the_hardest_tables_of_3_x_3_tiles() -> None:
    """181,440 tables, the farthest 31 slides away (OEIS A151944; A. Reinefeld, IJCAI 1993)."""
    found = sizes(FrontierEngine(packed_library("tiles-3x3")))
    assert (sum(found), len(found) - 1) == (181_440, 31)


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
