"""Help that runs: every verb, the global options."""

import re

import pytest

from puzzleproof.cli import EXIT_WORDS, METRICS, WORST_LAST, Exit
from puzzleproof.cli.main import VERBS
from puzzleproof.cli.whole_help import EXAMPLES
from puzzleproof.provers.request import ENGINES, SOLVERS
from tests.support.command_line import Run

SHOW = ("show", "hughes")
WITH_OPTION = {
    "--json ": set(VERBS),
    "--seed N ": {"prove", "solve", "explore", "generate"},
    "--states ": {"prove", "solve", "replay"},
    "--timeout": set[str](),
}
"""Option -> the verbs whose help has it."""


def test_the_help_lists_verbs_examples_exit_codes_and_names(run: Run) -> None:
    whole = run("--help").stdout
    text, prove = (" ".join(run(*words, "--help").stdout.split()) for words in ((), ("prove",)))
    assert EXAMPLES in whole
    assert {line.split()[1] for line in EXAMPLES.splitlines()[1:]} == set(VERBS)
    for verb, line in VERBS.items():
        assert re.search(rf"^ +{verb} +{re.escape(line)}$", whole, re.MULTILINE), verb
    for code in Exit:
        assert f"{code.value} {EXIT_WORDS[code]}" in text
    assert sorted(WORST_LAST) == sorted(set(Exit) - {Exit.CUT_OFF})  # which ends all answers
    for family, names in METRICS.items():
        assert f"{family}: {', '.join(names)};" in text
        assert f"{family}: {', '.join(names)};" in prove
    assert ", ".join(SOLVERS) in prove
    assert all(name in prove for name in ENGINES)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(run: Run, verb: str) -> None:
    result = run(verb, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"usage: puzzleproof {verb}")
    for option, verbs in WITH_OPTION.items():
        assert (option in result.stdout + " ") == (verb in verbs), option


def test_the_version_is_a_line(run: Run) -> None:
    assert re.fullmatch(r"puzzleproof \d+\.\d+\.\d+\n", run("--version").stdout)


@pytest.mark.parametrize("option", ["--json", "--json-stream", "-q", "-v", "--no-color"])
def test_a_global_option_stands_before_or_after_the_verb(run: Run, option: str) -> None:
    before, after = run(option, *SHOW), run(*SHOW, option)
    assert before.returncode == after.returncode == 0
    assert before.stdout == after.stdout
    assert before.stdout.startswith("{") == (option in ("--json", "--json-stream"))
