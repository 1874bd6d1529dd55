"""Some plan: an upper bound that nothing calls shortest, within a limit."""

from itertools import pairwise

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load, read
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
from tests.support.tree import ROOT

ROOMY = roomy(2)
FILES = ROOT / "tests" / "known" / "strangers" / "files"


@pytest.mark.parametrize(
    ("name", "shortest"),
    [("hughes", 21), ("tiles-2x3", 21), ("triangle-4", 5), ("frogs-3x3", 12)],
)
def test_small_puzzles_come_to_the_minimum_and_do_not_claim_it(name: str, shortest: int) -> None:
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


def test_a_limit_keeps_the_best_plan_so_far() -> None:
    """Whoever asks: for a plan, or for a proof."""

    def enough(event: Event) -> None:
        if isinstance(event, PlanFound):
            raise TimeLimit("time limit reached")

    for verdict in (
        solve("roomy", ROOMY, on_event=enough, any_plan=True),
        prove("roomy", ROOMY, Request(), enough, Limits(200.0)),
    ):
        assert verdict.status == "bounded"
        assert replay_to_goal(ROOMY, verdict.plan or ()) == verdict.upper
        assert "time limit reached" in verdict.notes


def test_without_patience_or_guidance_there_is_no_plan() -> None:
    """That none was found is no claim; solvers bring none at once."""
    events: list[Event] = []
    stuck = sliding("A#.", goal=".#A")
    assert not find_some_plan(load("ane-rouge"), -1.0, events.append)
    assert not any(isinstance(event, PlanFound) for event in events)
    for puzzle in (load("triangle-4"), stuck):
        assert not find_some_plan(puzzle, 60.0, events.append)
    verdict = solve("stuck", stuck, on_event=events.append, any_plan=True)
    assert not any(isinstance(event, PlanFound) for event in events)
    assert [event.evidence.kind for event in events if isinstance(event, EvidenceFound)]
    assert verdict.plan is None
    with pytest.raises(Unsupported, match="engine 'sat'"):
        solve("hughes", load("hughes"), "sat", any_plan=True)


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


def test_a_search_for_a_shortest_plan_takes_the_place_of_one_as_short() -> None:
    bounds = Bounds(sliding("A...", "unit", goal="...A"))
    bounds.apply(PlanFound(("AE",) * 3, SOME_PLAN))
    assert (bounds.upper, bounds.hoped) == (3, None)
    bounds.apply(PlanFound(("AE",) * 3, "search"))
    assert (bounds.upper, bounds.hoped, bounds.plan_by) == (3, 3, "search")


class _Enough(Exception):
    pass


def test_a_random_walk_finds_a_plan_of_a_large_board_which_is_then_shortened() -> None:
    """By the estimate alone, none of the 400,000 states that were kept is a goal."""
    puzzle, plans = read(FILES / "21-rush-12x12-any-plan.toml"), list[tuple[str, ...]]()

    def stop_at_a_short_plan(event: Event) -> None:
        if isinstance(event, PlanFound):
            plans.append(event.plan)
            if len(event.plan) <= 30:
                raise _Enough

    with pytest.raises(_Enough):
        find_some_plan(puzzle, 300.0, stop_at_a_short_plan)
    lengths = [replay_to_goal(puzzle, plan) for plan in plans]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] <= 30 < lengths[0]
