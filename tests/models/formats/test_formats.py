"""Files of others become puzzles, and puzzles become such files again."""

import re

import pytest

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import FORMATS, SHARE_WANTED, format_in, nearest
from puzzleproof.models.instances import dumps, load, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.formats import puzzles_in

DONKEY = """\
Red Donkey 6 9
######
#a**b#
#a**b#
#cdde#
#cfge#
#h  i#
##--##
    ..
    ..
"""
"""Beyond the gate the block goes two columns to the right."""
NO_WAY = DONKEY.replace("    ..", "  ##..", 1)
GNOME_SOURCE = """
  levels = {
    LevelInfo () { name = _("Only"), group = 0, width = 6, height = 5, minimum_moves = 2,
      data = "######" +
             "#**a #" +
             "#** b-" + /* no gate that leads to a target */
             "#  ..#" +
             "## ..#" },
  };
"""
HRD_JSON = """[
 {"name": "one", "level": 3, "blocks": [
  {"shape": [2, 2], "position": [0, 1]}, {"shape": [2, 1], "position": [0, 0]},
  {"shape": [1, 2], "position": [2, 1]}]},
 {"name": "small", "boardSize": [1, 3], "escapePoint": [0, 2],
  "blocks": [{"shape": [1, 1], "position": [0, 0]}]}
]"""
HAKOIRI = """<?xml version="1.0"?>
<puzzle name="corner">
 <board><size>5, 5</size><extwall>1, 3</extwall></board>
 <goaltype>byid</goaltype>
 <clssiz>
  <class name="elbow"><size>2, 2</size><bitmap>11 10</bitmap></class>
  <class name="dot"><size>1, 1</size><bitmap>1</bitmap></class>
 </clssiz>
 <komaset>
  <koma name="e"><class>elbow</class><init>1, 1</init><goal>2, 2</goal></koma>
  <koma name="d"><class>dot</class><init>3, 3</init></koma>
 </komaset>
</puzzle>
"""
CROSS = """\
  ooo
  ooo
ooooooo
ooo.ooo
ooooooo
  ooo
  ooo
"""


def board(puzzle: AnyPuzzle) -> list[str]:
    return str(puzzle.document().get("board", puzzle.document().get("start"))).split()


# --- each format --------------------------------------------------------------------------


def test_the_code_of_the_red_donkey_is_the_librarys_board() -> None:
    (puzzle,) = puzzles_in("hrd-code", "1A9BF0C\n")
    known = load("ane-rouge")
    assert puzzle.info.name == "1A9BF0C00"
    assert puzzle.pack(puzzle.canonical(puzzle.start)) == known.pack(known.canonical(known.start))
    assert FORMATS["hrd-code"].load().written(known) == "1A9BF0C00\n"


@pytest.mark.parametrize(
    ("short", "code"),
    [("4WVE1", "1A9BF0C00"), ("axczn", "4FEA13400"), ("11111", "000000000")],
    ids=["L'Âne Rouge", "a small letter", "the first"],
)
def test_a_short_code_is_a_board_by_its_number(short: str, code: str) -> None:
    """The first two are the examples of dnomd343/klotski; it also counts 29,334,498 boards."""
    assert [p.info.name for p in puzzles_in("hrd-code", short)] == [code]
    assert short == "11111" or format_in(short) == "hrd-code"
    with pytest.raises(InstanceError, match="line 1: 'VZ7Z3': no board has this short code"):
        puzzles_in("hrd-code", "VZ7Z3")
    assert puzzles_in("hrd-code", "VZ7Z2")[0].document()["board"].split()[3:] == ["NOAA", "..AA"]


@pytest.mark.parametrize("layout", ["21132113466547757007", "2113\n2113\n4665\n4775\n7007"])
def test_a_layout_of_digits_keeps_the_numbers_of_its_pieces(layout: str) -> None:
    (puzzle,) = puzzles_in("hrd-digits", layout)
    known = load("ane-rouge")
    assert format_in(layout) == "hrd-digits"
    assert puzzle.pack(puzzle.canonical(puzzle.start)) == known.pack(known.canonical(known.start))
    assert board(puzzle) == ["2113", "2113", "4665", "4AB5", "C..D"]
    assert FORMATS["hrd-digits"].load().written(known) == "21132113455647767007\n"


def test_game_ids_are_of_fifteen_or_of_pegs() -> None:
    tiles, lines, pegs = puzzles_in("game-id", "3x2:1,2,3,4,0,5\n2:1,0,3,2\n4x1cross:PPHO")
    assert (board(tiles), bfs(tiles).optimum) == (list("123405"), 1)
    assert (lines.document()["goal"], bfs(lines).optimum) == ("1 2\n3 0\n", 1)
    assert (pegs.document()["start"], bfs(pegs).optimum) == ("xxo.\n", 1)
    assert FORMATS["game-id"].load().written(tiles) == "3x2:1,2,3,4,0,5\n"


@pytest.mark.parametrize("above", ["", "3\n", "3 3\n"], ids=["none", "rows", "rows and columns"])
def test_tables_in_rows_end_with_the_blank(above: str) -> None:
    first, second = puzzles_in("tile-list", f"{above}1 2 3\n4 0 5\n7 8 6\n\n1 2\n0 3\n5 4\n")
    assert (first.start, bfs(first).optimum) == ((1, 2, 3, 4, 0, 5, 7, 8, 6), 2)
    assert (second.document()["goal"], bfs(second).optimum) == ("1 2\n3 4\n5 0\n", 2)
    solved, after_size = puzzles_in("tile-list", "1 2\n3 0\n\n2 2\n1 0\n3 2\n")
    assert (bfs(solved).optimum, bfs(after_size).optimum) == (0, 1)


def test_a_block_alone_is_written_in_digits_and_read_again() -> None:
    """Only 0 and 1 are no sign of the format, but no fault either."""
    (block,) = puzzles_in("hrd-digits", "1100" * 2 + "0" * 12)
    assert FORMATS["hrd-digits"].load().written(block) == "1100" * 2 + "0" * 12 + "\n"


def test_a_rush_hour_line_is_the_librarys_board() -> None:
    line = "49 BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM 15612"
    (puzzle,) = puzzles_in("rush-hour", line)
    known = load("rush-49")
    assert board(puzzle) == board(known)
    assert (puzzle.metric, puzzle.info.known[0].optimum) == ("line", 49)
    assert "15612" in puzzle.info.note
    assert FORMATS["rush-hour"].load().written(known).startswith("49 BBB")


def test_walls_of_rush_hour_stay_and_o_is_empty() -> None:
    (puzzle,) = puzzles_in("rush-hour", "ooooooxoooooAAooBBoooooooooooxoooooo")
    assert board(puzzle)[:3] == ["......", "#.....", "AA..BB"]
    assert puzzle.metric == "line"


def test_a_gnome_level_ends_where_the_gate_begins() -> None:
    (puzzle,) = puzzles_in("gnome", DONKEY)
    assert board(puzzle) == ["ABBC", "ABBC", "DEEF", "DGHF", "I..J"]
    assert puzzle.document()["goal"].split()[3:] == [".BB.", ".BB."]
    assert puzzle.document()["labelled"] == "B"


def test_a_gnome_level_in_source_has_its_minimum() -> None:
    (puzzle,) = puzzles_in("gnome", GNOME_SOURCE)
    assert puzzle.info.name == "Only"
    assert puzzle.info.known[0][:2] == ("piece", 2)
    assert puzzle.document()["goal"].split() == ["....", "....", "..AA", "#.AA"]


def test_several_goals_stand_where_a_gate_has_several_ways_in() -> None:
    rows = ["w 7 5", "#######", "#* a  #", "#     #", "##---##", "###.###"]
    (puzzle,) = puzzles_in("gnome", "\n".join(rows))
    assert len(puzzle.document()["goal"]) == 3


def test_hrd_games_have_the_first_block_for_their_goal() -> None:
    one, small = puzzles_in("hrd-json", HRD_JSON)
    assert board(one) == ["BAA.", "BAA.", ".CC.", "....", "...."]
    assert one.document()["goal"].split()[3:] == [".AA.", ".AA."]
    assert board(small) == ["A.."]
    assert bfs(small).optimum == 1


def test_hakoiri_has_bitmaps_and_walls() -> None:
    (puzzle,) = puzzles_in("hakoiri", HAKOIRI)
    assert board(puzzle) == ["AA#", "A..", "..B"]
    assert puzzle.document()["goal"].split() == ["..#", ".AA", ".A."]
    assert puzzle.document()["labelled"] == "A"


def test_korfs_tables_have_numbers_or_not() -> None:
    text = "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n1 0 2 3\n"
    first, second = puzzles_in("tile-list", text)
    assert first.start == load("korf-01").start
    assert first.info.name == "table 1"
    assert (second.start, second.info.name) == ((1, 0, 2, 3), "")


def test_peg_drawings_have_a_goal_or_none() -> None:
    anywhere, drawn = puzzles_in("peg-drawing", f"{CROSS}\n110\n000\n")
    assert len(anywhere.document()["start"].split()) == 7
    assert anywhere.start == load("english-centre").start
    assert drawn.document()["finish"] == "any"
    (goal,) = puzzles_in("peg-drawing", "**0\n000\ngoal\n001\n000\n")
    assert goal.document()["goal"] == "oox\nooo\n"
    assert bfs(goal).optimum == 1


# --- all of them --------------------------------------------------------------------------

SAMPLES = {
    "rush-hour": "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM",
    "gnome": DONKEY,
    "hrd-json": HRD_JSON,
    "hrd-code": "1A9BF0C00",
    "hrd-digits": "21132113455647767007",
    "hakoiri": HAKOIRI,
    "tile-list": "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n\n2 4\n1 2 3 4\n5 6 0 7",
    "game-id": "4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0\n5x3cross:OPPPOPPHPPOPPPO",
    "peg-drawing": CROSS,
}


def test_every_format_has_a_sample() -> None:
    assert SAMPLES.keys() == FORMATS.keys()


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_found_by_its_content_alone(name: str) -> None:
    assert format_in(SAMPLES[name]) == name
    assert nearest(dumps(load("ane-rouge")))[1].share <= SHARE_WANTED


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_read_is_written_and_read_again(name: str) -> None:
    for puzzle in puzzles_in(name, SAMPLES[name]):
        (again,) = puzzles_in(name, FORMATS[name].load().written(puzzle))
        assert again.document() == puzzle.document()
        assert loads(dumps(puzzle)).document() == puzzle.document()


@pytest.mark.parametrize("name", FORMATS)
def test_every_puzzle_of_the_library_is_written_right_or_refused(name: str) -> None:
    """Written and read again, a board has the same drawing up to the names of its pieces."""
    from puzzleproof.models.instances import library_names

    written = 0
    for puzzle in map(load, library_names()):
        try:
            text = FORMATS[name].load().written(puzzle)
        except Unsupported:
            continue
        (again,) = puzzles_in(name, text)
        written += 1
        for key in ("board", "start", "goal"):
            ours, others = puzzle.document().get(key), again.document().get(key)
            if isinstance(ours, str) and isinstance(others, str) and "\n" in ours:
                assert renamed(others) == renamed(ours), puzzle.info.name
    assert written >= 1 or name == "hakoiri"


def renamed(drawing: str) -> str:
    """The drawing with its pieces named in reading order."""
    if re.fullmatch(r"[xo.\n]+|[\d\n ]+", drawing):
        return " ".join(drawing.split())
    order = dict.fromkeys(x for x in drawing if x not in ".#\n ")
    return drawing.replace(" ", "#").translate({ord(x): chr(65 + k) for k, x in enumerate(order)})


LONG = "7" * 5_000
CAR = "o" * 12 + "ooAAoo" + "o" * 18
BLOCK = '{"blocks": [{"shape": [1, 1], "position": [0'
XML = (
    "<puzzle><board><size>{}</size></board><goaltype>byid</goaltype>"
    '<clssiz><class name="a"><size>1, 1</size><bitmap>1</bitmap></class></clssiz></puzzle>'
)
ENDLESS = [
    ("rush-hour", f"{LONG} {CAR}"),
    ("rush-hour", f"1 {CAR} {LONG}"),
    ("tile-list", f"{LONG} 1 0 2 3"),
    ("gnome", f"a {LONG} 3\n##\n"),
    ("gnome", f'a("n", {LONG}, 2, "###" "#*.");'),
    ("hrd-json", f"[{BLOCK}, {LONG}]}}]}}]"),
    ("hakoiri", XML.format(f"{LONG}, 5")),
]
"""Numbers beyond all measure."""


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        *((name, text, r"a number of") for name, text in ENDLESS),
        ("rush-hour", "AAo", "line 1: 'AAo': expected 36 of A to Z"),
        ("rush-hour", "o" * 36, "line 1: 'oooo"),
        ("rush-hour", "Aooooo" * 2 + "o" * 24, "line 1: there is no car that lies in a row"),
        ("rush-hour", "AAAAoo" + "o" * 30, "car 'A': expected 2 to 3 cells in a straight line"),
        ("hrd-code", "xyz", "line 1: 'xyz': expected 9 hexadecimal digits"),
        ("hrd-code", "3FFFFFFFF", "off the board"),
        ("hrd-code", "155555555", "overlaps"),
        ("hrd-json", "[1]", "game 1: expected an object, got 1"),
        ("hrd-json", '[{"blocks": []}]', "game 1: key 'blocks': expected a list of blocks"),
        ("hrd-json", '{"blocks": [{"shape": [0, 1], "position": [0, 0]}]}', "no rectangle"),
        ("hrd-json", '{"blocks": [{"shape": [1, 1]}]}', "block 1: key 'position'"),
        ("hrd-json", "{", "not JSON"),
        ("hrd-json", "[" * 100_000, "not JSON"),
        ("hakoiri", "<puzzle>", "not XML"),
        ("hakoiri", "<a></a>", "there is no <puzzle>"),
        ("hakoiri", "<puzzle/>", "<size> is missing or empty"),
        ("hakoiri", HAKOIRI.replace("elbow</class>", "x</class>"), "no class 'x'"),
        ("hakoiri", HAKOIRI.replace("11 10", "11"), "expected 2 x 2 of 0 and 1"),
        ("hakoiri", HAKOIRI.replace("byid", "by"), "expected byid or byclass"),
        ("hakoiri", '<!DOCTYPE a [<!ENTITY b "c">]><puzzle/>', "<!ENTITY>"),
        ("tile-list", "1 2 3", "line 1: '1 2 3': expected the numbers of a square table"),
        ("tile-list", "1 2 3\n4 5\n7 8 0", "line 1: row 2 has 2 numbers: expected 3"),
        ("tile-list", "110\n001", "line 1: '110 / 001': expected the numbers of a square table"),
        ("hrd-digits", "2113211346654775700", "line 1: '2113211346654775700': expected 20 digits"),
        ("hrd-digits", "21132113466547757002", "digit 2 is on 3 cells: expected a rectangle"),
        ("hrd-digits", "21132103466547757007", "digit 1 is on 3 cells: expected a 2 x 2 block"),
        ("hrd-digits", "20032003466547757007", "digit 1 is on 0 cells: expected a 2 x 2 block"),
        ("game-id", "7x7cross#123", "line 1: '7x7cross#123': expected WIDTHxHEIGHT: and the"),
        ("game-id", "2x2:PPHHO", "5 cells described: expected 2 x 2 cells"),
        ("game-id", f"{LONG}:PPH", "a number of 5000 digits"),
        ("peg-drawing", "10\ngoal\n", "a drawing is missing beside the line 'goal'"),
        ("peg-drawing", "1?\n", "line 1: '1?': expected"),
        ("gnome", "nothing", "no level found"),
        ("gnome", "a 3 2\n#*#\n   ", "0 cells '.' for 1 cells '*'"),
        ("gnome", NO_WAY, "cannot get out through the gate"),
        ("gnome", "a 5 3\n#* *#\n#. .#\n#####", "the cells '*' do not touch"),
        ("gnome", "a 4 3\n#**#\n#. #\n#. #", "the cells '.' have another shape"),
        ("gnome", "a 3 101\n#*#\n#.#" + "\n# #" * 99, "100 rows and columns at most"),
        ("gnome", "a 99999999999 2\n##*\n##.", "level of 99999999999 x 2 cells: expected 1 to 100"),
        ("gnome", "level 5 3\n#####\n#* .#", "line 1: 2 rows stand below it: expected 3"),
        ("gnome", "level 5 3\n####\n#*.#\n####é", "line 1: line 4: '####é': expected spaces"),
        ("gnome", "level 5 3\n######\n#* .##\n######", "line 1: line 2 has 6 cells: expected 5 at"),
        ("gnome", "level 0 3\n##\n", "a level of 0 x 3 cells"),
        ("gnome", 'a("n", 4, 4, "###" "#*.");', "line 1: strings of 6 cells"),
        ("peg-drawing", "oo.\n...\ngoal\n..o\n?..\n", "line 5: '?..': expected .0 for holes"),
        ("hrd-json", f"{BLOCK}, -1]}}]}}", "two numbers from 0, got [0, -1]"),
        ("hrd-json", f'{BLOCK}, 0]}}], "boardSize": [0, 4]}}', "key 'boardSize': a board of 0 x 4"),
        ("hrd-json", f'{BLOCK}, 0]}}], "boardSize": [3, 3]}}', "key 'escapePoint' is missing"),
        ("hrd-json", '{"blocks": [1]}', "block 1: expected an object, got 1"),
        ("hrd-code", "05555FFFF", "line 1: '05555FFFF': more pieces than the board holds"),
        ("hakoiri", XML.format("2, 9"), "<size>: a board of 0 x 7"),
        ("hakoiri", XML.format("5"), "'5': expected two numbers"),
        ("hakoiri", XML.format("5, 5"), "there is no <koma>"),
    ],
)
def test_faults_are_named_with_their_place(name: str, text: str, message: str) -> None:
    with pytest.raises(InstanceError, match=re.escape(message)):
        puzzles_in(name, text)
