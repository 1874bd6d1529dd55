"""Pictures say what drawings say, with pieces for characters; moves are tracks on them."""

from collections import Counter
from itertools import islice

import pytest

from puzzleproof.models.cubes.rules import COLUMNS
from puzzleproof.models.instances import library_names, load, loads
from puzzleproof.models.picture import (
    FLOOR,
    ColourEdge,
    HasPictures,
    Picture,
    Square,
    picture_of_rows,
)
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.bfs import layers
from tests.support.boards import SMALL, sliding
from tests.support.cube_sets import example

PICTURED = [name for name in library_names() if isinstance(load(name), HasPictures)]


def some_states(puzzle: AnyPuzzle) -> list[State]:
    return [min(layer) for layer in islice(layers(puzzle), 3)]


def picture(puzzle: AnyPuzzle, state: State | None = None) -> Picture:
    assert isinstance(puzzle, HasPictures)
    return puzzle.picture(puzzle.start if state is None else state)


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


def test_pieces_have_the_axis_that_the_key_axes_binds_some_of_them_to() -> None:
    """The other cars of a board of cars as well, but none where `axis_locked` says it of all."""
    for axes, expected in (
        ("A:NS", {"A": "NS", "B": "NS", "C": ""}),
        ("", dict.fromkeys("ABC", "")),
    ):
        puzzle = sliding("AAB/C.B", goal=".../..C", axis_locked=True, axes=axes)
        found = {square.piece: square.axis for _, square in puzzle.picture(puzzle.start).squares()}
        assert found == {"": "", **expected}


def test_what_pictures_show() -> None:
    """By rows and by places; walls that a goal leaves out; each stop of a tour; pieces in order."""
    assert {load(name).family for name in PICTURED} == {"sliding", "pegs", "frogs", "tiles"}
    found = picture_of_rows(["A.", "#A"])
    assert found.rows == ((Square("A", "A", "A"), FLOOR), (None, Square("A", "A", "A")))
    assert [found.at(*place) for place in ((0, 0), (-1, 0), (0, 2))] == [
        found.rows[0][0],
        None,
        None,
    ]
    ((key, goal),) = sliding("A.#", goal=".A.").goal_pictures()
    assert (key, goal.rows[0][2]) == ("goal", None)
    tour = sliding("A../...", tour=["..A/...", ".../A.."])
    assert [key for key, _ in tour.goal_pictures()] == ["tour[1]", "tour[2]"]
    shown = picture(load("simplicity"))
    for piece, cells in shown.pieces().items():
        assert cells == [cell for cell, square in shown.squares() if square.piece == piece] != []


def a_few_moves(puzzle: AnyPuzzle, number: int = 3) -> tuple[int, ...]:
    state = puzzle.start
    for _ in range(number):
        for move in list(puzzle.moves(state))[-1:]:
            state = puzzle.play(state, move)
    return state


@pytest.mark.parametrize("name", PICTURED)
def test_a_track_begins_at_a_piece_and_ends_on_the_board(name: str) -> None:
    puzzle = load(name)
    assert isinstance(puzzle, HasPictures)
    state = a_few_moves(puzzle)
    before = puzzle.picture(state)
    for move in puzzle.moves(state):
        first, *_, last = puzzle.track(state, move)
        taken, landing = before.at(*first), puzzle.picture(puzzle.play(state, move)).at(*last)
        assert taken is not None
        assert taken.piece
        assert landing is not None
        assert landing.colour == taken.colour


RUN = 'family = "tiles"\nmetric = "multi"\nboard = "0 1 2"\ngoal = "1 2 0"\n'


@pytest.mark.parametrize(
    ("puzzle", "move", "track"),
    [(load("ane-rouge"), "GSE", [(3, 1), (4, 1), (4, 2)]), (loads(RUN), "E2", [(0, 2), (0, 1)])],
    ids=["round corners", "a run is pushed by its last"],
)
def test_tracks(puzzle: AnyPuzzle, move: str, track: list[tuple[int, int]]) -> None:
    assert isinstance(puzzle, HasPictures)
    assert puzzle.track(puzzle.start, puzzle.parse_move(move)) == track


INSANITY = example("instant-insanity")
PLAN = ("0:rdlu", "1:rdlu", "2:frbl", "3:urdl")
"""A solution of Instant Insanity, as `solve` prints it."""


def test_a_net_shows_the_six_faces_of_its_cube() -> None:
    puzzle = INSANITY
    nets = puzzle.nets()
    assert [name for name, _ in nets] == ["cube 0", "cube 1", "cube 2", "cube 3"]
    for cube, (_, net) in zip(puzzle.cubes, nets, strict=True):
        front, right, back, left, bottom, top = tuple(cube)
        rows = [[square.text if square else " " for square in row] for row in net.rows]
        assert rows[1] == [left, front, right, back]
        assert (rows[0][1], rows[2][1]) == (top, bottom)


def test_a_stack_of_a_solution_shows_each_colour_once_in_each_column() -> None:
    puzzle = INSANITY
    stack = puzzle.stack(PLAN)
    begun = puzzle.stack(PLAN[:1])  # it has room for the rest
    assert (begun.size, sum(bool(square.piece) for _, square in begun.squares())) == (stack.size, 6)
    for column in range(len(COLUMNS)):
        cells = (stack.at(row, column) for row in range(stack.size[0]))
        texts = [square.text for square in cells if square is not None and square.text]
        assert sorted(texts) == sorted(puzzle.colours)


def test_each_cube_has_three_edges_and_a_factor_one_of_them() -> None:
    puzzle = INSANITY
    edges = puzzle.colour_edges()
    assert Counter(edge.cube for edge in edges) == dict.fromkeys(range(4), 3)
    for cube, edge in ((puzzle.cubes[edge.cube], edge) for edge in edges):
        assert {edge.one, edge.other} <= set(cube)
    for _, factor in puzzle.factors(PLAN):
        assert sorted(edge.cube for edge in factor) == [0, 1, 2, 3]
        ends = Counter(colour for edge in factor for colour in (edge.one, edge.other))
        assert ends == dict.fromkeys(puzzle.colours, 2)
        assert all(undirected(edge) in map(undirected, edges) for edge in factor)


def undirected(edge: ColourEdge) -> tuple[int, tuple[str, ...]]:
    return edge.cube, tuple(sorted((edge.one, edge.other)))
