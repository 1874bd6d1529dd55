"""The survey of final holes: every vacancy, plans replayed, nothing called impossible."""

from __future__ import annotations

from typing import Any

import pytest

from puzzleproof.explore.pegs import final_search
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.pegs.boards import named_board, read_board
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info
from puzzleproof.provers.process import Limits
from puzzleproof.provers.survey.survey import Survey, SurveyRequest, explore
from puzzleproof.verify.replay import replay_to_goal


def finals(board: str, metric: str = "move", limits: Limits | None = None) -> Survey:
    holes = read_board(board) if "\n" in board else named_board(board)
    puzzle = PegPuzzle(Info(), metric, holes, vacate=holes.holes[0], finish="any")
    return explore(puzzle, SurveyRequest(finals=True), limits=limits or Limits())


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
    found = finals("diamond41", limits=Limits(2.0))
    assert found.stopped == "time limit reached"
    rows = found.findings["finals"]["vacancies"]
    assert sum(bool(row["allowed"]) for row in rows) == 20
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
