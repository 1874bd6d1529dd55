"""README.md and docs/*.md tell the truth: what they show is what the commands print.

In a ```console block, ``$ `` begins a command, ``> `` goes on with it, and a line ``...`` stands
for any lines.  Times, and the moves of a plan (any shortest one will do), may differ from run to
run, and so may every number of a command that was given a time limit; all else must be equal.
"""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from puzzleproof import loads
from puzzleproof.cli.help import EXAMPLES
from puzzleproof.provers import opinions
from tests.support.command_line import result_of, run_here
from tests.support.tree import ROOT

pytestmark = pytest.mark.slow

README = ROOT / "README.md"
DOCUMENTS = [README, *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOVES = re.compile(r"^plan: ((?:.*\n)(?: {6}.*\n)*)", re.MULTILINE)

OTHERS = ("minizinc --solver", "picosat", "pyperplan")
"""How commands of other programs are told, which are not installed everywhere."""


def installed(program: str) -> bool:
    """Whether it is there: 'make minizinc' and 'make peers' were run."""
    name = program.split()[0]
    return shutil.which(name) is not None or find_spec(name) is not None


def blocks(path: Path, language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return [text for found, text in FENCE.findall(path.read_text("utf-8")) if found == language]


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output shown below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        more = 1
        while more < len(lines) and lines[more].startswith("> "):
            more += 1
        yield "".join([lines[0], *(line[2:] for line in lines[1:more])]), "".join(lines[more:])


def normal(text: str, limited: bool, folder: str) -> str:
    """The output without what may differ from run to run."""
    text = text.replace(folder, "FOLDER")
    text = re.sub(r"/tmp/[\w./-]+", "FOLDER", text)  # noqa: S108  shown, not used
    text = re.sub(r"\b\d+\.\d+ s\b", "N s", text)
    text = re.sub(r"^progress: .*\n", "", text, flags=re.MULTILINE)  # of a busy machine
    text = MOVES.sub(lambda found: f"plan: {len(found[1].split())} moves\n", text)
    return re.sub(r"\d[\d,]*", "N", text) if limited else text


def fits(shown: str, printed: str) -> bool:
    """Whether the output is as shown, a line ``...`` standing for any lines."""
    parts = re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(map(re.escape, parts))
    return re.fullmatch(pattern, printed) is not None


@pytest.fixture
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A path on which ``puzzleproof`` and ``python`` are those of this tree."""
    folder = tmp_path_factory.mktemp("bin")
    for name, words in (("puzzleproof", "-m puzzleproof "), ("python", "")):
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}"$@"\n')
        (folder / name).chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_console_block_shows_what_is_printed(
    document: Path, tmp_path: Path, env: dict[str, str]
) -> None:
    for block in blocks(document, "console"):
        for command, shown in commands(block):
            if "--second-opinion acl2" in command and opinions.IMAGE.find() is None:
                continue  # 'make acl2' was not run
            if any(not installed(program) for program in OTHERS if program in command):
                break  # what follows may need its answer
            words = ["bash", "-c", f"exec 2>&1\n{command}"]
            result = result_of(words, tmp_path, env=env)
            limited = "-limit" in command
            real = normal(result.stdout, limited, str(tmp_path))
            expected = normal(shown, limited, str(tmp_path))
            assert fits(expected, real), f"$ {command}shown:\n{expected}\nprinted:\n{real}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_python_block_runs(document: Path, tmp_path: Path, env: dict[str, str]) -> None:
    found = blocks(document, "python")
    sessions = [text for text in found if ">>> " in text]
    scripts = [text for text in found if ">>> " not in text]
    (tmp_path / "sessions.txt").write_text("\n\n".join(sessions), encoding="utf-8")
    (tmp_path / "script.py").write_text("\n\n".join(scripts), encoding="utf-8")
    for words in (["-m", "doctest", "-o", "ELLIPSIS", "sessions.txt"], ["script.py"]):
        result = result_of([sys.executable, *words], tmp_path, env=env)
        assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_instance_shown_is_a_good_one(document: Path) -> None:
    for text in blocks(document, "toml"):
        if "family" in text:
            loads(text, document.name)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_document_named_is_there(document: Path) -> None:
    text = document.read_text("utf-8")
    for name in re.findall(r"\bdocs/[\w-]+\.md\b", text):
        assert (ROOT / name).is_file(), name


def test_every_example_of_the_help_text_runs(tmp_path: Path) -> None:
    for line in EXAMPLES.splitlines()[1:]:
        result = run_here(tmp_path, *shlex.split(line)[1:])
        assert result.returncode in (0, 10), (line, result.stderr)
        assert result.stdout, line


def test_the_readme_shows_commands_and_python() -> None:
    shown = [command for block in blocks(README, "console") for command, _ in commands(block)]
    assert len(shown) >= 3
    assert blocks(README, "python")


@pytest.mark.parametrize(
    ("shown", "printed", "fit"),
    [
        ("81 moves\n", "81 moves\n", True),
        ("81 moves\n", "80 moves\n", False),
        ("81 moves\n", "81 moves\nand more\n", False),
        ("a\n...\nz\n", "a\nb\nc\nz\n", True),
        ("a\n...\nz\n", "a\nb\nc\n", False),
        ("time: 0.70 s\n", "time: 12.01 s\n", True),
        ("plan: AN BS\n      CE\n", "plan: BS AN CW\n", True),
        ("plan: AN BS\n      CE\n", "plan: BS AN\n", False),
    ],
)
def test_the_comparison_can_fail(shown: str, printed: str, fit: bool) -> None:
    assert fits(normal(shown, False, "folder"), normal(printed, False, "folder")) is fit
