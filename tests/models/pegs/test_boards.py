"""Peg solitaire as its source has it: boards, numbers, jumps, printed games and their faults."""

from itertools import pairwise, product
from pathlib import Path

import pytest

from puzzleproof.models.errors import IllegalMove, NotationError, PuzzleProofError
from puzzleproof.models.instances import dumps, loads
from puzzleproof.models.pegs.boards import GRIDS, PegBoard, named_board, read_board
from puzzleproof.models.pegs.games import moves_of_game, read_game
from puzzleproof.provers.plans import moves_in
from puzzleproof.verify.bounds.peg_graph import symmetries
from puzzleproof.verify.replay import replay_to_goal
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
    board, start = (f"       \n  {row}\n o o o \n  o o  \n" for row in ("o o o", "x x o"))
    puzzle = pegs(grid="triangular", board=board, start=start, finish=34)
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


PRINTED = (Path(__file__).parent / "games" / "european-43-35.txt").read_text(encoding="utf-8")
STRIP = named_board("strip4")


def test_the_printed_game_has_29_legal_moves_and_35_jumps() -> None:
    """The ends of its moves are enough: no other compound move has the same ends."""
    game = read_game(PRINTED, EUROPEAN)
    assert (len(game.moves), sum(map(len, game.moves))) == (29, 29 + 35)
    assert game.end == with_pegs(35)
    ends = "".join(f"{move[0]} {move[-1]}\n" for move in game.moves)
    assert any(len(move) > 2 for move in game.moves)
    assert read_game(f"43 35\n{ends}", EUROPEAN) == game


def test_comments_blank_lines_and_dashes() -> None:
    text = "# a game\n\n1 2  # vacated, final\n3-1\n\n 0 - 2 # the end"
    game = read_game(text, STRIP)
    assert game.moves == ((3, 1), (0, 2))
    assert read_game("1 2\r\n3 1\r\n0 2\r\n", STRIP) == game


def test_a_game_on_a_triangle_may_have_the_usual_numbers() -> None:
    triangle = named_board("triangle4")
    usual = read_game("2 3\n7 2\n1 4\n9 7 2\n6 4 1 6\n10 3\n", triangle)
    other = read_game("8 9\n24 8\n0 16\n26 24 8\n18 16 0 18\n27 9\n", triangle)
    assert usual == other
    with pytest.raises(NotationError, match="line 1: no hole 1 on the board"):
        read_game("1 16\n", triangle)


def test_a_puzzle_reads_the_moves_of_its_own_games() -> None:
    puzzle = read_game(PRINTED, EUROPEAN).puzzle
    moves = moves_of_game(puzzle, PRINTED)
    assert moves is not None
    assert moves_in(puzzle, PRINTED) == moves
    assert replay_to_goal(puzzle, moves) == 29
    assert puzzle.tally(moves) == {"jumps": 35}
    jumps = moves_of_game(puzzle.with_metric("jump"), PRINTED)
    assert jumps == [f"{a}-{b}" for move in moves for a, b in pairwise(move.split("-"))]
    assert moves_of_game(puzzle, f"# a plan\n{moves[0]} {moves[1]}") is None
    assert moves_of_game(puzzle, "") is None
    other = pegs(board="european", vacate=[3, 3], finish="any")
    with pytest.raises(NotationError, match="vacates 43 and ends in 35, unlike the puzzle"):
        moves_of_game(other, PRINTED)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the game is empty"),
        ("# nothing\n\n", "the game is empty"),
        ("1\n3 1\n", "line 1: expected the vacated and the final hole, got (1,)"),
        ("\n1 2 3\n", "line 2: expected the vacated and the final hole"),
        ("1 7\n", "line 1: no hole 7 on the board 'strip4'"),
        ("1 2\n3 x\n", "line 2: '3 x': expected numbers of holes"),
        ("1 2\n3 1 -\n", "line 2: '3 1 -'"),
        ("1 2\n3 -- 1\n", "line 2: '3 -- 1'"),
        ("1 2\n" + "3  " * 3000 + "x", "line 2: "),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_game(text, STRIP)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("board", "text", "said"),
    [
        (STRIP, "1 2\n3 1\n\n2 0\n", "line 4: '2-0', jump 1 (2-0): hole 2 is empty"),
        (STRIP, "1 2\n3\n", "line 2: '3': expected two holes"),
        (STRIP, "1 2\n3 9\n", "line 2: '3-9': no hole 9"),
        (STRIP, "1 2\n3 1\n", "line 2: the game ends with pegs in 0, 1, not with one in 2"),
        (STRIP, "1 2", "line 1: the game ends with pegs in 0, 2, 3, not with one in 2"),
        (STRIP, "1 1\n3 1\n0 2\n", "line 3: the game ends with pegs in 2, not with one in 1"),
        (STRIP, "1 2\n3 1\n0 2 0", "line 3: '0-2-0', jump 2 (2-0): nothing to jump over"),
        (
            named_board("english"),
            "2 2\n18 2\n34 18\n28 26\n25 27\n12 26\n",
            "line 6: '12-26': 2 compound moves fit: write every landing",
        ),
        (STRIP, "1 2\n3 0\n", "line 2: '3-0', jump 1 (3-0): no straight line"),
    ],
)
def test_a_move_that_cannot_be_played_is_named(board: PegBoard, text: str, said: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read_game(text, board)
    assert said in str(caught.value)
    assert isinstance(caught.value, PuzzleProofError)
