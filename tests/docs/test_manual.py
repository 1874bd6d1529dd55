"""The manual page and docs/commands.md are what the parser says."""

import re
import runpy
from pathlib import Path

from puzzleproof.cli import WORST_LAST
from puzzleproof.cli.main import VERBS
from tests.support.tree import ROOT

COMMANDS = (ROOT / "docs" / "commands.md").read_text("utf-8")
TEXTS: dict[Path, str] = runpy.run_path(str(ROOT / ".ci" / "manual"))["texts"]()


def test_what_is_written_from_the_parser_is_up_to_date() -> None:
    for path, text in TEXTS.items():
        assert path.read_text("utf-8") == text, f"{path.name}: run .ci/manual"


def test_the_page_has_a_table_of_every_verb() -> None:
    assert re.findall(r"<!-- options: ([\w-]+) -->", COMMANDS) == ["global", *VERBS]
    assert COMMANDS.count("<!-- end -->") == len(VERBS) + 1


def test_the_page_lists_the_exit_codes_the_worst_last() -> None:
    codes = re.findall(r"^\| (\d+) \|", COMMANDS, re.MULTILINE)
    assert [int(code) for code in codes] == [int(code) for code in WORST_LAST]


def test_the_manual_has_every_verb_and_no_stray_request() -> None:
    (page,) = (text for path, text in TEXTS.items() if path.suffix == ".1")
    for verb in VERBS:
        assert f".SS puzzleproof {verb}\n" in page
    requests = {line.split()[0] for line in page.splitlines() if line.startswith((".", "'"))}
    known = {".", ".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I", ".RI", ".nf", ".fi"}
    assert requests <= known
