"""The rules of models/ are those of docs/boards.md; those of encoders/ agree with models/."""

from collections.abc import Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle, State
from tests.support import boards, cube_sets, frog_boards, peg_boards, tile_boards
from tests.support.every_family import WITH_TOURS
from tests.support.told import FAMILIES

ANY = st.one_of(
    boards.puzzles(),
    boards.puzzles(reachable=False),
    frog_boards.puzzles(),
    tile_boards.puzzles(),
    peg_boards.puzzles(),
    cube_sets.sets,
)


def agree_on(puzzle: AnyPuzzle, limit: int) -> None:
    """The rules and the oracle agree on the start, the first moves, and which states are goals."""
    keys, first = puzzle.document(), puzzle.canonical(puzzle.start)
    oracle = FAMILIES[puzzle.family](keys, puzzle.metric)

    def read(state: State) -> Hashable:
        return oracle.read(puzzle.draw(state), state[-1] if "tour" in keys else 0)

    seen, queue = {first}, [first]
    assert read(first) == oracle.start
    for state in queue:
        successors, here = set(puzzle.successors(state)), read(state)
        assert oracle.is_goal(here) == puzzle.is_goal(state), puzzle.draw(state)
        assert set(map(read, successors)) == oracle.after(here), puzzle.draw(state)
        if len(queue) < limit:
            queue += successors - seen
            seen |= successors


@pytest.mark.parametrize("name", WITH_TOURS)
def test_small_instances_of_all_families(name: str) -> None:
    agree_on(WITH_TOURS[name], 100)


@pytest.mark.parametrize("name", library_names())
def test_first_states_of_the_library(name: str) -> None:
    agree_on(load(name), 40)


@given(ANY)
def test_random_instances(puzzle: AnyPuzzle) -> None:
    agree_on(puzzle, 60)
