"""Peg solitaire with lower bounds: certified minima, and a beam that meets a perimeter."""

import sys
from itertools import pairwise
from pathlib import Path

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.provers.bounded import Search, driver, pegs, search_and_check, weights
from puzzleproof.provers.bounded.driver import TooLarge
from puzzleproof.provers.bounded.pegs import PegSource
from puzzleproof.provers.certificate import Workspace
from puzzleproof.provers.events import Event, Working, ignore
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.solve import solve
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.replay import replay_to_goal
from tests.support.peg_boards import L_BOARD, PLUS, game, games_by_chance

APEX = load("triangle-5-apex")
MINIMUM = 10
LIMITS = Limits(120)


@pytest.fixture(autouse=True)
def all_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards go the way of large ones: layers in parts, weights for 200 states."""
    monkeypatch.setattr("puzzleproof.provers.session.MANY_STATES", 0)
    monkeypatch.setattr(pegs, "FIRST_MOST", 200)
    monkeypatch.setattr(driver, "AT_ONCE", 30)


def proven(request: Request | None = None) -> Verdict:
    return prove("apex", APEX, request or Request(), limits=LIMITS, in_process=True)


def test_a_minimum_is_certified_with_a_plan(tmp_path: Path) -> None:
    path = tmp_path / "apex.cert"
    verdict = proven(Request(certificate=str(path)))
    assert (verdict.status, verdict.grade, verdict.optimum) == ("optimal", "certified", MINIMUM)
    assert replay_to_goal(APEX, verdict.plan or ()) == MINIMUM
    (row,) = [row for row in verdict.evidence if row.kind == "labelling"]
    assert (row.checked, row.note) == (True, "with lower bounds")
    assert not any(row.kind == "exhaustion" for row in verdict.evidence)
    checked = check_file(path, APEX)
    assert (checked.optimum, checked.states) == (MINIMUM, row.states)
    assert "of departures" in checked.remark
    labelled = check_file(Path("docs/certificates/triangle-5-apex-move.cert"))
    assert checked.states < labelled.states / 1.5


@pytest.mark.parametrize("wanted", [1, 5, MINIMUM, MINIMUM + 1])
def test_a_bound_that_is_asked_for_is_certified_or_denied_by_a_plan(wanted: int) -> None:
    verdict = proven(Request(at_least=wanted))
    assert verdict.strength[0] >= min(wanted, MINIMUM)
    assert verdict.claim == ("confirmed" if wanted <= MINIMUM else "refuted")


def test_without_the_library_other_searches_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("ortools", "ortools.linear_solver"):
        monkeypatch.setitem(sys.modules, name, None)
    verdict = proven()
    assert (verdict.optimum, verdict.grade) == (MINIMUM, "cross-checked")
    reason = "no labelling with lower bounds: it needs ortools"
    assert any(note.startswith(reason) for note in verdict.notes)


def test_what_grows_too_large_leaves_a_certified_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pegs, "LARGEST_LAYER", 60)
    monkeypatch.setattr(weights, "WORTH", 2.0)

    def none(_finder: weights.BoundFinder, _start: int) -> int:
        return 0

    monkeypatch.setattr(weights.BoundFinder, "first_bound", none)
    verdict = proven()
    assert verdict.optimum == MINIMUM
    (row,) = [row for row in verdict.evidence if row.kind == "labelling"]
    assert row.checked
    assert 2 < row.bound < MINIMUM
    assert any("the search with lower bounds was stopped" in note for note in verdict.notes)


def test_before_layers_grow_far_a_beam_looks_for_plans(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, size in (("FIRST_MOST", 8), ("LARGEST_LAYER", 8), ("WIDE_AFTER", 8), ("WIDE", 2_000)):
        monkeypatch.setattr(pegs, name, size)
    assert isinstance(APEX, PegPuzzle)
    source = PegSource(APEX, Search(APEX, None, 0, None, None, ignore))
    found = source.search(MINIMUM + 1)
    assert len(set(source.path(found))) == MINIMUM + 1
    with pytest.raises(TooLarge):
        source.search(MINIMUM)  # no plan of fewer moves, so the layers would have to grow


@pytest.mark.parametrize("board", [PLUS, L_BOARD])
def test_minima_of_games_by_chance_are_those_of_the_rules(board: str) -> None:
    for puzzle in games_by_chance(board, 4):
        optimum = bfs(puzzle).optimum
        verdict = prove("chance", puzzle, Request(), ignore, LIMITS, in_process=True)
        assert (verdict.optimum, verdict.grade) == (optimum, "certified") or optimum is None


def test_boards_of_more_holes_than_fit_a_word_are_left_to_others() -> None:
    puzzle = game("triangle10", vacate=[0, 0], finish="any")
    with pytest.raises(Unsupported, match="a board of 55 holes: expected 45 at most"):
        search_and_check(Search(puzzle, 2, workspace=Workspace(None, None)), ignore)


def test_a_plan_is_found_with_bounds() -> None:
    verdict = solve("apex", APEX, limits=LIMITS)
    assert (verdict.status, verdict.grade) == ("bounded", "claimed")
    assert verdict.lower == verdict.upper == MINIMUM
    assert replay_to_goal(APEX, verdict.plan or ()) == MINIMUM


def test_a_plan_is_found_by_horizons_where_bounds_are_no_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pegs, "MOST_HOLES", 14)
    verdict = solve("apex", APEX, limits=LIMITS)
    assert verdict.plan is not None
    assert any("no search with lower bounds (a board of 15 holes" in n for n in verdict.notes)


WIDE = 1 << 30
TRIANGLE = game("triangle5", vacate=[0, 0], finish=[0, 0])
TRIANGLE_MINIMUM = 10


def path_of(puzzle: PegPuzzle, moves: int, width: int = WIDE) -> list[int] | None:
    states = list[int]()

    def listen(event: Event) -> None:
        assert isinstance(event, Working)
        assert event.phase == f"looking for a plan of {moves} moves, after {len(states) + 1}"
        states.append(event.done)

    found = PegSource(puzzle, Search(puzzle, emit=listen)).beam(moves, width)
    assert max(states, default=0) <= width
    return found


def check_path(puzzle: PegPuzzle, path: list[int]) -> None:
    graph = PegGraph(puzzle)
    assert graph.classes(path[:1]) == {graph.start}
    assert puzzle.is_goal((path[-1],))
    assert all((after,) in puzzle.successors((before,)) for before, after in pairwise(path))


@pytest.mark.parametrize("listed", [0, 10**9], ids=["few listed", "all listed"])
def test_a_beam_of_all_states_finds_a_plan(listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pegs, "LISTED", listed)
    for puzzle in games_by_chance(PLUS, 6):
        optimum = bfs(puzzle).optimum
        for moves in range(8):
            path = path_of(puzzle, moves)
            assert (path is None) == (optimum is None or optimum > moves)
            if path is not None:
                check_path(puzzle, path)
                assert len(path) - 1 == optimum


@pytest.mark.parametrize("width", [1, 30, 1000])
def test_a_narrow_beam_finds_plans_or_nothing(width: int) -> None:
    for moves in range(TRIANGLE_MINIMUM - 1, TRIANGLE_MINIMUM + 4):
        path = path_of(TRIANGLE, moves, width)
        if path is not None:
            check_path(TRIANGLE, path)
            assert TRIANGLE_MINIMUM <= len(path) - 1 <= moves
