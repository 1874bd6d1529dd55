"""Help that runs: every example of the help text, every verb, the global options."""

import re
import shlex

import pytest

from puzzleproof.cli.main import VERBS
from tests.support.command_line import Run

SHOW = ("show", "hughes")


def examples(text: str) -> list[list[str]]:
    """The commands of the block 'examples:', without the program's name."""
    block = re.search(r"^examples:\n((?:  .+\n)+)", text, re.MULTILINE)
    assert block, text
    commands = [shlex.split(line) for line in block[1].splitlines()]
    assert all(words[0] == "puzzleproof" for words in commands)
    return [words[1:] for words in commands]


def test_every_example_of_the_help_text_runs(run: Run) -> None:
    commands = examples(run("--help").stdout)
    assert len(commands) >= 5
    for words in commands:
        result = run(*words)
        assert result.returncode in (0, 10), (words, result.stderr)
        assert result.stdout, words


def test_the_examples_use_every_verb(run: Run) -> None:
    assert {words[0] for words in examples(run("--help").stdout)} == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(run: Run, verb: str) -> None:
    result = run(verb, "--help")
    assert result.returncode == 0
    assert result.stdout.startswith(f"usage: puzzleproof {verb}")
    assert "--json" in result.stdout
    assert not result.stderr


def test_the_help_lists_every_verb(run: Run) -> None:
    text = run("--help").stdout
    for verb, line in VERBS.items():
        assert re.search(rf"^ +{verb} +{re.escape(line)}$", text, re.MULTILINE), verb


def test_the_version_is_a_line(run: Run) -> None:
    assert re.fullmatch(r"puzzleproof \d+\.\d+\.\d+\n", run("--version").stdout)


@pytest.mark.parametrize("option", ["--json", "--json-stream", "-q", "-v", "--no-color"])
def test_a_global_option_stands_before_or_after_the_verb(run: Run, option: str) -> None:
    before, after = run(option, *SHOW), run(*SHOW, option)
    assert before.returncode == after.returncode == 0
    assert before.stdout == after.stdout
    assert before.stdout.startswith("{") == (option in ("--json", "--json-stream"))


def test_the_seed_stands_before_or_after_the_verb(run: Run) -> None:
    assert run("--seed", "3", *SHOW).stdout == run(*SHOW, "--seed", "3").stdout


def test_a_seed_that_is_no_number_is_bad_input(run: Run) -> None:
    assert run(*SHOW, "--seed", "x").returncode == 40


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1", "NO_COLOR": "1"}])
def test_a_pipe_gets_no_colour(run: Run, env: dict[str, str]) -> None:
    result = run("prove", "hughes", "--evidence", "labelling", "-v", env=env)
    assert "\x1b" not in result.stdout + result.stderr


def test_results_go_to_stdout_and_nothing_else(run: Run) -> None:
    result = run("prove", "hughes", "--evidence", "labelling")
    assert result.stdout
    assert not result.stderr


def test_verbose_tells_the_bounds_on_stderr(run: Run) -> None:
    quiet = run("prove", "hughes", "--evidence", "labelling", "-q")
    loud = run("prove", "hughes", "--evidence", "labelling", "-v")
    assert not quiet.stderr
    assert "at least 20 (claimed)" in loud.stderr
    assert "at least 21 (certified), at most 21 moves" in loud.stderr


def test_quiet_leaves_the_answer_and_drops_the_remarks(run: Run) -> None:
    quiet = run("prove", "rush-49", "-q").stdout
    assert "49 moves (metric line), certified" in quiet
    assert "evidence: " in quiet
    assert "note: " not in quiet
    assert "time: " not in quiet
    assert "note: " in run("prove", "rush-49").stdout
