"""Boards as lines of text: frames between pieces, boards side by side, colours that differ."""

from __future__ import annotations

import pytest

from puzzleproof.cli.printing.boards import (
    ASCII,
    Board,
    Line,
    drawn,
    flat,
    framed,
    plain,
    side_by_side,
    width_of,
)
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.picture import HasPictures, Picture, Square, picture_of_rows


def text(lines: list[Line]) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def picture_of(name: str) -> Picture:
    puzzle = load(name)
    assert isinstance(puzzle, HasPictures)
    return puzzle.picture(puzzle.start)


PICTURED = [name for name in library_names() if isinstance(load(name), HasPictures)]


def test_frames_part_pieces_and_not_the_squares_of_one() -> None:
    assert text(framed(picture_of_rows(["AAB", "A.B"]))).splitlines() == [
        "┌───────┬───┐",
        "│ A     │ B │",
        "│   ┌───┤   │",
        "│   │   │   │",
        "└───┴───┴───┘",
    ]


def test_frames_follow_the_edge_of_the_board() -> None:
    assert text(framed(picture_of_rows(["A#", ".B"]))).splitlines() == [
        "┌───┐",
        "│ A │",
        "├───┼───┐",
        "│   │ B │",
        "└───┴───┘",
    ]


def test_frames_in_ascii() -> None:
    assert text(framed(picture_of_rows(["AB"]))).translate(ASCII).splitlines() == [
        "+---+---+",
        "| A | B |",
        "+---+---+",
    ]


def test_numbers_of_two_digits_widen_all_squares() -> None:
    assert text(framed(Picture(((Square("1", "1"), Square("12", "12")),)))).splitlines() == [
        "┌────┬────┐",
        "│ 1  │ 12 │",
        "└────┴────┘",
    ]


def test_a_letter_of_two_columns_widens_all_squares() -> None:
    assert text(framed(picture_of_rows(["曹A"]))).splitlines() == [
        "┌────┬────┐",
        "│ 曹 │ A  │",
        "└────┴────┘",
    ]
    lines = flat(picture_of_rows(["曹A"]))
    assert width_of(lines[0]) == 6


def test_a_piece_in_two_places_has_its_letter_in_both() -> None:
    assert text(framed(picture_of_rows(["A.A"]))).count("A") == 2


def test_pegs_stand_in_holes_without_frames() -> None:
    assert text(flat(picture_of("triangle-4"))).splitlines()[0].strip() in "●○"
    assert "│" not in text(drawn(picture_of("triangle-4"), 80) or [])


@pytest.mark.parametrize("name", PICTURED)
def test_lines_of_a_board_have_one_width(name: str) -> None:
    for lines in (framed(picture_of(name)), flat(picture_of(name))):
        assert len({width_of(line) for line in lines}) == 1


def test_a_board_that_is_too_wide_loses_its_frames_and_then_its_picture() -> None:
    picture = picture_of_rows(["A" * 10])
    assert "│" in text(drawn(picture, 41) or [])
    assert text(drawn(picture, 40) or []) == "A A A A A A A A A A"
    assert drawn(picture, 19) is None


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
