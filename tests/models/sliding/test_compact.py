"""The form in which a checker takes sliding blocks says what the rules say, state by state.

A labelling is accepted by `CompactBoards` alone, so a move that it forgot would be a hole in every
proof: each of its answers is compared here with `moves` and `play`, which it does not use.
"""

from __future__ import annotations

import pytest
from hypothesis import given

from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding import compact as sliding_boards
from puzzleproof.models.sliding import rules
from puzzleproof.models.sliding.compact import CompactBoards
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import layers
from tests.support.boards import METRICS, SMALL, library, puzzles, sliding

_NAMES = """\
ane-rouge century century-and-a-half hifi mas-puzzle pennant rush-49 simplicity2 soap
super-dries traffic-cop"""
NAMES = _NAMES.split()


def boards_of(puzzle: SlidingPuzzle) -> CompactBoards:
    boards = puzzle.compact_states
    assert boards is not None
    return boards


def some_states(puzzle: SlidingPuzzle, limit: int) -> list[State]:
    found: list[State] = []
    for layer in layers(puzzle):
        found += sorted(layer)
        if len(found) > limit:
            break
    return found[:limit]


def assert_as_the_rules(puzzle: SlidingPuzzle, limit: int) -> None:
    boards, states = boards_of(puzzle), some_states(puzzle, limit)
    compact_states = [boards.of_state(state) for state in states]
    assert boards.of_numbers([puzzle.pack(state) for state in states]) == compact_states
    assert [boards.state(form) for form in compact_states] == states
    everywhere: set[int] = set()
    for state, form in zip(states, compact_states, strict=True):
        played = {puzzle.canonical(puzzle.play(state, move)) for move in puzzle.moves(state)}
        after = boards.after([form])
        assert after == {boards.of_state(one) for one in played}, puzzle.draw(state)
        assert (boards.goal([form]) is not None) == puzzle.is_goal(state), puzzle.draw(state)
        everywhere |= after
    assert boards_of(puzzle).after(compact_states) == everywhere


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", NAMES)
def test_the_library(name: str, metric: str) -> None:
    assert_as_the_rules(library(name, metric), 250)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", [name for name, puzzle in SMALL.items() if not puzzle.tour])
def test_hand_made_boards(name: str, metric: str) -> None:
    assert_as_the_rules(SMALL[name].with_metric(metric), 400)


@given(puzzles(reachable=False))
def test_random_boards(puzzle: SlidingPuzzle) -> None:
    if not puzzle.tour:
        assert_as_the_rules(puzzle, 60)


@pytest.mark.parametrize("name", NAMES)
def test_tables_for_a_few_pieces_hold_all_their_moves(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where patterns are many, tables are made for the boards at hand and are not kept."""
    monkeypatch.setattr(sliding_boards, "PATTERNS_KEPT", 0)
    assert_as_the_rules(library(name, "piece"), 120)


def test_digits_forgotten_are_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sliding_boards, "DIGITS_KEPT", 3)
    assert_as_the_rules(library("ane-rouge", "piece"), 120)


@pytest.mark.parametrize("kept", [1, 10])
def test_sets_of_places_forgotten_are_listed_again(
    kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sliding_boards, "REACHES_KEPT", kept)
    assert_as_the_rules(library("hifi", "piece"), 120)


def test_tables_are_made_only_where_patterns_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sliding_boards, "FEW_PATTERNS", 1)
    for few in (0, 10**9):
        monkeypatch.setattr(sliding_boards, "FEW_BOARDS", few)
        assert_as_the_rules(library("hifi", "line"), 120)


def test_goals_are_told_apart_from_what_is_nearly_one() -> None:
    puzzle = sliding("AB./...", "unit", goal="..B/..A", labelled="A")
    boards = boards_of(puzzle)
    states = [state for layer in layers(puzzle) for state in layer]
    goals = {boards.of_state(state) for state in states if puzzle.is_goal(state)}
    assert len(goals) == 1
    assert boards.goal(boards.of_state(state) for state in states) in goals
    assert boards.goal({boards.of_state(state) for state in states} - goals) is None


def test_numbers_of_no_arrangement_are_refused() -> None:
    puzzle = library("ane-rouge", "piece")
    number = puzzle.pack(puzzle.canonical(puzzle.start))
    swapped = list(puzzle.canonical(puzzle.start))
    kind = next(kind for kind in puzzle.kinds if kind.stop - kind.start > 1)
    swapped[kind] = reversed(swapped[kind])
    for wrong in (puzzle.pack(tuple(swapped)), 256**puzzle.pack_width - 1):
        with pytest.raises(ValueError, match=r"not in order|no state has this number"):
            boards_of(puzzle).of_numbers([number, wrong])


def test_pieces_that_overlap_are_refused() -> None:
    puzzle = sliding("AAB/...", goal="..B/...")
    assert puzzle.unpack(0)[0] & puzzle.unpack(0)[1]
    with pytest.raises(ValueError, match=r"record 0: pieces overlap"):
        boards_of(puzzle).of_numbers([puzzle.pack(puzzle.start), 0])


def test_a_board_of_too_many_places_has_no_compact_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their tables grow with the square of the places, which a small file can make many."""
    puzzle = sliding("ABC/.../...", labelled="*")
    assert puzzle.compact_states is not None
    monkeypatch.setattr(rules, "COMPACT_PLACES", 26)
    assert sliding("ABC/.../...", labelled="*").compact_states is None
