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
