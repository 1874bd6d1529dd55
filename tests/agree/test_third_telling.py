"""The rules of models/ and of encoders/ are those of docs/boards.md: moves, goals, notation."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzleproof.encoders import ground
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle, State
from tests.support import boards, cube_sets, frog_boards, peg_boards, tile_boards
from tests.support.every_family import SMALL
from tests.support.formulations import Node, after, solved, state_of
from tests.support.told import FAMILIES, Told

ANY = st.one_of(
    boards.puzzles(),
    boards.puzzles(reachable=False),
    frog_boards.puzzles(),
    tile_boards.puzzles(),
    peg_boards.puzzles(),
    cube_sets.sets,
)
TOURS = [name for name, puzzle in boards.SMALL.items() if puzzle.tour]
FIRST = 40
"""States of each instance of the library that are compared."""


def told(puzzle: AnyPuzzle) -> Told:
    return FAMILIES[puzzle.family](puzzle.document(), puzzle.metric)


def visited(puzzle: AnyPuzzle, state: State) -> int:
    return state[-1] if "tour" in puzzle.document() else 0


def read(puzzle: AnyPuzzle, oracle: Told, state: State) -> Hashable:
    return oracle.read(puzzle.draw(state), visited(puzzle, state))


def agree_on(puzzle: AnyPuzzle, limit: int) -> int:
    """Assert that the rules and the oracle agree on the first states; returns their number."""
    oracle, first = told(puzzle), puzzle.canonical(puzzle.start)
    seen, queue = {first}, [first]
    assert read(puzzle, oracle, first) == oracle.start
    for state in queue:
        successors = set(puzzle.successors(state))
        compare(puzzle, oracle, state, successors, solved=puzzle.is_goal(state))
        assert_notation(puzzle, oracle, state)
        if len(queue) < limit:
            queue += successors - seen
            seen |= successors
    return len(queue)


def compare(
    puzzle: AnyPuzzle, oracle: Told, state: State, successors: Iterable[State], *, solved: bool
) -> None:
    here = read(puzzle, oracle, state)
    assert oracle.is_goal(here) == solved, puzzle.draw(state)
    assert {read(puzzle, oracle, one) for one in successors} == oracle.after(here), puzzle.draw(
        state
    )


def assert_notation(puzzle: AnyPuzzle, oracle: Told, state: State) -> None:
    """A move as it is printed is the move that was meant."""
    for move in puzzle.moves(state):
        text, drawing = puzzle.format_move(move), puzzle.draw(state)
        expected = read(puzzle, oracle, puzzle.play(state, move))
        assert oracle.played(drawing, visited(puzzle, state), text) == expected, (drawing, text)


def operators_agree_on(puzzle: AnyPuzzle, limit: int) -> None:
    """The same of the encoders' operators."""
    grounding, oracle = ground(puzzle), told(puzzle)
    task = grounding.task
    first: Node = (task.start, task.visited(task.start, 0))
    seen, queue = {first}, [first]
    for node in queue:
        nodes = after(task, node)
        states = [state_of(grounding, one) for one in nodes]
        compare(puzzle, oracle, state_of(grounding, node), states, solved=solved(task, node))
        if len(queue) < limit:
            queue += nodes - seen
            seen |= nodes


@pytest.mark.parametrize("name", SMALL)
def test_small_instances_of_all_families(name: str) -> None:
    assert agree_on(SMALL[name], 60)
    operators_agree_on(SMALL[name], 20)


@pytest.mark.parametrize("metric", boards.METRICS)
@pytest.mark.parametrize("name", TOURS)
def test_tours(name: str, metric: str) -> None:
    puzzle = boards.SMALL[name].with_metric(metric)
    assert agree_on(puzzle, 100)
    operators_agree_on(puzzle, 60)


@pytest.mark.parametrize("name", library_names())
def test_first_states_of_the_library(name: str) -> None:
    agree_on(load(name), FIRST)


@given(ANY)
def test_random_instances(puzzle: AnyPuzzle) -> None:
    agree_on(puzzle, 60)


@given(ANY)
def test_operators_of_random_instances(puzzle: AnyPuzzle) -> None:
    try:
        operators_agree_on(puzzle, 30)
    except Unsupported:
        assume(False)
