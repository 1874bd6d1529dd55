"""No lemma says more than is true, of any state that a graph may ask it about; no forgery passes.

Random games whose goals are images of each other, in every graph with symmetries, and headers with
extreme weights.  Each bound is compared with true distances, and tables that leave out whatever
the bounds say are given to the checker: what it accepts has to be true by breadth-first search.
"""

import random
from collections.abc import Callable
from io import BytesIO

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds import LEMMAS, lower_bounds
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.certificate import check_stream
from tests.support.bounded import Named, bounded, layers_of
from tests.support.symmetric_games import Game, compared, peg_game, tile_game

Make = Callable[[random.Random], Game]
SEED = 2_500
MANY = 1000
"""Moves that no plan of these games needs."""


@pytest.mark.parametrize(
    ("make", "games", "least"),
    [
        (peg_game, 1000, 14_000),
        (tile_game, 100, 10_000),
        pytest.param(peg_game, 60_000, 500_000, marks=pytest.mark.slow),
        pytest.param(tile_game, 2_000, 10**5, marks=pytest.mark.slow),
    ],
)
def test_no_bound_is_above_a_true_distance(make: Make, games: int, least: int) -> None:
    wrong, asked = compared(make, range(SEED, SEED + games))
    assert wrong == 0
    assert asked > least


@pytest.mark.slow
def test_tables_of_nine_cells_are_compared_too() -> None:
    wrong, asked = compared(lambda chance: tile_game(chance, (3, 3)), range(1))
    assert wrong == 0
    assert asked > 10**5


def test_every_lemma_that_may_be_asked_about_a_symmetric_graph_is_compared() -> None:
    games = [make(random.Random(seed)) for make in (peg_game, tile_game) for seed in range(20)]  # noqa: S311
    others = {"piece_groups"}  # of a family whose graph is the rules'
    assert {name for game in games for name, _ in game.named} == LEMMAS.keys() - others


def forged(puzzle: AnyPuzzle, graph: LabelGraph, named: Named, at_least: int | None) -> bytes:
    """A table that leaves out all that the bounds allow; states of the end are not labelled."""
    bounds = lower_bounds(graph, [list(pair) for pair in named])
    blocks = [
        [number for number in block if not graph.is_end(number)]
        for block in layers_of(graph, bounds, at_least)
    ]
    blocks = [block for block in blocks if block]
    return bounded(puzzle, named, at_least, blocks=blocks)


def accepted(make: Make, seeds: range) -> tuple[int, int]:
    """How many forged files are accepted whose claim is true, and how many whose claim is false."""
    true = false = 0
    for seed in seeds:
        game = make(random.Random(seed))  # noqa: S311  (repeatable on purpose)
        puzzle = game.graph.puzzle
        if puzzle.is_goal(puzzle.start):
            continue
        optimum = bfs(puzzle).optimum
        for at_least in dict.fromkeys((optimum, (optimum or 0) + 1, MANY, None)):
            try:
                check_stream(BytesIO(forged(puzzle, game.graph, game.named, at_least)), "forged")
            except CertificateRejected:
                continue
            holds = optimum is None or (at_least is not None and at_least <= optimum)
            true, false = true + holds, false + (not holds)
    return true, false


@pytest.mark.parametrize(
    ("make", "games"),
    [
        *((peg_game, 150), (tile_game, 15)),
        pytest.param(peg_game, 10_000, marks=pytest.mark.slow),
        pytest.param(tile_game, 500, marks=pytest.mark.slow),
    ],
)
def test_a_forged_file_is_accepted_only_if_its_claim_is_true(make: Make, games: int) -> None:
    true, false = accepted(make, range(SEED, SEED + games))
    assert false == 0
    assert true > games
