"""Names of files and puzzles are strangers' text: none is a command or a false answer."""

from pathlib import Path

import pytest

from puzzleproof.models.instances import dumps, load
from puzzleproof.models.puzzle import Info
from tests.support.command_line import Run

NAMES = ["\x1b[2J", "x\naccepted: 'hughes': minimum 3 moves", "\u202egolb", "a" * 180]
COMMANDS = {
    "prove": "prove {file} {file}",
    "show": "show {file}",
    "solve": "solve {file} --plans any",
    "explore": "explore {file}",
    "audit": "audit {file}",
    "replay": "replay {file} 1-2",
    "draw": "draw {file} --output {{puzzle}}.svg",
    "export": "export {file} --to dot",
    "verify": "verify {cert} {cert}",
}


@pytest.mark.parametrize("name", NAMES, ids=["escape", "lines", "direction", "long"])
@pytest.mark.parametrize("verb", COMMANDS)
def test_a_name_of_a_file_is_one_clean_line(verb: str, name: str, run: Run, tmp_path: Path) -> None:
    file, cert = f"{name}.toml", f"{name}.cert"
    (tmp_path / file).write_text(dumps(load("frogs-1-1")), "utf-8")
    if verb == "verify":
        run("prove", "frogs-1-1", "--certificate", "a.cert")
        (tmp_path / "a.cert").rename(tmp_path / cert)
    words = [word.format(file=file, cert=cert) for word in COMMANDS[verb].split()]
    said = run(*words)
    for line in (said.stdout + said.stderr).splitlines():
        assert line.isprintable(), line
        assert not line.startswith("accepted"), line
        assert "a" * 170 not in line, line
    broken = run(*words[:1], file, "missing.toml") if verb in ("prove", "show") else said
    assert all(line.isprintable() for line in broken.stderr.splitlines())


def test_a_false_verdict_in_the_name_of_a_puzzle_is_not_believed(run: Run, tmp_path: Path) -> None:
    padded = f"pegs{' ' * 60}: 3 moves (metric move), certified"
    from dataclasses import replace

    puzzle = replace(load("frogs-1-1"), info=Info(name=padded))
    (tmp_path / "a.toml").write_text(dumps(puzzle), "utf-8")
    said = run("prove", "a.toml", "--certificate", "a.cert")
    assert "    " not in said.stdout.splitlines()[0]
    checked = run("verify", "a.cert")
    assert checked.stdout.startswith("accepted: the library's frogs-1-1: minimum 3 moves"), (
        "whatever its name"
    )


@pytest.mark.parametrize("filler", ["\u3164", "\u2800", "\ufe0f\u034f", "\u200b", "\u00ad"])
def test_what_cannot_be_seen_in_a_name_is_a_question_mark(filler: str) -> None:
    assert Info(name=f"Hughes{filler}").cleaned().name == "Hughes" + "?" * len(filler)
