"""SAT, CP-SAT, labelling, the search of the task and the simple search: one minimum each."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

import pytest

from puzzleproof.encoders import ground, ground_single_steps
from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Event, EvidenceFound, PlanFound, ignore
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.blocks import numbers_in
from puzzleproof.provers.labelling.search import Labelling, write_certificate
from puzzleproof.provers.packed_task import packed_task_of, state_of
from puzzleproof.provers.refutation.choice import SolverChoice
from puzzleproof.provers.refutation.horizons import prove_by_horizons
from puzzleproof.verify.bfs import bfs, layers
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.replay import replay_to_goal
from tests.support.cube_sets import cubes, example
from tests.support.frog_boards import frogs
from tests.support.minimum import Backend, by_horizons
from tests.support.peg_boards import pegs
from tests.support.tile_boards import tiles

BOARDS: dict[str, AnyPuzzle] = {
    "strip": pegs(board="strip8", start="xxoxxoxo", finish="any"),
    "strip, one peg left to take": pegs(board="strip4", start="oxxo", goal="xooo"),
    "triangle": pegs(board="triangle4", vacate=[1, 0], finish="any"),
    "cross": pegs(board=".oo.\noooo\noooo\n.oo.\n", start=".ox.\nxxxo\noxox\n.xo.", finish="any"),
    "two parts": pegs(start="xxo.oxx\nxox.xox\n", goal="oox.xoo\nxox.xox\n"),
    "nothing to do": pegs(board="strip3", start="xxo", goal="xxo"),
    "pegs, wrong class": pegs(board="strip6", start="xxoxoo", goal="xooooo"),
    "pegs, stuck": pegs(board="triangle4", vacate=[0, 0], finish="any"),
    "pegs, as many": pegs(board="strip4", start="xxoo", goal="ooxx"),
    "tiles": tiles("1 4 2/3 5 0"),
    "tiles, upright": tiles("2 1/0 3/4 5", goal="2 1/4 3/0 5"),
    "tiles, a square": tiles("3 2/1 0"),
    "tiles, 3 x 3": tiles("1 4 2/3 7 5/6 8 0"),
    "tiles, a row": tiles("1 2 3 0 4"),
    "frogs": frogs("FF.TT"),
    "frogs on a board": frogs("FF/F./.T", goal=".F/FT/.F", backward=True),
    "frogs, over their own": frogs("FFF.TT", jump_own=True),
    "cubes": cubes("RGBYRG", "YYGGBB", "RBRBRB"),
    "cubes, four": example(),
    "cubes, stuck": cubes("RRRRRG", "RRRRGR"),
}
CASES = [(name, metric) for name, puzzle in BOARDS.items() for metric in puzzle.metrics]
FIXED = [
    (name, metric)
    for name, metric in CASES
    if ground(BOARDS[name].with_metric(metric)).task.length is not None
]
"""Every plan has the same number of operators, so horizons can prove that there is none."""


def posed(name: str, metric: str) -> tuple[AnyPuzzle, int | None]:
    """The puzzle, and its minimum by the simple search."""
    puzzle = BOARDS[name].with_metric(metric)
    return puzzle, bfs(puzzle).optimum


@pytest.mark.parametrize("engine", [SatHorizons, CpsatHorizons])
@pytest.mark.parametrize(("name", "metric"), CASES)
def test_horizons_find_the_minimum(
    name: str, metric: str, engine: type[SatHorizons] | type[CpsatHorizons]
) -> None:
    puzzle, minimum = posed(name, metric)
    task = ground(puzzle).task
    backend: Backend = engine(task)
    if minimum is None:
        assert task.length is not None
        assert all(backend.ask(bound) is None for bound in range(task.length + 3))
    else:
        assert by_horizons(puzzle, backend, minimum) == minimum
        assert engine(task).refute(minimum) is not None
        assert minimum == 0 or engine(task).refute(minimum - 1) is None


@pytest.mark.parametrize(("name", "metric"), CASES)
def test_labellings_are_accepted_and_are_the_layers_of_the_rules(name: str, metric: str) -> None:
    puzzle, minimum = posed(name, metric)
    found = label(puzzle, ignore, bidirectional=False)
    assert found.at_least == minimum
    if minimum is not None:
        assert found.plan is not None
        assert replay_to_goal(puzzle, found.plan) == minimum
    for block, layer in zip(found.blocks, layers(puzzle), strict=False):
        assert numbers_in(block, puzzle.pack_width) == sorted(map(puzzle.pack, layer))
    assert_accepted(puzzle, found)
    assert_accepted(puzzle, label(puzzle, ignore))


def assert_accepted(puzzle: AnyPuzzle, found: Labelling) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labelling.cert"
        write_certificate(puzzle, found, path, {})
        checked = check_file(path)
        assert checked.optimum == checked.at_least == found.at_least


@pytest.mark.parametrize(("name", "metric"), CASES)
def test_the_search_of_the_task_sees_as_many_states(name: str, metric: str) -> None:
    puzzle, minimum = posed(name, metric)
    grounding = ground_single_steps(puzzle)
    model = packed_task_of(grounding)
    search = PlainSearch(model)
    for depth, (mine, theirs) in enumerate(zip(search.layers(), layers(puzzle), strict=False)):
        assert {state_of(grounding, model, bits) for bits in mine} == theirs
        assert any(map(model.is_goal, mine)) == any(map(puzzle.is_goal, theirs))
        if depth == minimum:
            break
    if minimum is None:
        assert len(list(search.layers())) == len(list(layers(puzzle)))


def outcome(puzzle: AnyPuzzle, engine: str) -> tuple[int | None, list[float]]:
    """The least plan that `prove_by_horizons` finds, and the bounds that it claims."""
    events: list[Event] = []
    prove_by_horizons(puzzle, SolverChoice(engine), events.append)
    plans = [replay_to_goal(puzzle, event.plan) for event in events if isinstance(event, PlanFound)]
    bounds = [event.evidence.bound for event in events if isinstance(event, EvidenceFound)]
    assert all(not e.evidence.checked for e in events if isinstance(e, EvidenceFound))
    return min(plans, default=None), bounds


@pytest.mark.parametrize(("name", "metric"), FIXED)
def test_where_plans_have_one_length_horizons_can_say_unsolvable(name: str, metric: str) -> None:
    """That no plan is shorter follows by counting, and is no refutation; but of moves it is one."""
    puzzle, minimum = posed(name, metric)
    for engine in ("sat", "cpsat"):
        plan, bounds = outcome(puzzle, engine)
        assert plan == minimum
        counted = minimum == 0 or not ground(puzzle).task.chains
        assert bounds == ([math.inf] if minimum is None else [] if counted else [minimum])


@pytest.mark.parametrize("name", ["frogs", "tiles", "tiles, a square", "frogs on a board"])
def test_horizons_end_at_the_minimum_elsewhere(name: str) -> None:
    for metric in BOARDS[name].metrics:
        puzzle, minimum = posed(name, metric)
        assert outcome(puzzle, "sat") == (minimum, [minimum])


def test_some_of_each_family_are_unsolvable_and_some_of_fixed_length() -> None:
    without = {BOARDS[name].family for name, metric in CASES if posed(name, metric)[1] is None}
    assert without == {"pegs", "cubes"}
    assert {BOARDS[name].family for name, _ in FIXED} == {"pegs", "cubes"}
    assert {puzzle.family for puzzle in BOARDS.values()} == {"pegs", "cubes", "tiles", "frogs"}
