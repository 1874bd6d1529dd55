"""Help that runs: every verb, the global options."""

import json
import re

import pytest

from puzzleproof.cli import EXIT_WORDS, METRICS, WORST_LAST, Exit
from puzzleproof.cli.main import VERBS
from puzzleproof.cli.whole_help import EXAMPLES
from puzzleproof.provers.request import ENGINES, SOLVERS
from tests.support.command_line import Run

SHOW = ("show", "hughes")
PLAN = "3-2 1-3 2-1"
"""Of frogs-1-1."""


def test_the_examples_use_every_verb(run: Run) -> None:
    assert EXAMPLES in run("--help").stdout
    assert {line.split()[1] for line in EXAMPLES.splitlines()[1:]} == set(VERBS)


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


@pytest.mark.parametrize("verb", VERBS)
def test_a_seed_is_taken_where_something_is_random(run: Run, verb: str) -> None:
    told = re.search(r"--seed N +random seed of (\w+ \w+)", run(verb, "--help").stdout)
    assert bool(told) == (verb in ("prove", "solve", "explore", "generate"))


@pytest.mark.parametrize("seed", ["x", "-1", str(1 << 31)])
def test_a_seed_that_is_none_is_bad_input(run: Run, seed: str) -> None:
    assert run("generate", "cubes", "--seed", seed).returncode == 40


@pytest.mark.parametrize("verb", [(), ("prove",)])
def test_metrics_engines_and_solvers_are_listed(run: Run, verb: tuple[str, ...]) -> None:
    text = " ".join(run(*verb, "--help").stdout.split())
    for family, names in METRICS.items():
        assert f"{family}: {', '.join(names)};" in text
    assert ", ".join(SOLVERS) in text
    assert all(name in text for name in ENGINES)


def test_the_exit_codes_are_listed(run: Run) -> None:
    text = " ".join(run("--help").stdout.split())
    for code in Exit:
        assert f"{code.value} {EXIT_WORDS[code]}" in text
    assert sorted(WORST_LAST) == sorted(set(Exit) - {Exit.CUT_OFF})  # which ends all answers


def test_states_are_drawn_wherever_a_verb_has_the_option(run: Run) -> None:
    told = {verb for verb in VERBS if "--states " in run(verb, "--help").stdout}
    assert told == {"prove", "solve", "replay"}
    for words in (("prove", "--evidence", "invariant"), ("solve",), ("replay", "--plan", PLAN)):
        verb, *more = words
        drawn = run(verb, "frogs-1-1", *more, "--states", "-q").stdout.splitlines()[-4:]
        assert (drawn[0], drawn[-1][:3]) == ("F.T  start", "T.F")


def test_time_limits_have_one_name(run: Run) -> None:
    for verb in ("prove", "solve", "verify", "export", "compare", "explore"):
        text = run(verb, "--help").stdout
        assert "--time-limit S" in text
        assert "--timeout" not in text


def test_the_library_is_listed_by_family(run: Run) -> None:
    rows = json.loads(run("list", "--family", "pegs", "--json").stdout)
    assert {row["family"] for row in rows} == {"pegs"}
    everything = json.loads(run("list", "--json").stdout)
    assert rows == [row for row in everything if row["family"] == "pegs"]
    assert run("list", "--family", "cards").returncode == 40


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (("prove", "hifi", "--time-limit", "1"), "time limit (reached|of 1 s)"),
        (("solve", "four-cubes", "--all", "--time-limit", "0.01"), "time limit reached"),
        (("solve", "four-cubes", "--all", "--limit", "1"), "there are more solutions"),
        (("explore", "simplicity", "--max-states", "10"), "not computed: symmetric states"),
    ],
)
def test_quiet_never_hides_why_there_is_no_proof(
    run: Run, words: tuple[str, ...], note: str
) -> None:
    text = " ".join(run(*words, "-q").stdout.split())
    assert re.search(f"note: [^:]*{note}|note: .*{note}", text), text
    assert "time: " not in text


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
    assert "at least 20 moves (metric piece), claimed" in loud.stderr
    assert "at least 21 (certified), at most 21 moves" in loud.stderr


def test_quiet_leaves_the_answer_and_drops_the_remarks(run: Run) -> None:
    words = ("prove", "tiles-2x3", "--engine", "sat")
    quiet, whole = run(*words, "-q").stdout, run(*words).stdout
    for said in ("21 moves (metric single)", "evidence: "):
        assert said in quiet
    for remark in ("note: plan by search, minimum by horizons", "time: "):
        assert remark in whole
        assert remark not in quiet
