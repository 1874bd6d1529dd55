"""Some plan: an upper bound that nothing calls shortest, within a limit."""

from itertools import pairwise

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import Info
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers import any_plan
from puzzleproof.provers.any_plan import find_some_plan, shorten_plan
from puzzleproof.provers.events import SOME_PLAN, Event, EvidenceFound, PlanFound, Working
from puzzleproof.provers.process import Limits, TimeLimit
from puzzleproof.provers.request import Request
from puzzleproof.provers.session import Bounds
from puzzleproof.provers.solve import solve
from puzzleproof.provers.strategy import prove
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import sliding
from tests.support.cube_sets import cubes
from tests.support.roomy_boards import roomy

ROOMY = roomy(2)


@pytest.mark.parametrize(
    ("name", "shortest"),
    [("hughes", 21), ("tiles-2x3", 21), ("triangle-4", 5), ("frogs-3x3", 12)],
)
def test_small_puzzles_come_down_to_the_minimum_and_it_is_not_claimed(
    name: str, shortest: int
) -> None:
    events: list[Event] = []
    verdict = solve(name, load(name), on_event=events.append, any_plan=True)
    lengths = [len(event.plan) for event in events if isinstance(event, PlanFound)]
    assert lengths == sorted(lengths, reverse=True)
    assert verdict.upper == lengths[-1] == shortest
    assert verdict.plan is not None
    assert replay_to_goal(load(name), verdict.plan) == shortest
    assert verdict.status == "bounded"


def test_the_24_puzzle_has_a_plan_at_once() -> None:
    """The search is stopped as soon as it reports one."""
    puzzle = TilesPuzzle(Info(), "single", 5, 5, tuple(reversed(range(25))), tuple(range(25)))
    plans = list[tuple[str, ...]]()

    def stop_at_a_plan(event: Event) -> None:
        if isinstance(event, PlanFound):
            plans.append(event.plan)
            raise LimitReached("enough")

    with pytest.raises(LimitReached):
        find_some_plan(puzzle, 1.0, stop_at_a_plan)
    assert [replay_to_goal(puzzle, plan) for plan in plans] == [len(plans[0])]


def test_a_full_search_for_shorter_plans_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is where few states may be kept."""
    monkeypatch.setattr(any_plan, "LEVELS", (2_000, 4_000))
    events: list[Event] = []
    assert find_some_plan(load("tiles-2x4"), 60.0, events.append)
    lengths = [len(event.plan) for event in events if isinstance(event, PlanFound)]
    assert all(longer > shorter for longer, shorter in pairwise(lengths))
    known = [event.done for event in events if isinstance(event, Working)]
    assert any(later < earlier for earlier, later in pairwise(known)), "fewer states are kept"


def test_a_time_limit_keeps_the_best_plan_so_far() -> None:
    def out_of_time(event: Event) -> None:
        if isinstance(event, PlanFound):
            raise TimeLimit("time limit reached")

    verdict = solve("roomy", ROOMY, on_event=out_of_time, any_plan=True)
    assert verdict.status == "bounded"
    assert verdict.plan is not None
    assert replay_to_goal(ROOMY, verdict.plan) == verdict.upper
    assert "time limit reached" in verdict.notes
    assert verdict.grade == "claimed"


def test_without_patience_there_is_no_plan() -> None:
    events: list[Event] = []
    assert not find_some_plan(load("ane-rouge"), -1.0, events.append)
    assert not any(isinstance(event, PlanFound) for event in events)
    assert not find_some_plan(load("triangle-4"), 60.0, events.append), "it is not guided"
    assert not find_some_plan(sliding("A#.", goal=".#A"), 60.0, events.append)


def test_no_plan_is_no_claim_by_the_search_itself() -> None:
    events: list[Event] = []
    verdict = solve("stuck", sliding("A#.", goal=".#A"), on_event=events.append, any_plan=True)
    assert not any(isinstance(event, PlanFound) for event in events)
    assert [event.evidence.kind for event in events if isinstance(event, EvidenceFound)]
    assert verdict.plan is None


def test_a_plan_that_is_known_is_shortened() -> None:
    puzzle, events = sliding("A...", "unit", goal="...A"), list[Event]()
    shorten_plan(puzzle, ["AE", "AW", "AE", "AE", "AE"], events.append)
    assert [event.plan for event in events if isinstance(event, PlanFound)] == [("AE",) * 3]


def test_a_plan_as_long_as_its_bound_is_not_shortened() -> None:
    """A stack puts on each cube once; the search for shorter plans would report its work."""
    puzzle, events = load("four-cubes"), list[Event]()
    assert find_some_plan(puzzle, 60.0, events.append, least=4)
    [found] = events
    assert isinstance(found, PlanFound)
    assert replay_to_goal(puzzle, found.plan) == 4
    assert not find_some_plan(cubes("RRRRRG", "RRRRGR"), 60.0, events.append), "it has no stack"


def test_solvers_bring_no_plan_at_once() -> None:
    with pytest.raises(Unsupported, match="engine 'sat'"):
        solve("hughes", load("hughes"), "sat", any_plan=True)


def test_a_proof_that_is_ended_has_an_upper_bound() -> None:
    def stop_at_a_plan(event: Event) -> None:
        if isinstance(event, PlanFound):
            raise LimitReached("enough")

    verdict = prove("roomy", ROOMY, Request(), stop_at_a_plan, Limits(200.0))
    assert verdict.status == "bounded"
    assert "enough" in verdict.notes
    assert verdict.plan is not None
    assert replay_to_goal(ROOMY, verdict.plan) == verdict.upper


def test_a_search_for_a_shortest_plan_takes_the_place_of_one_as_short() -> None:
    bounds = Bounds(sliding("A...", "unit", goal="...A"))
    bounds.apply(PlanFound(("AE",) * 3, SOME_PLAN))
    assert (bounds.upper, bounds.hoped) == (3, None)
    bounds.apply(PlanFound(("AE",) * 3, "search"))
    assert (bounds.upper, bounds.hoped, bounds.plan_by) == (3, 3, "search")
