"""Output that cannot be written: the rows of docs/commands.md, each by a real command."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from puzzleproof.cli import Exit
from puzzleproof.cli.whole_help import epilog
from tests.support.command_line import Result, command, environment, result_of

LABELLING = "--evidence labelling"
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full")
needs_shell = pytest.mark.skipif(sys.platform == "win32", reason="redirections of a POSIX shell")
pytestmark = needs_shell


def redirected(folder: Path, words: str, redirection: str, **env: str) -> Result:
    """Run a command with a redirection of the shell; the code is the command's own."""
    line = f"{shlex.join(command(*shlex.split(words)))} {redirection}"
    return result_of(["bash", "-c", line], folder, env=env)


def assert_one_line(result: Result, name: str) -> None:
    assert result.stderr.startswith("puzzleproof: "), result.stderr
    assert result.stderr.count("\n") == 1, result.stderr
    assert name in result.stderr


VERBS = [
    "list",
    "list --json",
    "show hughes --json",
    f"prove tiles-2x2 {LABELLING}",
    f"prove tiles-2x2 {LABELLING} --json",
    "prove tiles-2x2 --json-stream",
    "show none --json",
    "explore frogs-2-2 --json-stream",
    "--help",
    "prove --help",
    "--version",
]


@needs_full
@pytest.mark.parametrize("words", VERBS)
def test_a_full_disk_under_standard_output(tmp_path: Path, words: str) -> None:
    result = redirected(tmp_path, words, ">/dev/full")
    assert result.returncode == Exit.BAD_INPUT
    assert_one_line(result, "standard output cannot be written: No space left on device")


@pytest.mark.parametrize("words", ["list", "--help", "prove hifi --time-limit 60 --json"])
def test_closed_standard_output(tmp_path: Path, words: str) -> None:
    result = redirected(tmp_path, words, ">&-")
    assert result.returncode == Exit.BAD_INPUT
    assert_one_line(result, "standard output is closed")


@pytest.mark.parametrize("words", ["list", "--help", "prove tiles-2x2 --json-stream"])
def test_a_reader_that_goes_away(tmp_path: Path, words: str) -> None:
    line = f"{shlex.join(command(*words.split()))} | true; exit ${{PIPESTATUS[0]}}"
    result = result_of(["bash", "-c", line], tmp_path)
    assert result.returncode == Exit.CUT_OFF
    assert not result.stderr


FAULTY = ["2>&-", pytest.param("2>/dev/full", marks=needs_full)]


@pytest.mark.parametrize("redirection", FAULTY)
def test_standard_error_is_never_missed(tmp_path: Path, redirection: str) -> None:
    words = f"prove tiles-2x2 {LABELLING} -v --certificate a.cert"
    result = redirected(tmp_path, words, redirection)
    assert result.returncode == Exit.PROVEN
    assert "6 moves (metric single), certified" in result.stdout
    assert redirected(tmp_path, "verify a.cert", redirection).returncode == Exit.PROVEN
    assert redirected(tmp_path, "show none", redirection).returncode == Exit.BAD_INPUT


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252", "utf-8"])
def test_characters_that_the_encoding_lacks(encoding: str) -> None:
    env = environment({"PYTHONIOENCODING": encoding})

    def run(words: str) -> str:
        made = subprocess.run(command(*words.split()), capture_output=True, env=env, check=True)
        assert not made.stderr
        return made.stdout.decode(encoding)

    text = run("show hrd-02")
    assert "\u6307" in text or "\\u6307" in text
    assert "\u6307" in json.loads(run("show hrd-02 --json"))["title"]


def test_the_help_names_the_code_of_a_reader_that_went_away() -> None:
    assert f"{Exit.CUT_OFF.value} the reader" in epilog()
