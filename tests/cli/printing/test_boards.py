"""Boards as lines of text, side by side."""

import pytest

from puzzleproof.cli.printing.boards import (
    Board,
    Line,
    drawn,
    plain,
    side_by_side,
    width_of,
)
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.picture import HasPictures, Picture, Square, picture_of_rows
from tests.support.boards import sliding


def text(lines: list[Line]) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def picture_of(name: str) -> Picture:
    puzzle = load(name)
    assert isinstance(puzzle, HasPictures)
    return puzzle.picture(puzzle.start)


PICTURED = [name for name in library_names() if isinstance(load(name), HasPictures)]


def test_a_square_takes_two_columns() -> None:
    assert text(drawn(picture_of_rows(["AAB", "A.B"]))).splitlines() == ["A A B", "A . B"]
    assert text(drawn(picture_of_rows(["A#", ".B"]))).splitlines() == ["A", ". B"]


def test_numbers_of_two_digits_and_wide_letters_widen_all_squares() -> None:
    assert text(drawn(Picture(((Square("1", "1"), Square("12", "12")),)))) == " 1 12"
    assert width_of(drawn(picture_of_rows(["曹A"]))[0]) == 6


def test_pieces_bound_to_an_axis_are_marked() -> None:
    puzzle = sliding("AB/.C", goal="../C.", axes="A:EW B:NS")
    assert text(drawn(puzzle.picture(puzzle.start))).splitlines() == ["A-B|", ". C"]


def test_pegs_stand_in_holes() -> None:
    assert text(drawn(picture_of("triangle-4"))).splitlines()[0].strip() in "xo"


@pytest.mark.parametrize("name", PICTURED)
def test_lines_of_a_board_have_one_width(name: str) -> None:
    assert len({width_of(line) for line in drawn(picture_of(name))}) == 1


def board(title: str, width: int, height: int = 1) -> Board:
    return Board(title, plain("\n".join(["x" * width] * height)))


def test_boards_stand_side_by_side_as_far_as_the_columns_go() -> None:
    boards = [board("one", 4), board("two", 4, 2), board("a long title", 4)]
    assert text(side_by_side(boards, 11)).splitlines() == [
        "one    two",
        "xxxx   xxxx",
        "       xxxx",
        "",
        "a long title",
        "xxxx",
    ]
    assert text(side_by_side(boards, 26)).startswith("one    two    a long title\n")
    assert not side_by_side([], 80)


def test_a_board_wider_than_the_terminal_is_printed_alone() -> None:
    assert text(side_by_side([board("a", 50), board("b", 50)], 20)).count("x" * 50) == 2
