"""docs/commands.md names every verb and exit code; docs/conf.py puts the options into the site."""

import re

from puzzleproof.cli import WORST_LAST
from puzzleproof.cli.main import VERBS
from tests.support.tree import ROOT

COMMANDS = (ROOT / "docs" / "commands.md").read_text("utf-8")


def test_the_page_has_a_row_of_every_verb() -> None:
    table = COMMANDS.partition("## Verbs")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
    assert [verb for row in rows for verb in re.findall(r"`(\w+)`", row)] == [*VERBS]
    assert "\n<!-- options -->\n" in COMMANDS


def test_the_page_lists_the_exit_codes_the_worst_last() -> None:
    codes = re.findall(r"^\| (\d+) \|", COMMANDS, re.MULTILINE)
    assert [int(code) for code in codes] == [int(code) for code in WORST_LAST]
