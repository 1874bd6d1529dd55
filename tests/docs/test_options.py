"""docs/commands.md is what the parser says, docs/reference.md what the docstrings say."""

import re
import runpy
from pathlib import Path

import puzzleproof
from puzzleproof.cli import WORST_LAST
from puzzleproof.cli.main import VERBS
from tests.support.tree import ROOT

COMMANDS = (ROOT / "docs" / "commands.md").read_text("utf-8")


def test_what_is_written_from_the_code_is_up_to_date() -> None:
    texts: dict[Path, str] = runpy.run_path(str(ROOT / ".ci" / "options"))["texts"]()
    for path, text in texts.items():
        assert path.read_text("utf-8") == text, f"{path.name}: run .ci/options"


def test_the_reference_has_every_public_name() -> None:
    listed = re.findall(
        r"^- `(\w+)`", (ROOT / "docs" / "reference.md").read_text("utf-8"), re.MULTILINE
    )
    assert sorted(listed) == sorted(dir(puzzleproof))


def test_the_page_has_a_table_of_every_verb() -> None:
    assert re.findall(r"<!-- options: ([\w-]+) -->", COMMANDS) == ["global", *VERBS]
    assert COMMANDS.count("<!-- end -->") == len(VERBS) + 1


def test_the_page_lists_the_exit_codes_the_worst_last() -> None:
    codes = re.findall(r"^\| (\d+) \|", COMMANDS, re.MULTILINE)
    assert [int(code) for code in codes] == [int(code) for code in WORST_LAST]
