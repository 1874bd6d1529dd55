"""Tasks of each family: what they say of all plans, of a state; their symmetries; the registry."""

import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzleproof.encoders import ENCODERS, SINGLE_STEPS, ground, ground_single_steps
from puzzleproof.encoders import sliding as whole_moves
from puzzleproof.encoders.sliding import ground_sliding
from puzzleproof.encoders.task import Operator, Task, is_symmetry
from puzzleproof.encoders.task_search import TaskSearch
from puzzleproof.models import FAMILIES
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import library_names, load, loads
from puzzleproof.models.puzzle import AnyPuzzle
from tests.support import every_family, frog_boards, peg_boards, tile_boards
from tests.support.boards import METRICS, SMALL, groundable, library, puzzles, sliding
from tests.support.command_line import environment
from tests.support.formulations import successors
from tests.support.frog_boards import frogs
from tests.support.peg_boards import game, pegs
from tests.support.questions import MIRRORED, task_of
from tests.support.tile_boards import tiles

DRAWN = 'family = "pegs"\nstart = """\n.xx.\nxxox\n.xx.\n"""\ngoal = """\n.oo.\nooox\n.xo.\n"""\n'
NAMES = ("triangle-4", "triangle-5-apex", "peg-small-example", "four-cubes", "one-colour-cubes")


def tasks() -> dict[str, Task]:
    puzzles = {name: load(name) for name in NAMES}
    puzzles["drawn"] = loads(DRAWN)
    puzzles["strip"] = loads('family = "pegs"\nboard = "strip9"\nvacate = [1, 0]\nfinish = "any"\n')
    return {
        f"{name} {metric}": ground(puzzle.with_metric(metric)).task
        for name, puzzle in puzzles.items()
        for metric in puzzle.metrics
    }


TASKS = tasks()


@pytest.mark.parametrize("name", TASKS)
def test_every_path_to_a_goal_has_the_length_that_the_task_says(name: str) -> None:
    task = TASKS[name]
    assert task.length is not None
    layer, seen, depth = {task.start}, set[frozenset[int]](), 0
    while layer:
        assert not layer & seen, "a state can be reached by paths of two lengths"
        for facts in layer:
            if any(task.holds(goal, facts) for goal in task.goals):
                assert depth == task.length
        seen |= layer
        layer = {o.apply(facts) for facts in layer for o in task.operators if o.requires <= facts}
        depth += 1


def test_an_operator_that_requires_nothing_is_tried_everywhere() -> None:
    none = frozenset[int]()
    switch = Operator("switch", none, none, none, shifts=((0, 1), (1, 0)))
    task = Task(
        *("lamp", ("on", "off"), ((0, 1),), (), none, frozenset({0}), (switch,)), goals=(((1,),),)
    )
    assert list(TaskSearch(task).layers()) == [{(frozenset({fact}), 0)} for fact in (0, 1)]


RING = sliding(".../.#./A..", goal="..A/.#./...")


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_no_route_needs_another_one_s_cells_and_more(name: str, metric: str) -> None:
    for sets in ground_sliding(SMALL[name].with_metric(metric)).task.displacements.values():
        assert not any(one < other for one in sets for other in sets)


def test_too_many_routes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_moves, "OPERATOR_LIMIT", 10)
    with pytest.raises(Unsupported, match="more than 10 routes"):
        ground_sliding(RING)


def test_every_family_has_a_row() -> None:
    """Where moves are single steps, one task does for both."""
    assert set(ENCODERS) == set(FAMILIES) - {"alike-tiles"}
    first = {load(name).family: load(name) for name in reversed(library_names())}
    for family, puzzle in first.items():
        same = ground(puzzle).task == ground_single_steps(puzzle).task
        assert same == (SINGLE_STEPS[family] == ENCODERS[family])
    chess: Any = SimpleNamespace(family="chess")
    for call in (ground, ground_single_steps):
        with pytest.raises(Unsupported, match="'chess'"):
            call(chess)


def test_the_registry_imports_no_task() -> None:
    code = "import sys, puzzleproof.encoders; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment()
    )
    ours = {name for name in done.stdout.split() if name.startswith("puzzleproof.")}
    assert not [name for name in ours if name.startswith("puzzleproof.encoders.")]
    assert "puzzleproof.models.puzzle" not in ours


# --- symmetries: by their meaning, none that is none, and none missing --------------------------

RANDOM = st.one_of(
    puzzles(), frog_boards.puzzles(), peg_boards.puzzles(), tile_boards.walks(), puzzles()
)


def image(permutation: tuple[int, ...], facts: frozenset[int]) -> frozenset[int]:
    return frozenset(permutation[f] for f in facts)


def symmetries(task: Task) -> set[tuple[int, ...]]:
    """Without the identity: on a board of one row, that is what up and down is."""
    return set(task.symmetries) - {tuple(range(len(task.facts)))}


def layers(task: Task, depth: int) -> list[set[frozenset[int]]]:
    found = [{task.start}]
    for _ in range(depth):
        found.append({after for facts in found[-1] for _, after in successors(task, facts)})
    return found


def assert_symmetric(task: Task) -> None:
    """By its meaning: an image of a layer is the layer, an image of a goal is a goal."""
    assert len(set(task.symmetries)) == len(task.symmetries)
    near = [layer for layer in layers(task, 3) if len(layer) < 300]
    for permutation in task.symmetries:
        assert is_symmetry(task, permutation)
        assert sorted(permutation) == list(range(len(task.facts)))
        for layer in near:
            assert {image(permutation, facts) for facts in layer} == layer
        for facts in (facts for layer in near for facts in layer):
            there = image(permutation, facts)
            for stop in task.stops if task.in_sequence else ():
                assert task.holds(stop, facts) == task.holds(stop, there)
            assert any(task.holds(g, facts) for g in task.goals) == any(
                task.holds(g, there) for g in task.goals
            )


SYMMETRIC: list[tuple[AnyPuzzle, int]] = [
    (MIRRORED, 3),
    (sliding(".A.", goal=".A."), 1),
    (sliding("#.#/.A./#.#"), 7),
    (sliding("A.B", goal="A.B"), 1),
    (sliding("A.B", goal="A.B", labelled="AB"), 1),
    (sliding("A.B", goal="A.B", labelled="A"), 0),
    (sliding(".A.", goal=["A..", "..A"]), 1),
    (sliding(".A.", tour=[".A.", "A.."]), 0),
    (sliding(".A./...", tour=[".A./...", ".../.A."]), 1),
    (sliding(".A.", tour=["A..", "..A"], tour_order="any"), 1),
    (sliding(".A.", tour=["A..", "..A"], tour_order="sequence"), 0),
    (sliding("..AA../..AA..", cell=2), 3),
    (library("ane-rouge"), 1),
    (library("century"), 1),
    (frogs("F.T"), 1),
    (frogs("FFF/F.T/TTT"), 1),
    (frogs("FF./F.T/.TT"), 3),
    (frogs("F./.T"), 3),
    (frogs(".F/T."), 1),
    (frogs("F.F", goal="F.F"), 0),  # left and right exchanged alone: frogs do not go left
    (frogs("F.F", goal="F.F", backward=True), 1),
    (game("english", "jump", vacate=[3, 3], finish=[3, 3]), 7),
    (game("english", "jump", vacate=[3, 3], finish="any"), 7),
    (game("english", "jump", vacate=[3, 3], finish=[3, 6]), 1),
    (game("triangle5", "jump", vacate=[0, 0], finish="any"), 1),
    (game("triangle4", "jump", vacate=[2, 1], finish="any"), 5),
    (game("triangle5", "jump", vacate=[0, 0], finish=[4, 4]), 0),
    (game("strip5", "jump", vacate=[2, 0], finish="any"), 1),
    (game("ooo\nooo\n", "jump", vacate=[1, 0], finish="any"), 1),
    (pegs("jump", start=".....\n.xxx.\n.xxx.\n.xxx.\n", finish="any"), 7),
    (tiles("0 3 6/1 4 7/2 5 8"), 1),
    (tiles("0 1 2/3 4 5/6 7 8", goal="0 3 6/1 4 7/2 5 8"), 1),
    (tiles("3 2/1 0"), 1),
    (tiles("1 2 3/4 0 5/6 7 8", goal="8 7 6/5 0 4/3 2 1"), 7),
    (tiles("1 0 2", goal="2 0 1"), 1),
    (tiles("1 2/0 3/4 5", goal="4 5/0 3/1 2"), 1),
    (tiles("0 3 6/1 4 7/2 5 8", goal="0 1 2/3 4 5/6 8 7"), 0),  # one exchange too many
]
"""How many keep the start and the goals."""


@pytest.mark.parametrize(("puzzle", "number"), SYMMETRIC)
def test_the_symmetries_that_keep_start_and_goal_are_found(puzzle: AnyPuzzle, number: int) -> None:
    for metric in puzzle.metrics if puzzle.family == "tiles" else (puzzle.metric,):
        task = task_of(puzzle.with_metric(metric))
        assert len(symmetries(task)) == number
        assert puzzle.family == "sliding" or len(task.symmetries) == number
        assert_symmetric(task)


@pytest.mark.parametrize("name", every_family.WITH_TOURS)
def test_symmetries_of_hand_made_boards_are_symmetries(name: str) -> None:
    assert_symmetric(task_of(every_family.WITH_TOURS[name]))


@given(RANDOM)
def test_symmetries_of_random_boards_are_symmetries(puzzle: AnyPuzzle) -> None:
    assume(groundable(puzzle))
    assert_symmetric(task_of(puzzle))


def test_a_symmetry_keeps_what_the_operators_shift() -> None:
    """An exchange of two tiles keeps all but the shifts when one of them slides otherwise."""
    task = ground(tiles("0 1 2", goal="0 2 1")).task
    swap = tuple(range(3)) + tuple(range(6, 9)) + tuple(range(3, 6))
    bare = replace(task, start=frozenset((0,)), goals=())
    assert is_symmetry(bare, swap)
    lame = tuple(o._replace(shifts=tuple(s for s in o.shifts if s[0] < 6)) for o in task.operators)
    assert not is_symmetry(replace(bare, operators=lame), swap)
