"""Second opinions: each row of the registry, on right and wrong evidence; ACL2's checker."""

import re
from pathlib import Path

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers.formal.kernel import PROVEN, Opinion
from puzzleproof.provers.opinions import (
    BOUNDED,
    FORMULA,
    IMAGE,
    REVIEWERS,
    ask,
    check_by_acl2,
)
from puzzleproof.provers.process import NO_LIMITS, Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.survey.request import SurveyRequest
from puzzleproof.provers.survey.survey import explore
from puzzleproof.verify.certificate import CHECKERS
from tests.support.bounded import bounded, departures
from tests.support.exported import claimed
from tests.support.peg_boards import game
from tests.support.solver_proofs import GOOD, NONE, NOT_1, PIGEONS, clrat
from tests.support.tile_boards import SMALL as TILES

NEEDS = {
    "acl2": pytest.mark.skipif(IMAGE.find() is None, reason="'make acl2' was not run"),
    "coq": pytest.mark.external("coq"),
    "proven": pytest.mark.skipif(PROVEN.find() is None, reason="'make proven' was not run"),
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
        with pytest.raises(
            Unsupported, match=f"{name!r} does not judge certificates of kind {kind!r}"
        ):
            ask(name, path.read_bytes(), None, NO_LIMITS)
        return
    opinion = ask(name, path.read_bytes(), None, NO_LIMITS)
    assert (opinion.by, opinion.accepted) == (name, True)


@pytest.mark.parametrize("name", NAMES)
def test_bidirectional_labels_are_judged_too(name: str, tmp_path: Path) -> None:
    if "labelling" not in REVIEWERS[name].kinds:
        pytest.skip("judges no labels")
    path = certificate(tmp_path, "labelling", "frogs-3-3")
    assert ask(name, path.read_bytes(), None, NO_LIMITS).accepted


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("binary", [False, True])
def test_a_formula_is_judged_by_its_proof(name: str, binary: bool, tmp_path: Path) -> None:
    files = claimed("lrat", load("tiles-2x2"), tmp_path / "a", binary=binary, check=False)
    formula, proof = files.files[0].read_bytes(), files.files[1].read_bytes()
    if FORMULA not in REVIEWERS[name].kinds:
        with pytest.raises(Unsupported, match="kind 'formula'"):
            ask(name, formula, proof, NO_LIMITS)
        return
    assert ask(name, formula, proof, NO_LIMITS).accepted
    lower = claimed("lrat", load("tiles-2x2"), tmp_path / "b", at_least=3, binary=binary)
    assert not ask(name, formula, lower.files[1].read_bytes(), NO_LIMITS).accepted


def test_where_there_is_none_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Labellings have no formula; those of refutations are too large, or take too long."""
    puzzle = game("triangle5", vacate=[0, 0], finish=[0, 0])
    for data, kind in (
        (bounded(puzzle, [departures(puzzle)], 10), "labelling with bounds"),
        (certificate(tmp_path, "labelling").read_bytes(), "labelling"),
    ):
        with pytest.raises(
            Unsupported, match=f"of kind '{kind}', but only .*try 'coq' or 'proven'"
        ):
            ask("acl2", data, None, NO_LIMITS)
    data = certificate(tmp_path, "refutation", "frogs-2-2").read_bytes()
    with pytest.raises(LimitReached, match="time limit"):
        ask("acl2", data, None, Limits(seconds=0.01))
    monkeypatch.setattr("puzzleproof.verify.refutation.CLAUSES_LIMIT", 5)
    with pytest.raises(Unsupported, match="over 5 clauses"):
        ask("acl2", data, None, NO_LIMITS)


needs_acl2 = pytest.mark.skipif(
    IMAGE.find() is None, reason="ACL2's checker is not built (make acl2)"
)


def judged_by_acl2(folder: Path, proof: bytes, cnf: str = PIGEONS) -> Opinion:
    (folder / "a.cnf").write_text(cnf)
    (folder / "a.clrat").write_bytes(proof)
    return check_by_acl2(folder / "a.cnf", folder / "a.clrat")


@needs_acl2
@pytest.mark.parametrize(
    ("proof", "words"),
    [
        (clrat((10, [-1], [1, 4, 5, 2, 3, 9]), NONE), "index 1 .*not a unit"),
        (clrat((10, [-1], [4, 5, 2, 3]), NONE), "RAT check has failed .*#10"),
        (clrat(NOT_1, (11, [], [10, 1, 7, 8, 2, 3])), "failed at proof clause #11"),
        (clrat(NOT_1, (0, [], [10]), NONE), "index 10 .*deleted"),
        (GOOD[:-1], "does not contain the empty clause"),
        (b"a" + bytes((20, 3, 9, 7, 0, 0)) + GOOD, "Illegal proof entry"),
        (b"s VERIFIED\n", "Error: SIMPLE-ERROR"),
        (b"", "Zero-length file"),
    ],
)
def test_a_tampered_proof_is_refused(tmp_path: Path, proof: bytes, words: str) -> None:
    opinion = judged_by_acl2(tmp_path, proof)
    assert not opinion.accepted
    assert re.search(words, opinion.line), opinion.line


@needs_acl2
@pytest.mark.parametrize(
    ("cnf", "words"),
    [
        (PIGEONS.replace("\n-4 -6 0", "\n-4 -6 0 7 0"), "read clause 9 as .*-4.*-6"),
        (PIGEONS + "7 8", "read clause 10 as None"),
        ("p dnf 1 2\n1 2 0\n" + PIGEONS, "invalid formula"),
    ],
)
def test_a_formula_read_otherwise_is_no_opinion(tmp_path: Path, cnf: str, words: str) -> None:
    opinion = judged_by_acl2(tmp_path, GOOD, cnf)
    assert not opinion.accepted
    assert re.search(words, opinion.line), opinion.line


@needs_acl2
def test_three_pigeons_do_not_fit_into_two_holes(tmp_path: Path) -> None:
    """Names of files may hold anything."""
    folder = tmp_path / 'a "b" \\c\ns VERIFIED\n(quit)'
    folder.mkdir()
    opinion = judged_by_acl2(folder, GOOD)
    assert (opinion.accepted, opinion.line) == (True, "s VERIFIED")
    assert not judged_by_acl2(folder, clrat(NOT_1)).accepted
