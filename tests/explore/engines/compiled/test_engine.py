"""The optional accelerator against the plain search, layer by layer, and at its limits."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.explore.engines import SearchEngine
from puzzleproof.explore.engines.compiled import engine as accelerated
from puzzleproof.explore.engines.compiled import jit
from puzzleproof.explore.engines.compiled.engine import CompiledEngine, KeyRows
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import layers as layers_by_the_rules
from tests.support.boards import METRICS, puzzles, sliding, small
from tests.support.state_graphs import packed, packed_library

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")

TO_THE_END = 1000
BOARDS = {
    "ane-rouge": 60,  # unlabelled kinds of several pieces
    "hifi": 40,  # ten labelled pieces
    "soap": 25,  # many free cells
    "quuzzle": TO_THE_END,  # L pieces
    "simplicity-on-simplicity2": TO_THE_END,  # L pieces that overlap each other's boxes
    "century": 40,  # cell = 2, more than 64 characters, places between places of rest
    "rush-49": 12,  # locked to their axes, keys of two words
    "gnome-18-steps": TO_THE_END,  # keys of two words, walls inside
}
"""How many layers are compared."""


def searched(engine: CompiledEngine, sources: list[int] | None = None) -> Iterator[KeyRows]:
    """The layers, each from the two before it."""
    layers = [engine.layer(sources or [engine.task.start])]
    while engine.size(layers[-1]):
        yield layers[-1]
        layers = [*layers[-1:], engine.after(layers[-1], layers[-2:])]


def drawn(board: str, **keys: str) -> PackedTask:
    """The task of a board in a line."""
    return packed(sliding(board, **keys))


@needs_numba
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", BOARDS)
def test_layers_are_those_of_the_plain_search(name: str, metric: str) -> None:
    engine = CompiledEngine(packed_library(name, metric))
    expected = islice(PlainSearch(engine.task).layers(), BOARDS[name])
    found = islice(searched(engine), BOARDS[name])
    for keys, states in zip(found, expected, strict=True):
        assert engine.size(keys) == len(states)
        assert set(engine.states(keys)) == states
        assert (engine.goal(keys) is None) == (not any(map(engine.task.is_goal, states)))


@needs_numba
def test_layers_are_those_of_the_rules() -> None:
    sizes = [len(layer) for layer in layers_by_the_rules(load("pennant"))]
    assert [len(keys) for keys in searched(CompiledEngine(packed_library("pennant")))] == sizes


def compare(puzzle: SlidingPuzzle, depth: int) -> None:
    engine = CompiledEngine(packed(puzzle))
    expected = islice(PlainSearch(engine.task).layers(), depth)
    for keys, states in zip(islice(searched(engine), depth), expected, strict=True):
        assert set(engine.states(keys)) == states


@needs_numba
@pytest.mark.parametrize("metric", METRICS)
def test_small_boards(metric: str) -> None:
    for puzzle in small(metric):
        if puzzle.tour:
            with pytest.raises(Unsupported, match="no tours"):
                compare(puzzle, 1)
        else:
            compare(puzzle, TO_THE_END)


@needs_numba
@given(puzzles(tours=False), st.sampled_from(METRICS))
def test_random_boards(puzzle: SlidingPuzzle, metric: str) -> None:
    compare(puzzle.with_metric(metric), 12)


@needs_numba
def test_both_words_are_used() -> None:
    engine = CompiledEngine(packed_library("gnome-18-steps"))
    keys = list(searched(engine))[-1]
    assert keys.shape[1] == 2
    assert CompiledEngine(packed_library("soap")).layer([]).shape[1] == 1


@needs_numba
def test_goal_is_a_state_of_the_layer_that_has_one() -> None:
    engine = CompiledEngine(packed_library("ane-rouge"))
    goals = [engine.goal(keys) for keys in searched(engine)]
    first = next(depth for depth, goal in enumerate(goals) if goal is not None)
    assert first == 81  # Gardner 1964
    goal = goals[first]
    assert goal is not None
    assert engine.task.is_goal(goal)


@needs_numba
def test_a_goal_may_be_one_of_several() -> None:
    one = drawn("AB./...", goal="..A/...", labelled="A")
    other = drawn("AB./...", goal=".../..A", labelled="A")
    both = replace(one, goals=(*one.goals, *other.goals))
    engine = CompiledEngine(both)
    keys = engine.after(engine.layer([both.start]), [])
    goal = engine.goal(keys)
    assert goal is not None
    assert both.is_goal(goal)
    assert CompiledEngine(replace(one, goals=())).goal(keys) is None


@needs_numba
def test_common_is_in_both_layers() -> None:
    engine = CompiledEngine(packed_library("soap"))
    one, two, three = (set(layer) for layer in islice(PlainSearch(engine.task).layers(), 3, 6))
    shared = next(iter(two))
    for left, right in ((one | {shared}, two | three), (two | three, one | {shared})):
        assert engine.common(engine.layer(left), engine.layer(right)) == shared
    assert engine.common(engine.layer(one), engine.layer(two)) is None
    assert engine.common(engine.layer([]), engine.layer(two)) is None


@needs_numba
def test_two_searches_meet_half_way() -> None:
    engine = CompiledEngine(packed_library("simplicity-on-simplicity2"))
    forth = list(searched(engine))
    depth = next(d for d, keys in enumerate(forth) if engine.goal(keys) is not None)
    goal = engine.goal(forth[depth])
    assert goal is not None
    back: SearchEngine[KeyRows] = engine.backwards()
    layers = [back.layer([goal])]
    for earlier in reversed(range(depth)):
        layers.append(back.after(layers[-1], layers))
        assert engine.common(forth[earlier], layers[-1]) is not None
        if earlier:
            assert engine.common(forth[earlier - 1], layers[-1]) is None


@needs_numba
def test_only_earlier_layers_are_left_out() -> None:
    engine = CompiledEngine(packed_library("pennant"))
    zero, one, two = islice(PlainSearch(engine.task).layers(), 3)
    keys = engine.layer(one)
    assert set(engine.states(engine.after(keys, [engine.layer(zero), keys]))) == two
    every = set(engine.states(engine.after(keys, [])))
    assert every == PlainSearch(engine.task).after(one)
    assert zero | two <= every
    assert set(engine.states(engine.after(keys, [engine.layer(two)]))) == every - two


@needs_numba
def test_search_may_begin_anywhere() -> None:
    engine = CompiledEngine(packed_library("soap"))
    sources = list(islice(PlainSearch(engine.task).layers(), 9))[-1]
    expected = [len(layer) for layer in PlainSearch(engine.task).layers(sources)]
    assert [len(keys) for keys in searched(engine, list(sources))] == expected


@needs_numba
def test_tables_that_fill_up_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accelerated, "SMALLEST", 16)
    test_layers_are_those_of_the_plain_search("soap", "piece")
    test_layers_are_those_of_the_plain_search("rush-49", "line")


@needs_numba
def test_memory_limit_is_kept_and_said() -> None:
    engine = CompiledEngine(packed_library("hifi"), memory=1_000_000)
    with pytest.raises(LimitReached, match="memory limit reached"):
        list(searched(engine))
    assert engine.room.used <= 1_000_000
    start = engine.layer([engine.task.start])
    expected = PlainSearch(engine.task).after([engine.task.start])
    assert set(engine.states(engine.after(start, [start]))) == expected


@needs_numba
def test_memory_counts_what_is_held_and_what_a_partner_holds() -> None:
    engine = CompiledEngine(packed_library("soap"), memory=2_000_000)
    assert engine.room.used == 0
    keys = engine.layer([engine.task.start])
    assert engine.room.used == keys.nbytes == 8
    other = engine.backwards()
    kept = other.after(keys, [keys])
    assert engine.room.used > keys.nbytes + kept.nbytes
    del other
    assert engine.room.used == keys.nbytes + kept.nbytes
    del keys, kept
    assert engine.room.used == 0


@needs_numba
def test_what_is_not_for_it_is_refused() -> None:
    with pytest.raises(Unsupported, match="sliding pieces alone"):
        CompiledEngine(packed_library("english-centre"))
    with pytest.raises(Unsupported, match="pieces of fixed numbers"):
        CompiledEngine(packed_library("tiles-2x3"))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    board = "/".join(letters[i : i + 6].ljust(6, ".") for i in range(0, 26, 6))
    large = drawn(board, labelled=letters)
    with pytest.raises(Unsupported, match="a state needs 130 bits; the accelerator takes 126"):
        CompiledEngine(large)


@needs_numba
def test_chains_that_change_pieces_are_refused() -> None:
    puzzle = packed_library("pennant")
    first = puzzle.steps[0]
    other = next(s for s in puzzle.steps if s.origin not in (first.origin, first.landing))
    strange = replace(puzzle, steps=(first._replace(landing=other.origin), *puzzle.steps[1:]))
    with pytest.raises(Unsupported, match="chains of one piece"):
        CompiledEngine(strange)
    strange = replace(puzzle, steps=(first._replace(rests=False), *puzzle.steps[1:]))
    with pytest.raises(Unsupported, match="steps of one piece"):
        CompiledEngine(strange)


@needs_numba
def test_states_of_other_pieces_are_refused() -> None:
    engine = CompiledEngine(packed_library("pennant"))
    pieces = engine.task.start & ~engine.task.pattern
    with pytest.raises(Unsupported, match="pieces of the start"):
        engine.layer([engine.task.start ^ pieces & -pieces])


def test_says_that_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "find_spec", lambda _name: None)  # pyright: ignore
    with pytest.raises(Unsupported, match="needs numba, which is not installed"):
        CompiledEngine(packed_library("pennant"))


def test_import_brings_neither_numba_nor_numpy() -> None:
    code = (
        "import sys, puzzleproof.explore.engines.compiled.engine\n"
        "print({'numba', 'numpy'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@needs_numba
@pytest.mark.slow
def test_three_million_states_in_two_words() -> None:
    """The board of question 95123 on Puzzling Stack Exchange; sizes by another program."""
    board, goal = "CAAAB/CCEBB/FFEDD/HHJGG/KKJII/M...L", "...../...../...../...../...../.AAA."
    engine = CompiledEngine(drawn(board, goal=goal, labelled="A"))
    sizes = list[int]()
    for keys in searched(engine):
        sizes.append(engine.size(keys))
        if engine.goal(keys) is not None:
            break
    assert (len(sizes) - 1, sum(sizes)) == (187, 2_858_295)
