"""Every published result of the library, proven again: certified, with a plan that replays."""

from __future__ import annotations

import pytest

from puzzleproof.models.instances import library_names
from puzzleproof.provers.prove import Request, prove
from puzzleproof.verify.replay import replay_to_goal
from tests.boards import library

LARGE = ("century-and-a-half", "little-house", "super-century-230")
"""More than 75,000 states: of these the published metric runs always, the others when asked."""


def large(name: str, metric: str) -> bool:
    return name.startswith(LARGE) and metric != "piece"


ROWS = [
    pytest.param(name, row.metric, row.optimum, marks=[pytest.mark.slow] * large(name, row.metric))
    for name in library_names()
    if name != "hifi"
    for row in library(name).info.known
]
REQUEST = Request(evidence=("labelling",))


@pytest.mark.parametrize(("name", "metric", "minimum"), ROWS)
def test_the_published_minimum_is_proven(name: str, metric: str, minimum: int | None) -> None:
    puzzle = library(name, metric)
    verdict = prove(name, puzzle, REQUEST)
    assert verdict.status == ("unsolvable" if minimum is None else "optimal")
    assert verdict.grade == "certified"
    assert (verdict.optimum, verdict.metric) == (minimum, metric)
    if minimum is not None:
        assert verdict.plan is not None
        assert len(verdict.plan) == minimum
        assert replay_to_goal(puzzle, verdict.plan) == minimum


@pytest.mark.parametrize("name", library_names())
def test_every_result_of_the_library_has_a_source(name: str) -> None:
    known = library(name).info.known
    assert known
    assert all(row.source for row in known)
    assert len({row.metric for row in known}) == len(known)


@pytest.mark.parametrize("name", library_names())
def test_the_metrics_of_the_library_are_in_order(name: str) -> None:
    """A unit is a line and a line is a displacement, so the minima can only grow."""
    known = {row.metric: row.optimum for row in library(name).info.known}
    minima = [known[metric] for metric in ("piece", "line", "unit") if known.get(metric)]
    assert minima == sorted(m for m in minima if m is not None)
