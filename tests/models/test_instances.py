"""Instance files: text to puzzle and back; every fault is one clear error."""

from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.instances import dumps, load, loads, read
from tests.support.boards import library, sliding

GOOD = 'family = "sliding"\nname = "small"\nmetric = "piece"\n'
BOARD = 'board = """\nAB.\n...\n"""\n'
GOAL = 'goal = """\n..A\n...\n"""\n'


@pytest.mark.parametrize(
    "board",
    [
        "\"'./...",
        "\\\\./\\..",
        "'''/...",
        '"""/..!',
        "\\n./...",
        "车马./炮..",
        "🐸🐢./...",
        "A B/...",
        " A /...",
        "=[]/{,}",
        "éßΩ/...",
        "%$&/*+-",
    ],
)
def test_odd_characters_survive(board: str) -> None:
    for labelled in ("", "*"):
        puzzle = sliding(board, labelled=labelled)
        again = loads(dumps(puzzle))
        assert again.document() == puzzle.document()
        assert again.draw(again.start) == puzzle.draw(puzzle.start)


def test_a_list_of_one_goal_reads_back_as_it_was_printed() -> None:
    puzzle = loads(GOOD + BOARD + 'goal = ["..A\\n...\\n"]\n')
    assert loads(dumps(puzzle)) == puzzle


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(name=TEXT, note=TEXT, year=st.integers(-500, 2100))
def test_what_is_said_besides_the_rules_survives(name: str, note: str, year: int) -> None:
    from dataclasses import replace

    plain = sliding("A.")
    puzzle = replace(plain, info=plain.info._replace(name=name, note=note, year=year))
    assert loads(dumps(puzzle)).info == puzzle.info


def test_known_results_survive() -> None:
    rows = '[[known]]\nmetric = "unit"\nunsolvable = true\nsource = "s"\n'
    rows += '[[known]]\nmetric = "line"\noptimum = 0\n'
    puzzle = loads(GOOD + BOARD + GOAL + rows)
    assert [(row.metric, row.optimum) for row in puzzle.info.known] == [("unit", None), ("line", 0)]
    assert loads(dumps(puzzle)) == puzzle


def test_a_file_is_read_as_utf8(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(dumps(sliding("车A.")), encoding="utf-8")
    assert read(path).start == load(str(path)).start == sliding("车A.").start
    path.write_bytes(b"\xff\xff")
    with pytest.raises(InstanceError, match="byte 0 is not UTF-8"):
        read(path)


def test_a_name_may_be_a_file_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").write_text(dumps(sliding("A.")), encoding="utf-8")
    assert load("mine") == sliding("A.")


def test_standard_input_is_read_unless_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = dumps(sliding("A.")).encode()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    assert read("-") == sliding("A.")
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InstanceError, match="<stdin>: is closed"):
        read("-")


def test_a_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InstanceError, match="cannot be read"):
        read(tmp_path / "none.toml")
    with pytest.raises(InstanceError, match="neither a file nor a name"):
        load("no-such-puzzle")


def test_a_file_too_large_is_no_instance(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(InstanceError, match="more than 1000000 bytes"):
        read(path)


def test_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "crlf.toml"
    path.write_bytes(dumps(library("hughes")).replace("\n", "\r\n").encode())
    assert read(path) == library("hughes")
