"""Two moves in a row that do not touch one another, in one order only."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzleproof.encoders.horizon.variables import Change
from puzzleproof.encoders.strengthen import (
    commuting,
)
from puzzleproof.encoders.task import Task
from tests.support.boards import SMALL, sliding
from tests.support.formulations import one_after_another, reachable
from tests.support.operator_tasks import BOARDS
from tests.support.peg_boards import pegs
from tests.support.questions import (
    bend,
    has_plan,
    task_of,
    without_stops,
)

LANES = [
    sliding("A../###/B..", "unit", labelled="*", tour=[f"{stop[:3]}/###/{stop[3:]}", ".A./###/.B."])
    for stop in ("....B.", "A...B.", ".A.B..")
]


def test_commuting_is_not_for_tours(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = list(map(task_of, LANES))
    assert all(has_plan(task, 2, ("commuting",)) for task in tasks)
    bend(monkeypatch, commuting, without_stops)
    assert not all(has_plan(task, 2, ("commuting",)) for task in tasks)


def test_commuting_moves_may_be_exchanged() -> None:
    """By the definition: both orders possible, or neither, and the same state after both."""
    for puzzle in (SMALL["walls"], SMALL["two labelled"], SMALL["rush hour"]):
        task = task_of(puzzle)
        pairs = set(commuting.commuting_pairs(task))
        assert pairs
        for facts in reachable(task):
            for first, second in pairs:
                assert in_order(task, facts, first, second) == in_order(task, facts, second, first)


def in_order(task: Task, facts: frozenset[int], *moves: tuple[int, ...]) -> frozenset[int] | None:
    """The facts after some displacements in order, None where one is not possible."""
    for source, target in moves:
        routes = task.displacements[source, target]
        if source not in facts or not any(route <= facts for route in routes):
            return None
        operator = next(o for o in task.operators if {source} <= o.deletes and {target} <= o.adds)
        facts = facts - operator.deletes | operator.adds
    return facts


def test_pairs_that_touch_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of one piece ascend in number in one direction, and descend in the other."""
    boards = [sliding("A....", "unit", goal="....A"), sliding("....A", "unit", goal="A....")]
    tasks = list(map(task_of, boards))
    assert all(has_plan(task, 4, ("commuting",)) for task in tasks)

    def every_pair(task: Task) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        moves = sorted(task.displacements)
        return [(a, b) for k, a in enumerate(moves) for b in moves[k + 1 :]]

    monkeypatch.setattr(commuting, "commuting_pairs", every_pair)
    assert not all(has_plan(task, 4, ("commuting",)) for task in tasks)


@pytest.mark.parametrize("name", ["strip", "triangle", "square", "two parts", "cross"])
def test_commuting_operators_may_be_exchanged(name: str) -> None:
    """By the definition: both orders possible, or neither, and the same facts after both."""
    task = task_of(BOARDS[name])
    pairs = commuting.commuting_pairs(task)
    assert pairs
    for facts in reachable(task)[:100]:
        for (a,), (b,) in pairs:
            one, other = task.operators[a], task.operators[b]
            assert a < b
            assert one_after_another(facts, one, other) == one_after_another(facts, other, one)


def test_jumps_that_touch_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """A peg that goes right jumps in ascending order, one that goes left in descending order."""
    boards = [("xxoxo", "oooox"), ("oxoxx", "xoooo")]
    tasks = [task_of(pegs("jump", board="strip5", start=a, goal=b)) for a, b in boards]
    assert all(has_plan(task, 2, ("commuting",)) for task in tasks)

    def every_pair(task: Task) -> list[tuple[Change, Change]]:
        numbers = range(len(task.operators))
        return [((a,), (b,)) for b in numbers for a in range(b)]

    monkeypatch.setattr(commuting, "commuting_pairs", every_pair)
    assert [has_plan(task, 2, ("commuting",)) for task in tasks].count(False) == 1


def test_commuting_is_not_for_tours_of_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two jumps far apart: whichever the tour wants first has to come first."""
    task = task_of(pegs("jump", board="strip6", start="xxoxxo", goal="ooxoox"))
    fact = {name: k for k, name in enumerate(task.facts)}

    def in_sequence(first: int, other: int) -> Task:
        stop = ((fact[f"peg@{first}"],), (fact[f"hole@{other}"],))
        stops = (stop, ((fact[f"peg@{other}"],),))
        return replace(task, goals=(), in_sequence=True, stops=stops)

    tours = [in_sequence(2, 5), in_sequence(5, 2)]
    assert all(has_plan(tour, 2, ("commuting",)) for tour in tours)
    bend(monkeypatch, commuting, lambda task: replace(task, stops=()))
    assert [has_plan(tour, 2, ("commuting",)) for tour in tours].count(False) == 1


def test_commuting_is_not_for_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    """In which order jumps are made decides how many moves they are."""
    starts = ["oxo\noxx\noxx", "ooo\nxxo\nxxo", "xxo\nxxx\nooo", "ooo\nxxx\nxxo"]
    tasks = [task_of(pegs("move", start=start, finish="any")) for start in starts]
    assert all(has_plan(task, 2, ("commuting",)) for task in tasks)
    bend(monkeypatch, commuting, lambda task: replace(task, chains=False))
    assert not any(has_plan(task, 2, ("commuting",)) for task in tasks)
