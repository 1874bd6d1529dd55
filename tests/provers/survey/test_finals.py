"""The survey of final holes: every vacancy, plans replayed, nothing called impossible."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
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


def test_vacancies_alike_have_as_many_finals() -> None:
    rows = {row["vacate"]: row for row in table("triangle5")["vacancies"]}
    alike = [row for row in rows.values() if row["same_as"]]
    assert len(alike) == 15 - 4
    for row in alike:
        first = rows[row["same_as"]["vacate"]]
        assert len(first["reached"]) == len(row["reached"])
        assert first["same_as"] is None


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


def boards_of(holes: int) -> Iterator[str]:
    """All boards of so many holes in a grid of three rows."""
    for some in itertools.combinations(range(9), holes):
        chars = ["o" if k in some else "." for k in range(9)]
        yield "\n".join("".join(chars[k : k + 3]) for k in (0, 3, 6)) + "\n"


def test_tiny_boards() -> None:
    for board in itertools.islice(boards_of(4), 0, None, 17):
        for row in table(board)["vacancies"]:
            assert row["open"] == row["exhausted"]
    found = table(".oo.\noooo\noooo\n.oo.\n")
    assert (found["holes"], found["symmetries"]) == (12, 8)
    assert found["board"].splitlines()[0] == ".oo."
