"""A search that lies proves nothing: no verdict is `certified` or `optimal` by its word."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.models.errors import InternalError, PuzzleProofError
from puzzleproof.provers import labelling, refutation
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling.search import Labelling
from puzzleproof.provers.refutation import certify
from puzzleproof.provers.request import Engine, PlanFrom, Request
from puzzleproof.provers.strategy import prove
from tests.support.boards import SMALL
from tests.support.labellings import UNSOLVABLE

PUZZLE = SMALL["walls"]
MINIMUM = 8


@pytest.mark.parametrize("solvable", [True, False])
def test_a_labelling_that_claims_too_much_is_rejected(
    solvable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = labelling.label(PUZZLE, ignore).blocks

    def boast(*_arguments: object, **_options: object) -> Labelling:
        if solvable:
            return Labelling((*blocks, blocks[-1]), len(blocks) + 1, None)
        return Labelling(blocks, None, None)

    monkeypatch.setattr(labelling, "label", boast)
    with pytest.raises(InternalError):
        prove("lie", PUZZLE, Request(evidence=("labelling",)))


@pytest.mark.parametrize(("engine", "backend"), [("sat", SatHorizons), ("cpsat", CpsatHorizons)])
@pytest.mark.parametrize("beyond", [MINIMUM, MINIMUM + 4])
@pytest.mark.parametrize("plan", ["any", "horizons"])
def test_a_solver_that_refutes_too_much_is_not_believed(
    plan: PlanFrom, beyond: int, engine: Engine, backend: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its formula is refuted afresh for a certificate, the false refutation is an error."""

    def lying(honest: Callable[..., Any]) -> Callable[..., Any]:
        def ask(self: object, length: int, *part: object) -> Any:
            return None if length <= beyond else honest(self, length, *part)

        return ask

    for name in ("ask", "refute"):
        monkeypatch.setattr(backend, name, lying(getattr(backend, name)))
    try:
        verdict = prove("lie", PUZZLE, Request(engine=engine, evidence=("refutation",), plan=plan))
    except (PuzzleProofError, InternalError):
        return
    assert verdict.status != "unsolvable"
    assert verdict.optimum in (None, MINIMUM)
    assert verdict.grade == "claimed" or (verdict.lower or 0) <= MINIMUM


def test_a_refutation_that_is_taken_back_is_no_evidence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And one that invents a plan is an error."""

    def refute(self: SatHorizons, length: int, _part: object = ()) -> list[frozenset[int]] | None:
        return [self.task.start]

    def ask(self: SatHorizons, length: int) -> list[frozenset[int]]:
        return [self.task.start, frozenset({0, 1, 2})]

    request = Request(engine="sat", evidence=("refutation",), plan="horizons")
    monkeypatch.setattr(SatHorizons, "refute", refute)
    verdict = prove("lie", PUZZLE, request)
    assert (verdict.status, verdict.grade) == ("bounded", "claimed")
    assert any(
        "refuted" in note and "not when it was solved again" in note for note in verdict.notes
    )
    monkeypatch.setattr(SatHorizons, "ask", ask)
    with pytest.raises(InternalError):
        prove("lie", PUZZLE, request)


def test_no_plan_by_horizons_is_confirmed_by_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Horizons end where no plan can be longer; without a proof a search has the last word."""
    monkeypatch.setattr(refutation, "settle_unsolvable", ignore)
    monkeypatch.setattr(certify, "_certify", ignore)
    verdict = prove("strip", UNSOLVABLE["strip"], Request(engine="sat", evidence=("refutation",)))
    assert (verdict.status, verdict.grade) == ("unsolvable", "cross-checked")
    assert {row.kind for row in verdict.evidence} == {"refutation", "exhaustion"}
