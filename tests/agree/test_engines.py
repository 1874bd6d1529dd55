"""The engines of explore/ and the simple search of verify/ see the same layers, on the library."""

from __future__ import annotations

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.layers import LayeredSearch
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.packed_task import packed_task_of, state_numbers
from puzzleproof.verify.bfs import layers

FEW, MANY = 45_000, 1_000_000
"""States of a search that is compared at once, and at most."""


def sizes_by_engine(puzzle: AnyPuzzle, limit: int) -> list[int] | None:
    """The sizes of the layers up to the goal, or to the end; None beyond ``limit`` states."""
    grounding = ground_single_steps(puzzle)
    model = packed_task_of(grounding)
    number = state_numbers(puzzle, grounding, model)
    sizes: list[int] = []
    for engine, layer in LayeredSearch(model).layers():
        states = engine.states(layer)
        sizes.append(engine.size(layer) if grounding.exact else len(set(number(states))))
        if engine.goal(layer) is not None:
            break
        if sum(sizes) > limit:
            return None
    return sizes


def sizes_by_rules(puzzle: AnyPuzzle) -> list[int]:
    sizes: list[int] = []
    for layer in layers(puzzle):
        sizes.append(len(layer))
        if any(map(puzzle.is_goal, layer)):
            break
    return sizes


def assert_agree(name: str, limit: int) -> None:
    """Layer by layer, if there are few enough states."""
    puzzle = load(name)
    sizes = sizes_by_engine(puzzle, limit)
    if sizes is None:
        pytest.skip(f"more than {limit:,} states; 'make test-slow' goes up to {MANY:,}")
    assert sizes == sizes_by_rules(puzzle)


@pytest.mark.parametrize("name", library_names())
def test_small_searches_agree_layer_by_layer(name: str) -> None:
    assert_agree(name, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", library_names())
def test_searches_up_to_a_million_states_agree_layer_by_layer(name: str) -> None:
    assert_agree(name, MANY)
