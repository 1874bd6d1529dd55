"""`conclude` is the only place where a status is chosen; `compare` judges published minima."""

import math
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import Known
from puzzleproof.provers.verdict import (
    UNSOLVABLE,
    ClaimStatus,
    Evidence,
    Formulation,
    Grade,
    Verdict,
    compare,
    conclude,
    contradicted,
)

NEVER = math.inf
MODELS: Formulation = "models"
ENCODERS: Formulation = "encoders"


def evidence(bound: float, checked: bool = False, formulation: Formulation = ENCODERS) -> Evidence:
    return Evidence("labelling", bound, checked, "test", formulation, 0.1)


by_models = partial(evidence, formulation=MODELS)
BOUNDS = st.integers(0, 12).map(float) | st.just(NEVER)
ROWS = st.lists(st.builds(evidence, BOUNDS, st.booleans(), st.sampled_from([MODELS, ENCODERS])))
UPPER = st.none() | st.integers(0, 12)


@pytest.mark.parametrize(
    ("rows", "upper", "expected"),
    [
        ([], None, ("unknown", "claimed", 0)),
        ([], 5, ("bounded", "claimed", 0)),
        ([evidence(5, True)], 5, ("optimal", "certified", 5)),
        ([evidence(5, True), evidence(4)], 5, ("optimal", "certified", 5)),
        ([evidence(5)], 5, ("bounded", "claimed", 5)),
        ([by_models(5)], 5, ("bounded", "claimed", 5)),
        ([evidence(5), evidence(5)], 5, ("bounded", "claimed", 5)),
        ([evidence(5), by_models(5)], 5, ("optimal", "cross-checked", 5)),
        ([evidence(5), by_models(5)], 9, ("bounded", "cross-checked", 5)),
        ([evidence(5, True), evidence(5), by_models(5)], 5, ("optimal", "certified", 5)),
        ([evidence(4, True), evidence(5), by_models(5)], 5, ("optimal", "cross-checked", 5)),
        ([evidence(5), by_models(4)], 5, ("bounded", "claimed", 5)),
        ([evidence(4, True)], 5, ("bounded", "certified", 4)),
        ([evidence(4, True), evidence(5)], 5, ("bounded", "claimed", 5)),
        ([evidence(4, True)], None, ("bounded", "certified", 4)),
        ([evidence(4)], None, ("bounded", "claimed", 4)),
        ([evidence(NEVER, True)], None, ("unsolvable", "certified", None)),
        ([evidence(NEVER)], None, ("bounded", "claimed", None)),
        ([evidence(NEVER), evidence(NEVER)], None, ("bounded", "claimed", None)),
        ([evidence(NEVER), by_models(NEVER)], None, ("unsolvable", "cross-checked", None)),
        ([evidence(NEVER), by_models(7)], None, ("bounded", "claimed", None)),
        ([evidence(0, True)], 0, ("optimal", "certified", 0)),
    ],
)
def test_the_table(
    rows: list[Evidence], upper: int | None, expected: tuple[str, str, int | None]
) -> None:
    """The grade is that of the lower bound."""
    assert conclude(rows, upper) == expected


def test_bounds_that_contradict_the_plan_prove_nothing() -> None:
    """A plan was replayed, so a bound above its length is false, whoever vouches for it."""
    formulations: list[Formulation] = [MODELS, ENCODERS]
    for checked, formulation in product([False, True], formulations):
        rows = [evidence(7, checked, formulation), evidence(7, False, MODELS), evidence(7)]
        assert conclude(rows, 5)[0] not in ("optimal", "unsolvable")
        rows = [evidence(NEVER, checked, formulation), by_models(NEVER)]
        assert conclude(rows, 5)[0] not in ("optimal", "unsolvable")


@given(ROWS, UPPER)
def test_an_optimum_has_a_plan_and_a_bound(rows: list[Evidence], upper: int | None) -> None:
    status, grade, lower = conclude(rows, upper)
    assert grade in get_args(Grade)
    if status == "optimal":
        assert upper is not None
        assert lower == upper
        assert grade in ("certified", "cross-checked")
        certified = any(row.checked and row.bound >= upper for row in rows)
        formulations = {row.formulation for row in rows if row.bound >= upper}
        assert upper == 0 or certified or formulations == {MODELS, ENCODERS}
    if status == "unsolvable":
        assert upper is None
        infinite = [row for row in rows if math.isinf(row.bound)]
        assert (
            any(row.checked for row in infinite) or len({row.formulation for row in infinite}) == 2
        )


@given(ROWS, UPPER, st.builds(evidence, BOUNDS, st.booleans(), st.sampled_from([MODELS, ENCODERS])))
def test_more_evidence_never_lowers_the_bound(
    rows: list[Evidence], upper: int | None, more: Evidence
) -> None:
    def height(lower: int | None) -> float:
        return NEVER if lower is None else lower

    if not contradicted([*rows, more], upper):
        assert height(conclude([*rows, more], upper)[2]) >= height(conclude(rows, upper)[2])


def verdict(status: Any, upper: int | None, certificate: str | None = None) -> Verdict:
    rows = (evidence(3, True), evidence(NEVER))
    return Verdict(
        "p", "P", "sliding", "unit", status, "certified", 3, upper, None, rows, certificate
    )


def test_the_optimum_is_null_unless_it_is_proven() -> None:
    for status, upper, optimum in (
        ("optimal", 3, 3),
        ("bounded", 3, None),
        ("unsolvable", None, None),
    ):
        one = verdict(status, upper)
        assert one.optimum == one.to_json()["optimum"] == optimum
        assert [row["bound"] for row in one.to_json()["evidence"]] == [3, None]


def test_a_verdict_without_a_certificate_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="no certificate"):
        verdict("bounded", 3).save(tmp_path / "x.cert")
    source = tmp_path / "a.cert"
    source.write_bytes(b"certificate")
    verdict("optimal", 3, str(source)).save(tmp_path / "b.cert")
    assert (tmp_path / "b.cert").read_bytes() == b"certificate"


NO_PLAN = None


def certified(bound: int | None) -> Evidence:
    return Evidence.certified("labelling", bound, "verify.labelling", 0.0)


def claimed(bound: float) -> Evidence:
    return Evidence("exhaustion", bound, False, "a search", "models", 0.0)


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
        (verdict_of(certified(None)), 12, "refuted", "it is proven that there is no plan"),
        (verdict_of(certified(20), upper=16), 16, "open", "as the evidence contradicts itself"),
    ],
)
def test_what_is_said_of_a_published_result(
    verdict: Verdict, published: int | None, status: ClaimStatus, because: str
) -> None:
    row = compare(verdict, Known("move", published, "a book"))
    assert (row.verdict, row.because) == (status, because)
    assert row.proven == verdict.optimum


def test_the_words_name_the_metric_and_the_source() -> None:
    """Other metrics are left alone."""
    rows = Known("jump", 31, "x"), Known("move", 16, "a book"), Known("move", 18, "z")
    verdict = replace(verdict_of(certified(16), upper=16), known=rows)
    assert [row.words for row in verdict.published] == [
        "published 16: confirmed (metric move; a book)",
        "published 18: refuted, 16 is proven (metric move; z)",
    ]
    row = compare(verdict_of(certified(None)), Known("move", None, "a book"))
    assert row.words.startswith("published 'unsolvable': confirmed")
