"""``explore``: figures, words, files, limits; final holes, and sets of cubes."""

import json
import os
import signal
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

from tests.support.command_line import Run, interrupted
from tests.support.graph_files import read_graph
from tests.support.sessions import FILES, play

TABLES = {"component_sizes", "degrees", "symmetric_states"}
ALWAYS = {"states", "edges", "components", "start", "diameter"} | TABLES
BOARDS = {
    **FILES,
    "one.toml": 'family = "sliding"\nboard = "AA"\ngoal = "AA"\n',
    "two.toml": 'family = "sliding"\nboard = """\nA.\n.#\n.#\n"""\ngoal = """\n.A\n.#\n.#\n"""\n',
}
SESSIONS = {
    "simplicity in words": """
        $ explore simplicity --pairs --eccentricities
        Simplicity: the state graph (metric piece), by one search
        states: 530 (all configurations)
        edges: 1,174; 4.43 moves per state on average
        components: 11
        goal states: 74, in the start's component 16
        diameter of the start's component: 27 moves, exact, by 5 searches
        $ explore simplicity --reachable
        reachable from the start
        $ explore simplicity -q
        states: 530
        the nearest goal
        - symmetric
    """,
    "what is reachable, and other metrics": """
        $ explore simplicity --reachable --json
        {"whole": false, "states": 161, "components": 1}
        $ explore simplicity --metric line --json
        {"metric": "line", "states": 530, "goal": {"optimum": 23}}
    """,
    "tables are short": """
        $ explore pennant
        the start's component: 1,398 states;
        ~ ^  left-right +\\d+ +\\d+$
    """,
    "arcs have no diameter": """
        $ explore frogs-2-2
        arcs (not every move can be taken back): 36
        diameter: none, as not every move can be taken back
        - edges
    """,
    "a goal out of reach": """
        $ explore wall.toml
        no goal can be reached from the start
        $ explore wall.toml --json
        {"goal": {"optimum": null, "plans": null}}
    """,
    "one state, no symmetry": """
        $ explore one.toml --pairs --eccentricities --json
        {"states": 1, "edges": 0, "diameter": 0}
        $ explore two.toml --json
        {"symmetric_states": {}}
        $ explore two.toml
        no symmetry of the board keeps the pieces
    """,
    "a graph too large to hold": """
        $ explore pennant --max-states 1000 --json
        {"whole": false, "states": 1398, "edges": null, "diameter": null, "goal": {"optimum": 59}}
        $ explore pennant --max-states 1000 -q
        not computed: symmetric states, diameter
        $ explore century-whole-cells --write-graph x.dot => 41
        ! 109,260 states; a text file holds 100,000 at most
    """,
    "solutions of pegs": """
        $ explore triangle-5-apex --solutions
        solutions, as sequences of jumps: 29,760
        up to the symmetries of the board)
        reached from the start: 1,544 states, up to the symmetries of the board
    """,
    "final holes": """
        $ explore triangle-5-apex --finals
        15 holes, 4 position classes, 6 symmetries
        vacate 0 (likewise 32, 36): final holes 0, 17, 24, 27, 34
        not excluded, not found (one search looked at all positions): 17
        - impossible
        $ explore european --finals
        xox ooxoo xooxoox oxxoxxo xooxoox ooxoo xox
        $ explore strip6 --finals --metric jump --json
        {"metric": "jump", "grade": "claimed", "stopped": null}
    """,
    "sets of cubes": """
        $ explore four-cubes
        cube 0: R-R B-Y Y-G
        solutions up to the symmetries of a stack: 6 (28 raw)
        $ explore instant-insanity --json
        {"factorizations": {"number": 3, "complete": true}, "stacks": {"solutions": 1}}
        $ explore one-colour-cubes
        fewer colours than cubes
        solutions up to the symmetries of a stack: 0 (0 raw)
        $ explore four-cubes --samples 400
        of 400 random sets have a solution
        95 %
        $ explore four-cubes --samples 9000000 --time-limit 0.3 => 30
        ! time limit reached before 9,000,000
        $ explore four-cubes --samples 9000000 --memory-limit 1M => 30
        ! memory limit reached before 9,000,000
    """,
    "files for other programs": """
        $ explore frogs-2-2 --write-graph f.dot
        graph: f.dot
        ? f.dot
        $ explore frogs-2-2 --write-graph f.graphml --reachable
        ? f.graphml
        $ explore simplicity --write-graph s.graph --json
        {"file": "s.graph"}
    """,
    "time that is up": """
        $ explore century --eccentricities --time-limit 2 => 30
        stopped: time limit reached; what is not listed was not computed
        $ explore century-whole-cells --starts --write . --time-limit 0.1 => 30
    """,
}


@pytest.mark.parametrize("name", SESSIONS)
def test_session(run: Run, tmp_path: Path, name: str) -> None:
    play(run, tmp_path, SESSIONS[name], BOARDS)
    assert not list(tmp_path.glob("*-start-*.toml"))


HEAD = ["start", "moves", "plans", "away"]


def explored(run: Run, *words: str | Path) -> dict[str, Any]:
    result = run("explore", *words, "--json")
    assert not result.stderr
    document: dict[str, Any] = json.loads(result.stdout)
    assert document.keys() >= ALWAYS
    assert result.returncode == (30 if document["stopped"] else 0)
    return document


def test_simplicity_with_all_that_can_be_asked(run: Run) -> None:
    found = explored(run, "simplicity", "--pairs", "--eccentricities")
    assert (found["states"], found["edges"], found["components"]) == (530, 1_174, 11)
    assert found["start"]["eccentricity"] == found["diameter"] == 27
    table = {int(far): number for far, number in found["eccentricities"]["table"].items()}
    assert (min(table), max(table)) == (found["eccentricities"]["radius"], found["diameter"])
    assert sum(table.values()) == found["start"]["component"] == 161
    assert found["inversions"].keys() == found["symmetric_states"].keys()


def test_cubes_are_sampled_with_an_interval(run: Run) -> None:
    document = json.loads(run("explore", "four-cubes", "--samples", "400", "--json").stdout)
    low, high = document["interval"]
    assert (document["cubes"], document["samples"], document["confidence"]) == (4, 400, 0.95)
    assert low < document["share"] == document["solvable"] / 400 < high


@pytest.mark.slow
def test_hifi(run: Run) -> None:
    found = explored(run, "hifi")
    assert (found["whole"], found["start"]["component"]) == (False, 23_461_056)


def test_the_hardest_starts_are_written_as_instances(run: Run, tmp_path: Path) -> None:
    words = ("explore", "simplicity", "--starts", "--top", "2", "--write", "new/folder")
    lines = run(*words).stdout.splitlines()
    head = next(k for k, line in enumerate(lines) if line.split()[:4] == HEAD)
    rows = [line.split() for line in lines[head + 1 : head + 3]]
    for number, row in enumerate(rows, 1):
        assert row[:2] == [f"{number}", "18"]
        verdict = json.loads(run("prove", row[-1], "--json").stdout)
        assert (verdict["optimum"], verdict["grade"]) == (18, "certified")
    assert not list(tmp_path.glob("new/folder/*.part"))


def test_a_file_takes_the_place_of_the_one_before(run: Run, tmp_path: Path) -> None:
    target, link = tmp_path / "target.dot", tmp_path / "link.dot"
    target.write_text("graph {}")
    link.symlink_to(target)
    run("explore", "frogs-1-1", "--write-graph", link)
    assert link.is_symlink()
    assert target.read_text().startswith("digraph {")


def test_little_memory_keeps_the_layers(run_apart: Run) -> None:
    found = explored(run_apart, "hifi", "--memory-limit", "60M")
    assert found["stopped"] == "memory limit reached"
    assert found["searched"]["sizes"][:4] == [1, 2, 3, 6]


def test_ctrl_c_prints_what_was_found(tmp_path: Path) -> None:
    out, words = tmp_path / "out", "explore ane-rouge --eccentricities --json-stream --write-graph"

    def stop_all(process: Popen[str]) -> None:
        os.killpg(process.pid, signal.SIGINT)

    command = (*words.split(), "x.graph")
    assert interrupted(tmp_path, command, lambda: '"diameter"' in out.read_text(), stop_all) == 30
    last = json.loads(out.read_text().splitlines()[-1])
    assert (last["event"], last["stopped"], last["diameter"]) == ("survey", "interrupted", 145)
    assert "eccentricities" not in last
    assert not (tmp_path / "err").read_text()
    assert len(read_graph(tmp_path / "x.graph").states) == 65_880
    assert not list(tmp_path.glob("*.part"))
