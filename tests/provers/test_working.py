"""The parts of the work are named as they begin, and say how far they are."""

from __future__ import annotations

import re

import pytest

from puzzleproof.explore.random_cubes import TOLD_EACH, solvable_share
from puzzleproof.explore.survey import SurveyExtras
from puzzleproof.models.instances import load
from puzzleproof.provers.events import Event, Working, searching
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.survey.survey import SurveyRequest, explore

CHECKING = "checking the certificate by the rules"


def heard(events: list[Event]) -> tuple[list[Working], list[str]]:
    """What is said of the work, and the names of its parts in order."""
    found = [event for event in events if isinstance(event, Working)]
    return found, list(dict.fromkeys(event.phase for event in found))


def parts(name: str, request: Request) -> tuple[list[Working], list[str]]:
    """What `prove` says that it does."""
    events: list[Event] = []
    prove("test", load(name), request, events.append)
    return heard(events)


def test_a_labelling_is_searched_written_and_checked() -> None:
    found, phases = parts("hughes", Request(evidence=("labelling",)))
    assert phases == ["searching", "writing the certificate", CHECKING]
    checks = [event for event in found if event.phase == CHECKING]
    assert checks[-1].done == checks[-1].total


@pytest.mark.parametrize(
    ("request_", "phase"),
    [
        (Request(evidence=("invariant",)), "looking for an invariant"),
        (Request(evidence=("exhaustion",)), "searching by the rules"),
        (Request("sat"), "asking sat.* 7 moves"),
    ],
)
def test_other_kinds_are_named(request_: Request, phase: str) -> None:
    assert any(re.fullmatch(phase, one) for one in parts("frogs-2-2", request_)[1])


def test_a_search_knows_how_many_states_there_are_at_most() -> None:
    assert searching(load("tiles-3x3")) == Working("searching", 0, 181_440, "states", at_most=True)
    assert searching(load("hughes")).total is None


def test_a_survey_says_of_how_many_states_it_knows_the_eccentricity() -> None:
    events: list[Event] = []
    request = SurveyRequest(wanted=SurveyExtras(eccentricities=True))
    explore(load("simplicity"), request, events.append)
    found, phases = heard(events)
    assert "building the graph" in phases
    known = [event for event in found if event.phase == "eccentricities"]
    assert [event.done for event in known] == sorted(event.done for event in known)
    assert (known[-1].done, known[-1].unit) == (known[-1].total, "states")


def test_samples_are_counted_and_are_the_same_when_they_are() -> None:
    drawn: list[int] = []
    assert solvable_share(3, 3 * TOLD_EACH, 1, drawn.append) == solvable_share(3, 3 * TOLD_EACH, 1)
    assert drawn == [0, TOLD_EACH, 2 * TOLD_EACH]
