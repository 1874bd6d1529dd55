"""Files of others become puzzles, and puzzles become such files again."""

import re

import pytest

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import FORMATS, SHARE_WANTED, format_in, nearest
from puzzleproof.models.instances import dumps, library_names, load, loads
from puzzleproof.verify.bfs import bfs
from tests.support.formats import SAMPLES, puzzles_in

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
RUSH = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM"
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


# --- each format --------------------------------------------------------------------------

DIGITS = "21132113466547757007"
TABLES = "1 2 3\n4 0 5\n7 8 6\n\n1 2\n0 3\n5 4\n"
KORF = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"
WAYS_IN = "w 7 5\n#######\n#* a  #\n#     #\n##---##\n###.###"
Read = list[tuple[str, str, int | None]]
IN_DIGITS: Read = [("2113/2113/4665/4AB5/C..D", "", None)]
IN_ROWS: Read = [("1/2/3/4/0/5/7/8/6", "", 2), ("1/2/0/3/5/4", "1/2/3/4/5/0", 2)]
READ: list[tuple[str, str, Read]] = [
    *(("hrd-digits", text, IN_DIGITS) for text in (DIGITS, "2113\n2113\n4665\n4775\n7007")),
    ("hrd-json", HRD_JSON, [("BAA./BAA./.CC./..../....", "/.AA./.AA.", None), ("A..", "..A", 1)]),
    ("hakoiri", HAKOIRI, [("AA#/A../..B", "..#/.AA/.A.", None)]),
    ("rush-hour", "ooooooxoooooAAooBBoooooooooooxoooooo", [("....../#...../AA..BB/", "", None)]),
    ("rush-hour", f"49 {RUSH} 15612", [("BBBCDE/FGGCDE/F.AADE/HHI.../.JI.KK/.JLLMM", "", None)]),
    ("gnome", DONKEY, [("ABBC/ABBC/DEEF/DGHF/I..J", "/.BB./.BB.", None)]),
    ("gnome", GNOME_SOURCE, [("", "..../..../..AA/#.AA", None)]),
    (
        "game-id",
        "3x2:1,2,3,4,0,5\n2:1,0,3,2\n4x1cross:PPHO",
        [("1/2/3/4/0/5", "", 1), ("1/0/3/2", "1/2/3/0", 1), ("xxo.", "", 1)],
    ),
    *(("tile-list", above + TABLES, IN_ROWS) for above in ("", "3\n", "3 3\n")),
    ("tile-list", "1 2\n3 0\n\n2 2\n1 0\n3 2\n", [("1/2/3/0", "", 0), ("1/0/3/2", "", 1)]),
    (
        "tile-list",
        f"1 {KORF}\n1 0 2 3\n",
        [(KORF.replace(" ", "/"), "", None), ("1/0/2/3", "", None)],
    ),
    (
        "peg-drawing",
        "**0\n000\ngoal\n001\n000\n\n110\n000\n",
        [("xxo/ooo", "oox/ooo", 1), ("xxo/ooo", "", 1)],
    ),
]
"""Format, text -> beginning of each board, end of its goal, perhaps its minimum."""


@pytest.mark.parametrize(("name", "text", "expected"), READ)
def test_what_is_read(name: str, text: str, expected: Read) -> None:
    assert format_in(text) == name
    for puzzle, (board, goal, minimum) in zip(puzzles_in(name, text), expected, strict=True):
        found = puzzle.document()
        drawn = found["start" if "start" in found else "board"], found.get("goal", "")
        start, end = ("/".join(str(one).split()) for one in drawn)
        assert start.startswith(board)
        assert end.endswith(goal)
        assert minimum is None or bfs(puzzle).optimum == minimum


def test_what_is_said_beside_the_board() -> None:
    """Labels, names, published minima, notes; several goals where a gate has several ways in."""
    for name, text in (("gnome", DONKEY), ("hakoiri", HAKOIRI)):
        assert puzzles_in(name, text)[0].document()["labelled"] == ("B" if name == "gnome" else "A")
    (only,) = puzzles_in("gnome", GNOME_SOURCE)
    assert (only.info.name, only.info.known[0][:2]) == ("Only", ("piece", 2))
    (rush,) = puzzles_in("rush-hour", f"49 {RUSH} 15612")
    assert (rush.metric, rush.info.known[0].optimum) == ("line", 49)
    assert "15612" in rush.info.note
    tables = puzzles_in("tile-list", f"1 {KORF}\n1 0 2 3\n")
    assert [puzzle.info.name for puzzle in tables] == ["table 1", ""]
    assert len(puzzles_in("gnome", WAYS_IN)[0].document()["goal"]) == 3
    block = "1100" * 2 + "0" * 12  # only 0 and 1 are no sign of the format, but no fault either
    assert FORMATS["hrd-digits"].load().written(puzzles_in("hrd-digits", block)[0]) == block + "\n"


@pytest.mark.parametrize(
    ("name", "text", "library", "written"),
    [
        ("hrd-code", "1A9BF0C\n", "ane-rouge", "1A9BF0C00\n"),
        ("hrd-digits", DIGITS, "ane-rouge", "21132113455647767007\n"),
        ("rush-hour", RUSH, "rush-49", "49 BBB"),
        ("tile-list", KORF, "korf-01", KORF),
        ("peg-drawing", SAMPLES["peg-drawing"][0][0], "english-centre", ""),
    ],
)
def test_a_text_is_the_librarys_board(name: str, text: str, library: str, written: str) -> None:
    (puzzle,), known = puzzles_in(name, text), load(library)
    assert puzzle.pack(puzzle.canonical(puzzle.start)) == known.pack(known.canonical(known.start))
    assert FORMATS[name].load().written(known).startswith(written)


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


# --- all of them --------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_found_by_its_content_alone(name: str) -> None:
    assert SAMPLES.keys() == FORMATS.keys()
    assert format_in(SAMPLES[name][0][0]) == name
    assert nearest(dumps(load("ane-rouge")))[1].share <= SHARE_WANTED


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_read_is_written_and_read_again(name: str) -> None:
    text = DONKEY if name == "gnome" else SAMPLES[name][0][0]
    for puzzle in puzzles_in(name, text):
        (again,) = puzzles_in(name, FORMATS[name].load().written(puzzle))
        assert again.document() == puzzle.document()
        assert loads(dumps(puzzle)).document() == puzzle.document()


@pytest.mark.parametrize("name", FORMATS)
def test_every_puzzle_of_the_library_is_written_right_or_refused(name: str) -> None:
    """Written and read again, a board has the same drawing up to the names of its pieces."""
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
        ("peg-drawing", "10\ngoal\n", "expected a drawing above the line 'goal' and"),
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
