"""The second opinion on sliding tiles: the known counts, the true minimum, by the rules alone."""

import sys

import pytest
from hypothesis import given

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import State
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.idastar import deepen
from tests.support.tile_boards import SMALL, tiles, walks

T1 = tiles("10 6 4 12/1 14 3 7/5 15 11 13/8 0 2 9")
T1_NODES = {38: 36, 40: 303, 42: 3073, 44: 26765, 46: 201889, 48: 1388246}
"""Nodes in the failed thresholds, by an IDA* that was written elsewhere."""


def test_t1_has_the_known_nodes() -> None:
    thresholds: dict[int, int] = {}
    done = deepen(T1, 50, thresholds.__setitem__)
    assert thresholds == T1_NODES
    assert (done.at_least, done.found, done.nodes) == (50, False, sum(T1_NODES.values()))


@given(puzzle=walks(20))
def test_a_minimum_is_that_of_breadth_first_search(puzzle: TilesPuzzle) -> None:
    single = puzzle.with_metric("single")
    done = deepen(single)
    assert done.found
    assert done.at_least == bfs(single).optimum


@pytest.mark.parametrize("name", [name for name in SMALL if "unsolvable" not in name])
def test_small_tables(name: str) -> None:
    puzzle = SMALL[name]
    done = deepen(puzzle)
    assert done.at_least == bfs(puzzle).optimum
    assert done.found == (done.at_least is not None)


def test_a_bound_that_is_asked_for_ends_the_search() -> None:
    assert deepen(SMALL["2 x 2 unsolvable"], 20).at_least in (20, 21)
    assert not deepen(SMALL["2 x 3 unsolvable"], 20).found


def test_runs_of_tiles_are_refused() -> None:
    with pytest.raises(Unsupported, match="one tile a move"):
        deepen(T1.with_metric("multi"))


def test_it_follows_the_rules_and_no_geometry_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a wall between two cells of the middle row, other minima, and still the same."""
    puzzle, whole = tiles("3 1 2/4 0 5/6 7 8"), TilesPuzzle.successors
    assert deepen(puzzle).at_least == 2

    def walled(self: TilesPuzzle, state: State) -> list[State]:
        blank = state.index(0)
        return [after for after in whole(self, state) if {blank, after.index(0)} != {3, 4}]

    monkeypatch.setattr(TilesPuzzle, "successors", walled)
    done = deepen(puzzle)
    assert done.found
    assert done.at_least == bfs(puzzle).optimum
    assert done.at_least != 2


def test_steps_that_cannot_be_taken_back_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = TilesPuzzle.successors

    def downwards(self: TilesPuzzle, state: State) -> list[State]:
        return [after for after in whole(self, state) if after.index(0) >= state.index(0)]

    monkeypatch.setattr(TilesPuzzle, "successors", downwards)
    with pytest.raises(Unsupported, match="taken back"):
        deepen(tiles("1 2/3 0"))


def test_it_imports_neither_the_search_nor_numpy() -> None:
    import subprocess

    code = "import sys, puzzleproof.verify.idastar; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    names = result.stdout.split()
    assert "numpy" not in names
    assert not [name for name in names if name.startswith("puzzleproof.explore")]
