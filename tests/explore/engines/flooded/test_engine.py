"""The engine that floods, against the plain search, layer by layer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.explore.engines.arrays.engine import KeyLayer
from puzzleproof.explore.engines.flooded.engine import FloodedEngine
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, puzzles, sliding, small
from tests.support.state_graphs import packed, packed_library

TO_THE_END = 1000
LAYERS, STATES = 40, 6_000
"""Of a board of the library so many layers are compared, and no more states than that."""
SLIDING = [name for name in library_names() if load(name).family == "sliding"]


def searched(engine: FloodedEngine, sources: list[int] | None = None) -> Iterator[KeyLayer]:
    """The layers, each from the two before it."""
    layers = [engine.layer(sources or [engine.task.start])]
    while engine.size(layers[-1]):
        yield layers[-1]
        layers = [*layers[-1:], engine.after(layers[-1], layers[-2:])]


def compare(task: PackedTask, depth: int = TO_THE_END, states: int = 10**6) -> None:
    """Layer by layer, until there are many states."""
    engine, seen = FloodedEngine(task), 0
    expected = islice(PlainSearch(task).layers(), depth)
    for layer, plain in zip(searched(engine), expected, strict=False):
        assert engine.size(layer) == len(plain)
        assert set(engine.states(layer)) == plain
        assert (engine.goal(layer) is None) == (not any(map(task.is_goal, plain)))
        seen += len(plain)
        if seen > states:
            break


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SLIDING)
def test_layers_are_those_of_the_plain_search(name: str, metric: str) -> None:
    compare(packed_library(name, metric), LAYERS, STATES)


@pytest.mark.parametrize("metric", METRICS)
def test_small_boards_to_the_end(metric: str) -> None:
    for puzzle in small(metric):
        if puzzle.tour:
            with pytest.raises(Unsupported, match="no tours"):
                FloodedEngine(packed(puzzle))
        else:
            compare(packed(puzzle))


@given(puzzles(tours=False), st.sampled_from(METRICS))
def test_random_boards(puzzle: SlidingPuzzle, metric: str) -> None:
    compare(packed(puzzle.with_metric(metric)), 12, 3_000)


BOARDS = {
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


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_many_forms(name: str, metric: str) -> None:
    compare(packed(BOARDS[name].with_metric(metric)), 30, 5_000)


def test_states_of_too_many_bits() -> None:
    rows = ["ABCDEF", "GHIJKL", "MNOPQR", "STUVWX", "YZab.."]
    task = packed(sliding("/".join(rows), goal="B...../" + "....../" * 3 + "......", labelled="*"))
    with pytest.raises(Unsupported, match="145 bits; a key has 64"):
        FloodedEngine(task)


def test_both_words_of_a_board_are_used() -> None:
    assert FloodedEngine(packed(BOARDS["a box of 130 cells"])).layout.words == 3
    assert FloodedEngine(packed_library("century")).layout.words == 2
    assert FloodedEngine(packed_library("ane-rouge")).layout.words == 1


def test_a_layer_without_marks_looks_at_the_layer_before() -> None:
    """As after a hand-over, when nothing is known of what was enumerated."""
    task = packed_library("soap")
    engine = FloodedEngine(task)
    layers = list(islice(PlainSearch(task).layers(), 8))
    known = [engine.layer(layer) for layer in layers[4:6]]
    for expected in layers[6:]:
        known.append(engine.after(known[-1], known[-2:]))
        assert set(engine.states(known[-1])) == expected


def test_successors_are_merged_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzleproof.explore.engines.arrays.engine.CHUNK", 256)
    monkeypatch.setattr("puzzleproof.explore.engines.arrays.engine.MERGED", 500)
    compare(packed_library("soap"), 12)


def test_goals() -> None:
    one = packed(sliding("AB./...", goal="..A/...", labelled="A"))
    other = packed(sliding("AB./...", goal=".../..A", labelled="A"))
    both = replace(one, goals=(*one.goals, *other.goals))
    engine = FloodedEngine(both)
    start = engine.layer([both.start])
    layer = engine.after(start, [start])
    goal = engine.goal(layer)
    assert goal is not None
    assert both.is_goal(goal)
    assert FloodedEngine(replace(one, goals=())).goal(layer) is None


def test_states_of_other_pieces_are_refused() -> None:
    engine = FloodedEngine(packed_library("soap"))
    for state in (0, engine.task.pattern):
        with pytest.raises(Unsupported, match="other pieces"):
            engine.layer([state])


def test_memory_is_bounded() -> None:
    task = packed_library("soap")
    engine = FloodedEngine(task, memory=100_000)
    with pytest.raises(LimitReached, match="memory"):
        list(searched(engine))
