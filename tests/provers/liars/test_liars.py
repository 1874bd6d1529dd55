"""A search that lies proves nothing: no verdict is `certified` or `optimal` by its word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.layers import LayeredSearch
from puzzleproof.models.errors import InternalError, PuzzleProofError
from puzzleproof.provers import labelling, strategy
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling.search import Labelling
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import Verdict
from tests.support.boards import SMALL
from tests.support.labellings import UNSOLVABLE

PUZZLE = SMALL["walls"]
MINIMUM = 8

Layers = Iterator[set[int]]
Lie = Callable[[Layers], Layers]
Ask = Callable[..., list[frozenset[int]] | None]


def skip_a_layer(honest: Layers) -> Layers:
    return (layer for depth, layer in enumerate(honest) if depth != 3)


def repeat_a_layer(honest: Layers) -> Layers:
    for depth, layer in enumerate(honest):
        yield layer
        if depth == 3:
            yield layer


def empty_a_layer(honest: Layers) -> Layers:
    for depth, layer in enumerate(honest):
        if depth == 3:
            yield set()
        yield layer


def end_too_soon(honest: Layers) -> Layers:
    for depth, layer in enumerate(honest):
        if depth == 5:
            return
        yield layer


def let_lie(monkeypatch: pytest.MonkeyPatch, lie: Lie) -> None:
    honest = LayeredSearch.layers

    def layers(
        search: LayeredSearch, sources: Iterable[int] | None = None
    ) -> Iterator[tuple[PlainSearch, set[int]]]:
        told = lie(layer for _, layer in honest(search, sources))
        return ((PlainSearch(search.task), layer) for layer in told)

    monkeypatch.setattr(LayeredSearch, "layers", layers)


def listen_to(puzzle_request: Request) -> Verdict | None:
    """The verdict, or None where the lie ended in an error."""
    try:
        return prove("lie", PUZZLE, puzzle_request, limits=Limits(60))
    except (PuzzleProofError, InternalError):
        return None


def assert_nothing_false(verdict: Verdict | None) -> None:
    if verdict is None:
        return
    assert verdict.status != "unsolvable"
    assert verdict.optimum in (None, MINIMUM)
    if verdict.grade in ("certified", "cross-checked"):
        assert (verdict.lower or 0) <= MINIMUM


@pytest.mark.parametrize("lie", [skip_a_layer, repeat_a_layer, empty_a_layer, end_too_soon])
def test_a_lie_that_the_rules_catch_is_an_internal_error(
    lie: Lie, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no fault of the user's, and whoever reads it learns that the search was at fault."""
    let_lie(monkeypatch, lie)
    with pytest.raises(InternalError, match="a search made a false claim"):
        prove("lie", PUZZLE, Request(evidence=("labelling",)))


def test_a_labelling_that_claims_too_much_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = labelling.label

    def boast(*arguments: object, **options: object) -> Labelling:
        found = honest(PUZZLE, ignore)
        blocks = (*found.blocks, found.blocks[-1])
        return Labelling(blocks, len(blocks), None)

    monkeypatch.setattr(labelling, "label", boast)
    verdict = listen_to(Request(evidence=("labelling",)))
    assert verdict is None


def test_a_labelling_that_claims_unsolvable_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = labelling.label

    def despair(*arguments: object, **options: object) -> Labelling:
        return Labelling(honest(PUZZLE, ignore).blocks, None, None)

    monkeypatch.setattr(labelling, "label", despair)
    verdict = listen_to(Request(evidence=("labelling",)))
    assert verdict is None


@pytest.mark.parametrize(("engine", "backend"), [("sat", SatHorizons), ("cpsat", CpsatHorizons)])
@pytest.mark.parametrize("beyond", [8, 9, 12])
@pytest.mark.parametrize("plan", ["any", "horizons"])
def test_a_solver_that_refutes_too_much_is_not_believed(
    plan: str, beyond: int, engine: str, backend: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lying(honest: Ask) -> Ask:
        def ask(self: object, length: int, *part: object) -> list[frozenset[int]] | None:
            return None if length <= beyond else honest(self, length, *part)

        return ask

    for name in ("ask", "refute"):
        monkeypatch.setattr(backend, name, lying(getattr(backend, name)))
    """Where its formula is refuted afresh for a certificate, the false refutation is an error."""
    verdict = listen_to(Request(engine=engine, evidence=("refutation",), plan=plan))
    assert_nothing_false(verdict)
    if verdict is not None and beyond > MINIMUM:
        assert verdict.status != "optimal" or verdict.optimum == MINIMUM


def test_a_solver_that_takes_back_its_refutation_is_no_evidence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refute(self: SatHorizons, length: int, _part: object = ()) -> list[frozenset[int]] | None:
        return [self.task.start]

    monkeypatch.setattr(SatHorizons, "refute", refute)
    verdict = listen_to(Request(engine="sat", evidence=("refutation",), plan="horizons"))
    assert verdict is not None
    assert (verdict.status, verdict.grade) == ("bounded", "claimed")
    assert any("took back" in note for note in verdict.notes)


def test_a_solver_that_invents_a_plan_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(self: SatHorizons, length: int) -> list[frozenset[int]]:
        return [self.task.start, frozenset({0, 1, 2})]

    monkeypatch.setattr(SatHorizons, "ask", ask)
    with pytest.raises(InternalError):
        prove("lie", PUZZLE, Request(engine="sat", plan="horizons"))


def test_no_plan_by_horizons_is_confirmed_by_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Horizons end where no plan can be longer; the simple search has the last word."""
    monkeypatch.setattr(strategy, "settle_unsolvable", ignore)
    verdict = prove("strip", UNSOLVABLE["strip"], Request(engine="sat", evidence=("refutation",)))
    assert (verdict.status, verdict.grade) == ("unsolvable", "cross-checked")
    assert {row.kind for row in verdict.evidence} == {"refutation", "exhaustion"}
