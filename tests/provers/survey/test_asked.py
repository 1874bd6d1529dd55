"""What may be asked of a survey: graphs in arrays, final holes of pegs, the hardest starts."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from puzzleproof.explore.conditions import Condition
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import dumps, load, loads
from puzzleproof.models.pegs.boards import named_board, read_board
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle, Info, State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.events import Emit, Event, Note, ignore
from puzzleproof.provers.process import TimeLimit
from puzzleproof.provers.survey import graphs
from puzzleproof.provers.survey.request import SurveyRequest
from puzzleproof.provers.survey.survey import (
    Finding,
    Survey,
    Work,
    explore,
)
from puzzleproof.verify.count import shortest_plans
from puzzleproof.verify.replay import replay, replay_to_goal
from tests.support.boards import sliding
from tests.support.frog_boards import frogs
from tests.support.tile_boards import tiles

SAME = ("states", "edges", "degrees", "components", "component_sizes", "goal", "diameter")


def _found(request: SurveyRequest, name: str = "simplicity") -> tuple[dict[str, Any], list[str]]:
    """Findings and notes."""
    findings, notes = dict[str, Any](), list[str]()

    def emit(event: Event) -> None:
        if isinstance(event, Finding):
            findings[event.name] = event.value
        elif isinstance(event, Note):
            notes.append(event.text)

    graphs.survey_graph(Work(load(name), request, None, 10**9, emit))
    return findings, notes


def _same(found: dict[str, Any], other: dict[str, Any]) -> bool:
    return [found[name] for name in SAME] == [other[name] for name in SAME]


def test_lists_find_the_same_as_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where graphs are too small for arrays, where more is asked for, and in a browser."""
    in_arrays, notes = _found(SurveyRequest(), "pennant")
    more, _ = _found(SurveyRequest(find=("eccentricities",)), "pennant")
    assert (notes, "eccentricities" in more, _same(more, in_arrays)) == ([], True, True)
    with monkeypatch.context() as patch:
        patch.setattr(graphs, "MORE", 0)
        assert _same(_found(SurveyRequest(), "pennant")[0], in_arrays)
    for name in [name for name in sys.modules if name.startswith("puzzleproof.explore.graph")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    found, notes = _found(SurveyRequest(), "pennant")
    assert (notes, _same(found, in_arrays)) == ([], True)


def test_arrays_hold_twelve_times_as_many_states() -> None:
    """Of hughes, which has 1,350."""
    found, notes = _found(SurveyRequest(max_states=113), "hughes")
    assert (notes, _same(found, _found(SurveyRequest(), "hughes")[0])) == ([], True)
    found, notes = _found(SurveyRequest(max_states=112, find=("pairs",)), "hughes")
    assert "diameter" not in found
    assert notes == [
        "graphs of more than 112 states are not stored (--max-states and --memory-limit allow "
        "more; --reachable leaves out states that the start does not reach); not computed: "
        "symmetric states, diameter, pairs"
    ]


def finals(board: str, metric: str = "move", on_event: Emit = ignore) -> Survey:
    holes = read_board(board) if "\n" in board else named_board(board)
    puzzle = PegPuzzle(Info(), metric, holes, vacate=holes.holes[0], finish="any")
    return explore(puzzle, SurveyRequest(find=("final-holes",)), on_event)


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
    monkeypatch.setattr("puzzleproof.explore.pegs.finals.ALL_POSITIONS", 0)
    found = finals("strip9")
    row = found.findings["finals"]["vacancies"][0]
    assert row["open"] == row["allowed"]
    assert row["exhausted"] == []
    assert any("is no proof" in note for note in found.notes)


def test_what_has_no_finals_is_refused() -> None:
    for name in ("ane-rouge", "frogs-2-2", "four-cubes"):
        with pytest.raises(Unsupported, match="--find"):
            explore(load(name), SurveyRequest(find=("final-holes",)))
    for asked in (
        SurveyRequest(find=("final-holes",), reachable=True),
        SurveyRequest(find=("final-holes", "solutions")),
        SurveyRequest(find=("final-holes", "starts")),
    ):
        with pytest.raises(Unsupported, match="--find final-holes: leave out"):
            explore(load("triangle-5"), asked)
    with pytest.raises(Unsupported, match="one hole"):
        finals("o\n")
    found = finals("strip65")
    assert found.findings["finals"]["holes"] == 65
    assert found.notes == ["boards of more than 64 holes are not searched"]


WALLED = sliding("A#.B/.#../.#.C", goal="..../..../...B", labelled="B")
"""A board in two parts."""
BOARDS = [
    (load("simplicity"), "piece"),
    (load("hughes"), "piece"),
    (WALLED, "piece"),
    (WALLED, "unit"),
    (tiles("1 2/3 0"), "single"),
    (frogs("FF.TT"), "move"),
    (frogs("FF.TT", backward=True), "move"),
    (load("triangle-4"), "jump"),
]


def listed(puzzle: AnyPuzzle, most: int = 10, *, reachable: bool = False) -> list[dict[str, Any]]:
    request = SurveyRequest(find=("starts",), top=most, reachable=reachable)
    rows: list[dict[str, Any]] = explore(puzzle, request).findings["starts"]
    return rows


def away(puzzle: AnyPuzzle, states: Sequence[State]) -> int:
    """How often the pieces get farther from their places, on boards without walls."""
    far = [Far(puzzle, state).far for state in states]
    return sum(after > before for before, after in pairwise(far))


class Far:
    """The Manhattan distance of a table, or of the one labelled piece from its goal."""

    def __init__(self, puzzle: AnyPuzzle, state: State) -> None:
        if isinstance(puzzle, TilesPuzzle):
            self.far = puzzle.own_features().vector(state)[0]
            return
        assert isinstance(puzzle, SlidingPuzzle)
        (pattern,) = puzzle.goal_patterns
        ((piece, place),) = pattern.labelled
        corners = [min(puzzle.grid.cells_of(mask)) for mask in (state[piece], place)]
        self.far = sum(abs(a - b) for a, b in zip(*corners, strict=True))


@pytest.mark.parametrize(("puzzle", "metric"), BOARDS)
def test_each_start_is_as_hard_as_is_said(puzzle: AnyPuzzle, metric: str) -> None:
    """All its shortest plans are listed by the rules alone."""
    puzzle = puzzle.with_metric(metric)
    for row in listed(puzzle, 4):
        again = loads(row["instance"])
        assert (dumps(again), again.draw(again.start)) == (row["instance"], row["board"])
        assert not again.info.known
        assert f"{row['moves']} move" in again.info.note
        assert "claimed by one search" in again.info.note
        plans = list(shortest_plans(again, row["plans"] + 1))
        assert (len(plans[0]), len(plans)) == (row["moves"], row["plans"])
        if puzzle.family in ("sliding", "tiles"):
            routes = [replay(again, plan) for plan in plans]
            assert row["counter_intuitive"] == min(away(again, route) for route in routes)
        else:
            assert row["counter_intuitive"] is None


def test_starts_that_meet_conditions_are_all_that_do() -> None:
    """The first of them in the order of all starts, and how many were looked at."""
    puzzle, where = load("simplicity"), "moves <= 12 and 2 <= shortest_plans < 4"
    every = listed(puzzle, 10_000)
    wanted = [one["board"] for one in every if one["moves"] <= 12 and 2 <= one["plans"] < 4]
    request = SurveyRequest(find=("starts",), top=10_000, where=where)
    found = explore(puzzle, request).findings
    assert [one["board"] for one in found["starts"]] == wanted
    searched = "all placements of the pieces, up to symmetry, farthest first"
    counts = {"looked_at": len(every), "met": len(wanted)}
    assert found["conditions"] == {"where": where, "searched": searched, **counts}
    assert 10 < len(wanted) < len(every)
    few = explore(puzzle, replace(request, top=2)).findings
    assert [one["board"] for one in few["starts"]] == wanted[:2]
    assert few["conditions"]["looked_at"] < len(every)
    none = explore(puzzle, replace(request, where="moves > 99")).findings
    assert none["starts"] == []
    assert none["conditions"]["met"] == 0


def test_a_limit_keeps_the_starts_that_met_conditions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUZZLEPROOF_START_METHOD", "none")
    real, asked = Condition.meets, 0

    def slow(condition: Condition, about: Any) -> bool:
        nonlocal asked
        asked += 1
        if asked > 40:
            raise TimeLimit("time limit reached")
        return real(condition, about)

    monkeypatch.setattr(Condition, "meets", slow)
    request = SurveyRequest(find=("starts",), top=10_000, where="moves > 12")
    found = explore(load("simplicity"), request)
    assert found.stopped == "time limit reached"
    assert len(found.findings["starts"]) == found.findings["conditions"]["met"] > 5


def test_the_first_start_is_the_farthest_of_all_and_images_are_left_out() -> None:
    for puzzle, metric in BOARDS:
        rows = listed(puzzle.with_metric(metric), 1000)
        goal = explore(puzzle.with_metric(metric), SurveyRequest()).findings["goal"]
        value = goal.get("hardest_start_anywhere") or goal["hardest_start"]
        keys = [(-row["moves"], row["plans"], -(row["counter_intuitive"] or 0)) for row in rows]
        assert rows[0]["moves"] == value["moves"]
        assert keys == sorted(keys)
    boards = {row["board"] for row in listed(load("triangle-4"), 1000)}
    assert len(boards) > 1
    assert not boards & {"\n".join(row[::-1] for row in one.split("\n")) for one in boards} - {
        one for one in boards if all(row == row[::-1] for row in one.split("\n"))
    }


def test_a_band_of_distances() -> None:
    request = SurveyRequest(find=("starts",), top=1000, distance=(5, 6))
    rows = explore(load("simplicity"), request).findings["starts"]
    assert [row["moves"] for row in rows] == sorted([row["moves"] for row in rows], reverse=True)
    assert {row["moves"] for row in rows} == {5, 6}


def test_where_the_starts_own_component_has_no_goal() -> None:
    """The three labelled pieces stand in the wrong order in their corridor; others do not."""
    puzzle = sliding("ABC.", goal="CBA.", labelled="ABC")
    assert [row["moves"] for row in listed(puzzle)] == [3, 2, 1]
    with pytest.raises(Unsupported, match="no state reaches a goal"):
        listed(puzzle, reachable=True)


@pytest.mark.parametrize(
    ("puzzle", "request_", "words"),
    [
        (
            sliding("A../...", tour=["..A/...", ".../A.."], labelled="A"),
            SurveyRequest(find=("starts",)),
            "a tour has no goal",
        ),
        (load("four-cubes"), SurveyRequest(find=("starts",)), "--find: cubes have no state graph"),
        (
            load("simplicity"),
            SurveyRequest(find=("starts",), distance=(50, 60)),
            "--distance 50-60: no state is at such a distance",
        ),
    ],
)
def test_what_has_no_hardest_start(puzzle: AnyPuzzle, request_: SurveyRequest, words: str) -> None:
    with pytest.raises(Unsupported, match=words):
        explore(puzzle, request_)
