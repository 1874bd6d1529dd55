"""Instance files: text to puzzle and back; every fault is one clear error."""

from __future__ import annotations

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


ROW = '[[known]]\nmetric = "unit"\noptimum = 1\n'
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("family = 3\n" + BOARD + GOAL, "'family'"),
        ('family = "chess"\n' + BOARD + GOAL, "'chess'"),
        (BOARD + GOAL, "'family' is missing"),
        (GOOD + BOARD, "exactly one of the keys 'goal' and 'tour'"),
        (GOOD + GOAL, "'board' is missing"),
        (GOOD + BOARD + GOAL + "tour = []\n", "exactly one of the keys"),
        (GOOD + BOARD + "tour = []\n", "'tour': the list of drawings is empty"),
        (GOOD + BOARD + "goal = []\n", "'goal': the list of drawings is empty"),
        (GOOD + BOARD + "goal = 7\n", "'goal': expected a drawing"),
        (GOOD + BOARD + GOAL + "colour = 1\n", "unknown key 'colour'"),
        (GOOD + BOARD + GOAL + 'labelled = "Q"\n', "no piece 'Q'"),
        (GOOD + BOARD + GOAL + 'labelled = "AA"\n', "'A' stands 2 times"),
        (GOOD + BOARD + GOAL + "labelled = true\n", "'labelled': expected a text"),
        (GOOD + BOARD + GOAL + "cell = 3\n", "'cell'"),
        (GOOD + BOARD + GOAL + "cell = 2\n", "not whole cells"),
        (GOOD + BOARD + GOAL + "axis_locked = 1\n", "'axis_locked': expected true or false"),
        (GOOD + BOARD + GOAL + 'tour_order = "any"\n', "goes with 'tour' only"),
        (GOOD + BOARD + 'tour = ["A.."]\ntour_order = "last"\n', "'tour_order'"),
        (GOOD.replace("piece", "knight") + BOARD + GOAL, "'metric' 'knight'"),
        (GOOD + 'board = """\n...\n"""\n' + 'goal = "..."', "there is no piece on the board"),
        (GOOD + BOARD + 'goal = "...\\n..."', "asks for no piece"),
        (GOOD + BOARD + 'goal = "A..."', "is 1 row x 4 columns"),
        (GOOD + BOARD + 'goal = "A.#\\n..."', "row 1, column 3 is '#'"),
        (GOOD + 'board = "A.#"\ngoal = "..A"\n', "piece 'A' stands on a wall at row 1, column 3"),
        (
            GOOD + BOARD + 'goal = "AA.\\n..."\nlabelled = "A"',
            "piece 'A' has another shape on the board",
        ),
        (GOOD + 'board = "AA##\\nAA#."\ngoal = "AA##\\nAA#."\ncell = 2', "a wall covers part"),
        (GOOD + 'board = "AA..\\nA..."\ngoal = "AA..\\nA..."\ncell = 2', "not made of cells"),
        (GOOD + BOARD + GOAL + "known = [3]\n", "[[known]] row 1: expected a table, got 3"),
        (GOOD + BOARD + GOAL + ROW + "source = 5\n", "key 'source': expected a text, got 5"),
        (GOOD + BOARD + GOAL + ROW + "sauce = 5\n", "[[known]] row 1: unknown key 'sauce'"),
        (GOOD + 'board = "A#."\ngoal = ".A."', "'A' stands on a wall at row 1, column 2"),
        (GOOD + BOARD + 'goal = "AA.\\n..."', "'A'"),
        (GOOD + BOARD + 'goal = "XYZ\\n..."', "the board has no piece 'X', it has 'AB'"),
        (GOOD + BOARD + GOAL + "[[known]]\noptimum = 3\n", "row 1"),
        (GOOD + BOARD + GOAL + '[[known]]\nmetric = "unit"\noptimum = -1\n', "row 1"),
        (GOOD + BOARD + GOAL + '[[known]]\nmetric = "unit"\n', "row 1"),
        (GOOD + BOARD + GOAL + '[[known]]\nmetric = "unit"\noptimum = 3\nby = 1\n', "'by'"),
        ("board = [\n", "not TOML"),
        ("a = " + "[" * 5000, "not TOML"),
    ],
)
def test_a_fault_is_one_error_that_says_where(text: str, said: str) -> None:
    with pytest.raises(InstanceError) as caught:
        loads(text, "here.toml")
    assert str(caught.value).startswith("here.toml: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_is_read_as_utf8(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(dumps(sliding("车A.")), encoding="utf-8")
    assert read(path).start == load(str(path)).start == sliding("车A.").start
    path.write_bytes(b"\xff\xfe")
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


def test_a_metric_of_another_family_is_an_error() -> None:
    with pytest.raises(InstanceError, match="metric 'jump': expected one of piece, line, unit"):
        sliding("A.").with_metric("jump")
