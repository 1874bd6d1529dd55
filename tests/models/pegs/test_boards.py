"""Boards of peg solitaire: numbers, patterns, jumps and compound moves as the source has them."""

from itertools import product
from typing import Any

import pytest

from puzzleproof.models.instances import dumps, loads
from puzzleproof.models.pegs.boards import GRIDS, named_board, read_board
from puzzleproof.models.pegs.games import read_game
from puzzleproof.verify.bounds.peg_graph import symmetries
from tests.support.peg_boards import EUROPEAN, pegs, with_pegs

CHART = """\
6        50 51 52
5     41 42 43 44 45
4  32 33 34 35 36 37 38
3  24 25 26 27 28 29 30
2  16 17 18 19 20 21 22
1      9 10 11 12 13
0         2  3  4
    0  1  2  3  4  5  6"""


def test_the_numbers_of_the_european_board_are_those_of_the_source() -> None:
    assert pegs(board="european", vacate=[3, 3], finish="any").chart() == CHART
    numbers = [8 * y + x for y, x in product(range(7), repeat=2) if abs(x - 3) + abs(y - 3) <= 4]
    assert EUROPEAN.numbers == tuple(numbers)
    assert all(EUROPEAN.number(EUROPEAN.hole(z)) == z for z in numbers)


def test_a_line_of_three_holes_stays_on_the_board() -> None:
    """Numbers alone would wrap round: hole 7 of a wide board is followed by hole 8."""
    assert [EUROPEAN.number(over) for over, _ in EUROPEAN.lines((3, 3))] == [35, 19, 28, 26]
    assert [EUROPEAN.number(over) for over, _ in EUROPEAN.lines((0, 4))] == [24, 33]
    wide = read_board("oooooooo\noooooooo\n")
    assert [wide.number(over) for over, _ in wide.lines((7, 0))] == [6]
    assert [wide.number(over) for over, _ in wide.lines((0, 1))] == [9]


def after(metric: str, hole: int, *pegs_in: int) -> list[tuple[tuple[int, ...], int]]:
    """The holes with pegs after each move of the peg in a hole, and where it lands."""
    puzzle = pegs(metric, board="european", vacate=[3, 3], finish="any")
    state, found = with_pegs(*pegs_in), list[tuple[tuple[int, ...], int]]()
    for move in puzzle.moves(state):
        if move[0] == hole:
            (mask,) = puzzle.play(state, move)
            left = tuple(z for k, z in enumerate(EUROPEAN.numbers) if mask >> k & 1)
            found.append((left, move[-1]))
    return found


def test_the_jumps_and_compound_moves_of_the_source() -> None:
    """An empty hole has none."""
    jumps = {((28, 30, 45), 45), ((27, 30, 37), 27)}
    assert set(after("jump", 29, 28, 29, 37, 30)) == jumps
    found = after("move", 17, 17, 18, 20, 29, 36, 27)
    assert [landing for _, landing in found] == [19, 35, 21, 37, 37, 21, 35, 19]
    assert [left for left, landing in found if landing == 35] == [(20, 29, 35, 36), (27, 35)]
    assert after("move", 27, *(z for z in EUROPEAN.numbers if z != 27)) == []


@pytest.mark.parametrize(
    ("name", "holes"),
    [
        ("english", 33),
        ("european", 37),
        ("wiegleb", 45),
        ("diamond41", 41),
        ("triangle1", 1),
        ("triangle5", 15),
        ("triangle12", 78),
        ("hexagon3", 19),
        ("hexagon19", 19),
        ("hexagon37", 37),
        ("hexagon61", 61),
        ("strip1", 1),
        ("strip16", 16),
    ],
)
def test_the_boards_by_name(name: str, holes: int) -> None:
    board = named_board(name)
    assert len(board.holes) == holes
    assert list(board.numbers) == sorted(set(board.numbers))
    assert [board.hole(z) for z in board.numbers] == list(board.holes)
    assert read_board(name) == board
    assert board.read_mask(board.draw(1), "start") == 1
    drawn = read_board(board.draw(0), grid=GRIDS[board.triangular])
    assert (drawn.holes, drawn.numbers, drawn.size) == (board.holes, board.numbers, board.size)


def test_a_hexagon_is_named_by_its_side_or_by_its_holes() -> None:
    assert named_board("hexagon19") == named_board("hexagon3")
    assert named_board("hexagon919") == named_board("hexagon18")
    assert len(named_board("hexagon7").holes) == 127


def test_a_board_on_a_triangular_grid_is_drawn_in_half_steps() -> None:
    """Blanks around it stay; a drawn start, with the margin of the board, fits it."""
    keys: Any = {
        "grid": "triangular",
        "board": "       \n  o o o\n o o o \n  o o  \n",
        "finish": 34,
    }
    puzzle = pegs(**keys, start="       \n  x x o\n o o o \n  o o  \n")
    assert puzzle.chart() == "\n       16    17    18\n    24    25    26\n       33    34"
    assert puzzle == loads(dumps(puzzle))
    assert puzzle.document()["grid"] == "triangular"
    assert puzzle.draw(puzzle.start) == ".......\n..x.x.o\n.o.o.o.\n..o.o.."
    assert [puzzle.format_move(move) for move in puzzle.moves(puzzle.start)] == ["16-18"]
    assert puzzle.track(puzzle.start, (16, 18)) == [(1, 2), (1, 6)]
    alone = {key: value for key, value in puzzle.document().items() if key != "board"}
    assert pegs(**alone).board == puzzle.board


def test_any_other_character_of_a_drawn_board_is_outside() -> None:
    assert read_board("#oo\nX-o\n").holes == read_board(".oo\n..o\n").holes
    assert read_board("oo.").name == "oo.\n"


def test_a_triangle_is_drawn_upright_or_to_the_left() -> None:
    board = named_board("triangle3")
    upright = board.read_mask("..x..\n.o.x.\no.o.o\n", "start")
    left = board.read_mask("x..\nox.\nooo\n", "start")
    assert upright == left == 0b101
    assert board.draw(left) == "..x..\n.o.x.\no.o.o"
    assert board.chart() == "        0\n     8     9\n 16    17    18"
    around = [(1, 0), (1, 1), (2, 0), (2, 2), (3, 1), (3, 2)]
    assert sorted((2 + x, 1 + y) for x, y in board.directions) == around


def test_diagonal_jumps_are_a_key_of_boards_that_are_no_triangles() -> None:
    puzzle = pegs(board="english", vacate=[3, 3], finish="any", diagonal=True)
    assert puzzle == loads(dumps(puzzle))
    assert puzzle.document()["diagonal"] is True
    assert "diagonal" not in pegs(board="english", vacate=[3, 3], finish="any").document()
    assert len(symmetries(puzzle.board)) == 8
    assert puzzle.play(puzzle.start, (9 + 2, 27)) != puzzle.start
    game = read_game("18 18\n0 18\n", read_board("..o\n.o.\no..\n").with_diagonals())
    assert game.puzzle.board.diagonal
