"""Instance files: text to puzzle and back; every fault is one clear error."""

from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.instances import dumps, load, loads, read
from tests.support.boards import sliding

GOOD = 'family = "sliding"\nname = "small"\nmetric = "piece"\n'
BOARD = 'board = """\nAB.\n...\n"""\n'


ODD = (
    *(
        "\"'./...",
        "\\\\./\\..",
        "'''/...",
        '"""/..!',
        "\\n./...",
        "车马./炮..",
        "🐸🐢./...",
        "A B/...",
    ),
    *(" A /...", "=[]/{,}", "éßΩ/...", "%$&/*+-"),
)


@pytest.mark.parametrize("board", ODD)
def test_odd_characters_survive(board: str) -> None:
    for labelled in ("", "*"):
        puzzle = sliding(board, labelled=labelled)
        again = loads(dumps(puzzle))
        assert again.document() == puzzle.document()
        assert again.draw(again.start) == puzzle.draw(puzzle.start)


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
    puzzle = loads(GOOD + BOARD + 'goal = ["..A\\n...\\n"]\n' + rows)
    assert [(row.metric, row.optimum) for row in puzzle.info.known] == [("unit", None), ("line", 0)]
    assert loads(dumps(puzzle)) == puzzle


def test_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As UTF-8, with line ends of Windows too, under any name; or it is said why not."""
    path, text = tmp_path / "a.toml", dumps(sliding("车A."))
    for data in (text, text.replace("\n", "\r\n")):
        path.write_bytes(data.encode())
        assert read(path) == load(str(path)) == sliding("车A.")
    monkeypatch.chdir(tmp_path)
    Path("mine").write_text(dumps(sliding("A.")), encoding="utf-8")
    assert load("mine") == sliding("A.")
    for raw, said in (
        (b"\xff\xff", "byte 0 is not UTF-8"),
        (b"#" * 1_000_001, "more than 1000000"),
    ):
        path.write_bytes(raw)
        with pytest.raises(InstanceError, match=said):
            read(path)
    with pytest.raises(InstanceError, match="cannot be read"):
        read(tmp_path / "none.toml")
    with pytest.raises(InstanceError, match="neither a file nor a name"):
        load("no-such-puzzle")


def test_standard_input_is_read_unless_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = dumps(sliding("A.")).encode()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    assert read("-") == sliding("A.")
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InstanceError, match="<stdin>: is closed"):
        read("-")
