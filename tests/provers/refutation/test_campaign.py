"""The work with an engine of horizons named: whence the plan comes, what its proof may take."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.encoders import ground
from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.task import Task
from puzzleproof.models.errors import CertificateRejected, LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers import refutation as steps
from puzzleproof.provers.events import Event, HorizonAnswer, PlanFound, Working
from puzzleproof.provers.process import Limits, TimeLimit
from puzzleproof.provers.refutation import certify as refutation
from puzzleproof.provers.refutation import horizons as horizons_module
from puzzleproof.provers.refutation.horizons import find_in_layers
from puzzleproof.provers.request import PLANS, Request
from puzzleproof.provers.solve import solve
from puzzleproof.provers.strategy import always, prove
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.replay import replay_to_goal
from tests.support import boards
from tests.support.boards import sliding
from tests.support.command_line import children_at_work

WALLS, MINIMUM = boards.SMALL["walls"], 8
NOTE = "plan by search, minimum by horizons"
JAMMED = sliding("AABB./CCDD./EEFF.", goal="...../...../AACC.", labelled="AC")
"""27 states, and no goal among them."""


def proven(puzzle: AnyPuzzle, **keys: Any) -> tuple[Verdict, list[Event]]:
    events: list[Event] = []
    verdict = prove("campaign", puzzle, Request(**keys), events.append, Limits(120.0))
    return verdict, events


def horizons(events: list[Event]) -> list[int]:
    return [event.at_most for event in events if isinstance(event, HorizonAnswer)]


@pytest.mark.parametrize("plan", ["any", "horizons"])
@pytest.mark.parametrize("engine", ["sat", "cpsat"])
def test_the_horizon_below_a_plan_is_asked(engine: str, plan: str) -> None:
    """What a search for the plan says of the minimum is no evidence; horizons may find it."""
    verdict, events = proven(WALLS, engine=engine, plan=plan)
    assert (verdict.status, verdict.optimum) == ("optimal", MINIMUM)
    finders = {event.by for event in events if isinstance(event, PlanFound)}
    assert finders == {"search" if plan == "any" else engine}
    assert (NOTE in verdict.notes) == (plan == "any")
    assert replay_to_goal(WALLS, verdict.plan or ()) == MINIMUM
    assert horizons(events)[-1] == MINIMUM - 1 or plan == "horizons"
    assert {row.kind for row in verdict.evidence} <= {"refutation", "exhaustion"}
    rows = [row for row in verdict.evidence if row.kind == "exhaustion"]
    assert all(row.checker == "verify.bfs" for row in rows)


@pytest.mark.parametrize(("engine", "plan"), [("sat", PLANS[0]), ("cpsat", PLANS[-1])])
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


def too_long(*_arguments: object) -> None:
    raise TimeLimit("too long")


def test_what_takes_too_long_is_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where labels do, a search does not: horizons would have no end; where it does, they go on."""
    log: list[Event] = []
    solved = solve("jammed", JAMMED, "sat", on_event=log.append, limits=Limits(60.0))
    assert (solved.lower, solved.grade) == (None, "claimed")
    assert [row.kind for row in solved.evidence] == ["exhaustion"]
    with monkeypatch.context() as patch:
        patch.setattr("puzzleproof.provers.refutation.label_closed_set", too_long)
        verdict, events = proven(JAMMED, engine="cpsat")
    assert (verdict.status, verdict.grade) == ("unsolvable", "cross-checked")
    assert horizons(log) == horizons(events) == []
    monkeypatch.setattr("puzzleproof.provers.refutation.look_for_plan", too_long)
    verdict, events = proven(WALLS, engine="cpsat")
    assert verdict.optimum == MINIMUM
    assert {event.by for event in events if isinstance(event, PlanFound)} == {"cpsat"}


def test_no_proof_of_a_long_horizon_is_tried_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refutation, "PROOF_MOVES", 6)
    why = "the refutation has no certificate (its horizon has over 6 moves; "
    verdict, _ = proven(WALLS, engine="cpsat")
    assert (verdict.optimum, verdict.grade) == (MINIMUM, "cross-checked")
    assert any(note.startswith(why) for note in verdict.notes)
    asked, _ = proven(WALLS, engine="cpsat", evidence=("refutation",))
    assert (asked.optimum, asked.grade) == (MINIMUM, "certified")


@pytest.mark.parametrize(("engine", "evidence"), [("cpsat", ("auto",)), ("sat", ("refutation",))])
def test_a_longer_plan_than_the_minimum_is_bettered(
    engine: str, evidence: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan from anywhere is a bound, no more: the horizon just below it has a plan."""
    puzzle = WALLS
    plan = proven(puzzle)[0].plan
    assert plan is not None

    def detour(proof: Any) -> None:
        proof.emit(PlanFound(with_detour(puzzle, plan), "search"))

    monkeypatch.setattr(steps, "PLANS", ((always, detour),))
    verdict, events = proven(puzzle, engine=engine, evidence=evidence)
    assert verdict.optimum == MINIMUM
    assert {event.by for event in events if isinstance(event, PlanFound)} == {"search", engine}
    assert NOTE not in verdict.notes


def with_detour(puzzle: AnyPuzzle, plan: tuple[str, ...]) -> tuple[str, ...]:
    """The plan after a first move that is undone."""
    there = puzzle.play(puzzle.start, puzzle.parse_move(plan[0]))
    (back,) = (move for move in puzzle.moves(there) if puzzle.play(there, move) == puzzle.start)
    return (plan[0], puzzle.format_move(back), *plan)


BOARD = boards.SMALL["two labelled"]
"""Its minimum is 3, so the last horizon has 2 moves."""


@pytest.fixture(autouse=True)
def no_process_stays() -> Any:
    yield
    assert children_at_work() == []


def raises(error: Exception) -> Any:
    def work(*_: object) -> None:
        raise error

    return work


@pytest.mark.parametrize(("most", "refuted_first"), [(2, False), (1, True)])
def test_sat_proves_a_short_horizon_at_once(
    most: int, refuted_first: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a refutation before it; a longer one is refuted first."""
    monkeypatch.setattr(refutation, "PROOF_MOVES", most)
    monkeypatch.setattr(refutation, "PROOF_SECONDS", 600.0)  # for a busy machine
    events, path = list[Event](), str(tmp_path / "a.cert")
    request = Request(engine="sat", certificate=path)
    assert prove("two", BOARD, request, events.append).grade == "certified"
    answered = {event.at_most for event in events if isinstance(event, HorizonAnswer)}
    assert (2 in answered) == bool(answered) == refuted_first  # on a busy machine others are asked


def sleeps(*_: object) -> None:
    time.sleep(600)


def test_where_the_proof_takes_too_long_a_search_confirms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is that of the proof, not of the whole work."""
    monkeypatch.setattr(refutation, "PROOF_SECONDS", 0.1)
    monkeypatch.setattr(refutation, "write_and_check", sleeps)
    verdict = prove("two", BOARD, Request(engine="cpsat", certificate=str(tmp_path / "a.cert")))
    assert (verdict.status, verdict.grade) == ("optimal", "cross-checked")
    assert {row.kind for row in verdict.evidence} == {"refutation", "exhaustion"}
    assert any("--evidence refutation sets no limit" in note for note in verdict.notes)


def test_a_proof_that_is_rejected_is_a_bug_and_none_at_all_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refutation, "write_and_check", raises(CertificateRejected("a wrong line")))
    verdict = prove("two", BOARD, Request(engine="cpsat"))
    assert verdict.grade == "cross-checked"
    assert any(
        "a bug: the checker rejected the proof of the refutation" in note for note in verdict.notes
    )
    monkeypatch.setattr(refutation, "write_and_check", raises(Unsupported("no formula")))
    notes = prove("two", BOARD, Request(engine="sat", certificate=str(tmp_path / "a.cert"))).notes
    assert "no proof refutes 'at most 2 moves' (no formula)" in notes
    assert not any("the refutation" in note for note in notes)
    monkeypatch.setattr(CpsatHorizons, "refute", raises(LimitReached("no answer")))
    verdict = prove("two", BOARD, Request(engine="cpsat"))
    assert not any(row.kind == "refutation" for row in verdict.evidence)


def test_a_greedy_proof_ends_no_other_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search confirms the refutation then."""
    mark = tmp_path / "grown"

    def greedy(*_: object) -> None:
        mark.touch()
        time.sleep(600)

    def holds_more(_pid: int, _limit: int) -> bool:
        """Just the proof, once."""
        grown = mark.exists()
        mark.unlink(missing_ok=True)
        return grown

    monkeypatch.setattr(refutation, "PROOF_SECONDS", 600.0)
    monkeypatch.setattr(refutation, "write_and_check", greedy)
    monkeypatch.setattr("puzzleproof.provers.process.holds_more", holds_more)
    verdict = prove("two", BOARD, Request(engine="cpsat"), limits=Limits(memory=10**12))
    assert (verdict.status, verdict.grade) == ("optimal", "cross-checked")
    assert any("the refutation has no certificate" in note for note in verdict.notes)


# --- what is known and what is done, while a solver works --------------------------------------

APEX = load("triangle-5-apex")


@pytest.mark.parametrize("engine", ["sat", "cpsat"])
def test_a_bound_of_an_invariant_stands_when_a_solver_finds_nothing(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search for a plan by a solver, in few layers, is named; then its time is over."""
    monkeypatch.setattr(horizons_module, "find_in_layers", out_of_time)
    verdict, events = proven(APEX, engine=engine, plan="horizons")
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "certified", 6)
    assert [row.kind for row in verdict.evidence] == ["invariant"]
    phases = [event.phase for event in events if isinstance(event, Working)]
    asked = f"asking {engine} for a plan of 13 steps in 6 layers"
    assert phases[-2:] == ["writing the formula", asked]
    told, task = list[int](), ground(APEX).task
    assert find_in_layers(task, SatHorizons(task), told.append) is not None
    assert told == sorted(set(told))
    assert told[0] == 6


def out_of_time(task: Task, backend: object, tell: Callable[[int], None]) -> None:
    tell(6)
    raise LimitReached("test")


def test_an_invariant_before_the_plan_gets_the_plan(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "one.cert", load("four-cubes")
    verdict, _ = proven(puzzle, engine="sat", certificate=str(path))
    assert (verdict.status, verdict.grade) == ("optimal", "certified")
    assert check_file(path).optimum == verdict.optimum == puzzle.longest_plan
