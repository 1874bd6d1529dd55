"""Faults of instance files: each is one error in one line that says where, for every family."""

import json
from typing import Any

import pytest

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.instances import loads
from tests.support.cube_sets import cubes

Keys = dict[str, Any]
Faults = list[tuple[Keys, str]]


def text(family: str, keys: Keys) -> str:
    """An instance file, its known results from ``rows``; JSON writes values as TOML does."""
    rows = [
        f"{key} = {json.dumps(value, ensure_ascii=False)}"
        for key, value in keys.items()
        if key != "rows"
    ]
    for row in keys.get("rows", ()):
        rows += ["[[known]]", *(f"{key} = {json.dumps(value)}" for key, value in row.items())]
    return "\n".join([f"family = {json.dumps(family)}", *rows])


# --- sliding blocks -----------------------------------------------------------------------

AB: Keys = {"board": "AB.\n...\n"}
GOAL: Keys = AB | {"goal": "..A\n...\n"}
ONE: Keys = {"metric": "unit", "optimum": 1}
NO_Z = "key 'labelled': no piece 'Z' on the board, which has"
DRAWN_Z = "the board has no piece 'Z', it has 'AB'; drawn here at row 2, column 2"
OTHER_A = "'A' has another shape on the board, at row 1, column 1; drawn here at row 2, column 2"


def half(board: str) -> Keys:
    return {"board": board, "goal": board, "cell": 2}


SLIDING: Faults = [
    (AB, "exactly one of the keys 'goal' and 'tour'"),
    ({"goal": "..A\n...\n"}, "'board' is missing"),
    (GOAL | {"tour": []}, "exactly one of the keys"),
    (AB | {"tour": []}, "'tour': the list of drawings is empty"),
    (AB | {"goal": []}, "'goal': the list of drawings is empty"),
    (AB | {"goal": 7}, "'goal': expected a drawing"),
    *((AB | {"goal": text}, "'goal': the drawing is empty") for text in ("", "\n", "\n\n")),
    (AB | {"goal": "ABC\nAB\n"}, "'goal': row 2 'AB' has 2 characters, row 1 'ABC' has 3"),
    (AB | {"goal": "A\t\n"}, "row 1 has the unprintable '\\t'"),
    (AB | {"goal": "...\n..Z\n", "labelled": "Z"}, f"{NO_Z} 'AB'; key 'goal' draws it at row 2"),
    *(
        (AB | {"goal": "...\n.Z.", "labelled": who}, f"key 'goal': {DRAWN_Z}")
        for who in ("", "A", "*")
    ),
    (AB | {"tour": ["..A\n...", "...\n.Z."]}, f"key 'tour[2]': {DRAWN_Z}"),
    *(
        ({"board": "AB.\nCC.", "goal": "...\n.AA", "labelled": who}, OTHER_A)
        for who in ("", "A", "*")
    ),
    (GOAL | {"colour": 1}, "unknown key 'colour'"),
    (GOAL | {"labelled": "AA"}, "'A' is named 2 times"),
    (GOAL | {"labelled": True}, "'labelled': expected a text"),
    (GOAL | {"cell": 3}, "'cell'"),
    (GOAL | {"cell": 2}, "not whole cells"),
    (GOAL | {"axis_locked": 1}, "'axis_locked': expected true or false"),
    (GOAL | {"axes": "A:E"}, "'axes': 'A:E': expected a piece, ':' and 'EW' or 'NS'"),
    (GOAL | {"axes": "Q:EW"}, "'axes': no piece 'Q'"),
    (GOAL | {"axes": "A:EW A:NS"}, "'axes': piece 'A' is named 2 times"),
    (GOAL | {"tour_order": "any"}, "needs the key 'tour'"),
    (AB | {"tour": ["A.."], "tour_order": "last"}, "'tour_order'"),
    (GOAL | {"metric": "knight"}, "'metric' 'knight'"),
    ({"board": "...", "goal": "..."}, "there is no piece on the board"),
    (AB | {"goal": "...\n..."}, "contains no piece"),
    (AB | {"goal": "A..."}, "is 1 row x 4 columns"),
    (AB | {"goal": "A.#\n..."}, "row 1, column 3 is '#'"),
    ({"board": "A.#", "goal": "..A"}, "piece 'A' stands on a wall at row 1, column 3"),
    ({"board": "A#.", "goal": ".A."}, "'A' stands on a wall at row 1, column 2"),
    (half("AA##\nAA#."), "a wall covers part"),
    (half("AA..\nA..."), "not made of cells"),
    (half("AA..\nAA..") | {"halfway": ["AA..\nAA.."]}, "'halfway[1]': expected a piece half-way"),
    (half("AA..\nAA..") | {"halfway": "AA..\nAA.."}, "expected a piece half-way between cells"),
    (half("AA..\nAA..") | {"halfway": ["....\n...."]}, "expected a piece half-way"),
    (half("AA..\nAA..") | {"halfway": ["AA..\nAA..", "AA."]}, "halfway"),
    (half("AA..\nAA..") | {"halfway": [".AA#\n.AA."]}, "the board has a cell there"),
    (half("AA..\nAA..") | {"halfway": [".A..\n...."]}, "not made of cells"),
    (GOAL | {"known": 3}, "known"),
    (GOAL | {"known": [3]}, "expected a table, got 3"),
    (GOAL | {"rows": [ONE | {"source": 5}]}, "key 'source': expected a text, got 5"),
    (GOAL | {"rows": [ONE | {"sauce": 5}]}, "[[known]] row 1: unknown key 'sauce'"),
    (GOAL | {"rows": [{"optimum": 3}]}, "row 1"),
    (GOAL | {"rows": [ONE | {"optimum": -1}]}, "row 1"),
    (GOAL | {"rows": [{"metric": "unit"}]}, "row 1"),
    (GOAL | {"rows": [ONE | {"by": 1}]}, "'by'"),
    (GOAL | {"rows": [ONE | {"unsolvable": True}]}, "[[known]] row 1"),
    (GOAL | {"rows": [{"metric": "unit", "unsolvable": False}]}, "[[known]] row 1"),
    (GOAL | {"rows": [ONE, {"metric": "jump", "optimum": 1}]}, "[[known]] row 2"),
    *((GOAL | {"rows": [ONE | {"optimum": value}]}, "row 1") for value in ("8", True, 8.5)),
    *((GOAL | {key: 5}, f"'{key}'") for key in ("board", "name", "note")),
    (GOAL | {"year": 1883.5}, "'year'"),
    (GOAL | {"board": "A\0.\n...\n"}, "'board'"),
    (GOAL | {"goal": [["..."]]}, "'goal"),
]

# --- pegs ---------------------------------------------------------------------------------

ENGLISH: Keys = {"board": "english", "vacate": [3, 3], "finish": [3, 3]}
ANY: Keys = {"finish": "any"}
HALF: Keys = {"grid": "triangular"} | ANY
NINE = "...\nooo\n...\n"


def triangle(vacate: object) -> Keys:
    return {"board": "triangle3", "vacate": vacate} | ANY


def strip(start: object, goal: object = None, board: str = "strip3") -> Keys:
    return {"board": board, "start": start} | (ANY if goal is None else {"goal": goal})


PEGS: Faults = [
    ({"vacate": [3, 3]} | ANY, "key 'board' is missing"),
    (ENGLISH | {"board": "englsh"}, "no board 'englsh': expected one of english, european"),
    (ENGLISH | {"board": "triangle0"}, "no board 'triangle0'"),
    (ENGLISH | {"board": "strip05"}, "no board 'strip05'"),
    (ENGLISH | {"board": "triangle41"}, "'triangle41' is too large: at most triangle40"),
    (ENGLISH | {"board": "strip1000"}, "at most strip999"),
    (ENGLISH | {"board": 5}, "key 'board': expected a drawing (a string), got 5"),
    (ENGLISH | {"board": ""}, "key 'board': the drawing is empty"),
    (ENGLISH | {"board": "oo\no\n"}, "row 2 'o' has 1 character,"),
    (ENGLISH | {"board": "..\n..\n"}, "there is no hole ('o')"),
    (ENGLISH | {"vacate": [0, 0]}, "key 'vacate': no hole [0, 0] on the board 'english'"),
    (ENGLISH | {"vacate": [-1, 3]}, "no hole [-1, 3]"),
    (ENGLISH | {"vacate": "any"}, "key 'vacate': expected a hole [x, y], got 'any'"),
    (ENGLISH | {"vacate": [3]}, "expected a hole [x, y], got [3]"),
    (ENGLISH | {"vacate": [3, True]}, "expected a hole [x, y], got [3, True]"),
    (ENGLISH | {"vacate": [3, 3.0]}, "expected a hole"),
    (ENGLISH | {"vacate": 4}, "expected a hole [x, y], got 4"),
    (ENGLISH | {"finish": [7, 3]}, "key 'finish': no hole [7, 3]"),
    (ENGLISH | {"finish": "centre"}, "or 'any', 'fewest' or as in '2 pegs', got 'centre'"),
    (triangle([0, 1]), "no hole [0, 1]"),
    (triangle(7), "expected a hole [row, position] or a number as in a move, got 7"),
    ({"board": "english", "vacate": [3, 3]}, "one of the keys 'finish' and 'goal'"),
    ({"board": "english", "finish": [3, 3]}, "one of the keys 'vacate' and 'start'"),
    (strip("oxx") | {"vacate": [0, 0]}, "'vacate' and 'start' exclude each other"),
    (triangle([0, 0]) | {"goal": "oxo"}, "'finish' and 'goal' exclude each other"),
    (strip("xxo", board="xxo"), "it is a start; with 'start'"),
    ({"board": "xxo", "vacate": [0, 0]} | ANY, "it is a start; with 'vacate'"),
    (strip("xxq"), "row 1, column 3 is 'q'"),
    (strip("xx."), "the board has a hole there"),
    (strip("x..\nxxo\n...", board=NINE), "the board has no hole there"),
    (
        strip("q..\nxxo\n...", board=NINE),
        "row 1, column 1 is 'q': expected 'x' (peg), 'o' (empty) or '.' (outside)",
    ),
    (strip("xxoo"), "1 row x 4 columns, the board is 1"),
    (strip("xx", board="triangle3"), "the drawing is 1 row x 2 columns"),
    (strip("ooo"), "key 'start': the start has no peg"),
    ({"board": "strip1", "vacate": [0, 0]} | ANY, "key 'vacate': the start has no peg"),
    (strip("xxo", "xxx"), "the goal has 3 pegs, the start 2"),
    (strip("xxo", ["oox", "xxx"]), "key 'goal[2]': the goal has 3"),
    (strip("xxo", "ooo"), "the goal has no peg"),
    (strip("xxo", []), "the list of drawings is empty"),
    (strip("xxo", ["oox", 3]), "key 'goal[2]': expected a drawing"),
    (strip(3), "key 'start': expected a drawing"),
    ({"start": 3} | ANY, "key 'start': expected a drawing"),
    ({"start": "xqo\n"} | ANY, "key 'start': row 1, column 2 is 'q': expected 'x'"),
    ({"start": "...\n"} | ANY, "key 'start': there is no hole"),
    ({"start": "xxq"}, "key 'start': 'xxq': expected a drawing"),
    (ENGLISH | {"board": f"triangle{'9' * 20}"}, "'board'"),
    (ENGLISH | {"metric": "piece"}, "'piece': expected one of move, jump"),
    (ENGLISH | {"diagonal": 1}, "key 'diagonal': expected true or false, got 1"),
    (triangle([0, 0]) | {"diagonal": True}, "key 'diagonal': a triangular grid has its six"),
    (ENGLISH | {"grid": "hex"}, "key 'grid': 'hex': expected one of square, triangular"),
    (ENGLISH | {"grid": "triangular"}, "the grid of the board 'english' is square"),
    (triangle([0, 0]) | {"grid": "square"}, "the grid of the board 'triangle3' is triangular"),
    (ENGLISH | {"board": "hexagon20"}, "hexagon18, or its number of holes, as in hexagon37"),
    (strip("x.o\nxx.", board="o.o\n.o.") | HALF, "row 2, column 1 is 'x', but the board has no"),
    ({"start": "x.o\nxx."} | HALF, "row 2, column 1 is a hole out of step with row 1, column 1"),
    ({"start": "x.o\n.o."} | HALF, "no three holes of this drawing lie in a line"),
    ({"start": "x.x.o\n"} | HALF | {"diagonal": True}, "key 'diagonal': a triangular grid"),
]

# --- frogs, cubes -------------------------------------------------------------------------

FROGS: Faults = [
    ({}, "key 'board' is missing"),
    ({"board": "FX.T"}, "key 'board': row 1, column 2 is 'X': expected 'F', 'T', '.'"),
    ({"board": "f.t"}, "row 1, column 1 is 'f'"),
    ({"board": "F.\nT"}, "row 2 'T' has 1 character,"),
    ({"board": 5}, "expected a drawing"),
    ({"board": "FFTT"}, "key 'board': there is no empty cell"),
    ({"board": "...."}, "key 'board': there is no frog and no toad on the board"),
    ({"board": "####"}, "there is no frog and no toad"),
    ({"board": "FF\n.T"}, "key 'goal' is missing: 2 frogs and 1 toads"),
    ({"board": "F.T", "goal": "T.X"}, "key 'goal': row 1, column 3 is 'X'"),
    ({"board": "F.T", "goal": "T.F."}, "key 'goal': the drawing is 1 row x 4 columns"),
    ({"board": "F.T", "goal": "#TF"}, "key 'goal': row 1, column 1 is '#', on the board 'F'"),
    ({"board": "F.#T", "goal": "TF.."}, "key 'goal': row 1, column 3 is '.', on the board '#'"),
    ({"board": "F.T", "goal": "T.T"}, "key 'goal': frogs drawn: 0, on the board: 1"),
    ({"board": "F.T", "goal": "F.."}, "key 'goal': toads drawn: 0, on the board: 1"),
    ({"board": "F.T", "goal": ["T.F"]}, "key 'goal': expected a drawing"),
    ({"board": "F.T", "jump_own": 1}, "key 'jump_own': expected true or false, got 1"),
    ({"board": "F.T", "backward": "no"}, "key 'backward': expected true or false, got 'no'"),
    ({"board": "F.T", "metric": "jump"}, "'jump': expected one of move"),
]
CUBES: Faults = [
    ({}, "'cubes' is missing"),
    ({"cubes": []}, "the list is empty"),
    ({"cubes": "RGBYRG"}, "expected a list of texts"),
    ({"cubes": ["RGBYRG", "RGBYR"]}, "cube 1 'RGBYR' has 5 faces, expected six"),
    ({"cubes": ["RGBYRGB"]}, "cube 0 'RGBYRGB' has 7 faces"),
    ({"cubes": [7]}, "cube 0: expected a text of six colour letters, got 7"),
    ({"cubes": ["RGB RG"]}, "has the colour ' '"),
    ({"cubes": ["RGB\tRG"]}, "has the colour '\\t'"),
    ({"cubes": ["RGBYRG"], "board": "x"}, "unknown key 'board'"),
    ({"cubes": ["RGBYRG"], "metric": "jump"}, "'jump': expected one of cube"),
]

# --- tiles --------------------------------------------------------------------------------


def table(board: object, goal: str = "") -> Keys:
    return {"board": board} | ({"goal": goal} if goal else {})


OF_3, LAST = "is not a number from 0 to 3", "key 'board': row 2, column 2: "
TILES: Faults = [
    ({}, "key 'board' is missing"),
    (table(7), "key 'board': expected rows of numbers (a string), got 7"),
    (table(""), "key 'board': there is no row of numbers"),
    (table("0 1 2\n3 4"), "key 'board': row 2 '3 4' has 2 numbers, row 1 has 3"),
    (table("0 1\n\n2 3"), "key 'board': row 2 '' has 0 numbers, row 1 has 2"),
    (table("0 1\n2 x"), f"{LAST}'x' {OF_3}"),
    (table("0 1\n2 1_0"), f"{LAST}'1_0' {OF_3}"),
    (table("0 " + "1" * 5000), "'board'"),
    (table([[0, 1], [2, 3]]), "'board'"),
    (table("0 1\n2 -3"), f"{LAST}'-3' {OF_3}"),
    (table("0 1\n2 ٣"), f"{LAST}'٣' {OF_3}"),
    (table("0 1\n2 " + 9 * "9"), f"{LAST}'999999999' {OF_3}"),
    (table("0 1\n2 4"), f"{LAST}4 is out of range: 4 cells have the numbers 0 to 3"),
    (table("1 2\n3 4"), "key 'board': there is no blank (0)"),
    (table("0 1\n2 1"), "tile 1 occurs twice, at row 1, column 2 and at row 2, column 2; 3 is"),
    (table("0 1\n2 0"), "the blank (0) occurs twice, at row 1, column 1 and at row 2, column 2"),
    (table("0"), "the table is 1 row x 1 column; expected 2 cells at least, 8 rows and 8"),
    (table(" ".join(map(str, range(9)))), "the table is 1 row x 9 columns; expected 2 cells"),
    (
        table("0 1\n2 3", "0 1 2\n3 4 5"),
        "key 'goal': the table is 2 rows x 3 columns, the board is 2 rows x 2 columns",
    ),
    (table("0 1\n2 3", "0 1\n1 3"), "key 'goal': tile 1 occurs twice"),
    (table("0 1\n2 3", "1 1\n2 3"), "key 'goal': there is no blank (0)"),
    (table("0 1\n2 3") | {"metric": "jump"}, "key 'metric' 'jump': expected one of single, multi"),
    (table("0 1\n2 3") | {"labelled": "1"}, "unknown key 'labelled'"),
]
FAULTS = {"sliding": SLIDING, "pegs": PEGS, "frogs": FROGS, "cubes": CUBES, "tiles": TILES}
WHOLE = [
    ("family = 3", "'family'"),
    ('family = "chess"', "'chess'"),
    (text("sliding", GOAL).partition("\n")[2], "'family' is missing"),
    ("board = [\n", "not TOML"),
    ("a = " + "[" * 5000, "not TOML"),
]


def assert_fault(written: str, said: str) -> None:
    with pytest.raises(InstanceError) as caught:
        loads(written, "here.toml")
    assert str(caught.value).startswith("here.toml: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("family", "keys", "said"),
    [(family, keys, said) for family, rows in FAULTS.items() for keys, said in rows],
)
def test_a_fault_is_one_error_that_says_where(family: str, keys: Keys, said: str) -> None:
    assert_fault(text(family, keys), said)


@pytest.mark.parametrize(("written", "said"), WHOLE)
def test_a_text_that_is_no_instance_is_one_error_too(written: str, said: str) -> None:
    assert_fault(written, said)


def test_too_many_cubes_are_not_supported() -> None:
    assert len(cubes(*["RGBYOV"] * 20).cubes) == 20
    with pytest.raises(Unsupported, match="21 cubes: expected 20 at most"):
        cubes(*["RGBYOV"] * 21)
