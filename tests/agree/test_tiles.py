"""Sliding tiles: the rules and the encoder say the same, and so do all searches."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings

from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.families import ground
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.models.tiles.numbers import playable
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.bfs import bfs, layers
from tests.support.formulations import agree_on
from tests.support.minimum import by_horizons, by_labelling, by_search
from tests.support.tile_boards import METRICS, SMALL, library, puzzles, tiles, walks

# --- two tellings -------------------------------------------------------------------------


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_both_tellings_agree_on_every_state_of_small_boards(name: str, metric: str) -> None:
    puzzle = SMALL[name].with_metric(metric)
    assert agree_on(puzzle) == sum(map(len, layers(puzzle)))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", ["taquin-t1", "taquin-swapped", "eight-puzzle-867", "tiles-2x4"])
def test_both_tellings_agree_on_the_first_states_of_large_boards(name: str, metric: str) -> None:
    assert agree_on(library(name, metric), limit=300) > 300


@given(puzzles())
def test_both_tellings_agree_on_random_boards(puzzle: TilesPuzzle) -> None:
    agree_on(puzzle, limit=100)


@given(walks(steps=4))
def test_both_tellings_agree_where_the_goal_is_near(puzzle: TilesPuzzle) -> None:
    agree_on(puzzle, limit=100)


def test_facts_and_operators_have_names_to_read() -> None:
    task = ground(tiles("1 0 2/3 4 5", "multi")).task
    names = {task.facts[f] for f in task.start}
    assert names == {"1@0,0", "blank@0,1", "2@0,2", "3@1,0", "4@1,1", "5@1,2"}
    assert {"E@0,0", "E2@0,0", "S@0,1"} <= {o.name for o in task.operators}
    assert len({o.name for o in task.operators}) == len(task.operators)


# --- parity and symmetry ------------------------------------------------------------------


@given(puzzles())
def test_every_operator_changes_the_colour_of_the_blank_s_cell(puzzle: TilesPuzzle) -> None:
    task = ground(puzzle).task
    assert bool(task.alternates) == (puzzle.metric == "single")
    assert not task.alternates or task.alternates < set(task.groups[0])
    for operator in task.operators:
        if task.alternates:
            assert (
                len(operator.adds & task.alternates) + len(operator.deletes & task.alternates) == 1
            )


def mapped(facts: frozenset[int], image: tuple[int, ...]) -> frozenset[int]:
    return frozenset(image[f] for f in facts)


SYMMETRIC = {
    "transposed": (tiles("0 3 6/1 4 7/2 5 8"), 1),
    "transposed to another": (tiles("0 1 2/3 4 5/6 7 8", goal="0 3 6/1 4 7/2 5 8"), 1),
    "the farthest 2 x 2": (tiles("3 2/1 0"), 1),
    "the blank in the middle": (tiles("1 2 3/4 0 5/6 7 8", goal="8 7 6/5 0 4/3 2 1"), 7),
    "a row": (tiles("1 0 2"), 0),
    "a row turned": (tiles("1 0 2", goal="2 0 1"), 1),
    "two columns": (tiles("1 2/0 3/4 5", goal="4 5/0 3/1 2"), 1),
    "one exchange too many": (tiles("0 3 6/1 4 7/2 5 8", goal="0 1 2/3 4 5/6 8 7"), 0),
    "the blank in another corner": (tiles("1 2 0/3 4 5"), 0),
}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SYMMETRIC)
def test_mirror_images_that_rename_the_tiles_are_found(name: str, metric: str) -> None:
    puzzle, number = SYMMETRIC[name]
    task = ground(puzzle.with_metric(metric)).task
    assert len(task.symmetries) == len(set(task.symmetries)) == number
    for image in task.symmetries:
        assert image != tuple(range(len(task.facts)))
        here = task.start
        for step in range(6):
            options = [facts for _, facts in task.successors(here)]
            there = {facts for _, facts in task.successors(mapped(here, image))}
            assert there == {mapped(facts, image) for facts in options}
            here = options[step % len(options)]
        assert any(task.holds(goal, mapped(_goal(puzzle), image)) for goal in task.goals)


def _goal(puzzle: TilesPuzzle) -> frozenset[int]:
    size = len(puzzle.goal)
    return frozenset(label * size + cell for cell, label in enumerate(puzzle.goal))


def test_a_symmetry_keeps_what_the_operators_shift() -> None:
    """An exchange of two tiles keeps all but the shifts when one of them slides otherwise."""
    task = ground(tiles("0 1 2", goal="0 2 1")).task
    swap = tuple(range(3)) + tuple(range(6, 9)) + tuple(range(3, 6))
    bare = replace(task, start=frozenset((0,)), goals=())
    assert is_symmetry(bare, swap)
    lame = tuple(o._replace(shifts=tuple(s for s in o.shifts if s[0] < 6)) for o in task.operators)
    assert not is_symmetry(replace(bare, operators=lame), swap)


# --- all searches -------------------------------------------------------------------------


def assert_all_agree(puzzle: TilesPuzzle, minimum: int) -> None:
    task = ground(puzzle).task
    assert by_horizons(puzzle, SatHorizons(task), minimum) == minimum
    assert by_horizons(puzzle, CpsatHorizons(task), minimum) == minimum
    assert by_labelling(puzzle).optimum == minimum


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", [n for n in SMALL if (bfs(SMALL[n]).optimum or 99) <= 10])
def test_all_searches_agree_on_small_boards(name: str, metric: str) -> None:
    puzzle = SMALL[name].with_metric(metric)
    minimum = bfs(puzzle).optimum
    assert minimum is not None
    assert_all_agree(puzzle, minimum)


@settings(max_examples=settings().max_examples // 2)
@given(walks(steps=7))
def test_all_searches_agree_on_random_boards(puzzle: TilesPuzzle) -> None:
    found = by_search(puzzle, 7, 3000)
    assume(found is not None)
    assert found is not None
    assert found.optimum is not None
    assert_all_agree(puzzle, found.optimum)


@pytest.mark.parametrize("metric", METRICS)
def test_sat_refutes_every_short_plan_of_an_unplayable_table(metric: str) -> None:
    puzzle = SMALL["2 x 3 unsolvable"].with_metric(metric)
    assert not playable(puzzle)
    assert SatHorizons(ground(puzzle).task).ask(6) is None
    assert by_labelling(puzzle).optimum is None
