"""Game files: the game printed in the source, short forms, and every fault by its line."""

from itertools import pairwise
from pathlib import Path

import pytest

from puzzleproof.models.errors import IllegalMove, NotationError, PuzzleProofError
from puzzleproof.models.pegs.boards import PegBoard, named_board
from puzzleproof.models.pegs.games import moves_of_game, read_game
from puzzleproof.provers.plans import moves_in
from puzzleproof.verify.replay import replay_to_goal
from tests.support.peg_boards import EUROPEAN, pegs, with_pegs

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
    with pytest.raises(NotationError, match="the game is from 43 vacated to 35: not the puzzle's"):
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
