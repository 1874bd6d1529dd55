"""The rules of sliding blocks: moves in each metric, playing them, goals, tours, notation, packing.

Half cells and compact states have files of their own; laws on random boards are in tests/property.
"""

from __future__ import annotations

from collections import Counter

import pytest

from puzzleproof.models.errors import IllegalMove, NotationError, PuzzleProofError
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.motion import SlidingMove
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import SMALL, sliding, states

BOARD = sliding("A.B/..#", "piece", labelled="*")


def drawn(puzzle: SlidingPuzzle, state: State) -> str:
    """A state in a line, rows divided by ``/``."""
    return puzzle.draw(state).replace("\n", "/")


def moves(puzzle: SlidingPuzzle) -> list[str]:
    return sorted(map(puzzle.format_move, puzzle.moves(puzzle.start)))


def after(puzzle: SlidingPuzzle) -> list[str]:
    """The drawings one move away."""
    return sorted({drawn(puzzle, state) for state in puzzle.successors(puzzle.start)})


def played(puzzle: SlidingPuzzle, *moves: str) -> State:
    state = puzzle.start
    for move in moves:
        state = puzzle.play(state, puzzle.parse_move(move))
    return state


def solved(puzzle: SlidingPuzzle, *moves: str) -> bool:
    return puzzle.is_goal(played(puzzle, *moves))


def refusal(puzzle: SlidingPuzzle, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        played(puzzle, text)
    return str(caught.value)


# --- what one move is ------------------------------------------------------------------


def test_a_piece_goes_around_a_corner_in_one_move() -> None:
    assert after(sliding("A./#.", "piece")) == ["../#A", ".A/#."]


def test_a_line_ends_at_the_corner() -> None:
    assert after(sliding("A./#.", "line")) == [".A/#."]


def test_a_line_is_of_any_length() -> None:
    assert moves(sliding("A...", "line")) == ["AE", "AEE", "AEEE"]


def test_a_unit_is_one_cell() -> None:
    assert moves(sliding("A...", "unit")) == ["AE"]


def test_a_piece_move_counts_each_place_once() -> None:
    puzzle = sliding("A../...", "piece")
    assert len(moves(puzzle)) == len(after(puzzle)) == 5
    assert max(Counter(after(puzzle)).values()) == 1


def test_a_piece_move_is_written_by_a_shortest_path() -> None:
    lengths = sorted(len(move) - 1 for move in moves(sliding("A../...", "piece")))
    assert lengths == [1, 1, 2, 2, 3]


def test_a_piece_goes_around_another_but_not_through_it() -> None:
    assert after(sliding("AB../##..", "line", labelled="A")) == ["A..B/##..", "A.B./##.."]
    assert "A.B./...." in after(sliding("AB../....", "piece", labelled="*"))
    assert ".BA./...." in after(sliding("AB../....", "piece", labelled="*"))
    assert ".BA./####" not in after(sliding("AB../####", "piece", labelled="*"))


def test_nothing_jumps_a_wall() -> None:
    assert after(sliding("A#.", "piece")) == []
    assert after(sliding("A .", "line")) == []


def test_a_move_leads_somewhere_else() -> None:
    assert after(sliding("AA/AA", "piece")) == []


def test_an_l_slides_out_of_the_arms_of_another() -> None:
    assert after(sliding("AA./AB./.BB", "unit", labelled="*")) == []
    puzzle = sliding("AA../AB../.BB.", "unit", labelled="*")
    assert after(puzzle) == ["AA../A.B./..BB"]


def test_a_t_slides_as_one_body() -> None:
    assert after(sliding(".../AAA/.A.", "unit")) == ["AAA/.A./..."]


def test_a_disconnected_piece_is_held_by_what_stands_in_its_gap() -> None:
    assert after(sliding("ABA..", "unit")) == []
    assert after(sliding("A.A..", "unit")) == [".A.A."]


def test_a_disconnected_piece_moves_around_a_wall_in_its_gap() -> None:
    assert after(sliding("A#A/...", "unit")) == [".#./A.A"]


@pytest.mark.parametrize("metric", ["piece", "line", "unit"])
def test_a_locked_bar_moves_along_its_length_only(metric: str) -> None:
    board = ".../AA./.../..."
    assert after(sliding(board, metric, axis_locked=True)) == [".../.AA/.../..."]
    assert len(after(sliding(board, metric))) > 1


def test_a_locked_upright_bar_moves_up_and_down() -> None:
    assert after(sliding(".A./.A./...", "unit", axis_locked=True)) == [".../.A./.A."]


def test_locked_squares_move_freely() -> None:
    assert len(after(sliding(".../.A./...", "unit", axis_locked=True))) == 4
    assert len(after(sliding("..../.AA./.AA./....", "unit", axis_locked=True))) == 4
    assert (
        len(
            after(
                sliding(
                    "....../....../..AA../..AA../....../......", "unit", cell=2, axis_locked=True
                )
            )
        )
        == 4
    )


# --- playing a move --------------------------------------------------------------------


def test_playing_a_move_takes_the_piece_to_its_end() -> None:
    assert drawn(BOARD, BOARD.start) == "A.B/..#"
    assert drawn(BOARD, played(BOARD, "AE")) == ".AB/..#"
    assert drawn(BOARD, played(BOARD, "ASE")) == "..B/.A#"
    assert drawn(BOARD, played(BOARD, "BWS", "AE")) == ".A./.B#"


@pytest.mark.parametrize(
    ("metric", "text", "end"),
    [("piece", "BSW", "A.../B..."), ("line", "BEE", "A..B/...."), ("unit", "BS", "A.../.B..")],
)
def test_each_metric_plays_its_moves(metric: str, text: str, end: str) -> None:
    puzzle = sliding("AB../....", metric, labelled="*")
    assert drawn(puzzle, played(puzzle, text)) == end


def test_a_large_piece_moves_as_one_body() -> None:
    puzzle = sliding("AA./A../...", "line")
    assert drawn(puzzle, played(puzzle, "AS")) == ".../AA./A.."


def test_playing_keeps_the_order_of_pieces_that_are_alike() -> None:
    """A plan names pieces by their letters, so letters stay with the pieces."""
    puzzle = sliding("AB.", "line")
    state = played(puzzle, "BE", "AE")
    assert drawn(puzzle, state) == ".AB"
    assert puzzle.play(state, puzzle.parse_move("AW")) == played(puzzle, "BE")


def test_the_piece_in_the_way_is_named_with_step_and_cell() -> None:
    message = refusal(BOARD, "AEE")
    assert "'AEE', step 2 (E)" in message
    assert "'B' is in the way at row 1, column 3" in message


def test_the_edge_of_the_board_is_named() -> None:
    assert "'AEN', step 2 (N): 'A' would leave the board" in refusal(BOARD, "AEN")


def test_a_wall_is_outside_the_board() -> None:
    assert "step 3 (E): 'A' would leave the board" in refusal(BOARD, "ASEE")


def test_a_locked_axis_is_named() -> None:
    assert "axis" in refusal(sliding("AA./...", axis_locked=True), "AS")


@pytest.mark.parametrize(
    ("metric", "text"), [("line", "AES"), ("unit", "AES"), ("unit", "AEE"), ("unit", "AEEE")]
)
def test_a_move_of_another_metric_is_refused(metric: str, text: str) -> None:
    puzzle = sliding("A.../....", metric)
    message = refusal(puzzle, text)
    assert repr(text) in message
    assert repr(metric) in message


@pytest.mark.parametrize("metric", ["piece", "line", "unit"])
def test_a_way_there_and_back_is_no_move(metric: str) -> None:
    assert "'AEW'" in refusal(sliding("A...", metric), "AEW")


@pytest.mark.parametrize("metric", ["line", "unit"])
def test_a_detour_is_no_straight_move(metric: str) -> None:
    assert "'AEEW'" in refusal(sliding("A...", metric), "AEEW")


def test_a_detour_is_a_piece_move() -> None:
    puzzle = sliding("A.../....", "piece")
    direct = puzzle.play(puzzle.start, puzzle.parse_move("AE"))
    assert puzzle.play(puzzle.start, puzzle.parse_move("ASEN")) == direct


def test_a_piece_that_is_not_there_is_refused() -> None:
    with pytest.raises(IllegalMove, match="no piece 'Z' on the board"):
        BOARD.play(BOARD.start, SlidingMove("Z", "E"))


def test_a_move_without_a_step_is_refused() -> None:
    with pytest.raises(IllegalMove):
        BOARD.play(BOARD.start, SlidingMove("A", ""))


# --- goals -----------------------------------------------------------------------------


def test_a_labelled_goal_asks_for_that_very_piece() -> None:
    puzzle = sliding("AB./...", goal="..A/...", labelled="A")
    assert not solved(puzzle, "BE")
    assert solved(puzzle, "ASEEN")


def test_an_unlabelled_goal_asks_for_the_shape() -> None:
    puzzle = sliding("AB./...", goal="..A/...")
    assert solved(puzzle, "BE")


def test_a_shape_may_be_filled_by_a_labelled_piece() -> None:
    assert solved(sliding("AB./...", goal="..A/...", labelled="B"), "BE")


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


# --- tours -----------------------------------------------------------------------------


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
    puzzle = sliding("AB.", "unit", tour=["..A", ".A."])
    assert solved(puzzle, "BE", "AE")


# --- states ----------------------------------------------------------------------------


def test_interchangeable_pieces_have_one_state() -> None:
    one, other = sliding("AB.", labelled=""), sliding("BA.", labelled="")
    assert one.canonical(one.start) == other.canonical(other.start)
    told, apart = sliding("AB.", labelled="*"), sliding("BA.", labelled="*")
    assert {told.draw(told.canonical(told.start)), apart.draw(apart.canonical(apart.start))} == {
        "AB.",
        "BA.",
    }


def test_an_exchange_of_interchangeable_pieces_leads_nowhere_new() -> None:
    puzzle = sliding("AB/..", "piece")
    assert len(set(puzzle.successors(puzzle.start))) == 4
    assert len(set(sliding("AB/..", "piece", labelled="A").successors(puzzle.start))) == 4


def test_pieces_of_different_shape_are_never_exchanged() -> None:
    puzzle = sliding("AAB.")
    assert len(puzzle.groups) == 2


def test_one_label_leaves_the_others_alike() -> None:
    assert sorted(map(sorted, sliding("ABC.", labelled="B").groups)) == [["A", "C"], ["B"]]
    assert len(sliding("ABC.", labelled="*").groups) == 3


def test_slides_can_be_taken_back_and_visits_cannot() -> None:
    assert sliding("A.").reversible
    assert not sliding("A.", tour=[".A", "A."]).reversible


# --- notation --------------------------------------------------------------------------


def test_a_move_is_written_as_piece_and_path() -> None:
    puzzle = sliding("A../...", labelled="A")
    assert puzzle.format_move(SlidingMove("A", "SEE")) == "ASEE"
    assert puzzle.parse_move("ASEE") == SlidingMove("A", "SEE")


@pytest.mark.parametrize("text", ["", "A", "AX", "Aee", "A E", "AEe", "A1", "E", "AE\n", "É", "A→"])
def test_what_is_no_move_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        BOARD.parse_move(text)
    assert repr(text) in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, PuzzleProofError)


def test_a_move_of_an_unknown_piece_cannot_be_read() -> None:
    with pytest.raises(NotationError, match="no piece 'Z'"):
        BOARD.parse_move("ZE")


# --- packing ---------------------------------------------------------------------------


def test_the_stops_visited_are_packed_too() -> None:
    puzzle = SMALL["tour in sequence"]
    visited = {puzzle.unpack(puzzle.pack(state))[-1] for state in states(puzzle, 2000)}
    assert visited == {0, 1, 3, 7}
