"""The work with an engine of horizons named: whence the plan comes, what is asked first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.boards import puzzle_of
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers import refutation, strategy
from puzzleproof.provers.events import Event, HorizonAnswer, PlanFound
from puzzleproof.provers.process import Limits, TimeLimit
from puzzleproof.provers.refutation import UNASKED
from puzzleproof.provers.request import PLANS, Request
from puzzleproof.provers.solve import solve
from puzzleproof.provers.strategy import Step, always, prove
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import sliding

NOTE = "plan by search, minimum by horizons"
JAMMED = sliding("AABB./CCDD./EEFF.", goal="...../...../AACC.", labelled="AC")
"""27 states, and no goal among them."""


def proven(puzzle: AnyPuzzle, **keys: Any) -> tuple[Verdict, list[Event]]:
    events: list[Event] = []
    verdict = prove("campaign", puzzle, Request(**keys), events.append, Limits(120.0))
    return verdict, events


def horizons(events: list[Event]) -> list[int]:
    return [event.at_most for event in events if isinstance(event, HorizonAnswer)]


@pytest.mark.parametrize("engine", ["sat", "cpsat"])
def test_the_horizon_below_a_plan_by_search_is_asked(engine: str) -> None:
    """What the search says of the minimum is no evidence."""
    puzzle = load("moving-day")
    verdict, events = proven(puzzle, engine=engine)
    assert (verdict.status, verdict.optimum) == ("optimal", 17)
    assert {event.by for event in events if isinstance(event, PlanFound)} == {"search"}
    assert horizons(events)[-1] == 16
    assert NOTE in verdict.notes
    assert replay_to_goal(puzzle, verdict.plan or ()) == 17
    assert {row.kind for row in verdict.evidence} <= {"refutation", "exhaustion"}
    rows = [row for row in verdict.evidence if row.kind == "exhaustion"]
    assert all(row.checker == "verify.bfs" for row in rows)


@pytest.mark.parametrize("engine", ["sat", "cpsat"])
def test_horizons_alone_find_their_plan(engine: str) -> None:
    puzzle = load("moving-day")
    verdict, events = proven(puzzle, engine=engine, plan="horizons")
    assert (verdict.status, verdict.optimum) == ("optimal", 17)
    assert {event.by for event in events if isinstance(event, PlanFound)} == {engine}
    assert len(horizons(events)) > 3
    assert NOTE not in verdict.notes


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("engine", ["sat", "cpsat"])
@pytest.mark.parametrize(
    ("puzzle", "kind"), [(JAMMED, "labelling"), (load("taquin-swapped"), "invariant")]
)
def test_horizons_are_not_begun_where_there_is_no_plan(
    puzzle: AnyPuzzle, kind: str, engine: str, plan: str, tmp_path: Path
) -> None:
    path = tmp_path / "no.cert"
    verdict, events = proven(puzzle, engine=engine, plan=plan, certificate=str(path))
    assert (verdict.status, verdict.grade) == ("unsolvable", "certified")
    assert [row.kind for row in verdict.evidence] == [kind]
    assert check_file(path).at_least is None
    assert horizons(events) == []


def test_a_plan_is_not_sought_by_horizons_where_there_is_none() -> None:
    events: list[Event] = []
    verdict = solve("jammed", JAMMED, "sat", on_event=events.append, limits=Limits(60.0))
    assert (verdict.lower, verdict.grade) == (None, "claimed")
    assert [row.kind for row in verdict.evidence] == ["exhaustion"]
    assert horizons(events) == []


def too_long(*_arguments: object) -> None:
    raise TimeLimit("too long")


def test_without_a_certificate_it_is_claimed_and_checked_by_another_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Labels may take too long where a search does not: horizons would have no end all the same."""
    monkeypatch.setattr("puzzleproof.provers.labelling.label_closed_set", too_long)
    verdict, events = proven(JAMMED, engine="cpsat")
    assert (verdict.status, verdict.grade) == ("unsolvable", "cross-checked")
    assert horizons(events) == []


def test_a_search_that_finds_no_plan_in_time_leaves_it_to_horizons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("puzzleproof.provers.exhaustion.look_for_plan", too_long)
    verdict, events = proven(load("moving-day"), engine="cpsat")
    assert verdict.optimum == 17
    assert {event.by for event in events if isinstance(event, PlanFound)} == {"cpsat"}


def test_no_proof_of_a_long_horizon_is_tried_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    few = refutation.ALLOWED[UNASKED]._replace(moves=15)
    monkeypatch.setitem(refutation.ALLOWED, UNASKED, few)
    why = "the refutation has no certificate (its horizon has over 15 moves; "
    verdict, _ = proven(load("moving-day"), engine="cpsat")
    assert (verdict.optimum, verdict.grade) == (17, "cross-checked")
    assert any(note.startswith(why) for note in verdict.notes)
    asked, _ = proven(load("moving-day"), engine="cpsat", evidence=("refutation",))
    assert (asked.optimum, asked.grade) == (17, "certified")


@pytest.mark.parametrize(("engine", "evidence"), [("cpsat", ("auto",)), ("sat", ("refutation",))])
def test_a_longer_plan_than_the_minimum_is_bettered(
    engine: str, evidence: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan from anywhere is a bound, no more: the horizon just below it has a plan."""
    puzzle = load("moving-day")
    plan = proven(puzzle)[0].plan
    assert plan is not None

    def detour(proof: Any) -> None:
        proof.emit(PlanFound(with_detour(puzzle, plan), "search"))

    monkeypatch.setattr(strategy, "PLANS", (Step("any", always, detour),))
    verdict, events = proven(puzzle, engine=engine, evidence=evidence)
    assert verdict.optimum == 17
    assert {event.by for event in events if isinstance(event, PlanFound)} == {"search", engine}
    assert NOTE not in verdict.notes


def test_sat_leaves_a_certificate_without_a_refutation_before_it() -> None:
    """What is to be certified is refuted once: the checker's own formula, with a proof."""
    verdict, events = proven(load("moving-day"), engine="sat", evidence=("refutation",))
    assert (verdict.optimum, verdict.grade) == (17, "certified")
    assert horizons(events) == []
    assert [(row.kind, row.checked) for row in verdict.evidence] == [("refutation", True)]


def with_detour(puzzle: AnyPuzzle, plan: tuple[str, ...]) -> tuple[str, ...]:
    """The plan after a first move that is taken back."""
    there = puzzle.play(puzzle.start, puzzle.parse_move(plan[0]))
    (back,) = (move for move in puzzle.moves(there) if puzzle.play(there, move) == puzzle.start)
    return (plan[0], puzzle.format_move(back), *plan)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["sat", "cpsat"])
def test_a_board_with_thirteen_free_cells(engine: str) -> None:
    verdict, _ = proven(puzzle_of("thirteen-free-cells"), engine=engine)
    assert verdict.optimum == 19
