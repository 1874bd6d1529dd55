"""Lower bounds are compared with true distances: none is above, and overstated ones are found out.

Every state of small boards from which a goal can be reached, or that the start can reach, in every
symmetric image that the bound tries.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.verify.bounds import Parameters, departures, lower_bounds
from puzzleproof.verify.bounds.departures import shares_of
from puzzleproof.verify.bounds.part_tables import Arc, Mover, least_costs
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.bounds.planes import CAP, NO_WAY
from puzzleproof.verify.labelling import NEVER
from puzzleproof.verify.peg_positions import moves_before
from tests.support.bounded import not_checked
from tests.support.peg_boards import L_BOARD, PLUS, game, games_by_chance

BOARDS = ("oooo\n" * 3, PLUS, L_BOARD, "ooo\nooo\nooo\noo.\n")
TRIANGLE = game("triangle4", vacate=[1, 0], finish="any")
STATES = 3_000
"""Of one game at most."""


def distances(puzzle: PegPuzzle) -> dict[int, int]:
    """Moves from each position to a goal: by moves of another telling."""
    moved = moves_before(puzzle.board)
    found = dict.fromkeys(puzzle.goals, 0)
    queue = list(found)
    for mask in queue:
        for other in moved(mask):
            if other not in found and len(found) < STATES:
                found[other] = found[mask] + 1
                queue.append(other)
    return found


def weights_by_chance(graph: PegGraph, chance: random.Random) -> list[int]:
    """A pagoda function: numbers by chance, of which those that jumps raise are lowered."""
    weights = [chance.randint(-3, 6) for _ in range(graph.holes)]
    for _ in range(200):
        low = [(c, weights[a] + weights[b]) for a, b, c in graph.jumps]
        if all(weights[c] <= most for c, most in low):
            return weights
        for c, most in low:
            weights[c] = min(weights[c], most)
    return [1] * graph.holes


def games() -> Iterator[PegPuzzle]:
    for board in BOARDS:
        yield from games_by_chance(board, 5)
    yield TRIANGLE
    yield game("triangle4", vacate=[2, 1], finish=[3, 3])
    yield game("oooo\n" * 3, vacate=[1, 1], finish="any")


def bounds_by_chance(graph: PegGraph, chance: random.Random) -> list[tuple[str, Parameters]]:
    """Departures counted and weighted, for two parts and for three."""
    n = graph.holes
    parts = [
        "a" * (n // 2) + "b" * (n - n // 2),
        "".join("aabbc"[k % 5] for k in range(n)),
        "".join(chance.sample("ab" * n, n - 2)) + "ab",
    ]
    named: list[tuple[str, Parameters]] = [
        ("departures", {"charge": 1, "parts": parts[0], "weights": [0] * n})
    ]
    for text in parts:
        weights, charge = weights_by_chance(graph, chance), chance.choice((1, 2, 4, 8))
        named.append(("departures", {"charge": charge, "parts": text, "weights": weights}))
    return named


def too_high(graph: PegGraph, named: Sequence[tuple[str, Parameters]]) -> tuple[int, int]:
    """How many states some bound says to be further away than they are; and how many were asked."""
    assert isinstance(graph.puzzle, PegPuzzle)
    at = distances(graph.puzzle)
    by_distance: dict[int, list[int]] = {}
    for mask, distance in at.items():
        by_distance.setdefault(distance, []).append(mask)
    wrong = 0
    for bound in lower_bounds(graph, [list(pair) for pair in named]):
        for distance, masks in by_distance.items():
            wrong += len(masks) - len(bound.near(masks, distance + 1))
    return wrong, len(at) * len(named)


def compared() -> tuple[int, int]:
    """The same for all games."""
    chance, wrong, asked = random.Random(16), 0, 0  # noqa: S311  (repeatable on purpose)
    for puzzle in games():
        graph = PegGraph(puzzle)
        more, number = too_high(graph, bounds_by_chance(graph, chance))
        wrong, asked = wrong + more, asked + number
    return wrong, asked


def test_no_bound_is_above_a_true_distance() -> None:
    wrong, asked = compared()
    assert wrong == 0
    assert asked > 25_000


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
    assert compared()[0] > 100


def test_whole_losses_for_every_part_would_be_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Overstated: the shares exceed the loss together, which the checker itself notices."""

    def whole(loss: int, touched: Sequence[int]) -> list[int]:
        return [loss * (number > 0) for number in touched]

    graph = PegGraph(game(PLUS, vacate=[2, 2], finish=[2, 2]))
    named = ("departures", {"charge": 1, "parts": "a" * 8 + "b" * 8, "weights": [1] * 16})
    monkeypatch.setattr(departures, "shares_of", whole)
    with pytest.raises(AssertionError, match="of a loss of"):
        too_high(graph, [named])


def test_weights_that_a_jump_raises_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """And believed, they would be too high."""
    graph = PegGraph(game(PLUS, vacate=[2, 2], finish=[2, 2]))
    weights = [0] * graph.holes
    weights[graph.jumps[0][2]] = 3
    rest = {"charge": 1, "parts": "a" * 8 + "b" * 8}
    with pytest.raises(CertificateRejected, match="the weights are no pagoda function: the jump"):
        too_high(graph, [("departures", {"weights": weights, **rest})])

    def believed(_graph: PegGraph, value: list[int], _largest: int) -> list[int]:
        return value

    monkeypatch.setattr(departures, "weights_of", believed)
    with pytest.raises(AssertionError, match="shares"):
        too_high(graph, [("departures", {"weights": weights, **rest})])


def test_images_under_symmetries_that_move_the_end_would_be_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def every(group: object, _masks: object) -> object:
        return group

    monkeypatch.setattr("puzzleproof.verify.bounds.peg_graph.keeping", every)
    monkeypatch.setattr("puzzleproof.verify.bounds._check_images", not_checked)
    assert compared()[0] > 100


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
