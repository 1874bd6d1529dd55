"""The schedule of horizons, asks in parallel, and plans shortened by windows."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.encoders import ground
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.provers.events import Event, EvidenceFound
from puzzleproof.provers.refutation.choice import SolverChoice
from puzzleproof.provers.refutation.horizons import prove_by_horizons, shorten
from puzzleproof.provers.refutation.queries import Parallel, Sequential, Steps
from puzzleproof.provers.refutation.schedule import most_moves, next_horizon
from puzzleproof.provers.verdict import UNSOLVABLE as NO_PLAN
from puzzleproof.verify.bfs import layers
from tests.support.boards import SMALL, sliding
from tests.support.formulations import successors
from tests.support.labellings import ALL, UNSOLVABLE
from tests.support.tile_boards import tiles

NUMBERS = st.integers(0, 300)


@given(NUMBERS, st.none() | NUMBERS, st.lists(NUMBERS, max_size=3), st.floats(0, 100))
def test_the_next_horizon_can_move_a_bound(
    lower: int, gap: int | None, pending: list[int], seconds: float
) -> None:
    upper = None if gap is None else lower + gap + 1
    pending = [p for p in pending if p >= lower and (upper is None or p < upper)]
    length = next_horizon(lower, upper, pending, seconds)
    assert next_horizon(10, 30, []) == 29
    assert next_horizon(29, 30, [29]) is None
    if length is None:
        assert upper is not None
        return
    assert length >= lower
    assert length not in pending
    assert upper is None or length < upper


@pytest.mark.parametrize("name", ALL)
def test_no_state_is_further_than_a_shortest_plan_may_be(name: str) -> None:
    """By counting all states: were the bound less, a horizon would end too soon."""
    puzzle, task = ALL[name], ground(ALL[name]).task
    most = most_moves(replace(task, length=None, longest=None), puzzle.states_at_most)
    farthest = sum(map(bool, layers(puzzle))) - 1
    assert (most is None) == (task.chains or puzzle.family == "cubes")
    assert most is None or most >= farthest


def test_the_bound_is_met_by_a_row() -> None:
    """A lone piece that takes single steps along a row: from one end to the other."""
    task = ground(sliding("A....", "unit", goal="....A")).task
    assert most_moves(task) == 4
    assert most_moves(task, 3) == 2
    assert most_moves(replace(task, longest=1)) == 1
    assert most_moves(replace(task, counts=())) is None
    assert most_moves(replace(task, stops=task.goals, goals=())) is None


@pytest.mark.parametrize("name", ["cut off", "2 x 3 in runs", "out of reach"])
def test_horizons_end_where_no_shortest_plan_can_be_longer(name: str) -> None:
    """No label is asked here: the last refutation alone says that there is no plan."""
    puzzle, events = UNSOLVABLE[name], list[Event]()
    if name == "2 x 3 in runs":
        puzzle = tiles("2 1/3 0", goal="1 2/3 0", metric="multi")
    prove_by_horizons(puzzle, SolverChoice("sat", processes=False), events.append)
    (found,) = (event.evidence for event in events if isinstance(event, EvidenceFound))
    assert found.bound == NO_PLAN
    assert found.note is not None
    assert found.note.endswith("and no shortest plan can have more")


def test_a_plan_is_shortened_between_its_own_ends() -> None:
    """It is longer than need be: the minimum is 8."""
    task = ground(SMALL["walls"]).task
    steps = SatHorizons(task).ask(14)
    assert steps is not None
    shorter = shorten(steps, task, SatHorizons)
    assert len(shorter) <= len(steps)
    assert shorter[0] == task.start
    assert any(task.holds(goal, shorter[-1]) for goal in task.goals)
    for here, there in pairwise(shorter):
        assert there in {facts for _, facts in successors(task, here)}


class Slow:
    """A backend that answers 'no' at once for short horizons and never for long ones."""

    incremental = False
    conflicts = 1

    def ask(self, length: int) -> Steps | None:
        if length > 10:
            time.sleep(600)
        if length == 7:
            raise ValueError("seven")
        return None

    def find(self, layers: int) -> Steps | None:  # noqa: ARG002  a stand-in
        return None

    def refute(self, length: int, part: Collection[int] = ()) -> Steps | None:  # noqa: ARG002  a stand-in
        return self.ask(length)


def test_the_first_answer_comes_first_and_the_rest_can_be_ended() -> None:
    asks = Parallel(Slow(), 2)
    asks.start(50)
    asks.start(5)
    answer = asks.first()
    assert (answer.length, answer.steps, asks.pending) == (5, None, [50])
    asks.drop([50])
    assert asks.pending == []
    assert not [p for p in psutil.Process().children() if p.status() != psutil.STATUS_ZOMBIE]
    asks.start(7)
    with pytest.raises(ValueError, match="seven"):
        asks.first()
    asks.drop(asks.pending)
    in_turn = Sequential(Slow())
    in_turn.start(50)
    in_turn.start(5)
    in_turn.drop([50])
    assert in_turn.first().length == 5
