"""Files and words as people have them: stripped blanks, UTF-16, braces in names, a word to find."""

from pathlib import Path

import puzzleproof as pp
from puzzleproof.models.drawing import read_drawing
from puzzleproof.models.instances import dumps, load
from tests.support.command_line import Run


def test_blanks_that_an_editor_stripped_are_outside() -> None:
    assert read_drawing(" AB\nCCD\n E\n", "board").rows == (" AB", "CCD", " E ")


def test_text_in_utf_16_is_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(dumps(load("frogs-1-1")).encode("utf-16"))
    assert run("prove", "a.toml").returncode == 0
    (tmp_path / "b.toml").write_bytes(b"\xff\xfea")
    refused = run("prove", "b.toml")
    assert (refused.returncode, "is not UTF-16 text" in refused.fault) == (40, True)


def test_unknown_braces_in_the_name_of_a_file_are_refused(run: Run) -> None:
    refused = run("prove", "hughes", "--certificate", "{foo}.cert")
    assert refused.returncode == 40
    assert "{foo} is unknown: expected some of {puzzle}, {metric}" in refused.fault


def test_a_table_of_claims_may_have_semicolons(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("puzzle;claimed;metric\nfrogs-1-1;3;move\n")
    found = run("audit", "a.csv")
    assert (found.returncode, "1 confirmed" in found.stdout) == (0, True), found.stderr


def test_list_finds_a_word(run: Run) -> None:
    found = run("list", "fleming").stdout.splitlines()
    assert [line.split()[0] for line in found] == ["ane-rouge"]
    assert run("list", "no such word").stdout == ""


def test_answers_are_readable_in_a_shell() -> None:
    assert repr(pp.explore("frogs-1-1")).startswith("<Survey: ")
    (finding,) = pp.audit("frogs-1-1")
    assert repr(finding) == "<Finding frogs-1-1: 3 (move) confirmed>"
    assert "cross-checked" in (pp.Verdict.__doc__ or "")
