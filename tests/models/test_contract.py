"""What the rules of every family promise: moves and successors, numbers, features, files."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import dumps, library_names, load, loads
from puzzleproof.models.invariants import Linear, Vector
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.bfs import layers
from tests.support import boards, every_family

NAMED = every_family.SMALL | {
    f"{name}, {metric}": puzzle.with_metric(metric)
    for name, puzzle in boards.SMALL.items()
    for metric in puzzle.metrics
    if puzzle.tour
}
RANDOM = st.one_of(every_family.ANY, boards.puzzles(tours=True))
LARGE = ("ane-rouge", "century", "hifi", "rush-49", "taquin-t1", "english-centre", "frogs-3x3")
REARRANGES = ("sliding", "frogs", "tiles")
"""Families whose moves put nothing on the board and take nothing off."""


def some_states(puzzle: AnyPuzzle, number: int) -> list[State]:
    """The first states of a search from the start."""
    return list(islice((state for layer in layers(puzzle) for state in sorted(layer)), number))


def assert_promises(puzzle: AnyPuzzle, number: int) -> None:
    found = some_states(puzzle, number)
    for state in found:
        moves = list(puzzle.moves(state))
        after = {puzzle.canonical(puzzle.play(state, move)) for move in moves}
        assert len(set(moves)) == len(moves)
        assert after == set(puzzle.successors(state))
        assert [puzzle.parse_move(puzzle.format_move(move)) for move in moves] == moves
        assert not puzzle.reversible or all(state in set(puzzle.successors(s)) for s in after)
    assert_packed(puzzle, found)
    assert loads(dumps(puzzle)) == puzzle


def assert_packed(puzzle: AnyPuzzle, found: list[State]) -> None:
    """Numbers below the bound, one for each state; any other number is refused."""
    numbers = [puzzle.pack(state) for state in found]
    top = 256**puzzle.pack_width
    assert len(set(numbers)) == len(found)
    assert max(numbers) < top
    assert list(map(puzzle.unpack, numbers)) == found
    for number in (-1, top, 10**60):
        with pytest.raises(ValueError, match="no state"):
            puzzle.unpack(number)
    for number in range(0, max(numbers), 1 + max(numbers) // 50):
        try:
            state = puzzle.unpack(number)
        except ValueError:
            continue
        assert puzzle.pack(state) == number
        assert puzzle.canonical(state) == state
        if puzzle.family in REARRANGES:
            assert Counter(puzzle.draw(state)) == Counter(puzzle.draw(puzzle.start))


@pytest.mark.parametrize("name", NAMED)
def test_small_instances(name: str) -> None:
    assert_promises(NAMED[name], 150)


@given(RANDOM)
def test_random_instances(puzzle: AnyPuzzle) -> None:
    assert_promises(puzzle, 25)


@pytest.mark.parametrize("name", [name for name in library_names() if name in LARGE])
def test_large_instances(name: str) -> None:
    assert_promises(load(name), 60)


@pytest.mark.parametrize("name", library_names())
def test_the_library_reads_back_and_has_its_sources(name: str) -> None:
    puzzle = load(name)
    assert loads(dumps(puzzle)) == puzzle
    assert all(row.source for row in puzzle.info.known)


# --- features -----------------------------------------------------------------------------


def change(before: Vector, after: Vector) -> tuple[tuple[int, int], ...]:
    pairs = enumerate(zip(before, after, strict=True))
    return tuple((k, new - old) for k, (old, new) in pairs if new != old)


def assert_features(puzzle: AnyPuzzle, number: int) -> set[tuple[tuple[int, int], ...]]:
    """Every step changes the features by one of the steps; returns the changes met."""
    assert isinstance(puzzle, Linear)
    assert len(set(puzzle.steps)) == len(puzzle.steps)
    met = set[tuple[tuple[int, int], ...]]()
    for state in some_states(puzzle, number):
        assert len(puzzle.vector(state)) == len(puzzle.features)
        assert not puzzle.is_goal(state) or puzzle.vector(state) in puzzle.goal_vectors
        if puzzle.step_is_move:
            after = (puzzle.play(state, move) for move in puzzle.moves(state))
            met |= {change(puzzle.vector(state), puzzle.vector(s)) for s in after}
    assert met <= set(puzzle.steps)
    return met


@pytest.mark.parametrize("name", [name for name in NAMED if NAMED[name].invariants])
def test_features_change_by_the_steps(name: str) -> None:
    assert_features(NAMED[name], 150)


@given(RANDOM)
def test_features_of_random_instances_change_by_the_steps(puzzle: AnyPuzzle) -> None:
    for metric in puzzle.metrics if puzzle.invariants else ():
        assert_features(puzzle.with_metric(metric), 25)


def test_what_a_family_has_not_is_refused_or_empty() -> None:
    """Stacks of cubes are no sums and no graph."""
    cubes = load("instant-insanity")
    with pytest.raises(Unsupported, match="family 'cubes': a packed number is no sum"):
        cubes.part(0, 0)
    assert (cubes.chart(), cubes.tally([])) == ("", {})
    none = (cubes.goal_states(9), cubes.placements(9), cubes.anchors, cubes.packed_actions())
    assert none == (None,) * 4
    assert not cubes.draws_whole_goals
    assert not cubes.constructed_plan()
    assert cubes.no_survey
