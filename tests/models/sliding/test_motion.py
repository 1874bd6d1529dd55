"""What is remembered of moves is what the rules say: `successors` against `moves` and `play`.

A table is accepted by `successors` alone, so a move that it forgot would be a hole in every proof.
`moves` and `play` remember nothing.
"""

from __future__ import annotations

from itertools import islice

import pytest

from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding import motion
from puzzleproof.models.sliding.motion import Reached
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import layers
from tests.support.boards import METRICS, library, sliding


def some_states(puzzle: SlidingPuzzle, limit: int) -> list[State]:
    return list(islice((state for layer in layers(puzzle) for state in sorted(layer)), limit))


def assert_as_the_rules(puzzle: SlidingPuzzle, limit: int) -> None:
    for state in some_states(puzzle, limit):
        played = {puzzle.canonical(puzzle.play(state, move)) for move in puzzle.moves(state)}
        assert set(puzzle.successors(state)) == played, puzzle.draw(state)


@pytest.mark.parametrize("kept", ["PATTERNS_KEPT", "PLACES_KEPT"])
@pytest.mark.parametrize("metric", METRICS)
def test_what_is_forgotten_is_asked_again(
    metric: str, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(motion, kept, 5)
    assert_as_the_rules(library("ane-rouge", metric), 120)
    assert_as_the_rules(library("mas-puzzle", metric), 120)


def test_the_rules_are_asked_once_for_what_stands_in_the_way() -> None:
    """Another lorry in another row is not in the way of a car that keeps to its own."""
    puzzle, asked = sliding("AA../..B./..B.", "line", axis_locked=True), list[tuple[int, int]]()
    car, lorry = puzzle.start

    def passed(place: int, others: int) -> list[tuple[int, str]]:
        asked.append((place, others))
        return [(place << 1, "E")] if not place << 1 & others else []

    found = Reached(passed, puzzle.rests, joined=False)
    away = lorry << puzzle.grid.stride
    for covered in (car | lorry, car | away, car | lorry, car | away << 1):
        assert found[covered][car] == (car << 1,)
    assert len(asked) == 2, "its way, and once with nothing in it"
    assert found[car | car << 2][car] == ()
