"""Help of every verb; bash completes as asked, zsh and fish read their scripts."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from puzzleproof.cli import METRICS, UNLISTED, VERBS, WORST_LAST, Exit
from puzzleproof.cli.help import EXAMPLES
from puzzleproof.cli.main import whole_parser
from puzzleproof.cli.verbs.completion import SHELLS, actions_of, script_of
from puzzleproof.models.instances import library_names
from puzzleproof.provers.export import EXPORTERS
from puzzleproof.provers.request import ENGINES, SOLVERS
from tests.support.command_line import Run, result_of

SHOW = ("show", "hughes")


def test_the_help_lists_verbs_examples_exit_codes_and_names(run: Run) -> None:
    whole = run("--help").stdout
    text, prove = (" ".join(run(*words, "--help").stdout.split()) for words in ((), ("prove",)))
    assert EXAMPLES in whole
    assert {line.split()[1] for line in EXAMPLES.splitlines()[1:]} == set(VERBS)
    for verb, line in VERBS.items():
        assert verb in UNLISTED or re.search(
            rf"^ +{verb} +{re.escape(line)}$", whole, re.MULTILINE
        ), verb
    for code in Exit:
        assert f"{code.value} {code.words}" in text
    assert sorted(WORST_LAST) == sorted(set(Exit) - {Exit.CUT_OFF})  # which ends all answers
    for family, names in METRICS.items():
        assert f"{family}: {', '.join(names)};" in text
        assert f"{family}: {', '.join(names)};" in prove
    assert run("prove", "--solver", "help").stdout.split() == list(SOLVERS)
    assert all(name in prove for name in ENGINES)


def test_the_version_is_a_line(run: Run) -> None:
    assert re.fullmatch(r"puzzleproof \d+\.\d+\.\d+\n", run("--version").stdout)


@pytest.mark.parametrize("option", ["--json", "--json-stream", "-q", "-v", "--no-color"])
def test_a_global_option_stands_before_or_after_the_verb(run: Run, option: str) -> None:
    before, after = run(option, *SHOW), run(*SHOW, option)
    assert before.returncode == after.returncode == 0
    assert before.stdout == after.stdout
    assert before.stdout.startswith("{") == (option in ("--json", "--json-stream"))


ASK = """
source {script}
COMP_WORDS=({words} {last!r}) COMP_CWORD={place}
_shtab_puzzleproof
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture(scope="module")
def script() -> str:
    return script_of(whole_parser(), "bash")


def completed(script: str, folder: Path, line: str) -> set[str]:
    """What bash offers for the last word of a line."""
    path = folder / "script"
    path.write_text(script, encoding="utf-8")
    words = line.split(" ")
    first, last = " ".join(["puzzleproof", *words[:-1]]), words[-1]
    text = ASK.format(script=path, words=first, last=last, place=len(words))
    result = result_of(["bash", "--norc", "-c", text], folder)
    return set(result.stdout.split())


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("", set(VERBS)),
        ("pr", {"prove"}),
        ("--js", {"--json", "--json-stream"}),
        ("prove ane", {"ane-rouge"}),
        ("prove ane-rouge gnome", {"gnome-18-steps"}),
        ("prove gnome-18-steps --time-limit ", set[str]()),
        ("prove gnome-18-steps --metric al", {"all"}),
        ("compare tiles-2x2 --metric al", set[str]()),
        ("prove x --engine ", {"auto", "sat", "cpsat", "search"}),
        ("prove x --solver cad", {"cadical103", "cadical153", "cadical195", "cadical300"}),
        ("verify ", {"board.toml", "script"}),
        ("prove x --certificate b", {"board.toml"}),
        ("completion ", set(SHELLS)),
        ("export pennant --to ", set(EXPORTERS)),
    ],
)
def test_bash_completes(script: str, tmp_path: Path, line: str, offered: set[str]) -> None:
    (tmp_path / "board.toml").touch()
    assert completed(script, tmp_path, line) == offered


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_knows_verbs_options_and_the_library_and_its_shell_reads_it(
    run: Run, tmp_path: Path, shell: str
) -> None:
    script = run("completion", shell).stdout
    assert script.startswith("#")
    words = set(re.split(r"[\s'\"()]+", script))
    assert {*library_names(), *VERBS} <= words
    for action in actions_of(whole_parser()):
        for flag in action.option_strings:
            assert flag in script or f"-l {flag[2:]}" in script or f"-s {flag[1:]}" in script
    program = shutil.which(shell)
    if program is not None:
        (tmp_path / "script").write_text(script, encoding="utf-8")
        subprocess.run([program, "-n", "script"], cwd=tmp_path, check=True)
