"""`prove` left to itself: which evidence closes which puzzle, and what the certificate holds."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.certificate import Claim, header
from puzzleproof.provers.events import (
    CertificateWritten,
    Event,
    EvidenceFound,
    HorizonAnswer,
    PlanFound,
)
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.replay import replay_to_goal
from tests.support.frog_boards import frogs
from tests.support.peg_boards import pegs
from tests.support.tile_boards import tiles


def certified(folder: Path, puzzle: AnyPuzzle, **keys: Any) -> tuple[Verdict, Path]:
    """Prove with a certificate; the file is there just if the verdict says so."""
    path = folder / "auto.cert"
    request = Request(certificate=str(path), **keys)
    verdict = prove("auto", puzzle, request, limits=Limits(120.0))
    assert verdict.certificate in (None, str(path))
    assert path.exists() == (verdict.certificate is not None)
    assert [file.name for file in folder.iterdir()] == (["auto.cert"] if path.exists() else [])
    return verdict, path


def kinds(verdict: Verdict) -> list[str]:
    return [row.kind for row in verdict.evidence]


# --- what closes which puzzle -------------------------------------------------------------


def test_frogs_are_proven_by_an_invariant_and_the_plan_of_the_rule(tmp_path: Path) -> None:
    verdict, path = certified(tmp_path, load("frogs-6-6"))
    assert (verdict.status, verdict.grade, verdict.optimum) == ("optimal", "certified", 48)
    assert kinds(verdict)[0] == "invariant"
    assert "labelling" not in kinds(verdict)
    checked = check_file(path)
    assert (checked.kind, checked.optimum) == ("invariant", 48)
    assert "minimum 48 moves (metric move), plan replayed" in checked.words()
    assert checked.plan == verdict.plan


def test_tiles_are_proven_by_labelling(tmp_path: Path) -> None:
    verdict, path = certified(tmp_path, load("tiles-2x3"))
    assert (verdict.status, verdict.grade, verdict.optimum) == ("optimal", "certified", 21)
    assert kinds(verdict)[:2] == ["invariant", "labelling"]
    assert [row.bound for row in verdict.evidence][:2] == [5, 21]
    checked = check_file(path)
    assert (checked.kind, checked.optimum) == ("labelling", 21)
    assert checked.plan == verdict.plan


def test_cubes_without_a_solution_are_certified(tmp_path: Path) -> None:
    verdict, path = certified(tmp_path, load("one-colour-cubes"))
    assert (verdict.status, verdict.grade, verdict.plan) == ("unsolvable", "certified", None)
    assert (check_file(path).kind, check_file(path).at_least) == ("labelling", None)


def test_a_large_board_is_proven_by_an_invariant_and_a_plan_by_sat(tmp_path: Path) -> None:
    events: list[Event] = []
    path = tmp_path / "english.cert"
    puzzle = load("english-centre").with_metric("jump")
    request = Request(certificate=str(path), solver="glucose4")
    verdict = prove("english-centre", puzzle, request, events.append)
    assert (verdict.status, verdict.grade, verdict.optimum) == ("optimal", "certified", 31)
    assert {event.by for event in events if isinstance(event, PlanFound)} == {"sat"}
    assert "labelling" not in kinds(verdict)
    assert "exhaustion" not in kinds(verdict)
    checked = check_file(path)
    assert (checked.kind, checked.optimum, checked.plan) == ("invariant", 31, verdict.plan)
    assert checked.plan is not None
    assert replay_to_goal(puzzle, checked.plan) == 31


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        ("european-centre", "move"),
        ("european-centre", "jump"),
        ("taquin-swapped", "single"),
        ("taquin-swapped", "multi"),
    ],
)
def test_what_an_invariant_refutes_is_not_searched(name: str, metric: str, tmp_path: Path) -> None:
    verdict, path = certified(tmp_path, load(name).with_metric(metric))
    assert (verdict.status, verdict.grade) == ("unsolvable", "certified")
    assert kinds(verdict) == ["invariant"]
    checked = check_file(path)
    assert (checked.kind, checked.at_least, checked.plan) == ("invariant", None, None)


SMALL: dict[str, AnyPuzzle] = {
    "triangle": pegs(board="triangle4", vacate=[1, 0], finish="any"),
    "triangle by jumps": pegs("jump", board="triangle4", vacate=[1, 0], finish="any"),
    "triangle, stuck": pegs(board="triangle4", vacate=[0, 0], finish="any"),
    "pegs, different ends": pegs(board="strip7", start="xxoxooo", goal=["xxooooo", "ooooxoo"]),
    "pegs, at the goal": pegs(board="strip3", start="xxo", goal="xxo"),
    "tiles by runs": tiles("3 4 5/0 1 2", "multi"),
    "tiles, at the goal": tiles("0 1/2 3"),
    "tiles, out of reach": tiles("0 2 1/3 4 5"),
    "frogs back and forth": frogs("FF.TT", backward=True),
    "frogs on a board": frogs("FFF/F.T/TTT"),
    "frogs, out of reach": frogs("TT.FF"),
    "cubes": load("instant-insanity"),
}


@pytest.mark.parametrize("name", SMALL)
def test_every_small_puzzle_is_closed_and_certified(name: str, tmp_path: Path) -> None:
    puzzle = SMALL[name]
    verdict, path = certified(tmp_path, puzzle)
    minimum = bfs(puzzle).optimum
    assert (verdict.optimum, verdict.grade) == (minimum, "certified")
    assert verdict.status == ("unsolvable" if minimum is None else "optimal")
    if minimum:
        assert verdict.certificate
    if verdict.certificate:
        checked = check_file(path)
        assert (checked.at_least, checked.optimum) == (minimum, minimum)
        assert checked.plan == verdict.plan
        assert checked.kind in kinds(verdict)


# --- what may be asked for besides --------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "bound", "kind"),
    [
        (load("frogs-6-6"), 40, "invariant"),
        (load("english-centre").with_metric("jump"), 31, "invariant"),
        (load("tiles-2x3"), 5, "invariant"),
        (load("tiles-2x3"), 6, "labelling"),
        (load("tiles-2x3"), 21, "labelling"),
    ],
)
def test_a_lower_bound_ends_the_work(
    puzzle: AnyPuzzle, bound: int, kind: str, tmp_path: Path
) -> None:
    verdict, path = certified(tmp_path, puzzle, at_least=bound)
    assert verdict.lower is not None
    assert verdict.lower >= bound
    assert verdict.grade == "certified"
    assert kinds(verdict)[-1] == kind
    checked = check_file(path)
    assert checked.kind == kind
    assert checked.at_least is not None
    assert checked.at_least >= bound


def test_a_lower_bound_that_is_false_is_denied_by_a_plan() -> None:
    verdict = prove("frogs", load("frogs-2-2"), Request(at_least=9))
    assert verdict.upper == 8
    assert (verdict.lower or 0) <= 8
    assert verdict.claim == "refuted"


@pytest.mark.parametrize("name", ["korf-03", "hifi", "english-centre"])
def test_a_time_limit_is_no_answer_and_leaves_no_false_certificate(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "auto.cert"
    request = Request(certificate=str(path))
    verdict = prove(name, load(name), request, limits=Limits(0.6))
    assert verdict.status in ("bounded", "unknown")
    assert verdict.optimum is None
    assert any("time limit" in note for note in verdict.notes)
    minimum = next(row.optimum for row in load(name).info.known if row.metric == load(name).metric)
    assert minimum is not None
    assert verdict.lower is None or verdict.lower <= minimum
    assert path.exists() == (verdict.certificate is not None)
    if verdict.certificate:
        checked = check_file(path)
        assert checked.at_least is not None
        assert checked.at_least <= minimum
        assert checked.optimum is None


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("frogs-6-6", "invariant"),
        ("frogs-3x3", "labelling"),
        ("tiles-2x3", "labelling"),
    ],
)
def test_evidence_alone_leaves_its_own_certificate(name: str, kind: str, tmp_path: Path) -> None:
    verdict, path = certified(tmp_path, load(name), evidence=(kind,))
    assert kinds(verdict) == [kind]
    assert check_file(path).kind == kind


def test_an_invariant_alone_proves_no_minimum_without_a_plan(tmp_path: Path) -> None:
    verdict, path = certified(tmp_path, load("tiles-2x3"), evidence=("invariant",))
    assert (verdict.status, verdict.lower, verdict.upper) == ("bounded", 5, None)
    assert check_file(path).optimum is None
    verdict, path = certified(tmp_path, load("frogs-6-6"), evidence=("invariant",))
    assert (verdict.status, verdict.optimum) == ("optimal", 48)
    assert check_file(path).optimum == 48


def _nothing(puzzle: AnyPuzzle, *, thorough: bool = False) -> None:
    """Find no argument."""


def test_where_no_invariant_proves_anything_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = tiles("1 0 2/3 4 5", "multi")
    monkeypatch.setattr("puzzleproof.provers.invariant.find.find_argument", _nothing)
    verdict = prove("tiles", puzzle, Request(evidence=("invariant",)))
    assert verdict.status == "unknown"
    assert "no invariant proves anything here" in verdict.notes


# --- a certificate appears only when it was checked ---------------------------------------


FALSE: dict[str, tuple[str, Any]] = {
    "a bound too high": ("at_least", 9),
    "no lemma": ("argument", {"lemmas": [], "goals": []}),
    "no plan's end": ("plan", ("4-3",)),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_the_checker_rejects_is_not_published(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer that claims what is false; an earlier file stays as it was."""
    key, value = FALSE[name]
    path = tmp_path / "auto.cert"
    path.write_bytes(b"an earlier one")

    def write(
        part: Path, puzzle: AnyPuzzle, claim: Claim, versions: dict[str, str], argument: Any
    ) -> None:
        told: dict[str, Any] = {"at_least": claim.at_least, "plan": claim.plan}
        told |= {"argument": argument, key: value}
        bent = Claim(claim.kind, told["at_least"], told["plan"])
        part.write_bytes(header(puzzle, bent, versions, argument=told["argument"]))

    monkeypatch.setattr("puzzleproof.provers.certificate.write_file", write)
    with pytest.raises((InternalError, CertificateRejected)):
        prove("frogs", load("frogs-2-2"), Request(certificate=str(path)))
    assert path.read_bytes() == b"an earlier one"
    assert [file.name for file in tmp_path.iterdir()] == ["auto.cert"]


def test_without_a_wish_for_one_no_certificate_is_left(tmp_path: Path) -> None:
    verdict = prove("frogs", load("frogs-2-2"), Request())
    assert verdict.grade == "certified"
    assert verdict.certificate is None
    assert not list(tmp_path.iterdir())


def test_the_stream_tells_of_evidence_before_its_certificate(tmp_path: Path) -> None:
    events: list[Event] = []
    path = tmp_path / "auto.cert"
    prove("tiles", load("tiles-2x2"), Request(certificate=str(path)), events.append)
    told = [e for e in events if isinstance(e, (CertificateWritten, EvidenceFound))]
    for before, event in pairwise(told):
        if isinstance(event, CertificateWritten):
            assert isinstance(before, EvidenceFound)
            assert before.evidence.checked
    assert json.loads(path.read_bytes().split(b"\n", 1)[0])["plan"]


# --- what is not asked for ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["gnome-18-steps", "simplicity", "tiles-2x3", "frogs-6-6"])
def test_a_certified_answer_ends_the_work(name: str) -> None:
    events: list[Event] = []
    verdict = prove(name, load(name), Request(), events.append)
    assert (verdict.status, verdict.grade, verdict.notes) == ("optimal", "certified", ())
    assert "refutation" not in kinds(verdict)
    assert not any(isinstance(event, HorizonAnswer) for event in events)


def test_all_evidence_is_made_where_it_is_asked_for() -> None:
    verdict = prove("gnome", load("gnome-18-steps"), Request(evidence=("all",)))
    assert (verdict.optimum, verdict.grade) == (18, "certified")
    assert {"labelling", "refutation", "exhaustion"} <= {*kinds(verdict)}
