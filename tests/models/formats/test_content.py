"""Formats found by content where some lines are wrong: what is read, what is said of others."""

import re
from pathlib import Path

import pytest

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.formats import FORMATS, format_in, nearest
from puzzleproof.models.instances import load_all, load_one, read_all

CAR = "o" * 12 + "ooAAoo" + "o" * 18
LINES = {
    "rush-hour": (CAR, CAR[1:]),
    "hrd-code": ("1A9BF0C00", "1A9BF0C0G"),
    "hrd-digits": ("21132113466547757007", "2113211346654775700"),
    "tile-list": ("1 0 2 3 4 5 6 7 8", "1 0 2 3 4 5 6 7 8 9 9"),
    "game-id": ("2x2:1,2,3,0", "2x2:1,2,3;0"),
    "peg-drawing": ("oo.", "o?."),
}
"""A good line and a bad one."""
LONG = "7" * 5_000


def written(folder: Path, *lines: str, name: str = "x.txt") -> str:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", LINES)
def test_a_format_is_known_by_most_of_its_lines(name: str) -> None:
    good, bad = LINES[name]
    assert format_in(f"{good}\n{bad}\n{good}\n{good}\n") == name
    assert format_in(f"{bad}\n{bad}\n{good}\n" if name == "peg-drawing" else f"{bad}\n") is None


@pytest.mark.parametrize("name", sorted(LINES.keys() - {"peg-drawing"}))
def test_one_bad_line_is_one_fault_and_the_others_are_read(tmp_path: Path, name: str) -> None:
    good, bad = LINES[name]
    path = written(tmp_path, good, bad, good)
    kinds = [isinstance(found, InstanceError) for _, found in read_all(path)]
    assert kinds == [False, True, False]
    assert load_one(f"{path}::3").document() == load_one(f"{path}::1").document()
    for wanted in (path, f"{path}::2"):
        with pytest.raises(InstanceError, match=re.escape(f"x.txt: line 2: {bad[:60]!r}: exp")):
            load_all(wanted)


def test_one_bad_game_or_level_is_one_fault(tmp_path: Path) -> None:
    game = '{"name": "g", "blocks": [{"shape": [1, 1], "position": [0, 0]}]}'
    path = written(tmp_path, f'[{game}, {{"blocks": 1}}, {game}]', name="x.json")
    assert [isinstance(found, InstanceError) for _, found in read_all(path)] == [0, 1, 0]
    level = ["l 3 4", "###", "#*#", "#.#", "###"]
    path = written(tmp_path, "wide 2 4", *level[1:], *level)
    (_, first), (_, second) = read_all(path)
    assert str(first).endswith("line 1: line 2 has 3 cells: expected 2 at most (format gnome)")
    assert not isinstance(second, InstanceError)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CAR[1:], "nearest to rush-hour, but line 1: "),
        ("1A9BF0C0G", "nearest to hrd-code, but line 1: '1A9BF0C0G': expected 9 hexadecimal"),
        ("1 2 3", "nearest to tile-list, but line 1: "),
        ("1 2\nx 0", "nearest to tile-list, but line 1: '1 2 / x 0': expected"),
        ("4WVEI", "nearest to hrd-code, but line 1: '4WVEI': expected 9 hexadecimal"),
        ("2113\n2113\n4665\n4775", "nearest to hrd-digits, but line 1: "),
        ("101", "nearest to peg-drawing, but a lone row has only digits"),
        ("<puzzle><board>", "nearest to hakoiri, but there is no <koma>"),
        ("<a", "nearest to hakoiri, but there is no <puzzle>"),
        ('[{"block": 1}]', 'nearest to hrd-json, but expected games with "blocks"'),
        ("nothing of the kind", "expected one of toml, rush-hour, gnome"),
    ],
)
def test_a_text_of_no_format_is_near_to_one(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InstanceError, match=re.escape(message)) as raised:
        load_all(written(tmp_path, text))
    assert "x.txt: no known format" in str(raised.value)
    assert "TOML" not in str(raised.value)


def test_a_text_wrong_as_a_whole_and_marks_alone_are_of_no_format(tmp_path: Path) -> None:
    with pytest.raises(InstanceError, match=r"x\.txt: not JSON: .*\(format hrd-json\)"):
        load_all(written(tmp_path, '[{"blocks": 1'))
    with pytest.raises(InstanceError, match="key 'family' is missing"):
        load_all(written(tmp_path, 'start = """', "xx.", "...", '..."""'))
    pegs = FORMATS["peg-drawing"].load()
    _, (_, second) = pegs.parts("o?.\n...\n\noo.\n...\n")
    assert pegs.document(second), "a bad drawing does not hide the next"
    assert nearest("10\n10\n1?\n")[0] == "peg-drawing"
    assert nearest("oo\noo\n")[0] is None
    assert nearest(f'a("n", {LONG}, 2, "###" "#*.");')[0] == "gnome"
    strings = 'x = "y", 1; "z" ; level("a", 3, 2, "#*#" "# ."); level("b", 9, "oo");'
    assert nearest(strings)[0] == "gnome"
