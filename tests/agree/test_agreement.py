"""The rules, their arrays and the encoders' operators say the same, and all methods one minimum.

Every test goes over all families: boards by hand in each metric, the library, random boards.
"""

import math
from functools import cache
from itertools import zip_longest
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzleproof.encoders import ground
from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.task import Task
from puzzleproof.encoders.task_search import TaskSearch
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Event, EvidenceFound, PlanFound, ignore
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.blocks import numbers_in
from puzzleproof.provers.refutation.horizons import prove_by_horizons
from puzzleproof.provers.refutation.queries import SolverChoice
from puzzleproof.verify.bfs import bfs, layers
from puzzleproof.verify.replay import replay_to_goal
from tests.support import boards, cube_sets, every_family, frog_boards, peg_boards, tile_boards
from tests.support.cube_sets import cubes
from tests.support.formulations import agree_on, state_of
from tests.support.frog_boards import frogs
from tests.support.minimum import Backend, by_horizons, by_labelling, by_search
from tests.support.peg_boards import game, pegs
from tests.support.tile_boards import tiles


def european(rows: str) -> str:
    """The seven rows of a drawing, each in the middle."""
    return "".join(row.center(7, ".") + "\n" for row in rows.split())


ONE = european("ooo ooooo ooooooo oooxooo ooooooo ooooo ooo")
BOARDS: dict[str, AnyPuzzle] = {
    "strip": pegs(board="strip8", start="xxoxxoxo", finish="any"),
    "strip, one peg left to take": pegs(board="strip4", start="oxxo", goal="xooo"),
    "strip of 1": pegs(board="strip1", start="x", finish="any"),
    "triangle": game("triangle4", vacate=[1, 0], finish="any"),
    "cross": pegs(board=".oo.\noooo\noooo\n.oo.\n", start=".ox.\nxxxo\noxox\n.xo.", finish="any"),
    "two parts": pegs(start="xxo.oxx\nxox.xox\n", goal="oox.xoo\nxox.xox\n"),
    "nothing to do": pegs(board="strip3", start="xxo", goal="xxo"),
    "pegs, wrong class": pegs(board="strip6", start="xxoxoo", goal="xooooo"),
    "pegs, stuck": game("triangle4", vacate=[0, 0], finish="any"),
    "pegs, as many": pegs(board="strip4", start="xxoo", goal="ooxx"),
    "tiles": tiles("1 4 2/3 5 0"),
    "tiles, upright": tiles("2 1/0 3/4 5", goal="2 1/4 3/0 5"),
    "tiles, 3 x 3": tiles("1 4 2/3 7 5/6 8 0"),
    "frogs on a board": frogs("FF/F./.T", goal=".F/FT/.F", backward=True),
    "frogs, over their own": frogs("FFF.TT", jump_own=True),
    **{f"cubes, {name}": puzzle for name, puzzle in cube_sets.SMALL.items()},
    "cubes, stuck": cubes("RRRRRG", "RRRRGR"),
}
LARGER: dict[str, AnyPuzzle] = {
    "strip of 10": pegs(board="strip10", start="xxoxxoxxox", goal="ooooxooooo"),
    "triangle, a corner": game("triangle4", vacate=[3, 0], finish=[0, 0]),
    "triangle of 5": game("triangle5", vacate=[2, 1], finish="any"),
    "triangle drawn": pegs(
        board="triangle4",
        start="x...\nxx..\noxo.\nxxox",
        goal=["o...\noo..\noxo.\noooo", "o...\noo..\nxoo.\nooox"],
    ),
    "square": game("oooo\noooo\noooo\noooo\n", vacate=[1, 0], finish=[1, 0]),
    "with diagonals": game("oooo\noooo\noooo\n", vacate=[1, 1], finish="any", diagonal=True),
    "wide": pegs(start="xxoxoxxoox\noxxo.oxxoo\n", goal="ooooooooox\noooo.oxooo\n"),
    "pegs, small example": pegs(
        board="european", start=european("ooo xxooo oxxoooo ooooooo ooooooo ooooo ooo"), goal=ONE
    ),
    "pegs, worked example": pegs(
        board="european",
        start=european("ooo ooooo ooooxoo oooxoxo oxxoxoo ooooo ooo"),
        finish="any",
    ),
}
"""With too many moves for horizons."""
MADE, LARGER_MADE = (
    {f"{n}, {m}": puzzle.with_metric(m) for n, puzzle in some.items() for m in puzzle.metrics}
    for some in (BOARDS, LARGER)
)
HAND_MADE = every_family.WITH_TOURS | MADE
FIRST: dict[str, tuple[AnyPuzzle, int]] = {
    **{
        f"{name}, {metric}": (load(name).with_metric(metric), 120)
        for name in library_names()
        if not name.startswith("triangle-8") or name == "triangle-8-2-0"
        for metric in load(name).metrics
    },
    **{
        f"{name}, {metric}": (game(name, metric, vacate=hole, finish="any"), 60)
        for name, hole in (("wiegleb", [4, 4]), ("diamond41", [0, 4]))
        for metric in peg_boards.METRICS
    },
    **{
        f"{row}, {own}, {back}": (frogs(row, jump_own=own, backward=back), 4000)
        for row in ("FF.T", "F.TTT", "FFFF.TT", "FF...TT")
        for own in (False, True)
        for back in (False, True)
    },
}
"""Of these so many states are compared."""
SEARCHABLE: dict[str, AnyPuzzle] = (
    HAND_MADE
    | LARGER_MADE
    | {
        f"{name}, {metric}": boards.library(name, metric)
        for name in sorted(set(boards.LIBRARY) - {"layton-tenstep-solution"})
        for metric in boards.METRICS
    }
)
RANDOM: dict[str, st.SearchStrategy[Any]] = {
    "sliding": boards.puzzles(),
    "sliding, far": boards.puzzles(reachable=False),
    "pegs": peg_boards.puzzles(),
    "frogs": frog_boards.puzzles(),
    "tiles": tile_boards.puzzles(),
    "tiles, near": tile_boards.walks(steps=4),
    "cubes": cube_sets.sets,
}


@pytest.mark.parametrize("name", [name for name in SEARCHABLE if "3 x 3" not in name])
def test_all_formulations_agree_on_every_state(name: str) -> None:
    puzzle = SEARCHABLE[name]
    states, found = sum(map(len, layers(puzzle))), agree_on(puzzle)
    # Several sets of facts stand for a state of cubes, whose columns have no order.
    assert found >= states if puzzle.family == "cubes" else found == states


@pytest.mark.parametrize("name", FIRST)
def test_all_formulations_agree_on_first_states(name: str) -> None:
    agree_on(*FIRST[name])


@pytest.mark.parametrize("name", RANDOM)
@given(st.data())
def test_all_formulations_agree_on_random_boards(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(RANDOM[name])
    assume(boards.groundable(puzzle))
    agree_on(puzzle, limit=100)


@pytest.mark.slow
@pytest.mark.parametrize("name", RANDOM)
@settings(max_examples=3000)
@given(st.data())
def test_all_formulations_agree_on_thousands_of_random_boards(
    name: str, data: st.DataObject
) -> None:
    puzzle = data.draw(RANDOM[name])
    assume(boards.groundable(puzzle))
    agree_on(puzzle, limit=60)


@pytest.mark.slow
@pytest.mark.parametrize("name", library_names())
def test_all_formulations_agree_on_rows_to_their_end(name: str) -> None:
    """Of rows with more states, on the first ones."""
    agree_on(load(name), 60_000)


@cache
def minimum(name: str) -> int | None:
    """By the simple search."""
    return bfs(HAND_MADE[name]).optimum


@pytest.mark.parametrize("name", HAND_MADE)
def test_the_search_of_the_task_finds_the_layers_of_the_simple_search(name: str) -> None:
    puzzle, grounding = HAND_MADE[name], ground(HAND_MADE[name])
    search, depth, seen = TaskSearch(grounding.task), None, 0
    for number, (found, expected) in enumerate(zip_longest(search.layers(), layers(puzzle))):
        assert {state_of(grounding, node) for node in found} == expected
        seen += len(found)
        if depth is None and any(map(search.is_goal, found)):
            depth = number
        if seen > 2000:
            return
    assert depth == minimum(name)


def glucose(task: Task) -> Backend:
    return SatHorizons(task, solver="glucose4")


def assert_all_agree(puzzle: AnyPuzzle, least: int | None) -> None:
    """SAT by two solvers, CP-SAT and the labelling, with plans that replay."""
    checked, task = by_labelling(puzzle), ground(puzzle).task
    assert checked.optimum == checked.at_least == least
    assert (checked.plan is None) == (least is None)
    assert least is None or replay_to_goal(puzzle, checked.plan or ()) == least
    for engine in (SatHorizons, *([glucose] if puzzle.family == "sliding" else []), CpsatHorizons):
        if least is not None:
            assert by_horizons(puzzle, engine(task), least) == least
        else:
            longest = 4 if task.length is None else task.length + 2
            assert all(engine(task).ask(bound) is None for bound in range(longest + 1))


@pytest.mark.parametrize("engine", [SatHorizons, CpsatHorizons])
@pytest.mark.parametrize("name", MADE)
def test_one_horizon_alone_has_a_plan_or_none(name: str, engine: Any) -> None:
    task, least = ground(MADE[name]).task, minimum(name)
    assert least is None or engine(task).refute(least) is not None
    assert least == 0 or engine(task).refute(4 if least is None else least - 1) is None


@pytest.mark.parametrize("name", [n for n in HAND_MADE if (minimum(n) or 0) <= 9])
def test_all_methods_find_one_minimum(name: str) -> None:
    assert_all_agree(HAND_MADE[name], minimum(name))


@pytest.mark.parametrize("engine", [glucose, CpsatHorizons])
def test_a_solver_may_be_asked_in_any_order(engine: Any) -> None:
    horizons = engine(ground(boards.SMALL["walls"]).task)
    for length in (9, 3, 8, 7, 12, 0, 8):
        assert (horizons.ask(length) is None) == (length < 8)


NEAR: dict[str, tuple[st.SearchStrategy[Any], int]] = {
    "sliding": (boards.puzzles(), 8),
    "frogs": (frog_boards.puzzles(), 14),
    "tiles": (tile_boards.walks(steps=7), 7),
}


@pytest.mark.parametrize("name", NEAR)
@given(st.data())
def test_all_methods_find_one_minimum_of_random_boards(name: str, data: st.DataObject) -> None:
    strategy, far = NEAR[name]
    puzzle = data.draw(strategy)
    found = by_search(puzzle, far, 3000)
    assume(found is not None and found.optimum is not None and boards.groundable(puzzle))
    assert found is not None
    assert_all_agree(puzzle, found.optimum)


@settings(max_examples=settings().max_examples * 2)
@given(boards.puzzles(reachable=False))
def test_the_labelling_agrees_where_the_goal_may_be_out_of_reach(puzzle: AnyPuzzle) -> None:
    found = by_search(puzzle, 99, 800)
    assume(found is not None)
    assert found is not None
    if found.optimum is None and boards.groundable(puzzle):
        assert_all_agree(puzzle, None)
    checked = by_labelling(puzzle)
    assert checked.at_least == checked.optimum == found.optimum


@pytest.mark.parametrize("name", MADE)
def test_labels_are_the_layers_of_the_rules(name: str) -> None:
    puzzle = MADE[name]
    found = label(puzzle, ignore, bidirectional=False)
    assert found.at_least == minimum(name)
    for block, layer in zip(found.blocks, layers(puzzle), strict=False):
        assert numbers_in(block, puzzle.pack_width) == sorted(map(puzzle.pack, layer))


FIXED = [name for name, puzzle in MADE.items() if ground(puzzle).task.length is not None]
"""Every plan has the same number of operators, so horizons can prove that there is none."""


def outcome(puzzle: AnyPuzzle, engine: str) -> tuple[int | None, list[float]]:
    """The least plan that `prove_by_horizons` finds, and the bounds that it claims."""
    events: list[Event] = []
    prove_by_horizons(puzzle, SolverChoice(engine), events.append)
    plans = [replay_to_goal(puzzle, event.plan) for event in events if isinstance(event, PlanFound)]
    rows = [event.evidence for event in events if isinstance(event, EvidenceFound)]
    assert not any(row.checked for row in rows)
    return min(plans, default=None), [puzzle.bound_by(row.bound) for row in rows]


@pytest.mark.parametrize("name", FIXED)
def test_where_plans_have_one_length_horizons_can_say_unsolvable(name: str) -> None:
    """That no plan is shorter follows by counting, and is no refutation; but of moves it is one."""
    puzzle, least = MADE[name], minimum(name)
    counted = least == 0 or not ground(puzzle).task.chains
    claimed = [math.inf] if least is None else [] if counted else [least]
    for engine in ("sat", "cpsat"):
        assert outcome(puzzle, engine) == (least, claimed)


@pytest.mark.parametrize("name", [n for n in MADE if n.startswith(("tiles", "frogs on"))])
def test_horizons_end_at_the_minimum_elsewhere(name: str) -> None:
    assert outcome(MADE[name], "sat") == (minimum(name), [minimum(name)])


def test_some_of_each_family_are_unsolvable_and_some_of_fixed_length() -> None:
    assert {HAND_MADE[name].family for name in HAND_MADE if minimum(name) is None} == {
        puzzle.family for puzzle in HAND_MADE.values()
    }
    assert {MADE[name].family for name in FIXED} == {"pegs", "cubes"}
