"""HIFI (Junk Kato, 1998): 200 moves, with all ten pieces labelled; 21.5 million states."""

import pytest

import puzzleproof
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import library

MEMORY = 8_000_000_000


@pytest.mark.slow
def test_hifi_takes_200_moves() -> None:
    verdict = puzzleproof.prove("hifi", "piece", memory_limit=MEMORY)
    assert (verdict.status, verdict.optimum) == ("optimal", 200), verdict.notes
    assert verdict.grade in ("certified", "cross-checked")
    assert verdict.plan is not None
    assert replay_to_goal(library("hifi"), verdict.plan) == 200
