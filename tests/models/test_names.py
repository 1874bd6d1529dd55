"""One puzzle or many in a file, by number and by name."""

from itertools import chain
from pathlib import Path
from typing import NoReturn

import pytest

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.formats import RULER
from puzzleproof.models.instances import (
    dumps,
    file_stem,
    files_of_puzzles,
    load,
    load_all,
    load_one,
    loads,
    read,
    read_all,
)

TABLES = "7 1 0 2 3\n8 3 2 1 0\n"


@pytest.fixture
def tables(tmp_path: Path) -> str:
    path = tmp_path / "tables.txt"
    path.write_text(TABLES, encoding="utf-8")
    return str(path)


def test_a_file_with_many_has_each_under_a_name_of_its_own(tables: str) -> None:
    found = load_all(tables)
    assert [name for name, _ in found] == [f"{tables}::1", f"{tables}::2"]
    for name, puzzle in found:
        assert load_one(name).start == puzzle.start == load(name).start


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("{}::3", "no puzzle '3': expected a name, or a number from 1 to 2"),
        ("{}::table 9", "did you mean 'table"),
        ("{}::", "no puzzle ''"),
        ("{}", "has 2 puzzles: name one by its number or its name"),
        ("pennant::1", "is one puzzle of the library: leave out"),
    ],
)
def test_a_puzzle_that_is_not_there_is_an_error(tables: str, name: str, message: str) -> None:
    assert load(f"{tables}::table 8").start == (3, 2, 1, 0)
    with pytest.raises(InstanceError, match=message):
        load(name.format(tables))


def test_two_of_one_name_are_told_apart_by_number(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    game = '{"name": "a", "blocks": [{"shape": [1, 1], "position": [0, 0]}]}'
    path.write_text(f"[{game}, {game}]", encoding="utf-8")
    with pytest.raises(InstanceError, match="2 puzzles with the name 'a'"):
        load(f"{path}::a")


def test_instance_files_are_found_by_content_too(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(dumps(load("pennant")), encoding="utf-8")
    assert load(path) == load("pennant")
    assert load_all("pennant") == [("pennant", load("pennant"))]


def test_rulers_part_the_instances_of_a_file(tmp_path: Path) -> None:
    path, puzzles = tmp_path / "three.toml", [load("pennant"), load("frogs-1-1"), load("hughes")]
    path.write_text("# mine\n" + RULER + RULER.join(map(dumps, puzzles)), encoding="utf-8")
    assert load_all(str(path)) == [(f"{path}::{k}", one) for k, one in enumerate(puzzles, 1)]
    assert load(f"{path}::Hughes Puzzle") == load(f"{path}::3") == load("hughes")
    for one in (read, load):
        with pytest.raises(InstanceError, match="has 3 puzzles: name one by its number"):
            one(path)


def test_a_fault_of_one_instance_names_its_line_and_loses_no_other(tmp_path: Path) -> None:
    path, text = tmp_path / "two.toml", dumps(load("frogs-1-1"))
    path.write_text(f"{text}{RULER}family = \n{RULER}{text}", encoding="utf-8")
    (_, first), (name, fault), (_, third) = read_all(str(path))
    assert first == third == load("frogs-1-1")
    line = text.count("\n") + 2
    assert name == f"{path}::2"
    assert str(fault).startswith(f"{path}::2: not TOML: ")
    assert f"(at line {line}, " in str(fault)


@pytest.mark.parametrize("before", ["", RULER, f"{RULER}# my board\n{RULER}"])
def test_a_ruler_in_a_remark_or_a_text_parts_nothing(tmp_path: Path, before: str) -> None:
    wall = RULER.strip()
    text = f'family = "sliding"\nnote = """\n{RULER}family = 1\n"""\n'
    text += f'board = """\nA.{wall[2:]}\n{wall}\n"""\ngoal = """\n.A{wall[2:]}\n{wall}\n"""\n'
    path = tmp_path / "one.toml"
    path.write_text(before + text, encoding="utf-8")
    assert load_all(str(path)) == [(str(path), loads(text))]
    path.write_text(before + "family = 'sliding'\nboard = \n", encoding="utf-8")
    with pytest.raises(InstanceError, match=r"one\.toml: not TOML: "):
        load(path)


def unreadable(*_: object) -> NoReturn:
    raise PermissionError


def test_a_folder_stands_for_its_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("b.toml", "a/c.txt", "a/words.txt", "a/picture.svg", "d.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        is_board = name in ("b.toml", "a/c.txt")
        (tmp_path / name).write_text(dumps(load("pennant")) if is_board else "Dear Sir,\n", "utf-8")
    found = files_of_puzzles(str(tmp_path))
    wanted = ["a/c.txt", "b.toml"], ["a/words.txt", "d.json"]
    assert found == tuple([str(tmp_path / one) for one in names] for names in wanted)
    monkeypatch.setattr(Path, "open", unreadable)
    assert files_of_puzzles(str(tmp_path)) == (sorted(chain(*found)), [])  # its reader says why
    (tmp_path / "none").mkdir()
    with pytest.raises(InstanceError, match="no file of puzzles in this folder"):
        files_of_puzzles(str(tmp_path / "none"))


def test_a_format_that_is_named_is_taken(tables: str) -> None:
    assert len(load_all(tables, "tile-list")) == 2
    with pytest.raises(InstanceError, match=r"line 1: .*9 hexadecimal digits.*format hrd-code"):
        load_all(tables, "hrd-code")
    with pytest.raises(InstanceError, match="did you mean 'tile-list'"):
        load_all(tables, "tile-lists")
    Path(tables).write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(InstanceError, match="no puzzle in it: expected sliding tiles"):
        load_all(tables, "tile-list")
    assert (file_stem("x/games.json::a/b"), file_stem("ane-rouge")) == ("games-a_b", "ane-rouge")
