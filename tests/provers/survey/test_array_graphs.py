"""When a graph is held in arrays, and what is reported then."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from puzzleproof.explore.survey import SurveyExtras
from puzzleproof.models.instances import load
from puzzleproof.provers.events import Event, Note
from puzzleproof.provers.survey import array_graphs, survey
from puzzleproof.provers.survey.survey import Finding, SurveyRequest

SAME = ("states", "edges", "degrees", "components", "component_sizes", "goal", "diameter")


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


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the graphs that are held in arrays."""
    sizes, build = list[int](), array_graphs.in_arrays

    def noted(large: Any) -> Any:
        graph = build(large)
        if graph is not None:
            sizes.append(len(graph))
        return graph

    monkeypatch.setattr(survey, "in_arrays", noted)
    return sizes


def test_graphs_of_sliding_pieces_are_held_in_arrays(
    built: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_arrays, notes = _found(SurveyRequest())
    assert built == [530]
    assert notes == []
    monkeypatch.setattr(array_graphs, "MORE", 0)
    monkeypatch.setattr(survey, "in_arrays", array_graphs.in_arrays)
    in_lists, _ = _found(SurveyRequest())
    assert [in_arrays[name] for name in SAME] == [in_lists[name] for name in SAME]


def test_who_asks_for_more_gets_lists(built: list[int]) -> None:
    found, _ = _found(SurveyRequest(wanted=SurveyExtras(eccentricities=True)))
    assert "eccentricities" in found
    assert _found(SurveyRequest(reachable=True))[0]["states"] == 161
    _found(SurveyRequest(), "tiles-2x3")
    assert built == []


def test_arrays_hold_twelve_times_as_many_states(built: list[int]) -> None:
    found, notes = _found(SurveyRequest(states=113, wanted=SurveyExtras(pairs=True)), "hughes")
    assert built == [1350]
    all_of_it, _ = _found(SurveyRequest(), "hughes")
    assert [found[name] for name in SAME] == [all_of_it[name] for name in SAME]
    assert notes == [
        "graphs of more than 113 states are not stored (--max-states, --memory-limit allow more; "
        "--reachable leaves out the others) in lists, which these need; not computed: pairs"
    ]
    found, notes = _found(SurveyRequest(states=112), "hughes")
    assert built == [1350, 1350]
    assert "diameter" not in found
    assert notes[0].endswith("not computed: symmetric states, diameter")


def test_a_browser_has_no_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists alone find the same."""
    expected, _ = _found(SurveyRequest(), "pennant")
    for name in [name for name in sys.modules if name.startswith("puzzleproof.explore.graph")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    found, notes = _found(SurveyRequest(), "pennant")
    assert notes == []
    assert [found[name] for name in SAME] == [expected[name] for name in SAME]
