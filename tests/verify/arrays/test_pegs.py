"""Peg tables on arrays: moves and bounds are those of plain Python, and no sum overflows."""

import random
from io import BytesIO

import numpy as np
import pytest

from puzzleproof.models.arrays.words import Sets
from puzzleproof.models.errors import InternalError
from puzzleproof.verify.arrays import pegs
from puzzleproof.verify.bounds import NEVER, lower_bounds
from puzzleproof.verify.bounds.departures import LARGEST_WEIGHT, DeparturesBound
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.certificate import GRAPH, check_stream
from tests.support.bounded import bounded, departures
from tests.support.checkers import check_bounded, small_on_arrays
from tests.support.peg_boards import game
from tests.support.symmetric_games import peg_game

TRIANGLE = game("triangle5", vacate=[0, 0], finish=[0, 0])


def test_moves_and_bounds_are_those_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pegs, "AT_ONCE", 3)
    for seed in range(300):
        graph, layers, named = peg_game(random.Random(seed))  # noqa: S311  (repeatable)
        for layer in layers if isinstance(graph, PegGraph) else ():
            assert isinstance(graph, PegGraph)
            numbers = np.array(sorted(layer), np.uint64)
            assert pegs.PegMoves(graph).beyond(numbers).tolist() == sorted(graph.beyond(layer))
            for bound in lower_bounds(graph, [list(pair) for pair in named]):
                assert isinstance(bound, DeparturesBound)
                for left in (1, 2, 4, NEVER):
                    near = pegs.ArrayBound(graph, bound).near(numbers, left).tolist()
                    assert near == bound.near(numbers.tolist(), left)


def test_weights_whose_sums_might_not_fit_into_a_word_are_left_to_plain_python() -> None:
    puzzle = game("wiegleb", vacate=[4, 4], finish=[4, 4])
    graph = PegGraph(puzzle)
    parts = "".join("abc"[k // 15] for k in range(graph.holes))
    for weight, kind in ((1, pegs.PegTable), (LARGEST_WEIGHT, type(None))):
        named = departures(puzzle, [weight] * graph.holes, parts=parts)
        assert type(pegs.peg_table(graph, lower_bounds(graph, [list(named)]))) is kind


def test_a_table_that_is_large_enough_is_checked_on_arrays() -> None:
    data = bounded(TRIANGLE, [departures(TRIANGLE)], 10)
    assert check_bounded(data).by == GRAPH
    with small_on_arrays():
        assert (
            ", on arrays of family 'pegs', 1 lower" in check_stream(BytesIO(data), "test").details()
        )


@pytest.mark.parametrize("method", ["PegMoves.beyond", "ArrayBound.near"])
def test_samples_are_compared(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_self: object, positions: Sets, *_moves: int) -> Sets:
        return positions[:0]

    monkeypatch.setattr(f"puzzleproof.verify.arrays.pegs.{method}", none)
    data = BytesIO(bounded(TRIANGLE, [departures(TRIANGLE)], 10, blocks=[[TRIANGLE.pegs]]))
    with small_on_arrays(), pytest.raises(InternalError, match="disagree"):
        check_stream(data, "test")
