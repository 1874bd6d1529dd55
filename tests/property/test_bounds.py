"""No lemma says more than is true, of any state that a graph may ask it about; no forgery passes.

Random games whose goals are images of each other, in every graph with symmetries, and headers with
extreme weights.  Each bound is compared with true distances, and tables that leave out whatever
the bounds say are given to the checker: what it accepts has to be true by breadth-first search.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from io import BytesIO

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds import LEMMAS, lower_bounds, potential
from puzzleproof.verify.bounds.graphs import LabelGraph, RulesGraph
from puzzleproof.verify.bounds.peg_graph import PegGraph, keeping
from puzzleproof.verify.certificate import check_stream
from puzzleproof.verify.peg_positions import SymmetricImages, symmetries
from tests.support.bounded import Named, bounded, layers_of, not_checked
from tests.support.symmetric_games import Game, peg_game, tile_game
from tests.support.true_distances import overstated

Make = Callable[[random.Random], Game]
SEED = 2_500
MANY = 1000
"""Moves that no plan of these games needs."""


def compared(make: Make, seeds: range) -> tuple[int, int]:
    """How many states some bound overstates, and how many it was asked about."""
    wrong = asked = 0
    for seed in seeds:
        game = make(random.Random(seed))  # noqa: S311  (repeatable on purpose)
        for bound in lower_bounds(game.graph, [list(pair) for pair in game.named]):
            wrong += overstated(bound, game.layers)
            asked += sum(map(len, game.layers))
    return wrong, asked


@pytest.mark.parametrize(
    ("make", "games", "least"), [(peg_game, 1500, 60_000), (tile_game, 60, 50_000)]
)
def test_no_bound_is_above_a_true_distance(make: Make, games: int, least: int) -> None:
    wrong, asked = compared(make, range(SEED, SEED + games))
    assert wrong == 0
    assert asked > least


@pytest.mark.slow
@pytest.mark.parametrize(("make", "games"), [(peg_game, 60_000), (tile_game, 2_000)])
def test_no_bound_of_very_many_is_above_a_true_distance(make: Make, games: int) -> None:
    assert compared(make, range(10**6, 10**6 + games))[0] == 0


@pytest.mark.slow
def test_tables_of_nine_cells_are_compared_too() -> None:
    wrong, asked = compared(lambda chance: tile_game(chance, (3, 3)), range(1))
    assert wrong == 0
    assert asked > 10**6


def test_every_lemma_that_may_be_asked_about_a_symmetric_graph_is_compared() -> None:
    games = [make(random.Random(seed)) for make in (peg_game, tile_game) for seed in range(20)]  # noqa: S311
    others = {"frog_crossings", "piece_groups"}  # of families whose graphs are the rules'
    assert {name for game in games for name, _ in game.named} == LEMMAS.keys() - others


# --- whole files --------------------------------------------------------------------------


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


@pytest.mark.parametrize(("make", "games"), [(peg_game, 300), (tile_game, 25)])
def test_a_forged_file_is_accepted_only_if_its_claim_is_true(make: Make, games: int) -> None:
    true, false = accepted(make, range(SEED, SEED + games))
    assert false == 0
    assert true > games


@pytest.mark.slow
@pytest.mark.parametrize(("make", "games"), [(peg_game, 10_000), (tile_game, 500)])
def test_of_very_many_forged_files_none_is_accepted_with_a_false_claim(
    make: Make, games: int
) -> None:
    assert accepted(make, range(10**7, 10**7 + games))[1] == 0


# --- what would be wrong is found ---------------------------------------------------------


def goals_in_reach(puzzle: AnyPuzzle) -> tuple[State, ...]:
    """A lemma that holds of states in reach of the start alone: the other goals are forgotten."""
    assert isinstance(puzzle, PegPuzzle)
    untouched = (1 << len(puzzle.board.holes)) - 1
    for step in puzzle.steps:
        untouched &= ~sum(1 << hole for hole, _ in step)
    found = [goal for goal in puzzle.goals if not (goal ^ puzzle.pegs) & untouched]
    return tuple((goal,) for goal in found or puzzle.goals)


class EndKept(PegGraph):
    """A graph whose symmetries keep the end alone, as it was once."""

    def __init__(self, puzzle: PegPuzzle) -> None:
        super().__init__(puzzle)
        self.group = keeping(symmetries(puzzle.board), puzzle.goals)
        self.classes = SymmetricImages(self.group).least
        (self.start,) = self.classes((puzzle.pegs,))


def graph_that_keeps_the_end(puzzle: AnyPuzzle) -> LabelGraph:
    if isinstance(puzzle, PegPuzzle) and puzzle.metric == "move":
        return EndKept(puzzle)
    return RulesGraph(puzzle)


GRAPHS_OF = ("puzzleproof.verify.bounds.labels", "tests.support.symmetric_games")


@pytest.mark.parametrize("lemma", [False, True])
@pytest.mark.parametrize("graph", [False, True])
def test_two_arguments_that_hold_alone(
    monkeypatch: pytest.MonkeyPatch, *, lemma: bool, graph: bool
) -> None:
    """Goals that the start cannot reach may be forgotten, or states stand for images of others.

    Both together certify what is false, and these games find it.
    """
    if lemma:
        monkeypatch.setattr(potential, "whole_goals", goals_in_reach)
    if graph:
        monkeypatch.setattr("puzzleproof.verify.bounds._check_images", not_checked)
        for module in GRAPHS_OF:
            monkeypatch.setattr(f"{module}.graph_of", graph_that_keeps_the_end)
    _, false = accepted(peg_game, range(SEED, SEED + 300))
    assert (false > 0) == (lemma and graph)
