"""``export`` to formats that describe a puzzle, and ``replay`` of what others answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzleproof.cli import Exit
from puzzleproof.provers.export import DESCRIPTIONS
from tests.support.command_line import Run
from tests.support.loaded import modules_after

PLAN = "(o4)\n(o1)\n(o3)\n; cost = 3\n"
WORDS = {
    "pddl": (),
    "dimacs": ("--horizon", "3"),
    "minizinc": ("--horizon", "3", "--form", "minimise"),
    "graphml": ("--reachable",),
    "dot": (),
    "toml": (),
}
BOARDS = {
    "gnome": "ane-rouge",
    "hrd-json": "ane-rouge",
    "hrd-code": "ane-rouge",
    "hakoiri": "ane-rouge",
    "tile-list": "tiles-2x2",
    "peg-drawing": "peg-small-example",
}
CAR = "oooooo" * 2 + "AAoooo" + "oooooo" * 3


def test_every_format_is_tried_here() -> None:
    assert {*WORDS, *BOARDS, "rush-hour"} == set(DESCRIPTIONS)


@pytest.mark.parametrize("name", WORDS)
def test_a_file_is_written_and_written_again(run: Run, tmp_path: Path, name: str) -> None:
    words = ("export", "frogs-1-1", "--as", name, "--output", "a", *WORDS[name])
    made = run(*words)
    assert (made.returncode, made.stderr) == (Exit.PROVEN, "")
    names = ["a-domain.pddl", "a-problem.pddl"] if name == "pddl" else ["a"]
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(files) == names
    assert [line.partition(":")[0] for line in made.stdout.splitlines()] == names
    assert "(metric move)" in made.stdout
    document = json.loads(run(*words, "--json").stdout)
    assert (document["files"], document["format"], document["metric"]) == (names, name, "move")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


@pytest.mark.parametrize("name", [name for name in WORDS if name != "pddl"])
def test_without_a_file_it_is_printed(run: Run, tmp_path: Path, name: str) -> None:
    words = ("export", "frogs-1-1", "--as", name, *WORDS[name])
    printed = run(*words).stdout
    assert not list(tmp_path.iterdir())
    assert run(*words, "--output", "-").stdout == printed
    assert json.loads(run(*words, "--json").stdout)["text"] == printed
    run(*words, "--output", "a")
    assert (tmp_path / "a").read_text("utf-8") == printed


@pytest.mark.parametrize(("name", "form"), [("simplicity", "paths"), ("tiles-2x2", "shifts")])
def test_a_formula_is_written_in_the_form_asked_for(run: Run, name: str, form: str) -> None:
    made = run("export", name, "--as", "dimacs", "--horizon", "2", "--form", form)
    assert (made.returncode, made.stderr) == (Exit.PROVEN, "")
    assert f'"form": "{form}"' in made.stdout.partition("\n")[0]


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_exported_is_read_again(run: Run, tmp_path: Path, name: str) -> None:
    assert run("export", BOARDS[name], "--as", name, "--output", "a").returncode == Exit.PROVEN
    again = run("export", "a", "--format", name, "--as", name)
    assert again.stdout == (tmp_path / "a").read_text("utf-8")


def test_a_board_of_rush_hour_becomes_an_instance_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(CAR)
    made = run("export", "a.txt", "--as", "toml", "--output", "a.toml")
    assert (made.returncode, made.stderr) == (Exit.PROVEN, "")
    assert run("export", "a.toml", "--as", "rush-hour").stdout == CAR + "\n"


@pytest.mark.parametrize("name", [*WORDS, *BOARDS])
def test_another_file_is_not_overwritten(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / ("a-problem.pddl" if name == "pddl" else "a")
    path.write_text("my diary\n")
    words = ("export", BOARDS.get(name, "frogs-1-1"), "--as", name, "--output", "a")
    made = run(*words, *WORDS.get(name, ()))
    assert (made.returncode, made.stdout) == (Exit.BAD_INPUT, "")
    assert "--force overwrites it" in made.stderr
    assert [p.read_text() for p in tmp_path.iterdir()] == ["my diary\n"]
    assert run(*words, *WORDS.get(name, ()), "--force").returncode == Exit.PROVEN
    assert path.read_text("utf-8") != "my diary\n"


def test_at_the_time_limit_nothing_is_written(run: Run, tmp_path: Path) -> None:
    words = "ane-rouge --as dot --output a --time-limit 0.2"
    made = run("export", *words.split())
    assert made.returncode == Exit.LIMIT, made.stderr
    assert not list(tmp_path.iterdir())


# --- plans --------------------------------------------------------------------------------


def test_a_planners_plan_is_replayed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "sas_plan").write_text(PLAN)
    for words, stdin in (
        (("sas_plan",), ""),
        (("--plan", "sas_plan"), ""),
        (("-",), PLAN),
        (("--plan", "-"), PLAN),
        (("--plan", PLAN), ""),
    ):
        played = run("replay", "frogs-1-1", *words, stdin=stdin)
        assert "3 moves (metric move), 2 steps, 1 jump, all legal, to the goal" in played.stdout
    drawn = run("draw", "frogs-1-1", "--plan", "sas_plan", "--output", "a.svg")
    assert drawn.stdout.startswith("a.svg: ")
    assert "3 moves" in drawn.stdout
    wrong = run("replay", "frogs-2-2", "sas_plan")
    assert (wrong.returncode, wrong.stdout) == (Exit.BAD_INPUT, "")
    assert wrong.stderr.startswith("puzzleproof: sas_plan: line 1: ")
    cut = run("replay", "frogs-1-1", "--plan", PLAN.splitlines()[0])
    assert "the plan's 1 move does not end in a goal state" in cut.stderr


def test_a_text_of_moves_needs_no_encoder(tmp_path: Path) -> None:
    names = modules_after(tmp_path, "replay", "frogs-1-1", "--plan", "3-2 1-3 2-1")
    assert not [name for name in names if name.startswith("puzzleproof.encoders")]
