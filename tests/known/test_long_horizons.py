"""Long horizons: minima proven by SAT and CP-SAT with no search of the state graph."""

from __future__ import annotations

import pytest

import puzzleproof
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import library


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "engine", "minimum"),
    [
        ("pennant", "sat", 59),
        ("pennant", "cpsat", 59),
        ("quuzzle", "cpsat", 84),
        ("ane-rouge", "cpsat", 81),
    ],
)
def test_horizons_reach_the_published_minimum(name: str, engine: str, minimum: int) -> None:
    verdict = puzzleproof.prove(name, "piece", engine=engine)
    assert (verdict.status, verdict.optimum) == ("optimal", minimum), verdict.notes
    assert verdict.grade == "cross-checked"
    assert {row.kind for row in verdict.evidence} == {"refutation", "exhaustion"}
    assert verdict.plan is not None
    assert replay_to_goal(library(name), verdict.plan) == minimum
