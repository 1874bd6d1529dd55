"""`prove` compares its answer with the published results of the instance."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import Run

KNOWN = """
[[known]]
metric = "move"
optimum = 12
source = "A. Author, 1900"
"""
BOARD = 'family = "frogs"\nboard = "FF.TT"\n'


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    """Frogs, 2 + 2, with a published minimum that is too high."""
    (tmp_path / "wrong.toml").write_text(BOARD + KNOWN)
    return "wrong.toml"


@pytest.mark.parametrize("quiet", [(), ("-q",)])
def test_a_published_minimum_is_refuted(run: Run, wrong: str, quiet: tuple[str, ...]) -> None:
    result = run("prove", wrong, "--evidence", "invariant", *quiet)
    assert result.returncode == 0
    line = "published 12: refuted, 8 is proven (metric move; A. Author, 1900)\n"
    assert line in result.stdout


def test_a_plan_refutes_a_published_minimum(run: Run, wrong: str) -> None:
    assert "published 12: refuted, 8 is proven" in run("solve", wrong).stdout
    by_search = run("solve", wrong, "--engine", "sat").stdout
    assert "published 12: refuted, there is a plan of 8" in by_search


def test_a_published_minimum_is_confirmed(run: Run) -> None:
    words = ("prove", "frogs-2-2", "--evidence", "invariant")
    assert "published 8: confirmed (metric move; " in run(*words).stdout
    assert "published" not in run(*words, "-q").stdout


def test_a_bound_that_reaches_nowhere_leaves_it_open(run: Run) -> None:
    result = run("prove", "ane-rouge", "--at-least", "5")
    assert "published 81: open, at least 5 is proven (metric piece; " in result.stdout


def test_the_comparison_in_json(run: Run, wrong: str) -> None:
    document = json.loads(run("prove", wrong, "--evidence", "invariant", "--json").stdout)
    row = {"metric": "move", "claimed": 12, "source": "A. Author, 1900"}
    assert document["published"] == [{**row, "verdict": "refuted", "proven": 8}]
