"""Boards as lines of text; what a terminal is shown: colours and its width; pipes as ever."""

import re
from pathlib import Path

import pytest

from puzzleproof.cli.printing.boards import (
    Board,
    Line,
    drawn,
    plain,
    side_by_side,
    width_of,
)
from puzzleproof.models.picture import Picture, Square, picture_of_rows
from tests.support.boards import sliding
from tests.support.command_line import Run, command
from tests.support.golden_pictures import PICTURED
from tests.support.terminals import ESCAPE, Shown, shown
from tests.support.tree import ROOT


def text(lines: list[Line]) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def test_a_square_takes_two_columns() -> None:
    assert text(drawn(picture_of_rows(["AAB", "A.B"]))).splitlines() == ["A A B", "A . B"]
    assert text(drawn(picture_of_rows(["A#", ".B"]))).splitlines() == ["A", ". B"]


def test_numbers_of_two_digits_and_wide_letters_widen_all_squares() -> None:
    assert text(drawn(Picture(((Square("1", "1"), Square("12", "12")),)))) == " 1 12"
    assert width_of(drawn(picture_of_rows(["曹A"]))[0]) == 6


def test_pieces_bound_to_an_axis_are_marked() -> None:
    puzzle = sliding("AB/.C", goal="../C.", axes="A:EW B:NS")
    assert text(drawn(puzzle.picture(puzzle.start))).splitlines() == ["A-B|", ". C"]


@pytest.mark.parametrize("name", PICTURED)
def test_lines_of_a_board_have_one_width(name: str) -> None:
    assert len({width_of(line) for line in drawn(PICTURED[name])}) == 1


def board(title: str, width: int, height: int = 1) -> Board:
    return Board(title, plain("\n".join(["x" * width] * height)))


def test_boards_stand_side_by_side_as_far_as_the_columns_go() -> None:
    boards = [board("one", 4), board("two", 4, 2), board("a long title", 4)]
    assert text(side_by_side(boards, 11)).splitlines() == [
        "one    two",
        "xxxx   xxxx",
        "       xxxx",
        "",
        "a long title",
        "xxxx",
    ]
    assert text(side_by_side(boards, 26)).startswith("one    two    a long title\n")
    assert not side_by_side([], 80)


def test_a_board_wider_than_the_terminal_is_printed_alone() -> None:
    assert text(side_by_side([board("a", 50), board("b", 50)], 20)).count("x" * 50) == 2


STATES = ("replay", "frogs-1-1", "--plan", "3-2 1-3 2-1", "--states")
PLAN = ("prove", "pennant", "-q")


def show(folder: Path, *words: str, columns: int = 100, **env: str) -> Shown:
    """Run a command that succeeds, with these environment variables."""
    found = shown(command(*words), folder, columns, env)
    assert found.code == 0, found.text
    return found


@pytest.mark.parametrize(
    ("env", "code"), [({}, r"48;5;\d+"), ({"COLORTERM": "truecolor"}, r"48;2;\d+;\d+;\d+")]
)
def test_a_terminal_gets_the_colours_that_it_has(
    tmp_path: Path, env: dict[str, str], code: str
) -> None:
    text = shown(command("show", "simplicity"), tmp_path, env=env).text
    found = set(re.findall(r"\x1b\[[\d;]*?(48;2;\d+;\d+;\d+|48;5;\d+|4[0-7])m", text))
    assert len(found) == 4
    assert all(re.fullmatch(code, one) for one in found)


def test_no_colour_and_no_rich_leave_the_letters(tmp_path: Path) -> None:
    (tmp_path / "rich.py").write_text("raise ImportError")
    for found in (
        show(tmp_path, "show", "simplicity", NO_COLOR="1"),
        show(tmp_path, "show", "simplicity", "--no-color"),
        show(tmp_path, "show", "simplicity", PYTHONPATH=f"{tmp_path}:{ROOT}"),
    ):
        assert "  B B Y Y    R R . ." in found.text
        assert ESCAPE not in found.text


def test_a_dumb_terminal_and_a_pipe_show_the_drawing_without_codes(
    tmp_path: Path, run: Run
) -> None:
    rich = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "200"}
    plain = run(*STATES).stdout
    assert ESCAPE not in plain
    assert show(tmp_path, *STATES, TERM="dumb").text == run(*STATES, env=rich).stdout == plain
    assert ESCAPE not in show(tmp_path, *PLAN, TERM="dumb").text
    forced = run(*STATES, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout
    assert forced == plain


def test_states_stand_side_by_side_as_wide_as_the_terminal(tmp_path: Path) -> None:
    for columns, rows in ((80, 1), (20, 2), (10, 4)):
        text = show(tmp_path, *STATES, columns=columns, NO_COLOR="1").text
        assert text.count("start") + text.count("\n\n") == 1 + rows
        assert columns < 80 or "start    1 3-2    2 1-3    3 2-1" in text


@pytest.mark.parametrize("columns", [60, 160])
def test_plans_are_as_wide_as_the_terminal(tmp_path: Path, columns: int) -> None:
    text = show(tmp_path, *PLAN, columns=columns).text
    (plan,) = re.findall(r"^plan: .*\n(?: {6}.*\n)*", text, re.MULTILINE)
    assert columns - 5 < max(map(len, plan.splitlines())) <= columns


def test_a_recorded_plan_has_88_columns(run: Run) -> None:
    lines = run(*PLAN, env={"COLUMNS": "200"}).stdout.splitlines()
    assert 82 < max(len(line) for line in lines if line.startswith("      ")) <= 88


@pytest.mark.parametrize(
    ("words", "pipe", "terminal"),
    [
        ("prove frogs-1-1 --states -q", "F.T  start\n", r"F . T    (F T .|. F T)"),
        ("show english-centre", "  3  24 25 26 27 28 29 30\n", r"24 25 26 27 28 29 30\n"),
        (
            "show instant-insanity",
            "nets:\n  cube 0     cube 1     cube 2     cube 3\n    G          R  ",
            r"(?s)cube 3.*cubes: RRRBYG",
        ),
    ],
)
def test_what_only_some_families_show(
    tmp_path: Path, run: Run, words: str, pipe: str, terminal: str
) -> None:
    assert pipe in run(*words.split()).stdout
    assert re.search(terminal, show(tmp_path, *words.split(), NO_COLOR="1").text)
