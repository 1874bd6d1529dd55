"""Files of sliding blocks as strangers have them: minima, and what is assumed."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.formats import format_in
from puzzleproof.models.instances import load
from puzzleproof.verify.bfs import bfs
from tests.support.command_line import Run
from tests.support.formats import puzzles_in
from tests.support.sessions import sessions

RED_X = "the red car is X"
AT_THE_RIGHT = "the exit is at the right end of the red car's row"
OF_TABLE = "the board is 6 x 6, the least of 6, 9 and 12 that holds all cars"
AT_THE_GATE = (
    "the goal is '*' at the gate: in metric piece the same move takes it out; in line and unit the "
    "way out is not counted"
)
SIX_LINES = "..A...\n..ABB.\nXXA.C.\n....C.\nDDD...\n......\n"
CARS = "car,orientation,col,row,length\nA,V,3,1,3\nB,H,4,2,2\nC,V,5,3,2\nD,H,1,5,3\nX,H,1,3,2\n"
BESIDE = "5 5\n5\nAAPBB\n..P..\n.CC..\n....D\nEE..D\n"
CARD = ".BBB.D....FDXXCIF..HCIFG.HCAAGEE....\n"
MARKS = """marks 6 8
######
#**  #
#**, #
# ;, #
# {{ #
##--##
    ..
    ..
"""
ROWS: dict[str, tuple[str, str, Mapping[str, int], tuple[str, ...]]] = {
    "the red car is X (own search of 5,547 states)": (
        "rush-hour",
        CARD,
        {"line": 16},
        (RED_X, AT_THE_RIGHT),
    ),
    "six lines of six letters (own search)": (
        "rush-hour",
        SIX_LINES,
        {"line": 5, "unit": 13},
        (RED_X, AT_THE_RIGHT),
    ),
    "a table of cars (own search)": (
        "rush-hour",
        CARS,
        {"line": 5, "unit": 13},
        (OF_TABLE, RED_X, AT_THE_RIGHT),
    ),
    "an exit below (own search)": ("rush-hour", BESIDE + "  K\n", {"line": 2, "unit": 4}, ()),
    "marks as pieces (own search, with letters)": ("gnome", MARKS, {"piece": 6}, (AT_THE_GATE,)),
}
"""Where each minimum is from -> format, text, minima, what is assumed."""


@pytest.mark.parametrize("source", ROWS)
def test_a_board_has_its_minimum_and_says_what_is_assumed(source: str) -> None:
    name, text, minima, assumed = ROWS[source]
    (puzzle,) = puzzles_in(name, text)
    assert format_in(text) == name
    assert puzzle.assumed == assumed
    assert {metric: bfs(puzzle.with_metric(metric)).optimum for metric in minima} == minima


# --- Hua Rong Dao -------------------------------------------------------------------------


def test_digits_by_shape_are_the_red_donkey() -> None:
    """The example of conwnet/huarongdao; 81 moves (M. Gardner, 1964)."""
    text = "35131111341312212002\n"
    (puzzle,) = puzzles_in("hrd-digits", text)
    known = load("ane-rouge")
    assert format_in(text) == "hrd-digits"
    assert puzzle.pack(puzzle.canonical(puzzle.start)) == known.pack(known.canonical(known.start))
    assert puzzle.assumed == ("the goal is the 2 x 2 block in the middle of the bottom",)
    for wrong in (text.replace("5", "0"), text.replace("4", "0"), text.replace("0", "1")):
        with pytest.raises(InstanceError, match="or by shape 2 to 5 on the first cell"):
            puzzles_in("hrd-digits", wrong)


def test_games_say_what_they_leave_out() -> None:
    block = '"blocks": [{"shape": [2, 2], "position": [0, 1]}]'
    first = "the first block, A, is the one that has to get out"
    (bare,) = puzzles_in("hrd-json", f"{{{block}}}")
    size, goal = (
        "the board has 5 rows and 4 columns",
        "the goal is the first block at row 4, column 2",
    )
    assert bare.assumed == (size, goal, first)
    (stated,) = puzzles_in("hrd-json", f'{{{block}, "boardSize": [5, 4], "escapePoint": [3, 1]}}')
    assert (stated.document(), stated.assumed) == (bare.document(), (first,))


# --- the red car --------------------------------------------------------------------------


def test_the_red_car_is_stated_or_asked_for(run: Run, tmp_path: Path) -> None:
    """X beside the exit in row 3 is red, as on the cards; else A; else the user says which."""
    texts = {"card": CARD, "a": CARD.replace("X", "A", 2).replace("AAG", "JJG")}
    texts["both"] = "AA....\n......\nBB....\n......\n......\nXX....\n"
    texts["single"] = "C.....\nC.....\nRR....\n......\nDD....\n......\n"
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    assert "red car is A\n" in run("show", "a.txt").stdout
    assert "red car is R\n" in run("show", "single.txt").stdout
    asked = run("prove", "both.txt")
    assert (asked.returncode, "expected 'A' or 'B' or 'X' (--goal)" in asked.stderr) == (40, True)
    for words, moved in (("both.txt --goal X", "XEEEE"), ("card.txt --goal A", "AE")):
        answer = json.loads(run("prove", *words.split(), "--json").stdout)
        assert (answer["status"], answer["assumed"]) == ("optimal", [AT_THE_RIGHT])
        assert moved in answer["plan"]


@pytest.mark.parametrize("side", [4, 5, 7, 8, 9])
def test_boards_of_other_sizes_stand_in_a_line_or_in_rows(side: int) -> None:
    """fogleman/rush, pull request 5, asks for 5 x 5."""
    rows = ["B".ljust(side, "_"), "B".ljust(side, "o"), *["." * side] * (side - 3)]
    rows.append("XX".ljust(side, "."))
    line, several = "".join(rows) + "\n", "\n".join(rows) + "\n"
    (first,), second = (
        puzzles_in("rush-hour", line),
        puzzles_in("rush-hour", f"{several}\n{several}"),
    )
    assert format_in(line) == format_in(several) == "rush-hour"
    assert [puzzle.document() for puzzle in second] == [first.document()] * 2
    assert first.document()["goal"].split()[-1] == "XX".rjust(side, ".")
    assert bfs(first).optimum == 1


def test_boards_in_rows_that_are_not_square_are_said() -> None:
    """Two boards without an empty line between them are one board."""
    board = "AA....\n......\nXX....\n......\n......\n......\n"
    (both,) = puzzles_in("rush-hour", board + board.replace("A", "B").replace("X", "C"))
    assert "the board is 12 x 6, as no empty line divides its rows" in both.assumed
    (one,) = puzzles_in("rush-hour", board)
    assert len(one.assumed) == 2


@pytest.mark.parametrize(("stated", "is_said"), [(4, True), (5, False), (6, False), (7, True)])
def test_a_number_of_cars_beside_an_exit_is_compared(stated: int, is_said: bool) -> None:
    """With P or without it, as authors count differently."""
    (puzzle,) = puzzles_in("rush-hour", BESIDE.replace("\n5\n", f"\n{stated}\n") + "  K\n")
    said = f"the board has 5 cars besides 'P', but the text says {stated}"
    assert puzzle.assumed == ((said,) if is_said else ())


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("5 4\n1\n....\n.A..\n.APP\n....\n....\n", None),
        ("5 4\n1\n....\n....\nPP..K\n....\nAA..\n", "..PP"),
        ("5 4\n1\n ....\n ....\nK..PP\n ....\n AA..\n", "PP.."),
        ("5 4\n1\n  K\n....\n..P.\n..P.\n..P.\nAA..\n", "..P./..P./..P./..../...."),
        ("5 4\n1\n  K\n..P.\n..P.\n....\n....\nAA..\n", "..P./..P./..../..../...."),
        ("5 4\n1\n ..P.\n ..P.\n ....\n ....\n AA..\n   K\n", "..../..../..../..P./..P."),
        ("5 4\n1\n..P.\n..P.\n....\n....\nAA..\n   K\n", None),
        ("5 4\n1\n..P.\n..P.\n....\n  K\n....\nAA..\n", None),
        ("5 4\n1\nPP..\n....K\n....\n....\nAA..\n", None),
        ("4 4\n1\n....\n....\nPP..K\n....\nAA..\n", None),
    ],
)
def test_an_exit_stands_on_any_side_in_line_with_its_car(text: str, goal: str | None) -> None:
    if goal is None:
        with pytest.raises(InstanceError, match=r"line 1: .*exit 'K'"):
            puzzles_in("rush-hour", text)
        return
    (puzzle,) = puzzles_in("rush-hour", text)
    assert format_in(text) == "rush-hour"
    assert goal in "/".join(puzzle.document()["goal"].split())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("A,V,3,1,3", "A,V,3,1,9", "car 'A': expected a name of its own, H or V, and a length"),
        ("A,V,3,1,3", "A,W,3,1,3", "car 'A': expected a name of its own, H or V"),
        ("A,V,3,1,3", "B,V,3,1,3", "car 'B': expected a name of its own"),
        ("A,V,3,1,3", "A,V,3,1,3,3", "car 'A': expected a name of its own"),
        ("A,V,3,1,3", "A,V,3,1", "car 'A': 'None': expected a whole number"),
        ("A,V,3,1,3", "A,V,3,0,3", "piece 'A' stands at row 0, column 3, off the board"),
        ("A,V,3,1,3", "A,V,3,77,3", "piece 'A' stands at row 77, column 3, off the board"),
        ("X,H,1,3,2", "X,V,1,1,2", "there is no car 'X' that lies in a row"),
        ("length", "size", "expected the columns car, orientation, col, row, length"),
    ],
)
def test_a_fault_of_a_table_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(InstanceError, match=re.escape(message)):
        puzzles_in("rush-hour", CARS.replace(old, new))


def test_a_table_of_nine_rows_renames_its_long_names() -> None:
    """The course's boards of 12 x 12 have cars AA, AB and so on."""
    (puzzle,) = puzzles_in("rush-hour", CARS + "AA, V, 9, 7, 3\nAB, H, 1, 9, 2\n")
    assert puzzle.assumed[0].startswith("the board is 9 x 9")
    assert puzzle.document()["board"].split()[8] == "FF......E"
    assert puzzle.info.note == "E is AA, F is AB"


# --- a program's source, and files of several kinds ----------------------------------------

TWO_ROOMS = "tiny 6 4\n######\n#*-a.#\n###  #\n######\n"
LEVEL = """
        /* Translators: puzzle name - sometimes called "{0}" */
        {{   N_("{0}"), /* group */ 0,
            /* width and height */ {1}, {2},
            {3} }}"""


def vala(*levels: str) -> str:
    """Levels in the syntax of GNOME Klotski's klotski-window.vala."""
    heads = [level.partition("\n") for level in levels]
    listed = [
        LEVEL.format(
            *head.split(), " +\n            ".join(f'"{r.ljust(6)}"' for r in rows.split("\n")[:-1])
        )
        for head, _, rows in heads
    ]
    return (
        'using Gtk;\n\n[GtkTemplate (ui = "/org/gnome/Klotski/ui/klotski.ui")]\nclass Window {\n'
        '    private const string KEY_LEVEL = "level";\n    private int current_pack = -1;\n'
        f"    private const LevelInfo levels [] =\n    {{{','.join(listed)}\n    }};\n"
        '    private const ActionEntry win_actions [] =\n    { { "next-pack", next_pack_cb } };\n'
        '    string down (string name) { return name.replace (" ", "-"); }\n'
        '    bool none (string [] x) { return x.length != 3 || (level == 0 && x [1] != "0"); }\n}\n'
    )


test_session = sessions(
    {
        "a gate between rooms is refused (GNOME Klotski, level 20)": """
            $ prove gate.txt => 41
            ! this project's rules have no gates ('-', which only '*' may pass), and here a gate
        """,
        "each level of a program's source is answered, and one blames itself": """
            $ prove klotski-window.vala => 41
            klotski-window.vala::1: 6 moves (metric piece), certified
            klotski-window.vala::3: 6 moves (metric piece), certified
            ! klotski-window.vala: line 21: this project's rules have no gates
            $ prove klotski-window.vala => 41
            klotski-window.vala::3: 6 moves (metric piece), certified
            ! klotski-window.vala: line 21: this project's rules have no gates
        """,
        "tables of cars are puzzles, tables of claims are claims": """
            $ prove games
            cars.csv: 5 moves (metric line), certified
            assumed: the red car is X
            ! claims.csv
            $ audit games
            1 claim: 1 confirmed
            ! note: no claim in 1 file (games/cars.csv)
            ! assumed: games/cars.csv: the board is 6 x 6
            ! assumed: games/cars.csv: the red car is X
            ! assumed: games/cars.csv: the exit is
        """,
    },
    {
        "gate.txt": TWO_ROOMS,
        "klotski-window.vala": vala(MARKS, TWO_ROOMS, MARKS),
        "games/cars.csv": CARS,
        "games/claims.csv": "puzzle,claimed,metric\ncars.csv,13,unit\n",
    },
)
