"""One puzzle or many in a file, by number and by name."""

from pathlib import Path

import pytest

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.instances import dumps, file_stem, load, load_all, load_one

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


def test_a_puzzle_is_found_by_its_name(tables: str) -> None:
    assert load(f"{tables}::table 8").start == (3, 2, 1, 0)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("3", "no puzzle '3': expected a name, or a number from 1 to 2"),
        ("table 9", "did you mean 'table"),
        ("", "no puzzle ''"),
    ],
)
def test_a_puzzle_that_is_not_there_is_an_error(tables: str, key: str, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        load(f"{tables}::{key}")


def test_many_where_one_is_wanted_is_an_error_that_says_how(tables: str) -> None:
    with pytest.raises(InstanceError, match="has 2 puzzles: name one by its number or its name"):
        load(tables)


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


def test_a_puzzle_of_the_library_has_no_number() -> None:
    with pytest.raises(InstanceError, match="is one puzzle of the library: leave out"):
        load("pennant::1")


def test_a_format_that_is_named_is_taken(tables: str) -> None:
    assert len(load_all(tables, "tile-list")) == 2
    with pytest.raises(InstanceError, match=r"line 1: .*9 hexadecimal digits.*format hrd-code"):
        load_all(tables, "hrd-code")
    with pytest.raises(InstanceError, match="did you mean 'tile-list'"):
        load_all(tables, "tile-lists")


def test_an_empty_file_of_a_named_format_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    path.write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(InstanceError, match="no puzzle in it: expected sliding tiles"):
        load_all(str(path), "tile-list")


def test_names_of_written_files_are_safe() -> None:
    assert file_stem("x/games.json::a/b") == "games-a_b"
    assert file_stem("ane-rouge") == "ane-rouge"
