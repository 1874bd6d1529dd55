"""Inversions, distances and parity of tables: which can be brought to which."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.puzzle import Info
from puzzleproof.models.tiles.numbers import boustrophedon, inversions, is_even
from puzzleproof.models.tiles.rules import TilesPuzzle, distances
from puzzleproof.models.tiles.slides import TilesMove
from puzzleproof.verify.bfs import layers
from tests.support.tile_boards import library, puzzles, table

T1, T2, GOAL = library("taquin-t1"), library("taquin-t2"), tuple(range(16))


def test_the_permutations_of_figure_2() -> None:
    assert T1.start == table("10 6 4 12 1 14 3 7 5 15 11 13 8 0 2 9")
    assert boustrophedon(T1.start, 4) == table("10 6 4 12 7 3 14 1 5 15 11 13 9 2 8")
    north = T1.play(T1.start, TilesMove("N"))
    assert north == table("10 6 4 12 1 14 3 7 5 0 11 13 8 15 2 9")
    assert boustrophedon(north, 4) == table("10 6 4 12 7 3 14 1 5 11 13 9 2 15 8")


def test_the_weights_of_t1_and_t2() -> None:
    assert inversions(T1.start) == 62
    assert T1.own_features().start[0] == 38
    assert distances(GOAL, 4)[12][3] == 6
    assert inversions(T2.start) == 18
    assert T2.own_features().start[0] == 26
    assert sorted(map(inversions, T2.successors(T2.start))) == [19, 23]


@given(st.permutations(range(9)))
def test_inversions_are_pairs_in_the_wrong_order(numbers: list[int]) -> None:
    pairs = product(range(9), repeat=2)
    assert inversions(numbers) == sum(i < j and numbers[i] > numbers[j] for i, j in pairs)
    assert is_even(numbers) == (inversions(numbers) % 2 == 0)


@given(puzzles())
def test_a_step_keeps_the_parity_of_the_boustrophedon(puzzle: TilesPuzzle) -> None:
    start = boustrophedon(puzzle.start, puzzle.columns)
    for after in puzzle.successors(puzzle.start):
        ploughed = boustrophedon(after, puzzle.columns)
        assert is_even(ploughed) == is_even(start)
        if after.index(0) // puzzle.columns == puzzle.start.index(0) // puzzle.columns:
            assert ploughed == start


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2)])
def test_playable_tables_are_those_that_the_rules_reach(rows: int, columns: int) -> None:
    goal = tuple(range(rows * columns))
    home = TilesPuzzle(Info(), "single", rows, columns, goal, goal)
    reached = {state for layer in layers(home) for state in layer}
    for start in permutations(goal):
        puzzle = TilesPuzzle(Info(), "single", rows, columns, start, goal)
        assert puzzle.playable == (start in reached)
        there_and_back = TilesPuzzle(Info(), "multi", rows, columns, goal, start)
        assert there_and_back.playable == (start in reached)
