"""Labellings with bounds: honest ones are accepted, bent ones rejected with a reason.

Departures of pegs that are overstated would exceed true distances, or are refused; that honest ones
do not is in tests/property/test_bounds.py, on the same random games.
"""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.pegs.boards import PegBoard
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds import COMPUTING, LEMMAS_LIMIT, NEVER, lower_bounds
from puzzleproof.verify.bounds import departures as lemma_of_departures
from puzzleproof.verify.bounds.departures import Arc, Mover, least_costs, shares_of
from puzzleproof.verify.bounds.graphs import graph_of
from puzzleproof.verify.bounds.peg_graph import PegGraph, image_of
from puzzleproof.verify.bounds.planes import CAP, NO_WAY
from puzzleproof.verify.certificate import check_stream
from puzzleproof.verify.records import CHECKING
from tests.support.bounded import bounded, departures, layers_of, not_checked
from tests.support.certificate_files import shortest_plan
from tests.support.checkers import check_bounded
from tests.support.peg_boards import PLUS, game
from tests.support.symmetric_games import compared, peg_game

TRIANGLE = game("triangle5", vacate=[0, 0], finish=[0, 0])
"""Apex to apex: 10 moves, as BFS says below."""


@pytest.fixture(scope="module")
def minimum() -> int:
    found = bfs(TRIANGLE).optimum
    assert found is not None
    return found


NAMED = [departures(TRIANGLE)]


@pytest.fixture(scope="module")
def blocks(minimum: int) -> list[list[int]]:
    """The labels that these bounds leave."""
    graph = graph_of(TRIANGLE)
    return layers_of(graph, lower_bounds(graph, [list(NAMED[0])]), minimum)


def test_who_listens_hears_of_each_table(minimum: int) -> None:
    heard = list[tuple[str, int, int]]()
    named = [departures(TRIANGLE), departures(TRIANGLE, charge=2)]
    data = BytesIO(bounded(TRIANGLE, named, minimum))
    check_stream(data, "test", tell=lambda what, done, total: heard.append((what, done, total)))
    assert heard[:2] == [(COMPUTING, 0, 2), (COMPUTING, 1, 2)]
    assert {what for what, _, _ in heard[2:]} == {CHECKING}


def test_an_honest_table_proves_the_minimum(minimum: int) -> None:
    named = [departures(TRIANGLE)]
    plan = shortest_plan(TRIANGLE)
    checked = check_bounded(bounded(TRIANGLE, named, minimum, plan=plan))
    assert (checked.at_least, checked.optimum) == (minimum, minimum)
    assert checked.remark == "1 lower bound recomputed (1 of departures)"
    everything = check_bounded(bounded(TRIANGLE, [], minimum))
    assert checked.states < everything.states
    assert everything.remark == ""


def test_every_state_of_the_table_is_needed(minimum: int, blocks: list[list[int]]) -> None:
    """Breadth-first search leaves none in that the bounds leave out: each one counts."""
    for label, block in enumerate(blocks):
        for dropped in block[:: len(block) // 3 + 1]:
            bent = [[one for one in block if one != dropped] for block in blocks]
            bent = [block for block in bent if block]
            if label == len(blocks) - 1 == minimum - 1:
                continue  # not in the end is enough there
            with pytest.raises(CertificateRejected):
                check_bounded(bounded(TRIANGLE, NAMED, minimum, blocks=bent))


@pytest.mark.parametrize(
    ("finish", "vacate", "number"),
    [([0, 0], [0, 0], 2), ([3, 0], [0, 0], 1), ([0, 0], [3, 0], 1), ("any", [0, 0], 2)],
)
def test_only_symmetries_that_keep_start_and_goals_are_used(
    finish: object, vacate: list[int], number: int
) -> None:
    """A start or a goal on an axis, and the other not: nothing is the image of another state."""
    puzzle = game("triangle5", vacate=vacate, finish=finish)
    group = PegGraph(puzzle).group
    assert len(group) == number
    for one in group:
        assert image_of(puzzle.pegs, one) == puzzle.pegs
        assert {image_of(goal, one) for goal in puzzle.goals} == set(puzzle.goals)


BENT: list[tuple[dict[str, Any], str]] = [
    ({"version": 2}, "'bounds' and version 3 go together"),
    ({"bounds": ...}, "'bounds' and version 3 go together"),
    ({"bounds": None}, "bound 1: expected the name of a lemma and its parameters"),
    ({"bounds": [["departures"]]}, "bound 1: expected the name of a lemma"),
    ({"bounds": [["pagoda", {}]]}, "bound 1: lemma 'pagoda': "),
    ({"bounds": [["departures", {}]]}, "bound 1, departures: parameters none: expected 'charge'"),
    ({"bounds": [["departures", {}]] * (LEMMAS_LIMIT + 1)}, "257 bounds: expected 256 at most"),
    ({"sizes": []}, "with 'bounds', expected labels from the start alone"),
    ({"backward": [0]}, "with 'bounds', expected labels from the start alone"),
    ({"plan": []}, "the plan"),
]


@pytest.mark.parametrize(("changes", "reason"), BENT)
def test_headers_that_do_not_fit_are_rejected(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(CertificateRejected, match=re.escape(reason)):
        check_bounded(bounded(TRIANGLE, [], 2, **changes))


def test_classes_are_named_by_their_least_images() -> None:
    graph = PegGraph(TRIANGLE)
    assert graph.classes([0b10, 0b100]) == {0b10}
    assert graph.start == TRIANGLE.pegs


def test_moves_are_compared_with_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_board: PegBoard) -> Callable[[int], list[int]]:
        return lambda _mask: []

    data = bounded(TRIANGLE, [], 4)
    monkeypatch.setattr("puzzleproof.verify.bounds.peg_graph.chains", none)
    with pytest.raises(InternalError, match="the graph and the rules disagree"):
        check_bounded(data)


SEEDS = range(400)
"""Of random games; tests/property/test_bounds.py compares more of them with true distances."""


def test_a_charge_for_pegs_that_go_on_would_be_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Overstated: jumps are counted in place of moves."""
    honest = lemma_of_departures.PartTable.add_jump

    def overstated(
        self: lemma_of_departures.PartTable,
        arcs: dict[Mover, list[Arc]],
        jump: lemma_of_departures.Jump,
        share: int,
        charge: int,
    ) -> None:
        honest(self, arcs, jump, share + (charge if jump[0] in self.holes else 0), 0)

    monkeypatch.setattr(lemma_of_departures.PartTable, "add_jump", overstated)
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
