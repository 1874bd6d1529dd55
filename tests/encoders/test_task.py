"""Tasks and groundings of each family: what they say of all plans, of a state; the registry."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import Any, cast

import pytest
from hypothesis import given

from puzzleproof.encoders import ENCODERS, ground, ground_single_steps
from puzzleproof.encoders.cubes.stacks import OPPOSITE
from puzzleproof.encoders.cubes.task import rotations
from puzzleproof.encoders.sliding import BlockFacts
from puzzleproof.encoders.sliding import task as whole_moves
from puzzleproof.encoders.sliding.task import ground_sliding
from puzzleproof.encoders.task import Task
from puzzleproof.models import FAMILIES
from puzzleproof.models.cubes.rules import FACES, PLACEMENTS, placement_of
from puzzleproof.models.errors import InternalError, Unsupported
from puzzleproof.models.instances import library_names, load, loads
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from tests.support import peg_boards
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.command_line import environment
from tests.support.cube_sets import example
from tests.support.formulations import successors
from tests.support.tile_boards import puzzles as tile_puzzles

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


# --- facts of a state ---------------------------------------------------------------------


def test_the_facts_of_a_state_are_read_back_as_the_state() -> None:
    for name in ("simplicity", "frogs-3x3", "tiles-2x3", "triangle-4", "four-cubes"):
        for grounding in (ground(load(name)), ground_single_steps(load(name))):
            facts = grounding.task.start
            assert facts in grounding.facts_of(grounding.state(facts))


def test_what_has_no_facts_is_an_error() -> None:
    puzzle = load("simplicity")
    grounding = ground(puzzle)
    with pytest.raises(InternalError, match="no facts"):
        grounding.facts_of((0, *puzzle.start[1:]))
    with pytest.raises(InternalError, match="no facts"):
        grounding.facts_of(puzzle.start[1:])


def test_an_encoder_may_have_no_inverse() -> None:
    grounding = replace(ground(load("tiles-2x2")), inverse=None)
    with pytest.raises(Unsupported, match="no facts can be found"):
        grounding.facts_of((0, 1, 2, 3))


# --- operators, stops ---------------------------------------------------------------------


def test_stops_are_visited_in_sequence_or_in_any_order() -> None:
    task = replace(TASKS["triangle-4 jump"], goals=(), stops=(((0,),), ((1,), (2, 3))))
    assert task.visited(frozenset({1, 3}), 0) == 2
    assert task.visited(frozenset({0, 1}), 2) == 3
    task = replace(task, in_sequence=True)
    assert task.visited(frozenset({1, 3}), 0) == 0
    assert task.visited(frozenset({0, 1, 2}), 0) == 3


# --- what a task of each family says -------------------------------------------------------


@given(peg_boards.puzzles())
def test_the_length_of_all_plans_of_pegs(puzzle: PegPuzzle) -> None:
    task = ground(puzzle).task
    assert task.chains == (puzzle.metric == "move")
    pegs_left = {goal.bit_count() for goal in puzzle.goals}
    length = puzzle.pegs.bit_count() - pegs_left.pop() if len(pegs_left) == 1 else None
    assert task.length == length


@given(tile_puzzles())
def test_every_operator_changes_the_colour_of_the_blank_s_cell(puzzle: TilesPuzzle) -> None:
    task = ground(puzzle).task
    assert bool(task.alternates) == (puzzle.metric == "single")
    assert not task.alternates or task.alternates < set(task.groups[0])
    for operator in task.operators if task.alternates else ():
        changed = [len(facts & task.alternates) for facts in (operator.adds, operator.deletes)]
        assert sum(changed) == 1


# --- cubes ---------------------------------------------------------------------------------


def test_the_task_of_cubes_knows_the_views_of_a_stack() -> None:
    """Those views that look alike are the same set of facts."""
    assert sorted(rotations()) == sorted(PLACEMENTS)
    grounding = ground(example())
    assert (len(grounding.task.symmetries), grounding.task.length) == (7, 4)
    assert not grounding.exact
    for _, facts in successors(grounding.task, grounding.task.start):
        found = grounding.facts_of(grounding.state(facts))
        images = {frozenset(image[f] for f in facts) for image in grounding.task.symmetries}
        assert set(found) == images | {facts}
        assert len(found) == len(set(found))


@pytest.mark.parametrize(("one", "other"), list(permutations(range(3), 2)))
def test_any_two_faces_of_unlike_pairs_make_a_placement(one: int, other: int) -> None:
    """Of two pairs of opposite faces each may be turned by itself: the models rest on that."""
    for (front, back), (right, left) in product(
        (OPPOSITE[one], OPPOSITE[one][::-1]), (OPPOSITE[other], OPPOSITE[other][::-1])
    ):
        sides = "".join(FACES[f] for f in (front, right, back, left))
        assert PLACEMENTS[placement_of(sides)][:4] == (front, right, back, left)


# --- sliding blocks -----------------------------------------------------------------------


def test_pieces_of_one_shape_are_a_kind_unless_they_are_labelled() -> None:
    def kinds(labelled: str) -> dict[str, int]:
        facts = BlockFacts(sliding("AB./CC.", labelled=labelled), single_steps=False)
        return {kind.name: kind.number for kind in facts.kinds}

    assert kinds("") == {"AB": 2, "C": 1}
    assert kinds("A") == {"A": 1, "B": 1, "C": 1}


def test_a_goal_without_a_label_is_any_piece_of_the_shape() -> None:
    facts = BlockFacts(sliding("AB./CC.", goal=".B./...", labelled="A"), single_steps=False)
    task = facts.task(())
    assert [[task.facts[f] for f in clause] for clause in task.goals[0]] == [["A@0,1", "B@0,1"]]


@pytest.mark.parametrize(("board", "letters"), [("AA.", "EW"), ("A/A/.", "NS"), ("AA/AA", "NESW")])
def test_where_axes_are_locked_a_piece_goes_along_its_length(board: str, letters: str) -> None:
    def directions(locked: bool) -> str:
        puzzle = sliding(board, axis_locked=locked)
        return BlockFacts(puzzle, single_steps=True).kinds[0].directions

    assert directions(locked=True) == letters
    assert directions(locked=False) == "NESW"


# --- routes --------------------------------------------------------------------------------

RING = sliding(".../.#./A..", goal="..A/.#./...")


def routes(puzzle: SlidingPuzzle) -> dict[str, list[list[str]]]:
    """From where to where -> the cells that must be empty, route by route."""
    task, found = ground_sliding(puzzle).task, dict[str, list[list[str]]]()
    for operator in task.operators:
        needs = sorted(task.facts[f] for f in operator.requires - task.movers)
        found.setdefault(operator.name, []).append([name.removeprefix("empty@") for name in needs])
    return found


def test_routes_that_need_more_than_the_empty_cells_are_dropped() -> None:
    crowded = sliding("BCD/E#./A..", goal="..A/.#./...", labelled="A")
    assert routes(crowded)["A:2,0>1,2"] == [["1,2", "2,1", "2,2"]]
    assert "A:2,0>0,2" not in routes(crowded)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_no_route_needs_another_one_s_cells_and_more(name: str, metric: str) -> None:
    for sets in ground_sliding(SMALL[name].with_metric(metric)).task.displacements.values():
        assert not any(one < other for one in sets for other in sets)


def test_too_many_routes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_moves, "OPERATOR_LIMIT", 10)
    with pytest.raises(Unsupported, match="more than 10 routes"):
        ground_sliding(RING)


# --- single steps --------------------------------------------------------------------------


# --- the registry of encoders -------------------------------------------------------------


def test_every_family_has_a_row() -> None:
    assert set(ENCODERS) == set(FAMILIES)


def test_where_moves_are_single_steps_one_task_does_for_both() -> None:
    first = {load(name).family: load(name) for name in reversed(library_names())}
    for family, puzzle in first.items():
        same = ground(puzzle).task == ground_single_steps(puzzle).task
        assert same == (not ENCODERS[family].single_steps)


@dataclass
class Chess:
    family: str = "chess"


@pytest.mark.parametrize("call", [ground, ground_single_steps])
def test_a_family_without_an_encoder_is_refused(call: Any) -> None:
    with pytest.raises(Unsupported, match="'chess'"):
        call(cast("AnyPuzzle", Chess()))


def test_the_registry_imports_no_task() -> None:
    code = "import sys, puzzleproof.encoders; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment()
    )
    ours = {name for name in done.stdout.split() if name.startswith("puzzleproof.")}
    assert not [name for name in ours if name.startswith("puzzleproof.encoders.")]
    assert "puzzleproof.models.puzzle" not in ours


def test_facts_that_are_read_back_as_another_state_are_an_error() -> None:
    grounding = ground(load("frogs-3x3"))

    def always_the_start(state: State) -> list[frozenset[int]]:
        return [grounding.task.start]

    wrong = replace(grounding, inverse=always_the_start)
    assert wrong.facts_of(grounding.state(grounding.task.start)) == [grounding.task.start]
    other = grounding.task.operators[0].apply(grounding.task.start)
    with pytest.raises(InternalError, match="another state"):
        wrong.facts_of(grounding.state(other))
