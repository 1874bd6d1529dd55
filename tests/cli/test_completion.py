"""Completion: bash completes as asked; zsh and fish read their scripts, where installed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from puzzleproof.cli import METRICS
from puzzleproof.cli.main import VERBS, whole_parser
from puzzleproof.cli.verbs import actions_of
from puzzleproof.cli.verbs.completion import SHELLS, script_of
from puzzleproof.models.instances import library_names
from puzzleproof.provers.export import EXPORTERS
from tests.support.command_line import Run

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
    result = subprocess.run(
        ["bash", "--norc", "-c", text],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
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
        ("list --family ", set(METRICS)),
        ("verify ", {"board.toml", "script"}),
        ("prove x --certificate b", {"board.toml"}),
        ("completion ", set(SHELLS)),
        ("export pennant --as ", set(EXPORTERS)),
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
