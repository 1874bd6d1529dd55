"""Faults of files of others, each named with its place, and puzzles that a format cannot hold."""

import re
from pathlib import Path

import pytest

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import FORMATS
from puzzleproof.models.formats.blocks import board_of, letters
from puzzleproof.models.instances import load_all, loads
from puzzleproof.models.puzzle import AnyPuzzle
from tests.support.formats import puzzles_in

SLIDING = 'family = "sliding"\nboard = """\n{board}\n"""\ngoal = """\n{goal}\n"""\n{more}'


def sliding(board: str, goal: str, more: str = "") -> AnyPuzzle:
    text = SLIDING.format(board=board.replace("/", "\n"), goal=goal.replace("/", "\n"), more=more)
    return loads(text)


KNOWN_XML = (
    '<puzzle name="p"><board><size>3, 5</size><goaltype>byid</goaltype>'
    "<mirrorident>False</mirrorident></board>"
    '<clssiz><class name="a"><size>1, 2</size></class></clssiz>'
    '<komaset><koma name="k"><short>k</short><class>a</class><init>1, 1</init>'
    "<goal>1, 2</goal></koma></komaset></puzzle>"
)
KNOWN_JSON = (
    '{"name": "n", "level": 3, "boardSize": [1, 3], "escapePoint": [0, 2], '
    '"blocks": [{"shape": [1, 1], "position": [0, 0], "name": "hero"}]}'
)


def test_keys_that_say_nothing_of_the_rules_are_passed_over() -> None:
    (bar,) = puzzles_in("hakoiri", KNOWN_XML)
    assert bar.draw(bar.start) == "AA."
    (game,) = puzzles_in("hrd-json", KNOWN_JSON)
    assert game.draw(game.start) == "A.."


def test_directions_of_a_block_bind_it_to_an_axis() -> None:
    for directions, axes in (("[3, 1]", "A:EW"), ("[0, 2]", "A:NS"), ("[0, 1, 2, 3]", None)):
        text = KNOWN_JSON.replace('"name": "hero"', f'"directions": {directions}')
        (game,) = puzzles_in("hrd-json", text)
        assert game.document().get("axes") == axes
        (again,) = puzzles_in("hrd-json", FORMATS["hrd-json"].load().written(game))
        assert again.document().get("axes") == axes


@pytest.mark.parametrize(
    ("name", "text", "old", "new", "said"),
    [
        ("hrd-json", KNOWN_JSON, '"name": "hero"', '"directions": [1]', "1: key 'directions'"),
        ("hrd-json", KNOWN_JSON, '"name": "hero"', '"directions": "EW"', "expected [0, 2], [1, 3]"),
        ("hrd-json", KNOWN_JSON, '"level": 3', '"gravity": true', "unknown key 'gravity'"),
        ("hrd-json", KNOWN_JSON, '"boardSize"', '"boardsize"', "did you mean 'boardSize'?"),
        ("hakoiri", KNOWN_XML, "<short>k</short>", "<axis>h</axis>", "<koma>: unknown key 'axis'"),
        ("hakoiri", KNOWN_XML, "<goal>1, 2", '<goal any="1">1, 2', "<goal>: unknown key 'any'"),
        ("hakoiri", KNOWN_XML, '<koma name="k">', '<koma name="k" fixed="1">', "'fixed'"),
        ("hakoiri", KNOWN_XML, "<class>a<", "<class>a<turns/><", "<class>: unknown key 'turns'"),
        ("hakoiri", KNOWN_XML, "</init>", "</init><goal>1, 3</goal>", "<goal> stands 2 times"),
        ("hakoiri", KNOWN_XML, "1, 2</size>", "0, 2</size>", "<class> 'a': <size>: 0 x 2"),
        ("hakoiri", f"<all>{KNOWN_XML}</all>", "</all>", "<rule/></all>", "<all>: unknown key"),
    ],
)
def test_a_key_that_may_be_a_rule_is_refused(
    name: str, text: str, old: str, new: str, said: str
) -> None:
    assert puzzles_in(name, text)
    with pytest.raises(InstanceError, match=re.escape(said)):
        puzzles_in(name, text.replace(old, new))


def test_lines_that_are_no_level_are_passed_over_and_empty_ones_part_drawings() -> None:
    text = 'x = "a", 1, 2, "b";\nstrange 9 9\n#*\nlast 3 3\n#*#\n# #\n#.#\n'
    lines = text.split("\n", 1)[1]
    assert len(list(FORMATS["gnome"].load().parts(lines))) == 1
    assert not FORMATS["gnome"].load().likeness(text.replace("last 3 3", "")).share
    drawings = "\n\no.\n..\n\n\n.o\n..\n\n"
    assert len(list(FORMATS["peg-drawing"].load().parts(drawings))) == 2


def test_there_are_as_many_names_as_letters_and_digits() -> None:
    assert len(letters(76)) == 76
    with pytest.raises(InstanceError, match="77 pieces: expected 76 at most"):
        letters(77)


@pytest.mark.parametrize(
    ("pieces", "walls", "message"),
    [
        ({"A": [(0, 2)]}, [], "piece 'A' stands at row 1, column 3, off the board"),
        ({"A": [(0, 0)], "B": [(0, 0)]}, [], "piece 'B' stands at row 1, column 1, on 'A'"),
        ({}, [(5, 5)], "a wall stands at row 6, column 6, off the board"),
    ],
)
def test_pieces_stand_apart(pieces: dict[str, list[Cell]], walls: list[Cell], message: str) -> None:
    with pytest.raises(InstanceError, match=re.escape(message)):
        board_of(1, 2, pieces, walls)


REST = "/......" * 5
HELD_NOT: list[tuple[str, str, str, str]] = [
    ("hrd-code", "AB..", "..AB", 'labelled = "AB"'),
    ("hrd-code", "AB..", "..A.", ""),
    ("hrd-code", "AB..", "...A", 'labelled = "A"'),
    ("hrd-digits", "BAAC/BAAC/DDEE/FFGG/HHII", "..../..../..../.AA./.AA.", 'labelled = "A"'),
    ("hrd-json", "A#..", "...A", 'labelled = "A"'),
    ("hrd-json", "AA./A..", ".AA/.A.", 'labelled = "A"'),
    ("hrd-json", "AAB./CC..", "..AA/....", ""),
    ("hakoiri", "AB..", "..AB", 'labelled = "A"'),
    ("hakoiri", "AB..", "..B.", 'labelled = "A"'),
    ("hakoiri", "AA..", "..AA", "axis_locked = true"),
    ("hakoiri", "A...", "..A.", 'axes = "A:EW"'),
    ("gnome", ".B./BA./...", ".../.A./...", ""),
    ("rush-hour", "AA..", "..AA", 'labelled = "A"\naxis_locked = true'),
    ("rush-hour", "AA...." + REST, "....AA" + REST, "axis_locked = true"),
    ("rush-hour", "AA...." + REST, "....AA" + REST, 'axis_locked = true\naxes = "A:EW"'),
    ("rush-hour", "AABB.." + REST, "..BBAA" + REST, 'labelled = "AB"\naxis_locked = true'),
    ("rush-hour", "AABB.." + REST, "..AA.." + REST, 'labelled = "A"\naxis_locked = true'),
    ("rush-hour", "AABB.." + REST, "....BB" + REST, "axis_locked = true"),
]


@pytest.mark.parametrize(("name", "board", "goal", "more"), HELD_NOT)
def test_what_cannot_be_held_is_refused(name: str, board: str, goal: str, more: str) -> None:
    with pytest.raises(Unsupported):
        FORMATS[name].load().written(sliding(board, goal, more))


def test_goals_by_shape_name_their_piece_where_there_is_one(tmp_path: Path) -> None:
    alone = sliding("AAB./C...", "..AA/....", "")
    assert '"escapePoint"' in FORMATS["hrd-json"].load().written(alone)
    game = '{"blocks": [{"shape": [1, 1], "position": [0, 0]}], "escapePoint": [9, 9]}'
    for text, said in (
        (game, "game 1: key 'escapePoint': piece 'A' stands at row 10"),
        ("3 3 3 3\n", "line 1: key 'board'"),
    ):
        path = tmp_path / "a.json"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InstanceError, match=said):
            load_all(str(path))


PEGS = 'family = "pegs"\nstart = "xxo\\nooo"\n'


@pytest.mark.parametrize(
    ("name", "keys", "said"),
    [
        *(
            (name, 'finish = "any"\ndiagonal = true\n', "rows and columns")
            for name in ("game-id", "peg-drawing")
        ),
        ("peg-drawing", 'goal = ["oox\\nooo", "xoo\\nooo"]\n', "one goal"),
    ],
)
def test_pegs_that_have_no_drawing(name: str, keys: str, said: str) -> None:
    assert FORMATS[name].load().written(loads(f'{PEGS}finish = "any"\n'))
    with pytest.raises(Unsupported, match=said):
        FORMATS[name].load().written(loads(PEGS + keys))
