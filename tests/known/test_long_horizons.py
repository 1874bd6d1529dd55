"""Long horizons: minima proven by SAT and CP-SAT with no search of the state graph for the bound.

Each proof ends within `SECONDS`, so that the whole file does in bounded time; docs/horizons.md has
the times.
"""

import pytest

import puzzleproof
from benchmarks.boards import puzzle_of
from puzzleproof.provers.request import Engine
from puzzleproof.verify.replay import replay_to_goal

SECONDS = 900.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "engine", "minimum"),
    [
        ("simplicity", "sat", 18),
        ("simplicity", "cpsat", 18),
        ("thirteen-free-cells", "sat", 19),
        ("thirteen-free-cells", "cpsat", 19),
        ("pennant", "sat", 59),
        ("pennant", "cpsat", 59),
        ("quuzzle", "cpsat", 84),
        ("ane-rouge", "cpsat", 81),
    ],
)
def test_horizons_reach_the_published_minimum(name: str, engine: Engine, minimum: int) -> None:
    puzzle = puzzle_of(name, "piece")
    verdict = puzzleproof.prove(puzzle, engine=engine, time_limit=SECONDS)
    assert (verdict.status, verdict.optimum) == ("optimal", minimum), verdict.notes
    assert verdict.grade in ("certified", "cross-checked")
    kinds = {row.kind for row in verdict.evidence}
    assert "refutation" in kinds <= {"refutation", "exhaustion"}
    assert "plan by search, minimum by horizons" in verdict.notes
    assert verdict.plan is not None
    assert replay_to_goal(puzzle, verdict.plan) == minimum
