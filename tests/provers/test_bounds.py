"""A case folds events into bounds: they only ever tighten, and plans are replayed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.provers.bounds import Case
from puzzleproof.provers.events import (
    UNSOLVABLE,
    Bounds,
    CertificateWritten,
    Event,
    EvidenceFound,
    HorizonAnswer,
    Layer,
    Note,
    PlanFound,
)
from puzzleproof.provers.verdict import Evidence
from tests.support.boards import sliding

PUZZLE = sliding("A...", "unit", goal="...A")
"""Minimum 3."""


def found(bound: float, checked: bool = False, formulation: str = "models") -> EvidenceFound:
    return EvidenceFound(Evidence("labelling", bound, checked, "test", formulation, 0.0))


TELLINGS = st.sampled_from(["models", "encoders"])
PLANS = st.sampled_from([("AE",) * 3, ("AE", "AW", *("AE",) * 3)])
EVENTS = st.one_of(
    st.builds(found, st.integers(0, 3).map(float), st.booleans(), TELLINGS),
    st.builds(Layer, st.sampled_from(["search", "exhaustion"]), TELLINGS, st.integers(0, 2),
              st.integers(1, 9)),
    st.builds(HorizonAnswer, st.sampled_from(["sat", "cpsat"]), st.integers(0, 2),
              st.sampled_from(["refuted", "plan", "open"]), st.just(0.1)),
    st.builds(PlanFound, PLANS, st.just("test")),
    st.builds(Note, st.just("a remark")),
)  # fmt: skip


def fold(*events: Event) -> tuple[Case, list[Bounds]]:
    case, changes = Case(PUZZLE), list[Bounds]()
    for event in events:
        changes.extend(case.apply(event))
    return case, changes


@given(st.lists(EVENTS, max_size=12))
def test_bounds_only_tighten(events: list[Event]) -> None:
    case = Case(PUZZLE)
    for event in events:
        before = case.bounds()
        changes = list(case.apply(event))
        after = case.bounds()
        assert changes == ([] if after == before else [after])
        assert (after.lower or 0) >= (before.lower or 0)
        assert before.upper is None or (after.upper is not None and after.upper <= before.upper)


@given(st.lists(EVENTS, max_size=12))
def test_a_verdict_says_what_the_bounds_say(events: list[Event]) -> None:
    case, _ = fold(*events)
    bounds, verdict = case.bounds(), case.verdict("p", 1.0, (), {})
    assert (verdict.lower, verdict.upper, verdict.grade) == (
        bounds.lower, bounds.upper, bounds.grade,
    )  # fmt: skip
    assert verdict.optimum in (None, 3)
    assert (verdict.plan is None) == (verdict.upper is None)


def test_the_shortest_plan_is_kept() -> None:
    case, _ = fold(PlanFound(("AE",) * 3, "x"), PlanFound(("AE", "AW", *("AE",) * 3), "y"))
    assert case.upper == 3


@pytest.mark.parametrize("plan", [("AE",), ("AE",) * 4, ("AEEE",), ("BE",), ()])
def test_a_plan_that_the_rules_reject_is_an_error(plan: tuple[str, ...]) -> None:
    case = Case(PUZZLE)
    with pytest.raises((IllegalMove, NotationError)):
        list(case.apply(PlanFound(plan, "a liar")))
    assert case.upper is None


def test_a_stopped_search_counts_as_far_as_it_came() -> None:
    case, changes = fold(Layer("search", "encoders", 0, 1), Layer("search", "encoders", 1, 2))
    assert [bounds.lower for bounds in changes] == [1, 2]
    verdict = case.verdict("p", 1.0, ("time limit reached",), {})
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "claimed", 2)
    assert [row.bound for row in verdict.evidence] == [2]
    assert verdict.notes == ("time limit reached",)


def test_two_stopped_searches_that_agree_confirm_each_other() -> None:
    case, _ = fold(Layer("search", "encoders", 2, 3), Layer("exhaustion", "models", 1, 2))
    verdict = case.verdict("p", 1.0, (), {})
    assert (verdict.lower, verdict.grade) == (3, "claimed")
    case, _ = fold(Layer("search", "encoders", 2, 3), Layer("exhaustion", "models", 2, 3),
                   PlanFound(("AE",) * 3, "x"))  # fmt: skip
    assert case.verdict("p", 1.0, (), {}).status == "optimal"


def test_a_finished_search_takes_the_place_of_its_layers() -> None:
    case, _ = fold(Layer("search", "encoders", 1, 2), found(3.0, True))
    assert [row.bound for row in case.verdict("p", 1.0, (), {}).evidence] == [3]


def test_a_refuted_horizon_is_a_bound_and_the_other_answers_are_none() -> None:
    case, _ = fold(
        HorizonAnswer("sat", 1, "refuted", 0.1, True), HorizonAnswer("sat", 7, "plan", 0.1, True)
    )
    assert case.bounds() == Bounds(2, None, "claimed")
    case, _ = fold(HorizonAnswer("sat", 9, "open", 0.1, True))
    assert case.bounds().lower == 0


def test_an_infinite_bound_alone_is_a_claim() -> None:
    case, _ = fold(found(UNSOLVABLE))
    assert case.verdict("p", 1.0, (), {}).status == "bounded"
    case, _ = fold(found(UNSOLVABLE, checked=True))
    assert case.verdict("p", 1.0, (), {}).status == "unsolvable"


def test_notes_and_the_certificate_reach_the_verdict() -> None:
    case, changes = fold(Note("one"), CertificateWritten("x.cert"))
    verdict = case.verdict("p", 1.0, ("two",), {"puzzleproof": "1"})
    assert verdict.notes == ("one", "two")
    assert verdict.certificate == "x.cert"
    assert verdict.versions == {"puzzleproof": "1"}
    assert not changes


def test_a_refutation_under_assumptions_confirms_nothing() -> None:
    """What an incremental solver says under an assumption is a bound, claimed, and no more."""
    rows = Evidence("exhaustion", 2, False, "verify.bfs", "models", 0.1)
    for afresh in (False, True):
        answer = HorizonAnswer("sat", 1, "refuted", 0.1, afresh)
        case, _ = fold(answer, EvidenceFound(rows))
        assert case.bounds().grade == ("cross-checked" if afresh else "claimed")
