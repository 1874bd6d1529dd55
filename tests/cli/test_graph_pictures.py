"""``draw --graph``: what is written, what is said of it, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzleproof.render.graphs import GRAPHS
from tests.support.command_line import Run


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rings",), "161 states on rings by distance (metric piece), by one search"),
        (("rings", "--from", "goal"), "161 states on rings by distance"),
        (("components",), "the components of 530 states"),
        (("components", "--reachable"), "the components of 161 states"),
        (("distances",), "the distances of 161 states"),
        (("degrees",), "the degrees of 530 states"),
        (("rings", "--metric", "unit"), "(metric unit)"),
    ],
)
def test_what_is_drawn_is_said(run: Run, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    result = run("draw", "simplicity", "--graph", *words, "--output", "a.svg")
    assert (result.returncode, result.stderr) == (0, "")
    assert said in result.stdout
    text = (tmp_path / "a.svg").read_text("utf-8")
    assert "<title>Simplicity: state graph (sliding, metric " in text


def test_a_plan_is_marked(run: Run, tmp_path: Path) -> None:
    words = ("draw", "frogs-1-1", "--graph", "rings", "--output", "a.svg", "--plan")
    assert run(*words, "3-2 1-3").returncode == 0
    assert "The plan given: 2 moves." in (tmp_path / "a.svg").read_text("utf-8")
    assert run(*words).returncode == 0
    assert "A shortest path to a goal: 3 moves." in (tmp_path / "a.svg").read_text("utf-8")


def test_several_puzzles_and_json(run: Run, tmp_path: Path) -> None:
    both = run("draw", "frogs-1-1", "tiles-2x2", "--graph", "rings", "--output", "{puzzle}.svg")
    assert both.returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {"frogs-1-1.svg", "tiles-2x2.svg"}
    done = run("--json", "draw", "frogs-1-1", "--graph", "degrees", "--output", "a.svg")
    document = json.loads(done.stdout)
    assert document["shows"] == "the degrees of 6 states (metric move), by one search"
    assert document["bytes"] == (tmp_path / "a.svg").stat().st_size


def test_pixels_too(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    done = run("draw", "simplicity", "--graph", "rings", "--output", "a.png", "--theme", "dark")
    assert done.returncode == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_every_picture_is_in_the_help_and_in_docs() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "pictures.md").read_text("utf-8")
    assert all(f"--graph {kind}" in docs for kind in GRAPHS)
