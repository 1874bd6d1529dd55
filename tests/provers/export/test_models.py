"""Planners, MiniZinc and a SAT solver decide 'at most T moves' of what is exported."""

import logging
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from benchmarks.run import fast_downward
from puzzleproof.encoders.pddl import Pddl, pddl
from puzzleproof.models.capabilities import state_facts, strips_of
from puzzleproof.models.errors import NotationError
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.export import ExportRequest
from puzzleproof.provers.lrat import proof_lines
from puzzleproof.provers.plans import moves_in
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.formula.check import check_formula
from tests.support import boards
from tests.support.every_family import SMALL
from tests.support.exported import answer, length_of, program, written
from tests.support.peg_boards import pegs
from tests.support.solver_proofs import clrat, solved

pytestmark = pytest.mark.external

BY_CONSTRAINTS = {
    "frogs": ("frogs-1-1", "frogs-2-2"),
    "tiles": ("tiles-2x2",),
    "cubes": ("four-cubes",),
    "pegs": ("triangle-4",),
}
"""Of the library, what Gecode decides in a second."""
SLIDING = ("two alike", "two labelled", "half-way")


def few() -> dict[str, AnyPuzzle]:
    """Instances of every family in every metric."""
    found: dict[str, AnyPuzzle] = {}
    for names in BY_CONSTRAINTS.values():
        for name in names:
            for metric in load(name).metrics:
                found[f"{name}, {metric}"] = load(name).with_metric(metric)
    for name in SLIDING:
        for metric in boards.METRICS:
            found[f"{name}, {metric}"] = boards.SMALL[name].with_metric(metric)
    return found


FEW = few()


def decided(puzzle: AnyPuzzle, folder: Path, horizon: int, form: str = "decide") -> str:
    minizinc = program("minizinc")
    request = ExportRequest(format="minizinc", form=form, horizon=horizon)
    (model,) = written(puzzle, folder / "model.mzn", request)
    return answer(folder, minizinc, "--solver", "gecode", model)


@pytest.mark.parametrize("name", FEW)
def test_minizinc_decides_the_horizons_at_the_minimum(name: str, tmp_path: Path) -> None:
    puzzle = FEW[name]
    least = bfs(puzzle).optimum
    assert least
    assert length_of(puzzle, decided(puzzle, tmp_path, least)) == least
    refused = decided(puzzle, tmp_path, least - 1)
    assert "=====UNSATISFIABLE=====" in refused
    with pytest.raises(NotationError, match="output has no plan"):
        moves_in(puzzle, refused)


@pytest.mark.parametrize("name", ["frogs-1-1, move", "tiles-2x2, single", "two alike, piece"])
def test_minizinc_finds_a_shortest_plan(name: str, tmp_path: Path) -> None:
    """And of no moves at all the one that there may be."""
    puzzle = FEW[name]
    least = bfs(puzzle).optimum
    assert least
    found = decided(puzzle, tmp_path, least + 2, "minimise")
    assert "==========" in found
    assert length_of(puzzle, found) == least
    assert "=====UNSATISFIABLE=====" in decided(puzzle, tmp_path, 0)
    done = boards.sliding("A..", goal="A..")
    assert length_of(done, decided(done, tmp_path, 0)) == 0


def formula(puzzle: AnyPuzzle, folder: Path, horizon: int) -> Path:
    request = ExportRequest(format="dimacs", horizon=horizon)
    (path,) = written(puzzle, folder / f"{horizon}.cnf", request)
    return path


def by_solver(puzzle: AnyPuzzle, folder: Path, horizon: int) -> str:
    """PicoSAT's answer; no strategy of this project uses it."""
    picosat = program("picosat")
    return answer(folder, picosat, formula(puzzle, folder, horizon))


ASKED = {**SMALL, "simplicity, piece": load("simplicity")}
LONG = ("tiles 2 x 3", "tiles 3 x 2", "simplicity")
"""Horizons that take seconds."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name.startswith(LONG) else ()) for name in ASKED],
)
def test_a_sat_solver_decides_the_horizons_at_the_minimum(name: str, tmp_path: Path) -> None:
    puzzle = ASKED[name]
    least = bfs(puzzle).optimum
    if least is None:
        assert by_solver(puzzle, tmp_path, 3).startswith("s UNSATISFIABLE")
        return
    assert length_of(puzzle, by_solver(puzzle, tmp_path, least)) == least
    if least:
        assert by_solver(puzzle, tmp_path, least - 1).startswith("s UNSATISFIABLE")


@pytest.mark.parametrize("name", ["frogs-1-1, move", "four-cubes, cube", "two alike, unit"])
def test_every_variable_is_explained(name: str, tmp_path: Path) -> None:
    puzzle = FEW[name]
    text = formula(puzzle, tmp_path, 2).read_text("utf-8")
    said = dict(re.findall(r"^c var (\d+) (.*)$", text, re.MULTILINE))
    size = re.search(r"^p cnf (\d+) ", text, re.MULTILINE)
    assert size is not None
    assert list(said) == [str(k + 1) for k in range(int(size[1]))]
    start = {said[unit] for unit in re.findall(r"^(\d+) 0$", text, re.MULTILINE)}
    facts, mask = strips_of(puzzle).facts, state_facts(puzzle, puzzle.canonical(puzzle.start))
    held = {f"{fact} holds after move 0" for k, fact in enumerate(facts) if mask >> k & 1}
    assert held <= start
    for action in strips_of(puzzle).actions:
        assert {f"move {k} is {action.name}" for k in (1, 2)} <= set(said.values())


def test_a_proof_of_any_solver_is_checked_by_verify(tmp_path: Path) -> None:
    puzzle = load("frogs-2-2")
    path = formula(puzzle, tmp_path, 7)
    lines = [line for line in path.read_text("utf-8").splitlines() if line[0] not in "cp"]
    clauses = [tuple(map(int, line.split()[:-1])) for line in lines]
    assert not solved(clauses, tmp_path / "frat")
    proof = tmp_path / "proof.clrat"
    proof.write_bytes(clrat(*proof_lines(clauses, tmp_path / "frat")))
    checked = check_formula(path, proof, puzzle)
    assert (checked.at_least, checked.form) == (8, "horizon")


MANY_OPERATORS = 400
"""Pyperplan reads some hundred actions a second."""
MANY_STATES = 2_500


def _grounded(puzzle: AnyPuzzle) -> Pddl | None:
    """What pyperplan can read: no alternatives in the goal, and not too many actions."""
    texts = pddl(puzzle)
    fits = texts.domain.count("(:action") <= MANY_OPERATORS and "(or " not in texts.problem
    fits = fits and "total-cost" not in texts.domain
    return texts if fits else None


PEGS = "pegs: a peg that jumps on"
BOARDS = {
    **{name: puzzle for name, puzzle in SMALL.items() if name != "peg-small-example, move"},
    PEGS: pegs("move", start="xxoxo\nooooo\nxxooo\n", goal="oooox\nooooo\nooxoo\n"),
}
PLANNED = [name for name in BOARDS if _grounded(BOARDS[name])]


def test_every_family_and_metric_is_asked() -> None:
    asked = {(BOARDS[name].family, BOARDS[name].metric) for name in PLANNED}
    chains = {("pegs", "move"), ("tiles", "multi")}
    assert asked == {(puzzle.family, puzzle.metric) for puzzle in SMALL.values()} - chains
    assert bfs(BOARDS[PEGS]).optimum == 2  # and of three jumps


@pytest.mark.parametrize("name", PLANNED)
def test_pyperplan_finds_the_minimum(name: str, tmp_path: Path) -> None:
    planner: Any = pytest.importorskip("pyperplan.planner", reason="make peers installs pyperplan")
    puzzle = BOARDS[name]
    least = bfs(puzzle)
    if least.states > MANY_STATES:
        pytest.skip("too many states for a simple planner")
    domain, problem = written(puzzle, tmp_path / "a", ExportRequest(format="pddl"))
    logging.disable(logging.CRITICAL)
    search = import_module("pyperplan.search").astar_search
    blind = import_module("pyperplan.heuristics.blind").BlindHeuristic
    plan: Any = planner.search_plan(str(domain), str(problem), search, blind)
    logging.disable(logging.NOTSET)
    if least.optimum is None:
        assert plan is None
        return
    text = "".join(f"{operator.name}\n" for operator in plan)
    assert len(plan) == least.optimum
    assert length_of(puzzle, text or "; cost = 0 (unit cost)\n") == least.optimum


def by_fast_downward(puzzle: AnyPuzzle, folder: Path) -> int:
    """The moves of its plan, which it says is a shortest one."""
    driver = fast_downward()
    if driver is None:
        pytest.skip("Fast Downward is not installed (package up-fast-downward)")
    files = written(puzzle, folder / "a", ExportRequest(format="pddl"))
    answer(folder, *driver, "--plan-file", "plan", *files, "--search", "astar(blind())")
    text = (folder / "plan").read_text("utf-8")
    length = length_of(puzzle, text)
    assert f"; cost = {length} (" in text
    return length


@pytest.mark.parametrize("name", ["tiles-2x2", "frogs-2-2", "four-cubes", "triangle-4", "hughes"])
def test_fast_downward_finds_the_minimum(name: str, tmp_path: Path) -> None:
    for metric in load(name).metrics:
        puzzle = load(name).with_metric(metric)
        assert by_fast_downward(puzzle, tmp_path) == bfs(puzzle).optimum


@pytest.mark.parametrize(("metric", "minimum"), [("piece", 81), ("unit", 116)])
def test_fast_downward_solves_the_red_donkey(metric: str, minimum: int, tmp_path: Path) -> None:
    puzzle = load("ane-rouge").with_metric(metric)
    assert by_fast_downward(puzzle, tmp_path) == minimum
