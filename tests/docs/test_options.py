"""docs/commands.md is what the parser says."""

import re
import runpy

from puzzleproof.cli import WORST_LAST
from puzzleproof.cli.main import VERBS
from tests.support.tree import ROOT

COMMANDS = (ROOT / "docs" / "commands.md").read_text("utf-8")


def test_the_tables_are_up_to_date() -> None:
    written: str = runpy.run_path(str(ROOT / ".ci" / "options"))["text"]()
    assert written == COMMANDS, "run .ci/options"


def test_the_page_has_a_table_of_every_verb() -> None:
    assert re.findall(r"<!-- options: ([\w-]+) -->", COMMANDS) == ["global", *VERBS]
    assert COMMANDS.count("<!-- end -->") == len(VERBS) + 1


def test_the_page_lists_the_exit_codes_the_worst_last() -> None:
    codes = re.findall(r"^\| (\d+) \|", COMMANDS, re.MULTILINE)
    assert [int(code) for code in codes] == [int(code) for code in WORST_LAST]
