"""Peg tables on arrays: moves and bounds are those of plain Python, and no sum overflows."""

import random
from io import BytesIO

import numpy as np
import pytest

from puzzleproof.models.errors import InternalError
from puzzleproof.verify.arrays import pegs
from puzzleproof.verify.arrays.records import Sets
from puzzleproof.verify.bounds import lower_bounds
from puzzleproof.verify.bounds.departures import LARGEST_WEIGHT, DeparturesBound
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.certificate import ARRAYS, DEFINITION, check_stream
from puzzleproof.verify.labelling import NEVER
from tests.support.bounded import bounded, departures
from tests.support.checkers import SMALL_ON_ARRAYS, check_bounded
from tests.support.peg_boards import game
from tests.support.symmetric_games import peg_game

TRIANGLE = game("triangle5", vacate=[0, 0], finish=[0, 0])


def test_moves_and_bounds_are_those_of_plain_python() -> None:
    asked = kept = 0
    for seed in range(300):
        one = peg_game(random.Random(seed))  # noqa: S311  (repeatable on purpose)
        if not isinstance(one.graph, PegGraph):
            continue
        moves = pegs.PegMoves(one.graph)
        for layer in one.layers:
            numbers = np.array(sorted(layer), np.uint64)
            assert moves.beyond(numbers).tolist() == sorted(one.graph.beyond(layer))
            for bound in lower_bounds(one.graph, [list(pair) for pair in one.named]):
                assert isinstance(bound, DeparturesBound)
                for left in (1, 2, 4, NEVER):
                    near = pegs.ArrayBound(one.graph, bound).near(numbers, left).tolist()
                    assert near == bound.near(numbers.tolist(), left)
                    asked, kept = asked + len(numbers), kept + len(near)
    assert asked > kept > 10_000


def test_weights_whose_sums_might_not_fit_into_a_word_are_left_to_plain_python() -> None:
    puzzle = game("wiegleb", vacate=[4, 4], finish=[4, 4])
    graph = PegGraph(puzzle)
    for weight, fits in ((1, True), (LARGEST_WEIGHT, False)):
        weights = [weight] * graph.holes
        parts = "".join("abc"[k // 15] for k in range(graph.holes))
        bounds = lower_bounds(graph, [list(departures(puzzle, weights, parts=parts))])
        assert (pegs.peg_table(graph, bounds) is not None) == fits


def test_a_table_that_is_large_enough_is_checked_on_arrays() -> None:
    data = bounded(TRIANGLE, [departures(TRIANGLE)], 10)
    assert check_bounded(data).by == DEFINITION
    with SMALL_ON_ARRAYS():
        found = check_stream(BytesIO(data), "test")
    assert found.by == ARRAYS
    assert "Python, numpy, and the machine" in found.details()


@pytest.mark.parametrize("number", [1 << 15, 0b1])
def test_what_is_no_state_or_a_goal_is_rejected(number: int) -> None:
    data = bounded(TRIANGLE, [], 3, blocks=[[TRIANGLE.pegs], [number]])
    with pytest.raises(Exception, match=r"no state has this number|a goal state"):
        check_bounded(data)


@pytest.mark.parametrize("method", ["PegMoves.beyond", "ArrayBound.near"])
def test_samples_are_compared_with_plain_python(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_self: object, positions: Sets, *_moves: int) -> Sets:
        return positions[:0]

    data = bounded(TRIANGLE, [departures(TRIANGLE)], 10, blocks=[[TRIANGLE.pegs]])
    monkeypatch.setattr(f"puzzleproof.verify.arrays.pegs.{method}", none)
    with SMALL_ON_ARRAYS(), pytest.raises(InternalError, match="disagree"):
        check_stream(BytesIO(data), "test")
