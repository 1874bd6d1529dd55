"""The engines of arrays and of floods against the plain search, layer by layer."""

import gc
import tracemalloc
from contextlib import suppress
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzleproof.explore.engines.arrays.engine import FrontierEngine
from puzzleproof.explore.engines.flooded.engine import FloodedEngine
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, puzzles, sliding, small
from tests.support.frog_boards import frogs
from tests.support.state_graphs import packed, packed_library, searched

TO_THE_END = 1000
LAYERS, STATES = 40, 6_000
"""Of a board of the library so many layers are compared, and no more states than that."""
ENGINES: dict[str, Any] = {"arrays": FrontierEngine, "floods": FloodedEngine}
OTHERS = (
    *("tiles-2x3", "tiles-2x4", "tiles-2x4-multi", "frogs-2-3", "frogs-4-4", "triangle-4"),
    *("instant-insanity", "korf-01", "english-13"),
)
LIBRARY = [
    (name, metric)
    for name in library_names()
    if load(name).family == "sliding" or name in OTHERS
    for metric in load(name).metrics
]
TOO_MANY_PIECES = ("unit-cars-5x5",)
"""Boards of the library whose states are too long for floods."""
engines = pytest.mark.parametrize("engine", ENGINES)


def compare(engine: str, task: PackedTask, depth: int = TO_THE_END, states: int = 10**6) -> bool:
    """Layer by layer, until there are many states; whether the engine has this task."""
    try:
        one = ENGINES[engine](task)
    except Unsupported:
        return False
    plain, seen = PlainSearch(task), 0
    pairs = zip(searched(plain), searched(one), strict=True)
    for expected, layer in islice(pairs, depth):
        assert one.size(layer) == len(expected)
        assert set(one.states(layer)) == expected
        goal = one.goal(layer)
        assert (goal is None) == (plain.goal(expected) is None)
        assert goal is None or (goal in expected and task.is_goal(goal))
        seen += len(expected)
        if seen > states:
            break
    return True


@engines
@pytest.mark.parametrize(("name", "metric"), LIBRARY)
def test_layers_of_the_library(engine: str, name: str, metric: str) -> None:
    has = compare(engine, packed_library(name, metric), LAYERS, STATES)
    assert has or engine == "arrays" or load(name).family != "sliding" or name in TOO_MANY_PIECES


@engines
@pytest.mark.parametrize("metric", METRICS)
def test_small_boards_to_the_end(engine: str, metric: str) -> None:
    """The one floods boards without a tour, the other takes keys of 64 bits."""
    boards = list(small(metric))
    compared = [puzzle for puzzle in boards if compare(engine, packed(puzzle))]
    assert 2 * len(compared) > len(boards)
    assert engine == "arrays" or compared == [puzzle for puzzle in boards if not puzzle.tour]


def test_contents_of_cells_alone_fit_into_a_word() -> None:
    """With the free cells on top it would be 75 bits."""
    task = packed(frogs("FFFFF/FFFFF/F...T/TTTTT/TTTTT"))
    assert FrontierEngine(task).keys.bits == 50
    assert compare("arrays", task, 7)


def test_joined_layers_are_few_and_hold_the_same_states() -> None:
    engine = FrontierEngine(packed(frogs("FFF/F.T/TTT")))
    layers = list(searched(engine))
    few = engine.joined(layers)
    sizes = [engine.size(layer) for layer in few]
    assert all(one > 2 * other for one, other in pairwise(sizes))
    states = [state for layer in few for state in engine.states(layer)]
    assert sorted(states) == sorted(state for layer in layers for state in engine.states(layer))


@engines
@given(st.data(), st.sampled_from(METRICS))
def test_random_boards(engine: str, data: st.DataObject, metric: str) -> None:
    puzzle: SlidingPuzzle = data.draw(puzzles(tours=False if engine == "floods" else None))
    assume(compare(engine, packed(puzzle.with_metric(metric)), 12, 3_000))


FORMS = {
    "a board of 80 cells": sliding(
        "AAB#######/A..#######/.C.#######" + "/...#######" * 4 + "/EEEEEEEEED",
        goal="..B#######" + "/...#######" * 6 + "/..........",
    ),
    "a box of 130 cells": sliding(
        "A............/" + "#############/" * 8 + "............B",
        goal=".A.........../" + "#############/" * 8 + ".............",
    ),
    "one column": sliding("A/././B/.", goal="././A/././"[:-1]),
    "two columns": sliding("AA/B./../C.", goal="../../AA/.."),
    "immobile": sliding("A#B./##../..CC", goal=".#../##.B/....", labelled="B"),
    "eight alike": sliding("ABCD/EFGH/.II.", goal="II../..../...."),
}


@engines
def test_states_of_too_many_bits_and_of_other_pieces_are_refused(engine: str) -> None:
    rows = ["ABCDEF", "GHIJKL", "MNOPQR", "STUVWX", "YZab.."]
    task = packed(sliding("/".join(rows), goal="B...../" + "....../" * 3 + "......", labelled="*"))
    with pytest.raises(Unsupported, match=r"1\d\d bits; a"):
        ENGINES[engine](task)
    soap = ENGINES[engine](packed_library("soap"))
    for state in (0, soap.task.pattern):
        with pytest.raises(Unsupported, match=r"other pieces|has no key"):
            soap.layer([state])


@engines
def test_memory_is_bounded(engine: str) -> None:
    search = ENGINES[engine](packed_library("soap"), memory=100_000)
    with pytest.raises(LimitReached, match="memory"):
        list(searched(search))


@pytest.mark.parametrize("memory", [450_000, 600_000, 750_000, 1_300_000])
def test_arrays_take_no_more_than_the_limit(memory: int) -> None:
    task = packed_library("tiles-3x3")
    list(islice(searched(FrontierEngine(task)), 3))  # what is imported at first use does not count
    engine = FrontierEngine(task, memory=memory)
    tracemalloc.start()
    with suppress(LimitReached):
        list(map(engine.size, searched(engine)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert memory // 4 < peak < memory
    gc.collect()
    assert engine.budget.held == 0 or memory > 1_000_000


@engines
def test_chunks_make_no_difference(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor how often what a chunk leads to is merged."""
    monkeypatch.setattr("puzzleproof.explore.engines.arrays.engine.CHUNK", 256)
    monkeypatch.setattr("puzzleproof.explore.engines.arrays.engine.MERGED", 500)
    assert compare(engine, packed_library("soap"), 12)


@engines
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", FORMS)
def test_boards_of_many_forms(engine: str, name: str, metric: str) -> None:
    has = compare(engine, packed(FORMS[name].with_metric(metric)), 30, 5_000)
    assert has or (engine, name) == ("arrays", "a board of 80 cells")
