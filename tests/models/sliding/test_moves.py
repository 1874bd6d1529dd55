"""What one move is: around corners, in one line, or one cell; walls, shapes and locked axes."""

from __future__ import annotations

from collections import Counter

import pytest

from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import sliding


def moves(puzzle: SlidingPuzzle) -> list[str]:
    return sorted(map(puzzle.format_move, puzzle.moves(puzzle.start)))


def after(puzzle: SlidingPuzzle) -> list[str]:
    """The drawings one move away, rows divided by ``/``."""
    drawings = {puzzle.draw(state).replace("\n", "/") for state in puzzle.successors(puzzle.start)}
    return sorted(drawings)


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
    assert len(after(sliding("....../....../..AA../..AA../....../......", "unit", cell=2,
                             axis_locked=True))) == 4  # fmt: skip


def test_interchangeable_pieces_have_one_state() -> None:
    one, other = sliding("AB.", labelled=""), sliding("BA.", labelled="")
    assert one.canonical(one.start) == other.canonical(other.start)
    told, apart = sliding("AB.", labelled="*"), sliding("BA.", labelled="*")
    assert {told.draw(told.canonical(told.start)), apart.draw(apart.canonical(apart.start))} == {
        "AB.", "BA.",
    }  # fmt: skip


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
