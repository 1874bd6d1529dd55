"""Planners solve the exported PDDL; the rules replay their plans, as short as the minimum."""

from __future__ import annotations

import logging
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from benchmarks.planners import fast_downward
from puzzleproof.encoders.pddl import Pddl, pddl
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.export import ExportRequest
from puzzleproof.verify.bfs import bfs
from tests.support.every_family import SMALL
from tests.support.exported import answer, length_of, written
from tests.support.peg_boards import pegs

pytestmark = pytest.mark.external

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
ASKED = [name for name in BOARDS if _grounded(BOARDS[name])]


def test_every_family_and_metric_is_asked() -> None:
    asked = {(BOARDS[name].family, BOARDS[name].metric) for name in ASKED}
    chains = {("pegs", "move"), ("tiles", "multi")}
    assert asked == {(puzzle.family, puzzle.metric) for puzzle in SMALL.values()} - chains
    assert bfs(BOARDS[PEGS]).optimum == 2  # and of three jumps


@pytest.mark.parametrize("name", ASKED)
def test_pyperplan_finds_the_minimum(name: str, tmp_path: Path) -> None:
    planner: Any = pytest.importorskip("pyperplan.planner", reason="make peers installs pyperplan")
    puzzle = BOARDS[name]
    least = bfs(puzzle)
    if least.states > MANY_STATES:
        pytest.skip("too many states for a simple planner")
    domain, problem = written(puzzle, tmp_path / "a", ExportRequest("pddl"))
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
    files = written(puzzle, folder / "a", ExportRequest("pddl"))
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
def test_fast_downward_finds_the_minimum_of_the_red_donkey(
    metric: str, minimum: int, tmp_path: Path
) -> None:
    puzzle = load("ane-rouge").with_metric(metric)
    assert by_fast_downward(puzzle, tmp_path) == minimum
