"""What may be asked of a survey: graphs in arrays, final holes of pegs, the hardest start."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from puzzleproof.explore.pegs import final_search
from puzzleproof.explore.survey import SurveyExtras
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import dumps, load, loads
from puzzleproof.models.pegs.boards import named_board, read_board
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle, Info
from puzzleproof.provers.events import Emit, Event, Note, ignore
from puzzleproof.provers.process import TimeLimit
from puzzleproof.provers.survey import array_graphs, survey
from puzzleproof.provers.survey.survey import Finding, Survey, SurveyRequest, explore
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import sliding
from tests.support.frog_boards import frogs
from tests.support.tile_boards import tiles

# --- graphs in arrays ---------------------------------------------------------------------


SAME = ("states", "edges", "degrees", "components", "component_sizes", "goal", "diameter")
PAIRS = SurveyExtras(pairs=True)


def _found(request: SurveyRequest, name: str = "simplicity") -> tuple[dict[str, Any], list[str]]:
    """Findings and notes."""
    findings, notes = dict[str, Any](), list[str]()

    def emit(event: Event) -> None:
        if isinstance(event, Finding):
            findings[event.name] = event.value
        elif isinstance(event, Note):
            notes.append(event.text)

    survey.SURVEYORS["graph"](load(name), request, None, 10**9, emit)
    return findings, notes


def _same(found: dict[str, Any], other: dict[str, Any]) -> bool:
    return [found[name] for name in SAME] == [other[name] for name in SAME]


def test_lists_find_the_same_as_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where graphs are too small for arrays, where more is asked for, and in a browser."""
    in_arrays, notes = _found(SurveyRequest(), "pennant")
    more, _ = _found(SurveyRequest(wanted=SurveyExtras(eccentricities=True)), "pennant")
    assert (notes, "eccentricities" in more, _same(more, in_arrays)) == ([], True, True)
    with monkeypatch.context() as patch:
        patch.setattr(array_graphs, "MORE", 0)
        assert _same(_found(SurveyRequest(), "pennant")[0], in_arrays)
    for name in [name for name in sys.modules if name.startswith("puzzleproof.explore.graph")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    found, notes = _found(SurveyRequest(), "pennant")
    assert (notes, _same(found, in_arrays)) == ([], True)


def test_arrays_hold_twelve_times_as_many_states() -> None:
    """Of hughes, which has 1,350."""
    found, notes = _found(SurveyRequest(states=113, wanted=PAIRS), "hughes")
    assert _same(found, _found(SurveyRequest(), "hughes")[0])
    assert notes == [
        "graphs of more than 113 states are not stored (--max-states, --memory-limit allow more; "
        "--reachable leaves out the others) in lists, which these need; not computed: pairs"
    ]
    found, notes = _found(SurveyRequest(states=112), "hughes")
    assert "diameter" not in found
    assert notes[0].endswith("not computed: symmetric states, diameter")


# --- final holes --------------------------------------------------------------------------


def finals(board: str, metric: str = "move", on_event: Emit = ignore) -> Survey:
    holes = read_board(board) if "\n" in board else named_board(board)
    puzzle = PegPuzzle(Info(), metric, holes, vacate=holes.holes[0], finish="any")
    return explore(puzzle, SurveyRequest(finals=True), on_event)


def table(board: str, metric: str = "move") -> dict[str, Any]:
    found: dict[str, Any] = finals(board, metric).findings["finals"]
    return found


@pytest.mark.parametrize("metric", ["move", "jump"])
def test_every_vacancy_has_its_row_and_its_plans(metric: str) -> None:
    found, board = table("triangle5", metric), named_board("triangle5")
    assert [row["vacate"] for row in found["vacancies"]] == list(board.numbers)
    assert found["reached"] == sum(len(row["reached"]) for row in found["vacancies"])
    for row in found["vacancies"]:
        ends = [one["finish"] for one in row["reached"]]
        assert sorted([*ends, *row["open"]]) == row["allowed"]
        assert row["exhausted"] == row["open"]
        for one in row["reached"]:
            vacate, finish = tuple(row["hole"]), board.hole(one["finish"])
            puzzle = PegPuzzle(Info(), metric, board, vacate=vacate, finish=finish)
            assert replay_to_goal(puzzle, one["plan"]) <= 13


def test_a_time_limit_keeps_what_the_classes_say() -> None:
    def out_of_time(event: Event) -> None:
        if isinstance(event, Finding) and event.name == "finals":
            raise TimeLimit("time limit reached")

    found = finals("triangle10", on_event=out_of_time)
    assert found.stopped == "time limit reached"
    rows = found.findings["finals"]["vacancies"]
    assert sum(bool(row["allowed"]) for row in rows) == 36
    assert any(row["open"] for row in rows)
    assert all(not row["exhausted"] for row in rows)


def test_what_beams_do_not_find_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(final_search, "ALL_POSITIONS", 0)
    found = finals("strip9")
    row = found.findings["finals"]["vacancies"][0]
    assert row["open"] == row["allowed"]
    assert row["exhausted"] == []
    assert any("is no proof" in note for note in found.notes)


def test_what_has_no_finals_is_refused() -> None:
    for name in ("ane-rouge", "frogs-2-2", "four-cubes"):
        with pytest.raises(Unsupported, match="--finals"):
            explore(load(name), SurveyRequest(finals=True))
    for asked in (
        SurveyRequest(finals=True, reachable=True),
        SurveyRequest(finals=True, solutions=True),
        SurveyRequest(finals=True, hardest=True),
    ):
        with pytest.raises(Unsupported, match="--finals: leave out"):
            explore(load("triangle-5"), asked)
    with pytest.raises(Unsupported, match="one hole"):
        finals("o\n")
    found = finals("strip65")
    assert found.findings["finals"]["holes"] == 65
    assert found.notes == ["boards of more than 64 holes are not searched"]


# --- the hardest start --------------------------------------------------------------------


HARDEST = SurveyRequest(hardest=True)
WALLED = sliding("A#.B/.#../.#.C", goal="..../..../...B", labelled="B")
"""A board in two parts."""


def distance(puzzle: AnyPuzzle) -> int | None:
    """By breadth-first search from the rules alone."""
    depths = (d for d, layer in enumerate(layers(puzzle)) if any(map(puzzle.is_goal, layer)))
    return next(depths, None)


@pytest.mark.parametrize(
    ("puzzle", "metric"),
    [
        (load("simplicity"), "piece"),
        (load("simplicity"), "unit"),
        (load("hughes"), "piece"),
        (WALLED, "piece"),
        (tiles("1 2/3 0"), "single"),
        (frogs("FF.TT"), "move"),
        (frogs("FF.TT", backward=True), "move"),
        (load("triangle-4"), "jump"),
    ],
)
def test_the_instance_is_as_far_as_the_survey_says(puzzle: AnyPuzzle, metric: str) -> None:
    puzzle = puzzle.with_metric(metric)
    found = explore(puzzle, HARDEST).findings
    again = loads(found["hardest_instance"])
    assert dumps(again) == found["hardest_instance"]
    goal = found["goal"]
    value = goal.get("hardest_start_anywhere") or goal["hardest_start"]
    assert distance(again) == value["moves"] >= goal.get("hardest_start", value)["moves"]
    assert again.draw(again.start) == value["state"]
    assert not again.info.known
    assert "claimed by one search" in again.info.note
    assert f"{value['moves']} moves (metric {metric})" in again.info.note


def test_where_the_starts_own_component_has_no_goal() -> None:
    """The three labelled pieces stand in the wrong order in their corridor; others do not."""
    puzzle = sliding("ABC.", goal="CBA.", labelled="ABC")
    found = explore(puzzle, HARDEST).findings
    assert found["goal"]["optimum"] is None
    assert "hardest_start" not in found["goal"]
    assert found["goal"]["hardest_start_anywhere"]["moves"] == 3
    assert distance(loads(found["hardest_instance"])) == 3
    with pytest.raises(Unsupported, match="no state reaches a goal"):
        explore(puzzle, SurveyRequest(hardest=True, reachable=True))


def test_what_has_no_hardest_start() -> None:
    tour = sliding("A../...", tour=["..A/...", ".../A.."], labelled="A")
    with pytest.raises(Unsupported, match="a tour has no goal"):
        explore(tour, HARDEST)
    with pytest.raises(Unsupported, match="--write-hardest: graphs of more than 100 states"):
        explore(load("simplicity"), SurveyRequest(hardest=True, states=100))
