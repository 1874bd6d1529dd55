"""docs/examples/ and docs/extending.md name all that an extension takes: in a copy, it works."""

import json
import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import command, result_of
from tests.support.tree import ROOT, clone

FOLDER = ROOT / "docs" / "examples"
EXTENDING = (ROOT / "docs" / "extending.md").read_text("utf-8")
EXAMPLES = {
    "stairs": ("How to add a family", "FAMILY"),
    "no_idle_start": ("How to add a strengthening", "NAME"),
    "first_move": ("How to add a kind of evidence", "KIND"),
}
"""Folder -> section of docs/extending.md, and what stands there for the example's name."""


def section(text: str, title: str) -> str:
    (found,) = re.findall(
        rf"^## {re.escape(title)}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
    )
    return str(found)


def new_files(name: str) -> list[str]:
    """The files that an example adds, as seen from its folder."""
    inside = FOLDER / name
    files = sorted(path.relative_to(inside) for path in inside.rglob("*") if path.is_file())
    return [str(path) for path in files if path.suffix != ".pyc" and path.name != "rows.toml"]


def rows(name: str) -> list[dict[str, str]]:
    """The lines that it adds to tables of old files."""
    document = tomllib.loads((FOLDER / name / "rows.toml").read_text("utf-8"))
    return list(document["row"])


def make(name: str, tree: Path) -> None:
    """Copy the files, and put each row below the line that begins its table."""
    for path in new_files(name):
        assert not (tree / path).exists(), path
        (tree / path).parent.mkdir(exist_ok=True)
        shutil.copy(FOLDER / name / path, tree / path)
    for row in rows(name):
        begin = re.compile(rf"^{row['table']}(?:: \w+)? = (?:\w+)?[\[({{]$", re.MULTILINE)
        file = tree / row["file"]
        (line,) = begin.findall(old := file.read_text("utf-8"))
        file.write_text(old.replace(f"{line}\n", f"{line}\n{row['lines']}", 1), "utf-8")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with every example."""
    copy = clone(tmp_path_factory.mktemp("extended") / "tree")
    for name in EXAMPLES:
        make(name, copy)
    return copy


def run(tree: Path, *words: str) -> tuple[int, Any]:
    result = result_of(command(*words, "--json"), tree.parent, env={"PYTHONPATH": str(tree)})
    assert result.stdout, result.stderr
    return result.returncode, json.loads(result.stdout)


@pytest.mark.parametrize("engine", ["auto", "search", "sat", "cpsat"])
def test_the_sixth_family_is_proven(tree: Path, engine: str) -> None:
    code, verdict = run(tree, "prove", "five-steps", "--engine", engine)
    assert code == 0, verdict
    assert (verdict["optimum"], verdict["metric"]) == (3, "move")
    assert verdict["grade"] == ("certified" if engine in ("auto", "search") else "cross-checked")


def test_the_sixth_family_is_listed_shown_and_replayed(tree: Path) -> None:
    for words in ((), ("stairs",)):
        code, listed = run(tree, "list", *words)
        assert code == 0
        assert "five-steps" in json.dumps(listed)
    assert run(tree, "replay", "five-steps", "2 2 1")[0] == 0
    assert run(tree, "replay", "five-steps", "2 2 2")[0] == 40


def test_the_sixth_family_has_a_state_graph(tree: Path) -> None:
    code, survey = run(tree, "explore", "five-steps", "--reachable", "--certificate", "graph.cert")
    assert (code, survey["states"], survey["start"]["layers"]) == (0, 6, [1, 2, 2, 1])
    code, accepted = run(tree, "verify", "graph.cert")
    assert (code, accepted["kind"]) == (0, "survey")
    assert run(tree, "export", "five-steps", "--to", "answers")[0] == 0
    assert run(tree, "export", "five-steps", "--to", "pddl", "--output", "steps")[0] == 0
    for words in (("explore",), ("export", "--to", "proven", "--output", "claim")):
        assert run(tree, *words[:1], "five-steps", *words[1:])[0] == 41


def test_the_sixth_family_is_found_in_a_ledger(tree: Path) -> None:
    assert run(tree, "prove", "five-steps", "--ledger", "results.db")[0] == 0
    code, (row,) = run(tree, "results", "results.db", "stairs")
    assert (code, row["family"], row["optimum"]) == (0, "stairs", 3)


def test_the_lemma_is_used_and_proves_as_much(tree: Path) -> None:
    words = (
        "from puzzleproof.encoders.strengthen import STRENGTHENINGS\n"
        "from puzzleproof.encoders import ground\n"
        "from puzzleproof.encoders.horizon.unrolled import UnrolledTask\n"
        "from puzzleproof.models.instances import load\n"
        "unrolled = UnrolledTask(ground(load('hughes')).task, STRENGTHENINGS)\n"
        "unrolled.within(4)\n"
        "print({one.family for one in unrolled.formula.constraints})\n"
    )
    result = result_of([sys.executable, "-c", words], tree.parent, env={"PYTHONPATH": str(tree)})
    assert "no idle start" in result.stdout, result.stderr
    code, verdict = run(tree, "prove", "gnome-18-steps", "--engine", "sat", "--at-least", "12")
    assert (code, verdict["lower"] >= 12) == (0, True)


def test_the_new_kind_of_evidence_is_made_and_checked(tree: Path) -> None:
    words = ("--evidence", "first_move", "--certificate", "one.cert")
    code, verdict = run(tree, "prove", "five-steps", *words)
    (row,) = verdict["evidence"]
    assert code == 30, verdict
    assert (row["kind"], row["bound"], row["checked"]) == ("first_move", 1, True)
    code, accepted = run(tree, "verify", "one.cert")
    assert code == 0
    assert (accepted["kind"], accepted["at_least"]) == ("first_move", 1)
    code, refused = run(tree, "prove", "five-steps", "--engine", "sat", *words)
    assert code == 41, refused


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_page_names_the_files_that_the_example_touches(name: str) -> None:
    heading, word = EXAMPLES[name]
    listed = set(re.findall(r"`([\w./-]+\.(?:py|toml))`", section(EXTENDING, heading)))
    touched = [*new_files(name), *(row["file"] for row in rows(name))]
    wanted = {path.replace(name, word).replace("five-steps", "NAME") for path in touched}
    assert wanted <= listed
