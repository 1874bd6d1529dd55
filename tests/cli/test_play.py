"""The verb that plays: what it needs, and a run in a real terminal."""

import re
import sys
from pathlib import Path

import pytest

from tests.support.command_line import Run, command, result_of
from tests.support.terminals import shown, typed

WITHOUT = """
import sys
sys.modules["textual"] = None
from puzzleproof.cli.main import main
sys.exit(main(["play", "hughes"]))
"""
ALTERNATE, LEFT = "\x1b[?1049h", "\x1b[?1049l"


def test_without_a_terminal_one_line_says_so(run: Run) -> None:
    result = run("play", "hughes")
    assert result.returncode == 41
    assert result.stderr.startswith("puzzleproof: play needs a terminal for standard input and")
    assert len(result.stderr.splitlines()) == 1


def test_a_terminal_that_knows_no_codes_is_none(tmp_path: Path) -> None:
    dumb, restored = typed(command("play", "hughes"), tmp_path, [], env={"TERM": "dumb"})
    assert (dumb.code, restored) == (41, True)
    assert "play needs a terminal" in dumb.text


def test_input_from_elsewhere_is_no_terminal(tmp_path: Path) -> None:
    half = shown(command("play", "hughes"), tmp_path)
    assert half.code == 41


def test_the_library_that_is_missing_is_named_with_its_extra(tmp_path: Path) -> None:
    result = result_of([sys.executable, "-c", WITHOUT], tmp_path)
    assert result.returncode == 41
    assert result.stderr == (
        "puzzleproof: play needs textual, which is not installed: pip install 'puzzleproof[play]'\n"
    )


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("nothing",), 40, "neither a file nor a name"),
        (("hughes", "--metric", "jump"), 40, "metric 'jump'"),
        (("hughes", "--theme", "blue"), 40, "invalid choice: 'blue'"),
        (("hughes", "--json"), 41, "play gives no JSON"),
    ],
)
def test_bad_words_are_one_line(run: Run, words: tuple[str, ...], code: int, said: str) -> None:
    result = run("play", *words)
    assert result.returncode == code
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_plan_that_breaks_the_rules_is_one_line(tmp_path: Path) -> None:
    wrong, restored = typed(command("play", "frogs-1-1", "--plan", "3-2 3-2"), tmp_path, [])
    assert (wrong.code, restored) == (40, True)
    assert wrong.text.startswith("puzzleproof: --plan: move 2 of 2: ")
    assert ALTERNATE not in wrong.text


def test_a_game_in_a_terminal(tmp_path: Path) -> None:
    """A move by keys, another of the plan, then the way out: the terminal is as it was."""
    words = command("play", "frogs-1-1", "--plan", "1-2 3-1 2-3")
    keys = [("lists the keys", "\t\t\x1b[D"), ("off the plan", "u"), ("taken back", "q")]
    game, restored = typed(words, tmp_path, keys)
    assert game.code == 0, game.text[-2000:]
    assert restored
    assert ALTERNATE in game.text
    after = game.text.rpartition(LEFT)[2]
    assert "Frogs and toads, 1 + 1: " in after
    assert "(metric move), not solved" in after
    assert "Traceback" not in game.text


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"NO_COLOR": ""}])
def test_ctrl_c_ends_it_at_once_and_no_color_is_respected(
    tmp_path: Path, env: dict[str, str]
) -> None:
    env = {"COLORTERM": "truecolor", **env}
    keys = [("lists the keys", "\x03")]
    game, restored = typed(command("play", "hughes"), tmp_path, keys, env=env)
    assert (game.code, restored) == (0, True)
    assert "Hughes Puzzle: 0 moves (metric piece), not solved" in game.text
    shades = re.findall(r"[34]8;2;(\d+);(\d+);(\d+)", game.text)
    grey = all(max(map(int, one)) - min(map(int, one)) < 20 for one in shades)
    assert grey == bool(env["NO_COLOR"])
