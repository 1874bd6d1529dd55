"""`conclude` is the only place where a status is chosen: the table of all combinations."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import Unsupported
from puzzleproof.provers.verdict import (
    Evidence,
    Formulation,
    Grade,
    Verdict,
    conclude,
    contradicted,
)

NEVER = math.inf
MODELS: Formulation = "models"
ENCODERS: Formulation = "encoders"


def evidence(bound: float, checked: bool = False, formulation: Formulation = ENCODERS) -> Evidence:
    return Evidence("labelling", bound, checked, "test", formulation, 0.1)


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
        ([evidence(5, formulation=MODELS)], 5, ("bounded", "claimed", 5)),
        ([evidence(5), evidence(5)], 5, ("bounded", "claimed", 5)),
        ([evidence(5), evidence(5, formulation=MODELS)], 5, ("optimal", "cross-checked", 5)),
        ([evidence(5), evidence(5, formulation=MODELS)], 9, ("bounded", "cross-checked", 5)),
        (
            [evidence(5, True), evidence(5), evidence(5, formulation=MODELS)],
            5,
            ("optimal", "certified", 5),
        ),
        (
            [evidence(4, True), evidence(5), evidence(5, formulation=MODELS)],
            5,
            ("optimal", "cross-checked", 5),
        ),
        ([evidence(5), evidence(4, formulation=MODELS)], 5, ("bounded", "claimed", 5)),
        ([evidence(4, True)], 5, ("bounded", "certified", 4)),
        ([evidence(4, True), evidence(5)], 5, ("bounded", "claimed", 5)),
        ([evidence(4, True)], None, ("bounded", "certified", 4)),
        ([evidence(4)], None, ("bounded", "claimed", 4)),
        ([evidence(NEVER, True)], None, ("unsolvable", "certified", None)),
        ([evidence(NEVER)], None, ("bounded", "claimed", None)),
        ([evidence(NEVER), evidence(NEVER)], None, ("bounded", "claimed", None)),
        (
            [evidence(NEVER), evidence(NEVER, formulation=MODELS)],
            None,
            ("unsolvable", "cross-checked", None),
        ),
        (
            [evidence(NEVER), evidence(7, formulation=MODELS)],
            None,
            ("bounded", "claimed", None),
        ),
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
        rows = [evidence(NEVER, checked, formulation), evidence(NEVER, formulation=MODELS)]
        assert conclude(rows, 5)[0] not in ("optimal", "unsolvable")


@given(ROWS, UPPER)
def test_what_is_claimed_alone_is_never_proven(rows: list[Evidence], upper: int | None) -> None:
    one_formulation = {row.formulation for row in rows} != {MODELS, ENCODERS}
    if one_formulation and not any(row.checked for row in rows):
        status, grade, _ = conclude(rows, upper)
        assert upper == 0 or status in ("bounded", "unknown")
        assert upper == 0 or grade == "claimed" or not rows or conclude(rows, upper)[2] == 0


@given(ROWS, UPPER)
def test_an_optimum_has_a_plan_and_a_bound_that_meets_it(
    rows: list[Evidence], upper: int | None
) -> None:
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
