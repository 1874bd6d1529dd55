"""Files of pegs and tiles as strangers have them: the right board and goal, and what is assumed.

Each value has its source beside it.  `pegmv` and `ida` are small independent programs of those who
reported the cases.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.formats import format_in
from puzzleproof.models.instances import load, loads
from puzzleproof.models.pegs.boards import named_board
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.command_line import Run
from tests.support.formats import puzzles_in
from tests.support.sessions import sessions

WITH_SPACES = "   x\n  . x\n x x x\nx x x x\n"
ENGLISH = "    * * *\n    * * *\n{0}\n* * * . * * *\n{0}\n    * * *\n    * * *\n"
HEXAGON = "  x x x\n x x x x\nx x . x x\n x x x x\n  x x x\n"
FIFTEEN = "1 2 3 4 5 10 6 8 9 7 0 12 13 14 11 15\n"
SPIRAL = "# This puzzle is solvable\n3\n1 2 3\n0 8 4 # a remark\n7 6 5\n"
ANYWHERE = "assumed: no goal is stated: one peg is left, anywhere"
IN_ORDER = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0, in order with the blank last"
FILES = {
    "spaces.txt": WITH_SPACES,
    "flush.txt": "x\n.x\nxxx\nxxxx\n",
    "row.txt": "oooo.o\n",
    "line.txt": FIFTEEN,
    "spiral.txt": SPIRAL,
    "wide.toml": 'family = "pegs"\nstart = """\n..x..\n.x.o.\nx.o.x\n"""\nfinish = "any"\n',
}
SESSIONS = {
    "a triangle with spaces: 5 moves (pegmv; drawn as in Rosetta Code, sgtpuzzles issue 363)": f"""
        $ prove spaces.txt
        5 moves (metric move), certified
        {ANYWHERE}
        assumed: the board is triangle4, as its rows stand half a step apart
    """,
    "a triangle flush left: 5 moves (pegmv)": f"""
        $ prove flush.txt
        5 moves (metric move), certified
        {ANYWHERE}
        assumed: the board is triangle4, with rows of 1, 2, 3, 4 holes; '#' beside them makes a
        square grid
    """,
    "a single row: 3 moves (pegmv; the form of Kattis pebblesolitaire)": f"""
        $ prove row.txt
        3 moves (metric move), certified
        {ANYWHERE}
    """,
    "a drawing without a line of three holes": """
        $ prove wide.toml => 40
        ! key 'start': no three holes of this drawing lie in a line, so there is no jump
    """,
    "a line of tiles, the blank last: 6 moves (ida; as Rosetta Code '15 puzzle solver')": f"""
        $ prove line.txt
        6 moves (metric single), certified
        assumed: no goal is stated: the goal is {IN_ORDER}, as the one with the blank first cannot
        $ show line.txt
        assumed: no goal is stated: the goal is {IN_ORDER}
        $ solve line.txt --plans any -q => 10
        assumed: no goal is stated: the goal is {IN_ORDER}
        $ prove line.txt spiral.txt => 20
        assumed: no goal is stated: the goal is {IN_ORDER}
        --goal spiral
    """,
    "a spiral goal: 1 move (by hand; generator of the 42 school, Luogu P1379)": """
        $ prove spiral.txt => 20
        unsolvable (metric single), certified
        assumed: no goal is stated: the goal is 1 2 3 / 4 5 6 / 7 8 0, in order with the blank last
        of the common goals this table reaches 'spiral' (1 2 3 / 8 0 4 / 7 6 5): --goal spiral
        $ prove spiral.txt --goal spiral
        1 move (metric single), certified
        - assumed
        $ prove spiral.txt --goal "1 2 3 / 8 _ 4 / 7 6 5"
        1 move (metric single), certified
        $ prove spiral.txt --goal blank-first => 20
        - --goal
        $ prove spiral.txt --goal spirals => 40
        ! expected one of blank-last, blank-first, spiral; did you mean 'spiral'?, or a drawing
    """,
    "results published for another goal are not compared": """
        $ prove eight-puzzle-867 --goal spiral => 20
        - published
    """,
}
test_session = sessions(SESSIONS, FILES)


def test_json_has_the_assumption_and_the_other_goal(run: Run, tmp_path: Path) -> None:
    (tmp_path / "spiral.txt").write_text(SPIRAL)
    answer = json.loads(run("prove", "spiral.txt", "--json").stdout)
    assert len(answer["assumed"]) == 1
    assert [note for note in answer["notes"] if note.endswith("--goal spiral")]


# --- pegs ---------------------------------------------------------------------------------


def read(text: str) -> PegPuzzle:
    """The only puzzle of a drawing, which is also recognised."""
    assert format_in(text) == "peg-drawing"
    (puzzle,) = puzzles_in("peg-drawing", text)
    assert isinstance(puzzle, PegPuzzle)
    return puzzle


def test_spaces_between_holes_are_no_cells() -> None:
    """As comments of the planning competition of 2008 draw the English board."""
    puzzle = read(ENGLISH.format("* * * * * * *"))
    assert puzzle.board.holes == named_board("english").holes
    assert puzzle.start == load("english-centre").start
    assert puzzle.assumed[1] == "the spaces between holes are no cells"
    ones = read("1 1 1\n1 0 1\n1 1 1\n")
    assert ones.document()["start"] == "xxx\nxox\nxxx\n"
    assert read("# # x x x\nx x . x x\n").document()["start"] == "..xxx\nxxoxx\n"


@pytest.mark.parametrize(
    "text", ["x\n.x\nxxx\n", "  x\n .x\nxxx\n", "x\n. x\nx x x\n", "1\n01\n111\n"]
)
def test_triangles_in_several_drawings(text: str) -> None:
    assert read(text).document()["board"] == "triangle3"
    assert read(text).document()["start"].split() == ["..x..", ".o.x.", "x.x.x"]


def test_a_goal_is_drawn_like_its_start() -> None:
    for text in ("x\nxx\n...\n...x\ngoal\nx\n..\n...\n....\n", " x\nx x\ngoal\n .\nx x\n"):
        puzzle = read(text)
        assert puzzle.board.triangular
        assert ANYWHERE not in puzzle.assumed
        assert len(puzzle.goals) == 1


def jumps_of(drawing: str) -> set[tuple[tuple[int, int], ...]]:
    """Lines of three marks where neighbours stand two columns, or a row and a column, apart."""
    rows = enumerate(drawing.splitlines())
    holes = {(r, c) for r, row in rows for c, mark in enumerate(row) if mark not in " \n"}
    steps = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)]
    lines = (tuple((r + k * y, c + k * x) for k in range(3)) for r, c in holes for y, x in steps)
    return {line for line in lines if set(line) <= holes}


@pytest.mark.parametrize(
    "text", [WITH_SPACES, HEXAGON, " x x\nx . x\n x x\n", "x x x\n . x\nx x\n"]
)
def test_boards_drawn_in_half_steps_have_the_jumps_of_the_drawing(text: str) -> None:
    board = read(text).board
    lines = {
        tuple(map(board.cell, (hole, over, to)))
        for hole in board.holes
        for over, to in board.lines(hole)
    }
    assert lines == jumps_of(text)
    drawn = [row.rstrip(".").replace(".", " ") for row in board.draw(0).splitlines()]
    assert drawn == re.sub("[x.]", "o", text).splitlines()


def test_a_hexagon_is_a_board_of_instance_files() -> None:
    drawn = read(HEXAGON)
    named = loads('family = "pegs"\nboard = "hexagon3"\nvacate = [4, 2]\nfinish = "any"\n')
    assert drawn.start == named.start
    assert len(drawn.board.holes) == 19
    assert drawn.assumed[1] == "the board is hexagon3, as its rows stand half a step apart"
    assert bfs(read(" x x\nx . x\n x x\n").with_metric("jump")).optimum is None
    for text in ("x##\n.x#\nxxx\n", "o..##\n.o..#\n.....\n....#\n...##\n"):
        square = read(text)  # marks outside make a square grid
        assert not square.board.triangular
        assert square.assumed[0] == ANYWHERE.removeprefix("assumed: ")
    assert read("x x\n . x\nx x\n").assumed[1].startswith("the grid is triangular, as the rows")


def test_a_number_above_counts_the_drawings_or_the_rows() -> None:
    """Kattis pebblesolitaire and solitaire."""
    rows = puzzles_in("peg-drawing", "2\n---oo-------\n-o--o-oo----\n")
    assert [puzzle.document()["start"] for puzzle in rows] == ["oooxxooooooo\n", "oxooxoxxoooo\n"]
    assert "'-' is an empty hole, as no other mark is one" in rows[0].assumed
    boards = puzzles_in("peg-drawing", "2\n###...\n..oo..\n\n###o..\n.o.oo.\n")
    starts = [puzzle.document()["start"] for puzzle in boards]
    assert starts == ["...ooo\nooxxoo\n", "...xoo\noxoxxo\n"]
    assert len(puzzles_in("peg-drawing", "oooo.o\noo.ooo\n\noo.oo\n")) == 2


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("1\n---oo-------\n", ["oooxxooooooo\n"]),
        ("1\n\n---oo-------\n", ["oooxxooooooo\n"]),
        ("1\n1101\n", ["xxox\n"]),
        ("1\n  o.\noo.\n", ["..xo\nxxo.\n"]),
        ("10\n" + 10 * "-oo---\n", 10 * ["oxxooo\n"]),
        ("1\n11\n101\n", ["..x..\n.x.x.\nx.o.x\n"]),
        ("1\n1\n0\n", ["x\nx\no\n"]),
        ("oo.\n.oo\n", ["xxo\noxx\n"]),
    ],
)
def test_a_number_in_0_and_1_is_not_a_row_of_pegs(text: str, starts: list[str]) -> None:
    assert [x.document()["start"] for x in puzzles_in("peg-drawing", text)] == starts


@pytest.mark.parametrize(
    ("text", "assumed"),
    [
        ("o  o  .\n.  .  .\n", "the spaces between holes are no cells"),
        ("o   o   .\n.   .   .\n", "the spaces between holes are no cells"),
        ("    o\n  .   o\n.   .   .\n", "the board is triangle3, as its rows"),
        ("o..\n.o..\n.....\n....\n...\n", "the board is hexagon3, with rows of 3, 4, 5, 4, 3"),
        ("  o..\n .o..\n.....\n ....\n  ...\n", "the board is hexagon3, with rows of 3"),
    ],
)
def test_any_spacing_and_boards_at_one_side_are_read_and_said(text: str, assumed: str) -> None:
    puzzle = read(text)
    assert puzzle.assumed[1].startswith(assumed)
    assert bfs(puzzle).optimum == 1


# --- tiles --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("1 2 3\n4 _ 5\n7 8 6\n", (1, 2, 3, 4, 0, 5, 7, 8, 6)),
        ("1 2 3\n4 x 5\n7 8 6\n", (1, 2, 3, 4, 0, 5, 7, 8, 6)),
        ("1 2 3\n. 4 5\n7 8 6\n", (1, 2, 3, 0, 4, 5, 7, 8, 6)),
        ("1 2 3 4 9 5 7 8 6\n", (1, 2, 3, 4, 0, 5, 7, 8, 6)),
        ("3\n1 2 3\n4 9 5\n7 8 6\n", (1, 2, 3, 4, 0, 5, 7, 8, 6)),
    ],
)
def test_blanks_have_several_marks(text: str, start: tuple[int, ...]) -> None:
    assert format_in(text) == "tile-list"
    (puzzle,) = puzzles_in("tile-list", text)
    assert puzzle.start == start
    assert bfs(puzzle).optimum in (2, 3)
    assert ("no blank is drawn: it is 9" in puzzle.assumed) == ("9" in text)


def test_where_both_goals_in_order_can_be_reached_the_form_decides() -> None:
    line, rows = puzzles_in("tile-list", "1 0 2 3 4 5 6 7 8\n\n1 2 3\n4 5 6\n7 0 8\n")
    assert goal(line.assumed) == "0 1 2 / 3 4 5 / 6 7 8"
    assert goal(rows.assumed) == "1 2 3 / 4 5 6 / 7 8 0"


def goal(assumed: Iterable[str]) -> str:
    (text,) = assumed
    return text.partition("the goal is ")[2].partition(",")[0]


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("spiral", "1 2 3 4\n10 11 0 5\n9 8 7 6"),
        ("blank-last", "1 2 3 4\n5 6 7 8\n9 10 11 0"),
        ("blank-first", "0 1 2 3\n4 5 6 7\n8 9 10 11"),
    ],
)
def test_goals_have_names_in_instance_files(name: str, drawn: str) -> None:
    board = 'family = "tiles"\nboard = """\n1 2 3 4\n5 6 7 8\n9 10 11 0\n"""\n'
    puzzle = loads(f'{board}goal = "{name}"\n')
    assert puzzle == loads(f'{board}goal = """\n{drawn}\n"""\n')
    assert not puzzle.assumed


def test_pegs_are_no_tiles() -> None:
    for text in ("1 1 1\n1 0 1\n", "1 1 0 1\n", "x . x x\n", "x 1 . 1\n"):
        assert format_in(text) == "peg-drawing", text
    with pytest.raises(InstanceError, match="expected the numbers of a square table"):
        puzzles_in("tile-list", "1 2\nx 0\n")
