"""The rules of models/ and the operators of encoders/ say the same, on every reachable state."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.provers.packed_task import packed_task_of, state_of
from puzzleproof.verify.bfs import layers
from tests.support.boards import LIBRARY, METRICS, SMALL, groundable, library, puzzles
from tests.support.formulations import agree_on

SEARCHABLE = sorted(set(LIBRARY) - {"layton-tenstep-solution"})


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_both_formulations_agree_on_every_state_of_hand_made_boards(name: str, metric: str) -> None:
    puzzle = SMALL[name].with_metric(metric)
    assert agree_on(puzzle) == sum(map(len, layers(puzzle)))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SEARCHABLE)
def test_both_formulations_agree_on_every_state_of_the_library(name: str, metric: str) -> None:
    puzzle = library(name, metric)
    assert agree_on(puzzle) == sum(map(len, layers(puzzle)))


@pytest.mark.parametrize("name", ["century", "century-and-a-half", "rush-49", "hifi", "soap"])
def test_both_formulations_agree_on_first_states_of_large_boards(name: str) -> None:
    assert agree_on(library(name), limit=300) > 300


@given(puzzles())
def test_both_formulations_agree_on_random_boards(puzzle: SlidingPuzzle) -> None:
    assume(groundable(puzzle))
    agree_on(puzzle, limit=150)


@given(puzzles(reachable=False))
def test_both_formulations_agree_where_the_goal_may_be_out_of_reach(puzzle: SlidingPuzzle) -> None:
    assume(groundable(puzzle))
    agree_on(puzzle, limit=150)


def layers_by_task(puzzle: SlidingPuzzle, limit: int) -> list[set[State]]:
    grounding = ground_single_steps(puzzle)
    model = packed_task_of(grounding)
    found: list[set[State]] = []
    for layer in PlainSearch(model).layers():
        found.append({state_of(grounding, model, bits) for bits in layer})
        assert sum(map(model.is_goal, layer)) == sum(map(puzzle.is_goal, found[-1]))
        if sum(map(len, found)) > limit:
            break
    return found


def layers_by_rules(puzzle: SlidingPuzzle, limit: int) -> list[set[State]]:
    found: list[set[State]] = []
    for layer in layers(puzzle):
        found.append(layer)
        if sum(map(len, found)) > limit:
            break
    return found


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_the_plain_search_finds_the_layers_of_the_simple_search(name: str, metric: str) -> None:
    puzzle = SMALL[name].with_metric(metric)
    assert layers_by_task(puzzle, 4000) == layers_by_rules(puzzle, 4000)


@pytest.mark.parametrize("name", SEARCHABLE)
def test_the_plain_search_finds_the_same_layers_in_the_library(name: str) -> None:
    assert layers_by_task(library(name), 4000) == layers_by_rules(library(name), 4000)


@settings(max_examples=settings().max_examples * 2)
@given(puzzles())
def test_the_plain_search_finds_the_same_layers_of_random_boards(puzzle: SlidingPuzzle) -> None:
    assume(groundable(puzzle))
    assert layers_by_task(puzzle, 500) == layers_by_rules(puzzle, 500)
