"""When a puzzle is solved: by piece, by shape, by one of several drawings, by a tour."""

from __future__ import annotations

import pytest

from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import sliding


def played(puzzle: SlidingPuzzle, *moves: str) -> State:
    state = puzzle.start
    for move in moves:
        state = puzzle.play(state, puzzle.parse_move(move))
    return state


def solved(puzzle: SlidingPuzzle, *moves: str) -> bool:
    return puzzle.is_goal(played(puzzle, *moves))


def test_a_labelled_goal_asks_for_that_very_piece() -> None:
    puzzle = sliding("AB./...", goal="..A/...", labelled="A")
    assert not solved(puzzle, "BE")
    assert solved(puzzle, "ASEEN")


def test_an_unlabelled_goal_asks_for_the_shape() -> None:
    puzzle = sliding("AB./...", goal="..A/...")
    assert solved(puzzle, "BE")


def test_an_unlabelled_goal_may_have_any_letter() -> None:
    assert solved(sliding("AB./...", goal="..x/..."), "BE")


def test_a_shape_may_be_filled_by_a_labelled_piece() -> None:
    assert solved(sliding("AB./...", goal="..x/...", labelled="B"), "BE")


def test_a_goal_does_not_care_about_its_empty_cells() -> None:
    assert solved(sliding("AB.", goal=".B.", labelled="B"))


def test_all_that_a_goal_draws_must_stand() -> None:
    puzzle = sliding("A.B.", "unit", goal=".A.B")
    assert not solved(puzzle, "AE")
    assert not solved(puzzle, "BE")
    assert solved(puzzle, "AE", "BE")


def test_a_shape_partly_covered_is_not_the_shape() -> None:
    puzzle = sliding("AA.B", goal=".AA.")
    assert not solved(puzzle)
    assert solved(puzzle, "AE")


@pytest.mark.parametrize(("move", "reached"), [("AE", True), ("AEE", False), ("AEEE", True)])
def test_any_one_of_several_goals_will_do(move: str, reached: bool) -> None:
    assert solved(sliding("A...", "line", goal=[".A..", "...A"]), move) is reached


def test_a_tour_in_sequence_visits_its_stops_in_order() -> None:
    puzzle = sliding("A..", "unit", tour=["..A", ".A."])
    assert not solved(puzzle, "AE")
    assert not solved(puzzle, "AE", "AE")
    assert solved(puzzle, "AE", "AE", "AW")


def test_a_tour_in_any_order_visits_its_stops_in_any_order() -> None:
    puzzle = sliding("A..", "unit", tour=["..A", ".A."], tour_order="any")
    assert not solved(puzzle, "AE")
    assert solved(puzzle, "AE", "AE")


def test_a_stop_passed_within_a_move_is_not_visited() -> None:
    puzzle = sliding("A..", "line", tour=[".A.", "..A"])
    assert not solved(puzzle, "AEE")
    assert solved(puzzle, "AE", "AE")


def test_the_start_counts_as_a_visit() -> None:
    assert solved(sliding("A..", tour=["A.."]))
    assert solved(sliding("A..", "unit", tour=["A..", ".A."]), "AE")
    assert not solved(sliding("A..", "unit", tour=[".A.", "A.."]), "AE")


def test_several_stops_may_be_held_at_once() -> None:
    puzzle = sliding("A..B", "unit", tour=["A...", "...B", "..B."], labelled="*")
    assert solved(puzzle, "BW")
    same = sliding("A.", "unit", tour=["A.", "A.", ".A", ".A"])
    assert solved(same, "AE")


def test_a_later_stop_held_early_waits_for_the_earlier_one() -> None:
    puzzle = sliding("A.B.", "unit", tour=["...B", "A..."], labelled="*")
    assert solved(puzzle, "BE")
    moved = sliding("A.B.", "unit", tour=["...B", "A..."], labelled="*")
    assert not solved(moved, "AE", "BE")
    assert solved(moved, "AE", "BE", "AW")


def test_a_visit_is_remembered() -> None:
    puzzle = sliding("A.", "unit", tour=[".A", "A.", ".A"])
    states = [played(puzzle, *moves) for moves in ([], ["AE"], ["AE", "AW"])]
    assert [state[-1] for state in states] == [0, 1, 3]
    assert solved(puzzle, "AE", "AW", "AE")


def test_the_stops_of_a_tour_may_name_shapes() -> None:
    puzzle = sliding("AB.", "unit", tour=["..x", ".x."])
    assert solved(puzzle, "BE", "AE")
