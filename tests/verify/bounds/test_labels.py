"""Labellings with bounds: honest ones are accepted, bent ones rejected with a reason."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.pegs.boards import PegBoard
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds import COMPUTING, LEMMAS_LIMIT, lower_bounds
from puzzleproof.verify.bounds.graphs import graph_of
from puzzleproof.verify.bounds.peg_graph import PegGraph, image_of
from puzzleproof.verify.certificate import check_stream
from puzzleproof.verify.records import CHECKING
from tests.support.bounded import bounded, departures, layers_of
from tests.support.certificate_files import shortest_plan
from tests.support.checkers import check_bounded
from tests.support.peg_boards import game

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
