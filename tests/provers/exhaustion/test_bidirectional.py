"""From both ends as evidence: two searches make a minimum, and neither alone does."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from puzzleproof.explore.pegs import classes, moves
from puzzleproof.explore.pegs.moves import PegSearchResult
from puzzleproof.models.errors import InternalError, LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.pegs.boards import read_board
from puzzleproof.models.pegs.rules import BIDIRECTIONAL_HOLES, PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers import refutation, solve
from puzzleproof.provers.bounds import Bounds
from puzzleproof.provers.events import Event, EvidenceFound, Layer, Note, Working, ignore
from puzzleproof.provers.exhaustion import bidirectional as bidirectional
from puzzleproof.provers.exhaustion.bidirectional import (
    confirm_bidirectional,
    search_bidirectional,
    search_first,
)
from puzzleproof.provers.exhaustion.breadth_first import search_task
from puzzleproof.provers.process import BASELINE_BYTES, NO_LIMITS, Limits
from puzzleproof.provers.prove import Session, prove
from puzzleproof.provers.request import Request
from puzzleproof.provers.verdict import UNSOLVABLE, Verdict
from puzzleproof.verify import bidirectional as by_the_rules
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bidirectional import BidirectionalRefutation, Refuted, refute
from puzzleproof.verify.peg_positions import IMAGE_BITS, moves_after, moves_before, symmetries
from puzzleproof.verify.replay import replay_to_goal
from tests.support.peg_boards import L_BOARD, PLUS, game
from tests.support.peg_boards import games_by_chance as puzzles

SQUARE = "oooo\n" * 4
BOARDS = [L_BOARD, PLUS, "ooooo\n" * 3, SQUARE]
APEX = load("triangle-5-apex")
MINIMUM = 10


class Log(Bounds):
    """A case that keeps the events."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        super().__init__(puzzle)
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        self.events.append(event)
        list(self.apply(event))

    def answer(self) -> tuple[str, str, int | None]:
        verdict = self.verdict("test", 0.0, (), {})
        return verdict.status, verdict.grade, verdict.optimum

    def rows(self) -> list[float]:
        return [event.evidence.bound for event in self.events if isinstance(event, EvidenceFound)]


@pytest.fixture
def all_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards go the way of large ones, where no lower bounds are known."""
    monkeypatch.setattr("puzzleproof.provers.bounded.SEARCHES", {})
    monkeypatch.setattr(refutation, "PROOF_SECONDS", 0.5)
    monkeypatch.setattr("puzzleproof.provers.prove.MANY_STATES", 0)


# --- what it is for -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "suited"),
    [
        (load("english-centre"), True),
        (load("european-43-35"), True),
        (load("english-centre").with_metric("jump"), False),
        (load("frogs-2-2"), False),
        (load("tiles-2x3"), False),
        (game("triangle10", vacate=[0, 0], finish="any"), True),
        (game("triangle11", vacate=[0, 0], finish="any"), False),
    ],
)
def test_what_suits(puzzle: AnyPuzzle, suited: bool) -> None:
    assert (puzzle.special_search == "bidirectional") == suited
    if not suited:
        with pytest.raises(Unsupported):
            search_bidirectional(puzzle, None, None, Log(puzzle).tell)
        with pytest.raises(Unsupported):
            confirm_bidirectional(puzzle, None, Log(puzzle).tell)


def test_the_engine_and_its_user_mean_the_same_boards() -> None:
    assert BIDIRECTIONAL_HOLES == classes.MOST_HOLES == IMAGE_BITS


# --- two searches make a minimum ----------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_two_searches_make_the_minimum_of_the_rules(board: str) -> None:
    for puzzle in puzzles(board, 25):
        log, minimum = Log(puzzle), bfs(puzzle).optimum
        search_bidirectional(puzzle, None, None, log.tell)
        assert log.answer()[2] is None
        confirm_bidirectional(puzzle, minimum, log.tell)
        status = "unsolvable" if minimum is None else "optimal"
        assert log.answer() == (status, "cross-checked", minimum)
        for event in log.events:
            if isinstance(event, Layer):
                assert minimum is None or event.depth < minimum
        assert log.rows() == [UNSOLVABLE if minimum is None else minimum] * 2
        if minimum is not None:
            assert refute(puzzle, minimum + 1).at_least == minimum
            assert refute(puzzle, None).at_least == minimum


def test_each_layer_raises_the_bound_by_one() -> None:
    log = Log(APEX)
    search_bidirectional(APEX, None, None, log.tell)
    confirm_bidirectional(APEX, MINIMUM, log.tell)
    for formulation in ("encoders", "models"):
        told = [e for e in log.events if isinstance(e, Layer) and e.formulation == formulation]
        depths = [event.depth for event in told]
        assert depths == list(range(depths[0], MINIMUM - (formulation == "models")))
        assert [event.states for event in told] == sorted(event.states for event in told)


@pytest.mark.parametrize("wanted", [1, 2, 7, MINIMUM])
def test_a_bound_alone(wanted: int) -> None:
    log = Log(APEX)
    search_bidirectional(APEX, wanted, None, log.tell)
    confirm_bidirectional(APEX, wanted, log.tell)
    assert log.rows()[1] == wanted <= log.rows()[0] <= MINIMUM
    assert log.proven >= wanted


def test_a_bound_too_high_is_not_proven() -> None:
    log = Log(APEX)
    search_bidirectional(APEX, MINIMUM + 3, None, log.tell)
    confirm_bidirectional(APEX, MINIMUM + 3, log.tell)
    assert log.answer() == ("optimal", "cross-checked", MINIMUM)


def test_a_search_that_ends_by_its_limit_of_memory_leaves_its_bound() -> None:
    run = Session(load("english-13"), ignore, NO_LIMITS)
    assert not search_first(run, None, BASELINE_BYTES + 5_000_000)
    verdict = run.bounds.verdict("test", 0.0, (), {})
    assert (verdict.status, verdict.grade, verdict.upper) == ("bounded", "claimed", None)
    assert 8 < (verdict.lower or 0) <= 19
    (note,) = run.bounds.notes
    assert "bidirectional search was stopped (memory limit of 65 MB reached)" in note.text
    assert verdict.reasons == (note.text,)
    (row,) = verdict.evidence
    assert row.bound == verdict.lower
    assert row.note.endswith("then stopped")
    assert row.reached is None


def test_no_memory_at_all_is_a_note() -> None:
    events: list[Event] = []
    run = Session(APEX, events.append, NO_LIMITS)
    assert not search_first(run, None, 0)
    assert run.bounds.lower == 0
    assert [type(event) for event in events] == [Working, Note]


# --- prove and solve ----------------------------------------------------------------------


@pytest.mark.usefixtures("all_large")
@pytest.mark.parametrize(("name", "minimum"), [("triangle-5", 9), ("triangle-5-apex", MINIMUM)])
@pytest.mark.parametrize("kinds", ["auto", "exhaustion"])
def test_prove_searches_large_boards_from_both_ends(name: str, minimum: int, kinds: str) -> None:
    puzzle = load(name)
    verdict = prove(name, puzzle, Request(evidence=(kinds,)))
    assert (verdict.status, verdict.grade) == ("optimal", "cross-checked")
    assert verdict.optimum == minimum
    assert replay_to_goal(puzzle, verdict.plan or ()) == minimum
    checkers = [row.checker for row in verdict.evidence if row.kind == "exhaustion"]
    assert checkers == ["explore.pegs.moves", "verify.bidirectional"]
    assert not any(row.kind in ("labelling", "refutation") for row in verdict.evidence)


@pytest.mark.usefixtures("all_large")
@pytest.mark.parametrize("wanted", [0, 5, MINIMUM])
def test_prove_at_least(wanted: int) -> None:
    verdict = prove("apex", APEX, Request(at_least=wanted))
    assert verdict.proven >= wanted
    assert not any(row.kind == "refutation" for row in verdict.evidence)


@pytest.mark.usefixtures("all_large")
def test_prove_at_least_too_much_is_denied_by_a_plan() -> None:
    verdict = prove("apex", APEX, Request(at_least=MINIMUM + 1))
    assert (verdict.upper, verdict.optimum) == (MINIMUM, MINIMUM)
    assert verdict.claim == "refuted"


@pytest.mark.usefixtures("all_large")
def test_what_does_not_fit_the_memory_is_left_to_horizons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bidirectional, "BASELINE_BYTES", 10**15)
    puzzle = load("triangle-4")
    verdict = prove("triangle-4", puzzle, Request(), limits=Limits(60))
    assert (verdict.upper, verdict.lower) == (5, 5)
    assert any(row.kind == "refutation" for row in verdict.evidence)
    solved = solve.solve("triangle-4", puzzle)
    assert solved.plan is not None
    assert any("bidirectional search was stopped" in note for note in solved.notes)


@pytest.mark.usefixtures("all_large")
@pytest.mark.parametrize("engine", ["auto", "search"])
def test_solve_gives_a_shortest_plan_and_claims_no_more(engine: str) -> None:
    verdict = solve.solve("apex", APEX, engine)
    assert len(verdict.plan or ()) == MINIMUM
    assert (verdict.status, verdict.grade) == ("bounded", "claimed")


# --- liars --------------------------------------------------------------------------------


def a_plan_of_jumps() -> tuple[int, ...]:
    """States of a plan that is longer than need be."""
    log = Log(APEX.with_metric("jump"))
    search_task(log.puzzle, None, None, log.tell)
    state, full = log.puzzle.start, (1 << 15) - 1
    states = [state]
    for text in log.plan or ():
        state = log.puzzle.play(state, log.puzzle.parse_move(text))
        states.append(state)
    return tuple(mask | (mask ^ full) << 15 for (mask,) in states)


def lie(monkeypatch: pytest.MonkeyPatch, **claims: Any) -> None:
    honest = moves.search_moves

    def search_moves(*arguments: Any) -> PegSearchResult:
        return replace(honest(*arguments), **claims)

    monkeypatch.setattr(moves, "search_moves", search_moves)


LIES: dict[str, dict[str, Any]] = {
    "a minimum too high, no plan": {"optimum": 12, "at_least": 12, "states": ()},
    "a bound too high, no end": {"optimum": None, "at_least": 12, "states": ()},
    "unsolvable": {"optimum": None, "limited": False, "states": ()},
    "a plan too long": {"optimum": 13, "at_least": 13, "states": a_plan_of_jumps()},
    "above its own plan": {"optimum": 12, "at_least": 12},
    "below its own plan": {"optimum": 3, "at_least": 3},
}


@pytest.mark.usefixtures("all_large")
@pytest.mark.parametrize("claims", LIES)
@pytest.mark.parametrize("kinds", ["auto", "exhaustion"])
def test_a_search_that_lies_proves_nothing(
    claims: str, kinds: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lie(monkeypatch, **LIES[claims])
    try:
        verdict = listen_to(Request(evidence=(kinds,)))
    except InternalError:
        assert not LIES[claims].get("states", True)  # a minimum without a plan
        return
    assert verdict.status != "unsolvable"
    assert verdict.optimum in (None, MINIMUM)
    assert verdict.grade != "certified"
    assert verdict.proven <= MINIMUM


def listen_to(request: Request) -> Verdict:
    return prove("lie", APEX, request, limits=Limits(60))


@pytest.mark.usefixtures("all_large")
def test_a_plan_too_long_is_seen_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    lie(monkeypatch, **LIES["a plan too long"])
    verdict = listen_to(Request(evidence=("exhaustion",)))
    assert (verdict.status, verdict.lower, verdict.upper) == ("bounded", 13, 13)
    assert (verdict.grade, verdict.proven) == ("claimed", MINIMUM)


@pytest.mark.usefixtures("all_large")
@pytest.mark.parametrize("left_out", [0, 4, MINIMUM])
def test_a_wrong_plan_is_an_error(left_out: int, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = moves.search_moves

    def search_moves(*arguments: Any) -> PegSearchResult:
        found = honest(*arguments)
        return replace(found, states=found.states[:left_out] + found.states[left_out + 1 :])

    monkeypatch.setattr(moves, "search_moves", search_moves)
    with pytest.raises(InternalError, match="a search made a false claim"):
        listen_to(Request())


@pytest.mark.usefixtures("all_large")
@pytest.mark.parametrize("claim", [Refuted(99, 5), Refuted(None, 5)])
def test_a_second_search_that_lies_proves_nothing(
    claim: Refuted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refute(*arguments: object) -> Refuted:
        return claim

    monkeypatch.setattr(by_the_rules, "refute", refute)
    verdict = listen_to(Request())
    assert verdict.denied
    assert verdict.optimum is None


# --- the second search --------------------------------------------------------------------


@pytest.mark.parametrize("board", ["oooo\noooo\nooo.\n", ".oo.\noooo\n.oo.\n..oo\n"])
def test_moves_made_and_taken_back_are_those_of_the_rules(board: str) -> None:
    puzzle = game(board, vacate=[1, 1], finish="any")
    positions = range(1 << len(puzzle.board.holes))
    forward = {(mask, after) for mask in positions for (after,) in puzzle.successors((mask,))}
    before = moves_before(puzzle.board)
    assert {(one, mask) for mask in positions for one in before(mask)} == forward
    after = moves_after(puzzle.board)
    assert {(mask, one) for mask in positions for one in after(mask)} == forward
    assert len(forward) > 1000


@pytest.mark.parametrize(
    ("board", "number"),
    [
        ("english", 8),
        ("european", 8),
        ("triangle4", 6),
        ("triangle1", 1),
        ("strip5", 2),
        (L_BOARD, 2),
        (PLUS, 2),
        ("ooo\n" * 2, 4),
        ("ooo\noo.\n", 1),
        (SQUARE, 8),
    ],
)
def test_symmetries_of_boards(board: str, number: int) -> None:
    one = read_board(board)
    found = symmetries(one)
    assert tuple(range(len(one.holes))) in found
    products = {tuple(a[b[k]] for k in range(len(b))) for a in found for b in found}
    assert products == set(found)
    assert len(found) == number


def test_no_refutation_is_lost_by_symmetries() -> None:
    """Up to all of them some layers meet too soon; then those that keep the start are taken."""
    short = 0
    for puzzle in puzzles(SQUARE, 40):
        minimum = bfs(puzzle).optimum
        assert refute(puzzle, minimum).at_least == minimum
        whole = BidirectionalRefutation(puzzle, symmetries(puzzle.board)).refute(minimum, None)
        assert whole.at_least is None or minimum is None or whole.at_least <= minimum
        short += whole.at_least != minimum
    assert short


def test_boards_of_many_holes() -> None:
    """Few pegs on 37 holes; the goal is where moves by chance end."""
    chance, known = random.Random(37), list[int | None]()  # noqa: S311
    board = read_board("european")
    while len(known) < 30:
        start = sum(1 << k for k in chance.sample(range(12, 37), 10))
        puzzle = game("european", start=board.draw(start), finish="any")
        goal, number = start, 0
        while after := list(puzzle.successors((goal,))):
            goal, number = chance.choice(after)[0], number + 1
        if number > 2:
            puzzle = game("european", start=board.draw(start), goal=board.draw(goal))
            known.append(bfs(puzzle).optimum)
            assert refute(puzzle, known[-1]).at_least == known[-1]
    assert {3, 4} <= set(known)


def test_both_searches_have_the_same_classes() -> None:
    puzzle, log = load("english-centre"), Log(load("english-centre"))
    search_bidirectional(puzzle, 14, None, log.tell)
    confirm_bidirectional(puzzle, 14, log.tell)
    told: dict[str, dict[int, int]] = {"encoders": {}, "models": {}}
    for event in log.events:
        if isinstance(event, Layer):
            told[event.formulation][event.depth] = event.states
    assert told["models"][0] == 2
    for depth in range(1, 13):
        assert told["models"][depth] == told["encoders"][depth]


@pytest.mark.parametrize("chunk", [1, 2, 1000])
def test_parts_lose_nothing(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = load("triangle-5-apex")
    assert isinstance(puzzle, PegPuzzle)
    whole = refute(puzzle, MINIMUM)
    monkeypatch.setattr(by_the_rules, "POSITIONS_AT_ONCE", chunk)
    assert refute(puzzle, MINIMUM) == whole


def test_a_refutation_can_be_stopped() -> None:
    depths = list[int]()

    def on_layer(depth: int, classes: int) -> None:
        depths.append(depth)
        if depth == 9:
            raise LimitReached("enough")

    puzzle = load("english-centre")
    assert isinstance(puzzle, PegPuzzle)
    with pytest.raises(LimitReached):
        refute(puzzle, 18, on_layer)
    assert depths == list(range(10))
    with pytest.raises(Unsupported):
        refute(puzzle.with_metric("jump"), 3)
