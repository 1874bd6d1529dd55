"""Pictures say what a drawing says, with pieces in place of characters, for every family."""

from __future__ import annotations

from itertools import islice

import pytest

from puzzleproof.models.instances import library_names, load
from puzzleproof.models.picture import FLOOR, HasPictures, Picture, Square, picture_of_rows
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.bfs import layers
from tests.support.boards import SMALL, sliding

PICTURED = [name for name in library_names() if isinstance(load(name), HasPictures)]


def some_states(puzzle: AnyPuzzle) -> list[State]:
    return [min(layer) for layer in islice(layers(puzzle), 3)]


def picture(puzzle: AnyPuzzle, state: State | None = None) -> Picture:
    assert isinstance(puzzle, HasPictures)
    return puzzle.picture(puzzle.start if state is None else state)


def test_every_family_but_the_cubes_has_pictures() -> None:
    assert {load(name).family for name in PICTURED} == {"sliding", "pegs", "frogs", "tiles"}


@pytest.mark.parametrize("name", PICTURED)
def test_rows_are_of_one_length_and_goals_of_the_boards_size(name: str) -> None:
    puzzle = load(name)
    assert isinstance(puzzle, HasPictures)
    pictures = [
        picture(puzzle),
        *(goal for _, goal in puzzle.goal_pictures()),
        *(picture(puzzle, state) for state in some_states(puzzle)),
    ]
    assert len({one.size for one in pictures}) == 1
    assert all(len(row) == one.size[1] for one in pictures for row in one.rows)


@pytest.mark.parametrize("name", SMALL)
def test_a_sliding_board_has_the_letters_of_its_drawing(name: str) -> None:
    puzzle = SMALL[name]
    for state in some_states(puzzle):
        rows = puzzle.draw(state).splitlines()
        for r, row in enumerate(picture(puzzle, state).rows):
            for c, square in enumerate(row):
                if (r, c) not in puzzle.grid.cells:
                    assert square is None
                else:
                    assert square is not None
                    assert (square.text or ".") == rows[r][c]


def test_a_wall_that_a_goal_does_not_draw_is_a_wall_in_its_picture() -> None:
    puzzle = sliding("A.#", goal=".A.")
    ((key, goal),) = puzzle.goal_pictures()
    assert (key, goal.rows[0][2]) == ("goal", None)


def test_a_tour_has_a_picture_of_each_stop() -> None:
    puzzle = sliding("A../...", tour=["..A/...", ".../A.."])
    assert [key for key, _ in puzzle.goal_pictures()] == ["tour[1]", "tour[2]"]


def test_animals_are_pieces_of_their_own_in_two_colours() -> None:
    squares = [square for _, square in picture(load("frogs-2-3")).squares() if square.piece]
    assert len({square.piece for square in squares}) == 5
    assert {square.colour for square in squares} == {"F", "T"}


def test_pegs_have_the_numbers_of_their_holes() -> None:
    puzzle = load("english-centre")
    found = picture(puzzle)
    assert found.form == "pegs"
    assert {square.piece for _, square in found.squares() if square.piece} >= {"2", "52"}
    assert found.rows[3][3] == Square(label="27")
    assert "50 51 52" in puzzle.chart()


def test_tiles_of_one_diagonal_have_one_colour() -> None:
    puzzle = load("tiles-3x3")
    assert isinstance(puzzle, HasPictures)
    ((_, goal),) = puzzle.goal_pictures()
    colours = [[square.colour for square in row if square is not None] for row in goal.rows]
    assert colours == [["", "1", "2"], ["1", "2", "3"], ["2", "3", "4"]]


def test_a_picture_is_read_from_rows_and_by_places() -> None:
    found = picture_of_rows(["A.", "#A"])
    assert found.rows == ((Square("A", "A", "A"), FLOOR), (None, Square("A", "A", "A")))
    assert found.at(0, 0) == Square("A", "A", "A")
    assert found.at(-1, 0) is None
    assert found.at(0, 2) is None
