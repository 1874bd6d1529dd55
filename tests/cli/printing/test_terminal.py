"""What a terminal is shown: colours and its width; pipes and dumb terminals as ever."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.command_line import Run, command
from tests.support.terminals import ESCAPE, Shown, shown
from tests.support.tree import ROOT

STATES = ("replay", "frogs-1-1", "--plan", "3-2 1-3 2-1", "--states")
PLAN = ("prove", "pennant", "-q")


def show(folder: Path, *words: str, columns: int = 100, **env: str) -> Shown:
    """Run a command that succeeds, with these environment variables."""
    found = shown(command(*words), folder, columns, env)
    assert found.code == 0, found.text
    return found


def backgrounds(found: Shown) -> set[str]:
    return set(
        re.findall(r"\x1b\[[\d;]*?((?:48;2;\d+;\d+;\d+)|(?:48;5;\d+)|(?:4[0-7]))m", found.text)
    )


def test_a_terminal_gets_colours(tmp_path: Path) -> None:
    found = show(tmp_path, "show", "simplicity")
    assert len(backgrounds(found)) == 4
    assert all(code.startswith("48;5;") for code in backgrounds(found))


def test_true_colour_is_used_where_it_is_offered(tmp_path: Path) -> None:
    found = show(tmp_path, "show", "simplicity", COLORTERM="truecolor")
    assert len(backgrounds(found)) == 4
    assert all(code.startswith("48;2;") for code in backgrounds(found))


def test_a_terminal_of_16_colours_gets_those(tmp_path: Path) -> None:
    found = show(tmp_path, "show", "ane-rouge", TERM="xterm")
    assert backgrounds(found) <= {f"4{number}" for number in range(8)}
    assert len(backgrounds(found)) == 7


def test_no_colour_leaves_the_letters(tmp_path: Path) -> None:
    for found in (
        show(tmp_path, "show", "simplicity", NO_COLOR="1"),
        show(tmp_path, "show", "simplicity", "--no-color"),
    ):
        assert "  B B Y Y    R R . ." in found.text
        assert ESCAPE not in found.text


@pytest.mark.parametrize("words", [("show", "simplicity"), STATES, PLAN[:2]], ids=lambda w: w[0])
def test_a_dumb_terminal_gets_no_codes(tmp_path: Path, words: tuple[str, ...]) -> None:
    found = show(tmp_path, *words, TERM="dumb")
    assert ESCAPE not in found.text


def test_a_dumb_terminal_shows_the_drawing(tmp_path: Path, run: Run) -> None:
    assert show(tmp_path, *STATES, TERM="dumb").text == run(*STATES).stdout


@pytest.mark.parametrize("words", [("show", "simplicity"), STATES], ids=lambda w: w[0])
def test_a_pipe_gets_plain_text_whatever_the_terminal(run: Run, words: tuple[str, ...]) -> None:
    rich = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "200"}
    text = run(*words, env=rich).stdout
    assert text == run(*words).stdout
    assert ESCAPE not in text


def test_states_stand_side_by_side_as_wide_as_the_terminal(tmp_path: Path) -> None:
    for columns, rows in ((80, 1), (20, 2), (10, 4)):
        text = show(tmp_path, *STATES, columns=columns, NO_COLOR="1").text
        assert text.count("start") + text.count("\n\n") == 1 + rows
    wide = show(tmp_path, *STATES, columns=80, NO_COLOR="1").text
    assert "start    1 3-2    2 1-3    3 2-1" in wide


@pytest.mark.parametrize("columns", [60, 160])
def test_plans_are_as_wide_as_the_terminal(tmp_path: Path, columns: int) -> None:
    lines = show(tmp_path, *PLAN, columns=columns).text.splitlines()
    begin = next(k for k, line in enumerate(lines) if line.startswith("plan: "))
    widths = [len(lines[begin])]
    for line in lines[begin + 1 :]:
        if not line.startswith("      "):
            break
        widths.append(len(line))
    assert columns - 5 < max(widths) <= columns


def test_a_recorded_plan_has_88_columns(run: Run) -> None:
    lines = run(*PLAN, env={"COLUMNS": "200"}).stdout.splitlines()
    assert 82 < max(len(line) for line in lines if line.startswith("      ")) <= 88


def test_prove_draws_the_states_of_its_plan(tmp_path: Path, run: Run) -> None:
    assert "F.T  start\n" in run("prove", "frogs-1-1", "--states").stdout
    found = show(tmp_path, "prove", "frogs-1-1", "--states", "-q", NO_COLOR="1").text
    assert re.search(r"F . T    (F T .|. F T)", found)
    assert run("prove", "frogs-1-1", "--states", "--json").stdout.count("\n") == 1


def test_show_names_the_holes_of_a_peg_board(tmp_path: Path, run: Run) -> None:
    assert "  3  24 25 26 27 28 29 30\n" in run("show", "english-centre").stdout
    text = show(tmp_path, "show", "english-centre", NO_COLOR="1").text
    assert "x x x o x x x" in text
    assert "24 25 26 27 28 29 30" in text


def test_cubes_are_shown_unfolded(tmp_path: Path, run: Run) -> None:
    faces = ["  cube 0     cube 1", "    G          R", "  B R R R    G B Y B", "    Y          G"]
    plain = run("show", "instant-insanity").stdout.splitlines()
    begin = plain.index("nets:") + 1
    assert [line[:20].rstrip() for line in plain[begin : begin + 4]] == faces
    shown = show(tmp_path, "show", "instant-insanity").text
    assert shown.index("cube 3") < shown.index("cubes: RRRBYG")


def test_a_board_wider_than_the_terminal_is_still_shown(tmp_path: Path) -> None:
    board = f'family = "sliding"\nboard = "A{"." * 58}"\ngoal = "{"." * 58}A"\n'
    (tmp_path / "wide.toml").write_text(board)
    assert "A" + "." * 58 in show(tmp_path, "show", "wide.toml", columns=70).text


def test_without_rich_there_are_no_colours(tmp_path: Path) -> None:
    (tmp_path / "rich.py").write_text("raise ImportError")
    found = show(tmp_path, "show", "simplicity", PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert "  B B Y Y    R R . ." in found.text
    assert ESCAPE not in found.text


def test_rich_is_not_imported_for_a_pipe(run_apart: Run) -> None:
    for words in (("show", "simplicity"), STATES, ("prove", "frogs-1-1")):
        assert run_apart(*words, env={"PYTHONPROFILEIMPORTTIME": "1"}).stderr.count(" rich.") == 0
