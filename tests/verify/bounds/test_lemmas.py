"""Departures of pegs overstated: they would exceed true distances, or are refused.

That honest ones do not is in tests/property/test_bounds.py, on the same random games.
"""

import pytest

from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.verify.bounds import NEVER, departures, lower_bounds
from puzzleproof.verify.bounds.departures import Arc, Mover, least_costs, shares_of
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.bounds.planes import CAP, NO_WAY
from tests.support.bounded import not_checked
from tests.support.peg_boards import PLUS, game
from tests.support.symmetric_games import compared, peg_game

SEEDS = range(400)
"""Of random games; tests/property/test_bounds.py compares more of them with true distances."""


def test_a_charge_for_pegs_that_go_on_would_be_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Overstated: jumps are counted in place of moves."""
    honest = departures.PartTable.add_jump

    def overstated(
        self: departures.PartTable,
        arcs: dict[Mover, list[Arc]],
        jump: departures.Jump,
        share: int,
        charge: int,
    ) -> None:
        honest(self, arcs, jump, share + (charge if jump[0] in self.holes else 0), 0)

    monkeypatch.setattr(departures.PartTable, "add_jump", overstated)
    assert compared(peg_game, SEEDS)[0] > 100


def test_weights_that_a_jump_raises_are_refused() -> None:
    graph = PegGraph(game(PLUS, vacate=[2, 2], finish=[2, 2]))
    weights = [0] * graph.holes
    weights[graph.jumps[0][2]] = 3
    rest = {"charge": 1, "parts": "a" * 8 + "b" * 8}
    with pytest.raises(CertificateRejected, match="the weights are no pagoda function: the jump"):
        lower_bounds(graph, [["departures", {"weights": weights, **rest}]])


def test_images_under_symmetries_that_move_the_end_would_be_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def every(group: object, _masks: object) -> object:
        return group

    monkeypatch.setattr("puzzleproof.verify.bounds.peg_graph.keeping", every)
    with pytest.raises(InternalError, match="images that the start may not reach"):
        compared(peg_game, SEEDS)
    monkeypatch.setattr("puzzleproof.verify.bounds._check_images", not_checked)
    assert compared(peg_game, SEEDS)[0] > 100


def test_the_shares_of_a_loss_are_the_loss() -> None:
    for loss in range(6):
        for touched in ([3, 0], [2, 1], [1, 2], [1, 1, 1], [0, 1, 2], [1, 0, 1]):
            shares = shares_of(loss, touched)
            assert sum(shares) == loss
            assert all(share == 0 for share, n in zip(shares, touched, strict=True) if not n)
            assert max(shares) - min(s for s, n in zip(shares, touched, strict=True) if n) <= 1


def test_costs_above_the_cap_are_the_cap_and_no_way_is_told() -> None:
    far = Arc(pegs=1, holes=2, added=1, ends=((None, 1_000),))
    assert list(least_costs(2, {1: 0, 3: 999}, {None: [far]})) == [NO_WAY, 0, CAP, CAP]


def test_a_bound_of_never_is_left_to_what_cannot_be_reached() -> None:
    """A peg too few: the goal has more pegs than the state."""
    puzzle = game("oooo\n" * 3, start="xxxx\nxxxx\noooo\n", goal="xxoo\nxxoo\noooo\n")
    graph = PegGraph(puzzle)
    named = {"charge": 1, "parts": "a" * 12, "weights": [1] * 12}
    (bound,) = lower_bounds(graph, [["departures", named]])
    assert bound.near([1, *puzzle.goals], NEVER) == list(puzzle.goals)
