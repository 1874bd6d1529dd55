"""``draw``: what they write, what they say, what they load."""

import json
import os
import sys
from pathlib import Path

import pytest

from puzzleproof.render.graphs import GRAPHS
from tests.support.command_line import Run, command, result_of
from tests.support.sessions import sessions
from tests.support.tree import ROOT

SESSIONS = {
    "an instance": """
        $ draw frogs-1-1 --output a.svg
        a.svg: the instance
        $ draw four-cubes --output cubes.svg
        cubes.svg: the instance
        $ draw frogs-1-1 --state goal --output a2.svg
        a2.svg: the goal
        $ draw frogs-1-1 --state 0 --output a3.svg
        a3.svg: the start
    """,
    "a plan": """
        $ draw frogs-1-1 --plan "3-2 1-3 2-1" --output a.svg
        all positions of 3 moves (metric move)
        - prove
        $ draw frogs-1-1 --plan "3-2 1-3 2-1" --state 2 --output a2.svg
        position 2 of 3 moves (metric move)
        $ draw frogs-1-1 --plan "3-2 1-3 2-1" --output a.svg --json
        {"moves": 3, "metric": "move"}
        $ draw tiles-2x2 --plan --output b.svg
        all positions of 6 moves (metric single)
        'prove' says whether it is shortest
        $ draw tiles-2x2 --plan --output b.svg -q
        - 'prove'
        $ draw frogs-1-1 --animate --plan plan.txt --output d.svg
        3 moves
        $ draw frogs-1-1 --plan --output c.svg
        - prove
    """,
    "several puzzles": """
        $ draw frogs-1-1 hughes --output {puzzle}.svg
        ? frogs-1-1.svg
        ? hughes.svg
        $ draw frogs-1-1 tiles-2x2 --graph rings --output {puzzle}.svg --force
        ? tiles-2x2.svg
        $ draw frogs-1-1 hughes --output a.svg => 40
        ! put {puzzle}
    """,
    "state graphs": """
        $ draw simplicity --graph rings --output a.svg
        161 states on rings by distance (metric piece), by one search
        $ draw simplicity --graph rings:goal --metric unit --output b.svg
        161 states on rings by distance (metric unit)
        $ draw simplicity --graph components --output c.svg
        the components of 530 states
        $ draw simplicity --graph components:reachable --output a.svg --force
        the components of 161 states
        $ draw simplicity --graph distances --output d.svg
        the distances of 161 states
        $ draw frogs-1-1 --graph degrees --output e.svg --json
        {"shows": "the degrees of 6 states (metric move), by one search"}
    """,
    "a time that can be seen": """
        $ draw frogs-1-1 --seconds 1e9 --output x.gif => 40
        ! expected 0.02 to 60
        $ draw frogs-1-1 --seconds 0.001 --output x.svg => 40
        ! expected 0.02 to 60
        $ draw frogs-1-1 --seconds 1e300 --output x.svg => 40
        ! expected 0.02 to 60
    """,
}


test_session = sessions(SESSIONS, {"plan.txt": "3-2  # a remark\n1-3\n2-1\n"})


def test_a_plan_is_marked_in_a_state_graph(run: Run, tmp_path: Path) -> None:
    words = ("draw", "frogs-1-1", "--graph", "rings", "--output", "a.svg", "--force", "--plan")
    for plan, marked in ((["3-2 1-3"], "The plan given: 2"), ([], "A shortest path to a goal: 3")):
        assert run(*words, *plan).returncode == 0
        text = (tmp_path / "a.svg").read_text("utf-8")
        assert f"{marked} moves." in text
        assert "<title>Frogs and toads, 1 + 1: state graph (frogs, metric " in text


def test_pixels_are_written(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    pytest.importorskip("resvg_py")
    here = {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    for words, begin in (
        ("draw frogs-1-1 --theme dark --output a.png", b"\x89PNG"),
        ("draw simplicity --graph rings --output a.png --theme dark --force", b"\x89PNG"),
        ("draw frogs-1-1 --animate --output a.gif", b"GIF8"),
    ):
        result = result_of(command(*words.split()), tmp_path, env=here)
        assert result.returncode == 0, result.stderr
        assert (tmp_path / ("a.gif" if "gif" in words else "a.png")).read_bytes().startswith(begin)


def test_the_moves_of_a_long_plan_are_no_name_of_a_file(run: Run) -> None:
    plan = json.loads(run("solve", "ane-rouge", "--json").stdout)["plan"]
    assert len(" ".join(plan)) > 255
    drawn = run("draw", "ane-rouge", "--plan", " ".join(plan), "--output", "a.svg")
    assert drawn.returncode == 0, drawn.stderr


def test_every_picture_of_a_graph_is_in_docs() -> None:
    docs = (ROOT / "docs" / "pictures.md").read_text("utf-8")
    assert all(f"--graph {kind}" in docs for kind in GRAPHS)
