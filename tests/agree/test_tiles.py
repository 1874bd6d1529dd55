"""Sliding tiles: the rules and the encoder say the same, and so do all searches."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from puzzleproof.encoders import ground
from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.bfs import bfs, layers
from tests.support.formulations import agree_on
from tests.support.minimum import by_horizons, by_labelling, by_search
from tests.support.tile_boards import METRICS, SMALL, library, puzzles, walks

# --- two formulations ----------------------------------------------------------------------


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_both_formulations_agree_on_every_state_of_small_boards(name: str, metric: str) -> None:
    puzzle = SMALL[name].with_metric(metric)
    assert agree_on(puzzle) == sum(map(len, layers(puzzle)))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", ["taquin-t1", "taquin-swapped", "eight-puzzle-867", "tiles-2x4"])
def test_both_formulations_agree_on_first_states_of_large_boards(name: str, metric: str) -> None:
    assert agree_on(library(name, metric), limit=300) > 300


@given(puzzles())
def test_both_formulations_agree_on_random_boards(puzzle: TilesPuzzle) -> None:
    agree_on(puzzle, limit=100)


@given(walks(steps=4))
def test_both_formulations_agree_where_the_goal_is_near(puzzle: TilesPuzzle) -> None:
    agree_on(puzzle, limit=100)


# --- parity and symmetry ------------------------------------------------------------------


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
    assert not puzzle.playable
    assert SatHorizons(ground(puzzle).task).ask(6) is None
    assert by_labelling(puzzle).optimum is None
