"""Bounds folds events into bounds: they only ever tighten, and plans are replayed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.provers.events import (
    BoundsChanged,
    Event,
    EvidenceFound,
    HorizonAnswer,
    Layer,
    Note,
    PlanFound,
)
from puzzleproof.provers.session import Bounds
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence, Formulation
from tests.support.boards import sliding

PUZZLE = sliding("A...", "unit", goal="...A")
"""Minimum 3."""


def found(
    bound: float, checked: bool = False, formulation: Formulation = "models"
) -> EvidenceFound:
    return EvidenceFound(Evidence("labelling", bound, checked, "test", formulation, 0.0))


TELLINGS = st.sampled_from(["models", "encoders"])
ANSWERS: st.SearchStrategy[Any] = st.sampled_from(["refuted", "plan"])
PLANS = st.sampled_from([("AE",) * 3, ("AE", "AW", *("AE",) * 3)])
EVENTS = st.one_of(
    st.builds(found, st.integers(0, 3).map(float), st.booleans(), TELLINGS),
    st.builds(Layer, st.just("search"), TELLINGS, st.integers(0, 2), st.integers(1, 9)),
    st.builds(HorizonAnswer, st.just("sat"), st.integers(0, 2), ANSWERS, st.just(0.1)),
    st.builds(PlanFound, PLANS, st.just("test")),
    st.builds(Note, st.just("a remark")),
)


def fold(*events: Event) -> tuple[Bounds, list[BoundsChanged]]:
    bounds, changes = Bounds(PUZZLE), list[BoundsChanged]()
    for event in events:
        changed = bounds.apply(event)
        changes += [] if changed is None else [changed]
    return bounds, changes


@given(st.lists(EVENTS, max_size=12))
def test_bounds_only_tighten_and_a_verdict_says_the_same(events: list[Event]) -> None:
    bounds = Bounds(PUZZLE)
    for event in events:
        before = bounds.current()
        changed = bounds.apply(event)
        after = bounds.current()
        assert changed == (None if after == before else after)
        assert (after.lower or 0) >= (before.lower or 0)
        assert before.upper is None or (after.upper is not None and after.upper <= before.upper)
    now, verdict = bounds.current(), bounds.verdict("p", 1.0, (), {})
    assert (verdict.lower, verdict.upper, verdict.grade) == (now.lower, now.upper, now.grade)
    assert verdict.optimum in (None, 3)
    assert (verdict.plan is None) == (verdict.upper is None)


@pytest.mark.parametrize("plan", [("AE",), ("AE",) * 4, ("AEEE",), ("BE",), ()])
def test_a_plan_that_the_rules_reject_is_an_error(plan: tuple[str, ...]) -> None:
    bounds = Bounds(PUZZLE)
    with pytest.raises((IllegalMove, NotationError)):
        bounds.apply(PlanFound(plan, "a liar"))
    assert bounds.upper is None


def test_a_stopped_search_counts_as_far_as_it_came() -> None:
    """A finished one takes the place of its layers; two that agree confirm each other."""
    layers = Layer("search", "encoders", 0, 1), Layer("search", "encoders", 1, 2)
    bounds, changes = fold(*layers)
    assert [change.lower for change in changes] == [1, 2]
    verdict = bounds.verdict("p", 1.0, ("time limit reached",), {})
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "claimed", 2)
    assert [row.bound for row in verdict.evidence] == [2]
    assert verdict.notes == verdict.reasons == ("time limit reached",)
    bounds, _ = fold(*layers, found(3.0, True))
    assert [row.bound for row in bounds.verdict("p", 1.0, (), {}).evidence] == [3]
    deep, plan = Layer("search", "encoders", 2, 3), PlanFound(("AE",) * 3, "x")
    verdict = fold(deep, Layer("exhaustion", "models", 1, 2))[0].verdict("p", 1.0, (), {})
    assert (verdict.lower, verdict.grade) == (3, "claimed")
    bounds, _ = fold(deep, Layer("exhaustion", "models", 2, 3), plan)
    assert bounds.verdict("p", 1.0, (), {}).status == "optimal"


def test_a_refuted_horizon_is_a_bound_and_the_other_answers_are_none() -> None:
    bounds, _ = fold(
        HorizonAnswer("sat", 1, "refuted", 0.1, True), HorizonAnswer("sat", 7, "plan", 0.1, True)
    )
    assert bounds.current() == BoundsChanged(2, None, "claimed")
    bounds, _ = fold(HorizonAnswer("sat", 9, "plan", 0.1, True))
    assert bounds.current().lower == 0


def test_a_refutation_under_assumptions_confirms_nothing() -> None:
    """What an incremental solver says under an assumption is a bound, claimed, and no more."""
    rows = Evidence("exhaustion", 2, False, "verify.bfs", "models", 0.1)
    for afresh in (False, True):
        answer = HorizonAnswer("sat", 1, "refuted", 0.1, afresh)
        bounds, _ = fold(answer, EvidenceFound(rows))
        assert bounds.current().grade == ("cross-checked" if afresh else "claimed")


def test_a_proof_needs_no_reasons_but_its_warnings() -> None:
    certified = EvidenceFound(Evidence.certified("labelling", 3, "verify.labelling", 0.0))
    bounds, _ = fold(certified, PlanFound(("AE",) * 3, "x"), Note("why", "reason"))
    for names_kinds, notes in (
        (False, ("time limit reached",)),
        (True, ("why", "time limit reached")),
    ):
        bounds.names_kinds = names_kinds
        verdict = bounds.verdict("p", 1.0, ("time limit reached",), {})
        assert (verdict.status, verdict.notes) == ("optimal", notes)
        assert verdict.reasons == ("time limit reached",)


PLAN = PlanFound(("AE",) * 3, "x")


@pytest.mark.parametrize(
    ("events", "at_least", "status", "claim"),
    [
        ((found(3.0, True), PLAN), None, "optimal", None),
        ((found(3.0, True), PLAN), 0, "optimal", "confirmed"),
        ((found(3.0, True), PLAN), 3, "optimal", "confirmed"),
        ((found(3.0, True), PLAN), 4, "optimal", "refuted"),
        ((found(3.0),), 3, "bounded", "open"),  # one search claims it
        ((found(UNSOLVABLE),), 3, "bounded", "open"),
        ((found(UNSOLVABLE, True),), 3, "unsolvable", "confirmed"),
    ],
)
def test_what_becomes_of_the_bound_that_was_asked_for(
    events: tuple[Event, ...], at_least: int | None, status: str, claim: str | None
) -> None:
    bounds, _ = fold(*events)
    bounds.at_least = at_least
    verdict = bounds.verdict("p", 1.0, (), {})
    assert (verdict.status, verdict.claim) == (status, claim)
    told = None if claim is None else {"at_least": at_least, "verdict": claim}
    assert verdict.to_json()["claim"] == told
