"""`prove` left to itself: which evidence closes which puzzle, and what the certificate holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import CertificateRejected, InternalError
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.certificate import Claim, header
from puzzleproof.provers.events import (
    Event,
    HorizonAnswer,
    PlanFound,
)
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.certificate import check_file
from puzzleproof.verify.replay import replay_to_goal
from tests.support.stand_ins import always
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


@pytest.mark.parametrize(
    ("name", "asked", "optimum", "made"),
    [
        ("frogs-6-6", {}, 48, ["invariant"]),
        ("tiles-2x3", {}, 21, ["invariant", "labelling"]),
        ("one-colour-cubes", {}, None, ["invariant", "labelling"]),
        ("european-centre, move", {}, None, ["invariant"]),
        ("european-centre, jump", {}, None, ["invariant"]),
        ("taquin-swapped, single", {}, None, ["invariant"]),
        ("taquin-swapped, multi", {}, None, ["invariant"]),
        ("frogs-6-6", {"evidence": ("invariant",)}, 48, ["invariant"]),
        ("frogs-3x3", {"evidence": ("labelling",)}, 12, ["labelling"]),
        ("tiles-2x3", {"evidence": ("labelling",)}, 21, ["labelling"]),
    ],
)
def test_what_closes_which_puzzle(
    name: str, asked: dict[str, Any], optimum: int | None, made: list[str], tmp_path: Path
) -> None:
    """What an invariant decides is not searched; evidence named leaves its own certificate."""
    name, _, metric = name.partition(", ")
    puzzle = load(name)
    verdict, path = certified(tmp_path, puzzle.with_metric(metric or puzzle.metric), **asked)
    status = "unsolvable" if optimum is None else "optimal"
    assert (verdict.status, verdict.grade, verdict.optimum) == (status, "certified", optimum)
    assert kinds(verdict) == made
    checked = check_file(path)
    assert (checked.kind, checked.at_least, checked.optimum) == (made[-1], optimum, optimum)
    assert checked.plan == verdict.plan


def test_an_invariant_alone_proves_no_minimum_without_a_plan(tmp_path: Path) -> None:
    verdict, path = certified(tmp_path, load("tiles-2x3"), evidence=("invariant",))
    assert (verdict.status, verdict.lower, verdict.upper) == ("bounded", 5, None)
    assert check_file(path).optimum is None


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


# --- what may be asked for besides --------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "bound", "kind"),
    [
        ("frogs-6-6", 40, "invariant"),
        ("tiles-2x3", 5, "invariant"),
        ("tiles-2x3", 6, "labelling"),
        ("tiles-2x3", 21, "labelling"),
    ],
)
def test_a_lower_bound_ends_the_work(name: str, bound: int, kind: str, tmp_path: Path) -> None:
    verdict, path = certified(tmp_path, load(name), at_least=bound)
    assert (verdict.lower or 0) >= bound
    assert verdict.grade == "certified"
    assert kinds(verdict)[-1] == kind
    checked = check_file(path)
    assert (checked.kind, (checked.at_least or 0) >= bound) == (kind, True)


@pytest.mark.parametrize("name", ["korf-03", "hifi", "english-centre"])
def test_a_time_limit_is_no_answer_and_leaves_no_false_certificate(
    name: str, tmp_path: Path
) -> None:
    puzzle, path = load(name), tmp_path / "auto.cert"
    verdict = prove(name, puzzle, Request(certificate=str(path)), limits=Limits(0.6))
    assert verdict.status in ("bounded", "unknown")
    assert verdict.optimum is None
    assert any("time limit" in note for note in verdict.notes)
    minimum = next(row.optimum for row in puzzle.info.known if row.metric == puzzle.metric) or 0
    assert (verdict.lower or 0) <= minimum
    assert path.exists() == (verdict.certificate is not None)
    if verdict.certificate:
        checked = check_file(path)
        assert 0 < (checked.at_least or 0) <= minimum
        assert checked.optimum is None


def test_where_no_invariant_proves_anything_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = "puzzleproof.provers.invariant.find.find_argument"
    monkeypatch.setattr(found, always(None))
    puzzle = tiles("1 0 2/3 4 5", "multi")
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
    path = tmp_path / "auto.cert"
    path.write_bytes(b"an earlier one")

    def write(part: Path, puzzle: AnyPuzzle, claim: Claim, versions: Any, argument: Any) -> None:
        told: dict[str, Any] = {"at_least": claim.at_least, "plan": claim.plan}
        told |= {"argument": argument}
        told |= dict([FALSE[name]])
        bent = Claim(claim.kind, told["at_least"], told["plan"])
        part.write_bytes(header(puzzle, bent, versions, argument=told["argument"]))

    monkeypatch.setattr("puzzleproof.provers.certificate.write_file", write)
    with pytest.raises((InternalError, CertificateRejected)):
        prove("frogs", load("frogs-2-2"), Request(certificate=str(path)))
    assert path.read_bytes() == b"an earlier one"
    assert [file.name for file in tmp_path.iterdir()] == ["auto.cert"]


# --- what is not asked for ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["simplicity", "tiles-2x3", "frogs-6-6"])
def test_a_certified_answer_ends_the_work(name: str, tmp_path: Path) -> None:
    """Without a wish for one no certificate is left."""
    events: list[Event] = []
    verdict = prove(name, load(name), Request(), events.append)
    assert (verdict.status, verdict.grade, verdict.notes) == ("optimal", "certified", ())
    assert "refutation" not in kinds(verdict)
    assert not any(isinstance(event, HorizonAnswer) for event in events)
    assert verdict.certificate is None
    assert not list(tmp_path.iterdir())
