"""Who gives a second opinion, on what: each row of the registry, right and wrong evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers.export.lrat import export_lrat
from puzzleproof.provers.opinions import acl2
from puzzleproof.provers.opinions.second_opinion import BOUNDED, FORMULA, REVIEWERS, ask
from puzzleproof.provers.process import NO_LIMITS, Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.survey.survey import SurveyRequest, explore
from puzzleproof.verify.certificate import CHECKERS
from tests.support.bounded import bounded, departures
from tests.support.peg_boards import game
from tests.support.tile_boards import SMALL as TILES

NEEDS = {
    "acl2": pytest.mark.skipif(acl2.find() is None, reason="'make acl2' was not run"),
    "coq": pytest.mark.external("coq"),
}
NAMES = [pytest.param(name, marks=NEEDS.get(name, ())) for name in REVIEWERS]


def certificate(folder: Path, kind: str, name: str = "tiles-2x2") -> Path:
    path = folder / kind
    puzzle = TILES["2 x 2 unsolvable"] if kind == "invariant" else load(name)
    verdict = prove(name, puzzle, Request(evidence=(kind,), certificate=str(path)))
    assert verdict.certificate
    return path


def test_the_kinds_are_those_of_certificates() -> None:
    for reviewer in REVIEWERS.values():
        kinds = {*CHECKERS, *(kind + BOUNDED for kind in CHECKERS), FORMULA}
        assert set(reviewer.kinds) <= kinds


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", CHECKERS)
def test_each_kind_is_judged_or_refused(name: str, kind: str, tmp_path: Path) -> None:
    if kind == "survey":
        path = tmp_path / "a.cert"
        explore(load("tiles-2x2"), SurveyRequest(certificate=str(path)))
    else:
        path = certificate(tmp_path, kind)
    if kind not in REVIEWERS[name].kinds:
        with pytest.raises(Unsupported, match=f"{name!r} judges no certificate of kind {kind!r}"):
            ask(name, path.read_bytes(), None, NO_LIMITS)
        return
    opinion = ask(name, path.read_bytes(), None, NO_LIMITS)
    assert (opinion.by, opinion.accepted) == (name, True)


@pytest.mark.parametrize("name", NAMES)
def test_bidirectional_labels_are_judged_too(name: str, tmp_path: Path) -> None:
    path = certificate(tmp_path, "labelling", "frogs-3-3")
    assert ask(name, path.read_bytes(), None, NO_LIMITS).accepted


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("binary", [False, True])
def test_a_formula_is_judged_by_its_proof(name: str, binary: bool, tmp_path: Path) -> None:
    files = export_lrat(load("tiles-2x2"), tmp_path / "a", binary=binary, check=False)
    formula, proof = files.formula.read_bytes(), files.proof.read_bytes()
    if FORMULA not in REVIEWERS[name].kinds:
        with pytest.raises(Unsupported, match="kind 'formula'"):
            ask(name, formula, proof, NO_LIMITS)
        return
    assert ask(name, formula, proof, NO_LIMITS).accepted
    lower = export_lrat(load("tiles-2x2"), tmp_path / "b", at_least=3, binary=binary)
    assert not ask(name, formula, lower.proof.read_bytes(), NO_LIMITS).accepted


def test_where_there_is_no_opinion_it_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of tables with bounds there is no formula; others are too large, or take too long."""
    puzzle = game("triangle5", vacate=[0, 0], finish=[0, 0])
    with pytest.raises(Unsupported, match="no certificate of kind 'labelling with bounds'"):
        ask("acl2", bounded(puzzle, [departures(puzzle)], 10), None, NO_LIMITS)
    data = certificate(tmp_path, "labelling", "simplicity").read_bytes()
    with pytest.raises(LimitReached, match="time limit"):
        ask("acl2", data, None, Limits(seconds=0.01))
    monkeypatch.setattr("puzzleproof.verify.formula.check.CLAUSES_LIMIT", 5)
    with pytest.raises(Unsupported, match="too large"):
        ask("acl2", data, None, NO_LIMITS)
