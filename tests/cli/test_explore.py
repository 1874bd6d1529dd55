"""`puzzleproof explore` on the command line: figures, files, limits, wrong input."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from puzzleproof.models.instances import loads
from tests.support.command_line import UNSOLVABLE, Run, family_of, left_over, started
from tests.support.graph_files import read_graph

TABLES = {"component_sizes", "degrees", "symmetric_states"}
ALWAYS = {"states", "edges", "components", "start", "diameter"} | TABLES
WIDEST = 100


def explored(run: Run, *words: str | Path) -> dict[str, Any]:
    result = run("explore", *words, "--json")
    assert not result.stderr
    document: dict[str, Any] = json.loads(result.stdout)
    assert document.keys() >= ALWAYS
    assert result.returncode == (30 if document["stopped"] else 0)
    return document


# --- figures --------------------------------------------------------------------------------


def test_l_ane_rouge_as_json(run: Run) -> None:
    """The Klotski source, sections 1 and 2."""
    found = explored(run, "ane-rouge")
    assert (found["puzzle"], found["metric"], found["grade"]) == ("ane-rouge", "piece", "claimed")
    assert (found["states"], found["edges"], found["components"]) == (65_880, 114_958, 898)
    degrees = (1368, 10048, 24960, 18572, 7642, 2292, 700, 264, 30, 4)
    assert found["degrees"] == {str(k): number for k, number in enumerate(degrees, 1)}
    assert len(found["component_sizes"]) == 38
    assert found["component_sizes"]["25955"] == 2
    assert found["diameter"] == 145
    assert found["symmetric_states"] == {"left-right": 67, "top-bottom": 0, "half turn": 0}
    assert found["goal"]["optimum"] == 81
    assert sum(found["start"]["layers"]) == found["start"]["component"] == 25_955


def test_simplicity_with_all_that_can_be_asked(run: Run) -> None:
    found = explored(run, "simplicity", "--pairs", "--eccentricities")
    assert (found["states"], found["edges"], found["components"]) == (530, 1_174, 11)
    assert found["start"]["eccentricity"] == found["diameter"] == 27
    table = {int(far): number for far, number in found["eccentricities"]["table"].items()}
    assert (min(table), max(table)) == (found["eccentricities"]["radius"], found["diameter"])
    assert sum(table.values()) == found["start"]["component"] == 161
    assert found["inversions"].keys() == found["symmetric_states"].keys()


def test_only_what_is_reachable(run: Run) -> None:
    found = explored(run, "simplicity", "--reachable")
    assert (found["whole"], found["states"], found["components"]) == (False, 161, 1)
    assert "reachable from the start" in run("explore", "simplicity", "--reachable").stdout


def test_another_metric_is_another_graph(run: Run) -> None:
    found, lines = explored(run, "simplicity"), explored(run, "simplicity", "--metric", "line")
    assert lines["metric"] == "line"
    assert lines["states"] == found["states"]
    assert lines["edges"] < found["edges"]
    assert lines["goal"]["optimum"] == 23


# --- in words -------------------------------------------------------------------------------


def lines_of(run: Run, *words: str | Path) -> list[str]:
    result = run("explore", *words)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= WIDEST
    return lines


def test_text_says_what_was_counted(run: Run) -> None:
    lines = lines_of(run, "simplicity", "--pairs", "--eccentricities")
    assert lines[0] == "Simplicity: the state graph (metric piece), by one search"
    assert "states: 530 (all configurations)" in lines
    assert "edges: 1,174; 4.43 moves a state on average" in lines
    assert "components: 11" in lines
    assert "goal states: 74, in the start's component 16" in lines
    assert "diameter of the start's component: 27 moves, exact, by 5 searches" in lines


def test_lines_are_short_where_tables_are_long(run: Run) -> None:
    lines = lines_of(run, "pennant")
    assert any(line.startswith("the start's component: 1,398 states; ") for line in lines)
    assert re.search(r"^  left-right +\d+ +\d+$", "\n".join(lines), re.MULTILINE)


def test_arcs_have_no_diameter_and_it_is_said(run: Run) -> None:
    text = "\n".join(lines_of(run, "frogs-2-2"))
    assert "arcs (not every move can be taken back): 36" in text
    assert "diameter: none, as not every move can be taken back" in text
    assert "edges" not in text


def test_a_goal_out_of_reach(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wall.toml"
    path.write_text(UNSOLVABLE)
    assert "no goal can be reached from the start" in lines_of(run, path)
    found = explored(run, path)
    assert (found["goal"]["optimum"], found["goal"]["plans"]) == (None, None)


def test_one_state_and_no_symmetry(run: Run, tmp_path: Path) -> None:
    one, odd = tmp_path / "one.toml", tmp_path / "odd.toml"
    one.write_text('family = "sliding"\nboard = "AA"\ngoal = "AA"\n')
    odd.write_text(
        'family = "sliding"\nboard = """\nA.\n.#\n.#\n"""\ngoal = """\n.A\n.#\n.#\n"""\n'
    )
    found = explored(run, one, "--pairs", "--eccentricities")
    assert (found["states"], found["edges"], found["diameter"]) == (1, 0, 0)
    assert explored(run, odd)["symmetric_states"] == {}
    assert "no symmetry of the board keeps the pieces" in lines_of(run, odd)


def test_a_graph_too_large_to_hold_says_what_is_left_out(run: Run) -> None:
    found = explored(run, "pennant", "--max-states", "1000")
    assert (found["whole"], found["states"]) == (False, 1_398)
    assert found["edges"] is found["diameter"] is None
    assert found["goal"]["optimum"] == 59
    assert "not computed: symmetric states, diameter" in found["notes"][0]


def test_solutions_of_pegs(run: Run) -> None:
    lines = lines_of(run, "triangle-5-apex", "--solutions")
    assert "solutions, as sequences of jumps: 29,760" in lines
    assert any(line.endswith("up to the symmetries of the board)") for line in lines)
    assert "reached from the start: 1,544 states, up to the symmetries of the board" in lines


@pytest.mark.slow
def test_hifi(run: Run) -> None:
    found = explored(run, "hifi")
    assert (found["whole"], found["start"]["component"]) == (False, 23_461_056)


# --- files ----------------------------------------------------------------------------------


def test_the_binary_file_holds_the_graph(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "simplicity.graph"
    found = explored(run, "simplicity", "--write-graph", path)
    stored = read_graph(path)
    assert found["file"] == str(path)
    assert (len(stored.states), len(set(stored.components))) == (530, 11)
    assert sum(map(len, stored.rows)) == 2 * 1_174
    header = stored.header
    assert loads(header["instance"]).family == "sliding"
    assert (header["metric"], header["whole"], header["directed"]) == ("piece", True, False)
    assert [path.name for path in tmp_path.iterdir()] == ["simplicity.graph"]


def test_the_binary_file_is_as_the_document_says(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "simplicity.graph"
    run("explore", "simplicity", "--write-graph", path)
    stored = read_graph(path)
    header, states = stored.header, stored.states
    parts = ["states", "degrees", "neighbours", "distances", "components"]
    assert list(header["parts"]) == parts
    assert simplicity(states[0]) == ["..Y.", "BBYY", ".GR.", ".GRR"]
    assert len({"".join(simplicity(state)) for state in states}) == 530
    assert (header["edges"], stored.distances[0]) == (1_174, 0)
    assert stored.components[-1] == header["components"] - 1
    for one, row in enumerate(stored.rows):
        for other in row:
            assert stored.components[one] == stored.components[other]
            assert len(moved(cells(states[one]), cells(states[other]))) == 1
            far = (stored.distances[one], stored.distances[other])
            assert None in far or abs((far[0] or 0) - (far[1] or 0)) <= 1
    assert max(far for far in stored.distances if far is not None) == 27


PIECES = {
    "Y": [(0, 0), (1, 0), (1, 1)],
    "B": [(0, 0), (0, 1)],
    "G": [(0, 0), (1, 0)],
    "R": [(0, 0), (1, 0), (1, 1)],
}
"""Simplicity's pieces in the order in which its drawing shows them; one L is labelled."""


def simplicity(state: int) -> list[str]:
    """Draw a state from its bits: 16 empty cells, then the places of each piece."""
    board = ["." if state >> k & 1 else "?" for k in range(16)]
    bit = 16
    for name, shape in PIECES.items():
        tall, wide = (max(cell[axis] for cell in shape) for axis in (0, 1))
        for row in range(4 - tall):
            for column in range(4 - wide):
                if state >> bit & 1:
                    for r, c in shape:
                        assert board[4 * (row + r) + column + c] == "?"
                        board[4 * (row + r) + column + c] = name
                bit += 1
    return ["".join(board[k : k + 4]) for k in range(0, 16, 4)]


def cells(state: int) -> str:
    return "".join(simplicity(state))


def moved(one: str, other: str) -> set[str]:
    """The pieces that stand elsewhere."""
    return {x for a, b in zip(one, other, strict=True) if a != b for x in a + b} - {"."}


def test_files_for_other_programs(run: Run, tmp_path: Path) -> None:
    lines = lines_of(run, "frogs-2-2", "--write-graph", "f.graphml", "--reachable")
    assert "graph: f.graphml" in lines
    root = ET.parse(tmp_path / "f.graphml").getroot()  # noqa: S314  our own
    assert len(root.findall(".//{*}node")) == 23
    lines_of(run, "frogs-2-2", "--write-graph", "f.dot")
    assert (tmp_path / "f.dot").read_text().startswith("digraph {")


def test_the_hardest_start_is_written_as_an_instance(run: Run, tmp_path: Path) -> None:
    lines = lines_of(run, "pennant", "--write-hardest", "hard.toml")
    assert "hardest start: hard.toml" in lines
    puzzle = loads((tmp_path / "hard.toml").read_text("utf-8"))
    moves = next(line for line in lines if line.startswith("the hardest start")).split()
    verdict = json.loads(run("prove", "hard.toml", "--json", "--engine", "search").stdout)
    assert f"{verdict['optimum']} moves (metric piece)" in puzzle.info.note
    assert verdict["optimum"] >= int(moves[moves.index("is") + 1])
    assert not list(tmp_path.glob("*.part"))


def test_a_limit_leaves_no_instance(run: Run, tmp_path: Path) -> None:
    words = ("explore", "century-whole-cells", "--write-hardest", "x.toml")
    result = run(*words, "--time-limit", "0.1")
    assert result.returncode == 30
    assert not list(tmp_path.iterdir())


# --- final holes, sets of cubes -----------------------------------------------------------------


@pytest.mark.parametrize("board", ["triangle5", "triangle-5-apex"])
def test_the_finals_of_a_board_by_its_name_or_an_instance(run: Run, board: str) -> None:
    result = run("explore", board, "--finals")
    assert result.returncode == 0
    text = result.stdout
    assert "15 holes, 4 position classes, 6 symmetries" in text
    assert "vacate 0 (likewise 32, 36): final holes 0, 17, 24, 27, 34" in text
    assert "not excluded, not found (one search looked at all positions): 17" in text
    assert "impossible" not in text


def test_the_map_of_the_european_vacancies_is_that_of_the_source(run: Run) -> None:
    rows = ["xox", "ooxoo", "xooxoox", "oxxoxxo", "xooxoox", "ooxoo", "xox"]
    lines = [line.strip() for line in run("explore", "european", "--finals").stdout.splitlines()]
    first = lines.index("xox")
    assert lines[first : first + 7] == rows


def test_finals_as_json(run: Run) -> None:
    found = json.loads(run("explore", "strip6", "--finals", "--metric", "jump", "--json").stdout)
    assert (found["metric"], found["grade"], found["stopped"]) == ("jump", "claimed", None)
    assert "diameter" not in found
    rows = found["finals"]["vacancies"]
    assert {row["vacate"]: [one["finish"] for one in row["reached"]] for row in rows}[1] == [1, 4]


def test_the_cubes_given_are_surveyed(run: Run) -> None:
    text = run("explore", "four-cubes").stdout
    assert "cube 0: R-R B-Y Y-G" in text
    assert "solutions up to the symmetries of a stack: 6 (28 raw)" in text
    found = json.loads(run("explore", "instant-insanity", "--json").stdout)
    assert found["factorizations"] == {"number": 3, "complete": True}
    assert found["stacks"]["solutions"] == 1
    text = run("explore", "one-colour-cubes").stdout
    assert "fewer colours than cubes" in text
    assert "solutions up to the symmetries of a stack: 0 (0 raw)" in text


def test_a_file_takes_the_place_of_the_one_before(run: Run, tmp_path: Path) -> None:
    target, link = tmp_path / "target.dot", tmp_path / "link.dot"
    target.write_text("graph {}")
    link.symlink_to(target)
    run("explore", "frogs-1-1", "--write-graph", link)
    assert link.is_symlink()
    assert target.read_text().startswith("digraph {")


def test_text_files_are_kept_small(run: Run) -> None:
    result = run("explore", "century-whole-cells", "--write-graph", "x.dot")
    assert result.returncode == 41
    assert "109,260 states; a text file holds 100,000 at most" in result.stderr


# --- limits ---------------------------------------------------------------------------------


def test_time_that_is_up_keeps_the_findings(run: Run) -> None:
    result = run("explore", "century", "--eccentricities", "--time-limit", "2")
    assert result.returncode == 30
    assert "states: 109,341 (all configurations)" in result.stdout
    assert "stopped: time limit reached; what is not listed was not computed" in result.stdout
    assert not result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--samples", "9000000", "--time-limit", "0.3"), "time limit reached before 9,000,000"),
        (("--samples", "9000000", "--memory-limit", "1M"), "memory limit reached before 9,000,000"),
    ],
)
def test_cubes_are_sampled_within_limits(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("explore", "four-cubes", *words)
    assert (result.returncode, len(result.stderr.splitlines())) == (30, 1)
    assert said in result.stderr
    assert not result.stdout


def test_little_memory_keeps_the_layers(run_apart: Run) -> None:
    found = explored(run_apart, "hifi", "--memory-limit", "60M")
    assert found["stopped"] == "memory limit reached"
    assert found["searched"]["sizes"][:4] == [1, 2, 3, 6]


def test_ctrl_c_prints_what_was_found(tmp_path: Path) -> None:
    words = (
        "explore",
        "ane-rouge",
        "--eccentricities",
        "--json-stream",
        "--write-graph",
        "x.graph",
    )
    with started(tmp_path, *words) as process:
        deadline = time.monotonic() + 30
        while '"diameter"' not in (tmp_path / "out").read_text() and time.monotonic() < deadline:
            time.sleep(0.05)
        family = family_of(process)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=10) == 30
    last = json.loads((tmp_path / "out").read_text().splitlines()[-1])
    assert (last["event"], last["stopped"], last["diameter"]) == ("survey", "interrupted", 145)
    assert "eccentricities" not in last
    assert not (tmp_path / "err").read_text()
    assert not left_over(family)
    assert len(read_graph(tmp_path / "x.graph").states) == 65_880
    assert not list(tmp_path.glob("*.part"))


def test_quiet_leaves_out_tables_and_drawings(run: Run) -> None:
    whole = run("explore", "simplicity").stdout.splitlines()
    quiet = run("explore", "simplicity", "-q").stdout.splitlines()
    assert 2 * len(quiet) < len(whole)
    assert set(quiet) < set(whole)
    for said in ("states: 530 ", "edges: ", "components: 11", "the nearest goal ", "diameter "):
        assert any(line.startswith(said) for line in quiet), said
    assert not any(line.startswith("    ") or line.endswith(":") for line in quiet)
