"""Published minima: only proven bounds confirm or refute them."""

from __future__ import annotations

import pytest

from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import Known
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import (
    UNSOLVABLE,
    ClaimStatus,
    Evidence,
    Verdict,
    compare,
    conclude,
)

NO_PLAN = None


def certified(bound: int | None) -> Evidence:
    return Evidence.certified("labelling", bound, "verify.labelling", 0.0)


def claimed(bound: float) -> Evidence:
    return Evidence.searched("exhaustion", bound, "a search", "models", 0.0)


def verdict_of(*evidence: Evidence, upper: int | None = None) -> Verdict:
    status, grade, lower = conclude(evidence, upper)
    return Verdict("p", "P", "pegs", "move", status, grade, lower, upper, None, evidence)


@pytest.mark.parametrize(
    ("verdict", "published", "status", "because"),
    [
        (verdict_of(certified(16), upper=16), 16, "confirmed", ""),
        (verdict_of(certified(16), upper=16), 12, "refuted", "16 is proven"),
        (verdict_of(certified(16), upper=16), 17, "refuted", "16 is proven"),
        (verdict_of(certified(16), upper=16), NO_PLAN, "refuted", "16 is proven"),
        (verdict_of(certified(14), upper=20), 12, "refuted", "at least 14 is proven"),
        (verdict_of(certified(14), upper=20), 14, "open", "at least 14 and at most 20 is proven"),
        (verdict_of(certified(14), upper=20), 21, "refuted", "there is a plan of 20"),
        (verdict_of(certified(14), upper=20), NO_PLAN, "refuted", "there is a plan of 20"),
        (verdict_of(certified(14)), NO_PLAN, "open", "at least 14 is proven"),
        (verdict_of(claimed(16), upper=16), 16, "open", "at most 16 is proven"),
        (verdict_of(claimed(16), upper=20), 12, "open", "at most 20 is proven"),
        (verdict_of(claimed(UNSOLVABLE)), NO_PLAN, "open", "nothing is proven"),
        (verdict_of(claimed(UNSOLVABLE)), 12, "open", "nothing is proven"),
        (verdict_of(certified(None)), NO_PLAN, "confirmed", ""),
        (verdict_of(certified(None)), 12, "refuted", "that there is no plan is proven"),
        (verdict_of(certified(20), upper=16), 16, "open", "as the evidence contradicts itself"),
    ],
)
def test_what_is_said_of_a_published_result(
    verdict: Verdict, published: int | None, status: ClaimStatus, because: str
) -> None:
    (row,) = compare(verdict, [Known("move", published, "a book")])
    assert (row.verdict, row.because) == (status, because)
    assert row.proven == verdict.optimum


def test_the_words_name_the_metric_and_the_source() -> None:
    """Other metrics are left alone."""
    rows = [Known("jump", 31, "x"), Known("move", 16, "a book"), Known("move", 18, "z")]
    assert [row.words for row in compare(verdict_of(certified(16), upper=16), rows)] == [
        "published 16: confirmed (metric move; a book)",
        "published 18: refuted, 16 is proven (metric move; z)",
    ]
    (row,) = compare(verdict_of(certified(None)), [Known("move", None, "a book")])
    assert row.words.startswith("published 'unsolvable': confirmed")


def test_a_verdict_has_the_published_results_of_its_metric() -> None:
    verdict = prove("frogs-2-2", load("frogs-2-2"), Request())
    (row,) = verdict.to_json()["published"]
    assert (row["metric"], row["claimed"], row["proven"]) == ("move", 8, 8)
    assert row["verdict"] == "confirmed"
    assert row["source"]
