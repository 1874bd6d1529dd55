"""The parts of the work are named as they begin, and say how far they are."""

from __future__ import annotations

import pytest

from puzzleproof.explore.random_cubes import TOLD_EACH, solvable_share
from puzzleproof.explore.survey import SurveyExtras
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Event, Working, searching
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.survey.survey import SurveyRequest, explore

CHECKING = "checking the certificate by the rules"
WRITING = "writing the certificate"


def parts(puzzle: AnyPuzzle, request: Request) -> list[Working]:
    """What `prove` says that it does."""
    events: list[Event] = []
    prove("test", puzzle, request, events.append)
    return [event for event in events if isinstance(event, Working)]


def phases(found: list[Working]) -> list[str]:
    return list(dict.fromkeys(event.phase for event in found))


def test_a_labelling_is_searched_written_and_checked() -> None:
    found = parts(load("hughes"), Request(evidence=("labelling",)))
    assert phases(found) == ["searching", WRITING, CHECKING]
    checks = [event for event in found if event.phase == CHECKING]
    assert checks[-1].done == checks[-1].total


def test_horizons_are_named() -> None:
    found = phases(parts(load("frogs-2-2"), Request(engine="sat")))
    assert any(one.startswith("asking sat") and one.endswith("7 moves") for one in found)


@pytest.mark.parametrize(
    ("evidence", "phase"),
    [("invariant", "looking for an invariant"), ("exhaustion", "searching by the rules")],
)
def test_other_kinds_are_named(evidence: str, phase: str) -> None:
    assert phase in phases(parts(load("frogs-2-2"), Request(evidence=(evidence,))))


def test_a_search_knows_how_many_states_there_are_at_most() -> None:
    assert searching(load("tiles-3x3")) == Working("searching", 0, 181_440, "states", at_most=True)
    assert searching(load("hughes")).total is None


def test_a_survey_says_of_how_many_states_it_knows_the_eccentricity() -> None:
    events: list[Event] = []
    request = SurveyRequest(wanted=SurveyExtras(eccentricities=True))
    explore(load("simplicity"), request, events.append)
    found = [event for event in events if isinstance(event, Working)]
    assert "building the graph" in phases(found)
    known = [event for event in found if event.phase == "eccentricities"]
    assert [event.done for event in known] == sorted(event.done for event in known)
    assert known[-1].done == known[-1].total
    assert known[-1].unit == "states"


def test_samples_are_counted_and_are_the_same_when_they_are() -> None:
    drawn: list[int] = []
    assert solvable_share(3, 3 * TOLD_EACH, 1, drawn.append) == solvable_share(3, 3 * TOLD_EACH, 1)
    assert drawn == [0, TOLD_EACH, 2 * TOLD_EACH]
