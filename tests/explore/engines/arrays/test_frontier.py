"""The engine of arrays against plain search, layer by layer, and within its memory."""

import gc
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from puzzleproof.explore.engines import SearchEngine, StateSet
from puzzleproof.explore.engines.arrays import engine as arrays
from puzzleproof.explore.engines.arrays.frontier import FrontierEngine
from puzzleproof.explore.engines.arrays.keys import Words
from puzzleproof.explore.engines.arrays.sorted_words import ascending, in_order, without
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import layers as layers_by_the_rules
from tests.support.boards import METRICS, puzzles, sliding, small
from tests.support.state_graphs import packed, packed_library

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


def searched(
    engine: SearchEngine[StateSet], sources: list[int] | None = None
) -> Iterator[StateSet]:
    """The layers, each from all before it that matter."""
    layers = [engine.layer(sources or [engine.task.start])]
    while engine.size(layers[-1]):
        yield layers[-1]
        earlier = layers[-2:] if engine.task.reversible else layers
        layers.append(engine.after(layers[-1], earlier))


def sizes(engine: SearchEngine[StateSet], most: int = TO_THE_END) -> list[int]:
    return [engine.size(layer) for layer in islice(searched(engine), most)]


def assert_same(task: PackedTask, engine: FrontierEngine, most: int = TO_THE_END) -> None:
    """The layers and whether there is a goal among them."""
    plain = PlainSearch(task)
    pairs = zip(searched(plain), searched(engine), strict=True)
    for expected, layer in islice(pairs, most):
        assert set(engine.states(layer)) == expected
        assert engine.size(layer) == len(expected)
        goal = engine.goal(layer)
        assert (goal is None) == (plain.goal(expected) is None)
        assert goal is None or (goal in expected and task.is_goal(goal))


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


@pytest.mark.parametrize("metric", METRICS)
def test_small_boards_state_by_state(metric: str) -> None:
    """Those whose free cells and pieces have room in a word; most have."""
    puzzles, compared = list(small(metric)), 0
    for puzzle in puzzles:
        task = packed(puzzle)
        with suppress(Unsupported):
            assert_same(task, FrontierEngine(task))
            compared += 1
    assert 2 * compared > len(puzzles)


@settings(max_examples=60)
@given(puzzles(), st.sampled_from(METRICS))
def test_random_boards(puzzle: SlidingPuzzle, metric: str) -> None:
    task = packed(puzzle.with_metric(metric))
    try:
        engine = FrontierEngine(task)
    except Unsupported:
        reject()
    assert_same(task, engine, 12)


@pytest.mark.parametrize("name", ["tiles-2x3", "tiles-2x3-multi", "frogs-2-3", "triangle-4"])
def test_other_families_state_by_state(name: str) -> None:
    task = packed_library(name)
    assert_same(task, FrontierEngine(task))


@pytest.mark.parametrize("name", ["frogs-3-3", "triangle-5", "tiles-2x4-multi", "simplicity2"])
def test_layers_are_those_of_the_rules(name: str) -> None:
    puzzle = load(name)
    by_rules = [len(layer) for layer in layers_by_the_rules(puzzle)]
    assert sizes(FrontierEngine(packed(puzzle))) == by_rules


def optimum(puzzle: AnyPuzzle) -> int | None:
    engine = FrontierEngine(packed(puzzle))
    goals = (depth for depth, layer in enumerate(searched(engine)) if engine.goal(layer))
    return next(goals, None)


@pytest.mark.parametrize(
    "name",
    ["ane-rouge", "simplicity2", "tiles-3x3", "tiles-2x4-multi", "frogs-5-5", "four-cubes"],
)
def test_known_minima(name: str) -> None:
    """The instance files say where the numbers are from."""
    puzzle = load(name)
    assert optimum(puzzle) in [known.optimum for known in puzzle.info.known]


def test_depth_of_the_hardest_tables_of_3_x_3_tiles() -> None:
    """181,440 tables, the farthest 31 slides away (OEIS A151944; A. Reinefeld, IJCAI 1993)."""
    found = sizes(FrontierEngine(packed_library("tiles-3x3")))
    assert (sum(found), len(found) - 1) == (181_440, 31)


def test_chunks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    task = packed_library("tiles-2x4")
    expected = sizes(FrontierEngine(task))
    monkeypatch.setattr(arrays, "CHUNK", 256)
    assert sizes(FrontierEngine(task)) == expected


def test_many_sources() -> None:
    task = packed_library("simplicity")
    plain, engine = PlainSearch(task), FrontierEngine(task)
    sources = [state for layer in islice(searched(plain), 4) for state in layer]
    expected = [len(layer) for layer in searched(plain, sources)]
    assert [engine.size(layer) for layer in searched(engine, sources)] == expected


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


def test_a_limit_before_anything() -> None:
    with pytest.raises(LimitReached):
        FrontierEngine(packed_library("ane-rouge"), memory=1000).layer([0])


def test_more_than_64_bits_are_unsupported() -> None:
    with pytest.raises(Unsupported):
        FrontierEngine(packed(sliding("/".join(["ABCDEFGHI", *["........."] * 7]))))


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
