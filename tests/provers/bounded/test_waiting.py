"""Tables that wait to be checked: what a limit leaves of a search."""

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from puzzleproof.models.errors import InternalError
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers import bounded
from puzzleproof.provers.bounded import TimeToCheck, Waiting, driver, pegs, weights
from puzzleproof.provers.certificate import Claim, Target, Workspace, write_file
from puzzleproof.provers.events import Event, Layer, Note, ignore
from puzzleproof.provers.process import Limits, Terminated, TimeLimit
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.certificate import check_file
from tests.support.tree import ROOT

APEX, MINIMUM = load("triangle-5-apex"), 10
KEPT = ROOT / "docs" / "certificates"
SHOWN = 6
"""The claim after which the search of the apex hangs, in some tests."""
SECONDS = 60.0


@pytest.fixture(autouse=True)
def all_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards go the way of large ones."""
    monkeypatch.setattr("puzzleproof.provers.session.MANY_STATES", 0)
    monkeypatch.setattr(pegs, "FIRST_MOST", 200)


def first_bound_of_three(monkeypatch: pytest.MonkeyPatch) -> None:
    """The claims begin with four moves, so that there are several."""

    def three(_finder: weights.BoundFinder, _start: int) -> int:
        return 3

    monkeypatch.setattr(weights.BoundFinder, "first_bound", three)


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search of the apex hangs once it has shown some moves."""
    search = pegs.PegSource.search
    first_bound_of_three(monkeypatch)

    def hang(source: pegs.PegSource, at_least: int) -> Any:
        if at_least > SHOWN:
            time.sleep(10 * SECONDS)
        return search(source, at_least)

    monkeypatch.setattr(pegs.PegSource, "search", hang)


@pytest.fixture
def ended_for_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of the time is kept for the check, and only the last table is left."""

    def leave_the_last(
        target: Target, puzzle: AnyPuzzle, claim: Claim, *rest: Any, **more: Any
    ) -> None:
        if claim.at_least == SHOWN:
            write_file(target, puzzle, claim, *rest, **more)

    monkeypatch.setattr(bounded, "CHECK_SHARE", 1.0)
    monkeypatch.setattr(driver, "write_file", leave_the_last)


def stopped(path: Path, *, in_process: bool = False) -> Verdict:
    request = Request(certificate=str(path))
    return prove("apex", APEX, request, limits=Limits(SECONDS), in_process=in_process)


@pytest.mark.parametrize("in_process", [False, True])
@pytest.mark.usefixtures("hanging", "ended_for_the_last")
def test_a_time_limit_leaves_a_certificate_of_the_rest(tmp_path: Path, *, in_process: bool) -> None:
    path = tmp_path / "apex.cert"
    verdict = stopped(path, in_process=in_process)
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "certified", SHOWN)
    assert verdict.certificate == str(path)
    checked = check_file(path, APEX)
    assert (checked.at_least, checked.optimum) == (SHOWN, None)
    (note,) = verdict.notes
    assert note.startswith(f"time limit of {SECONDS:g} s: the search was stopped after ")
    assert note.endswith(f"its table for 'at least {SHOWN} moves' could be checked")
    assert verdict.seconds < SECONDS
    assert sorted(file.name for file in tmp_path.iterdir()) == ["apex.cert"]


@pytest.mark.usefixtures("hanging", "ended_for_the_last")
def test_what_is_not_checked_is_a_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_slow(*_arguments: object) -> None:
        raise TimeLimit("time limit reached")

    monkeypatch.setattr(bounded, "_adopt", too_slow)
    path = tmp_path / "apex.cert"
    verdict = stopped(path)
    assert (verdict.status, verdict.grade, verdict.certificate) == ("bounded", "claimed", None)
    assert verdict.lower in (SHOWN - 1, SHOWN), "it may be ended before it reports the last claim"
    assert not path.exists()


@pytest.mark.usefixtures("hanging", "ended_for_the_last")
def test_a_table_that_is_denied_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lie(kind: str, at_least: int, plan: Any) -> Claim:
        return Claim(kind, at_least + 1, plan)

    monkeypatch.setattr(driver, "Claim", lie)
    with pytest.raises(InternalError, match="caught by the rules"):
        stopped(tmp_path / "apex.cert")
    assert not (tmp_path / "apex.cert").exists()


@pytest.mark.usefixtures("hanging", "ended_for_the_last")
def test_a_run_without_an_answer_keeps_an_older_certificate_of_more(tmp_path: Path) -> None:
    """Unless that is of another puzzle, cannot be read, or claims less."""
    path, before = tmp_path / "apex.cert", (KEPT / "triangle-5-apex-move.cert").read_bytes()
    path.write_bytes(before)
    verdict = stopped(path)
    assert (verdict.lower, verdict.grade, verdict.optimum) == (SHOWN, "certified", None)
    assert (verdict.certificate, verdict.older) == (None, str(path))
    assert path.read_bytes() == before
    claim = f"it claims 'at least {MINIMUM} moves' and has a plan (not checked in this run)"
    assert f"{path} is not replaced: {claim}" in verdict.notes
    path.write_bytes((KEPT / "soap-piece.cert").read_bytes())
    assert stopped(path).certificate == str(path)
    path.write_bytes(before[:100])
    assert stopped(path).certificate == str(path)


class Stopping:
    """Stops the work once, when the last table waits: it is left before its last layer is told."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop: Callable[[], None] | None = stop

    def __call__(self, event: Event) -> None:
        if self._stop is not None and isinstance(event, Layer) and event.depth == SHOWN - 1:
            stop, self._stop = self._stop, None
            stop()


def press_ctrl_c() -> None:
    raise KeyboardInterrupt


def terminate() -> None:
    raise Terminated


def halted(path: Path, listen: Stopping) -> Verdict:
    return prove("apex", APEX, Request(certificate=str(path)), listen)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of the last claim may be checked for as long as it takes."""
    monkeypatch.setattr(bounded, "LAST_SECONDS", 10 * SECONDS)


@pytest.mark.parametrize("stop", [press_ctrl_c, terminate])
@pytest.mark.usefixtures("hanging", "patient")
def test_nothing_is_checked_after_ctrl_c(stop: Callable[[], None], tmp_path: Path) -> None:
    path = tmp_path / "apex.cert"
    verdict = halted(path, Stopping(stop))
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "claimed", SHOWN)
    assert verdict.interrupted
    assert not any(row.checked and row.bound == SHOWN for row in verdict.evidence)
    assert not path.exists()


@pytest.mark.usefixtures("hanging", "patient")
def test_a_memory_limit_leaves_one_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = list[bool]()

    def holds_more(_pid: int, _limit: int) -> bool:
        return bool(full and full.pop())

    monkeypatch.setattr("puzzleproof.provers.process.holds_more", holds_more)
    path = tmp_path / "apex.cert"
    verdict = halted(path, Stopping(lambda: full.append(True)))
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "certified", SHOWN)
    assert any("memory limit reached" in note for note in verdict.notes)
    assert check_file(path, APEX).at_least == SHOWN


def test_a_search_that_dies_leaves_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = pegs.PegSource.look
    first_bound_of_three(monkeypatch)

    def die(source: pegs.PegSource, found: Any, **more: Any) -> Any:
        if found.at_least >= SHOWN:
            raise SystemExit(3)
        return look(source, found, **more)

    monkeypatch.setattr(pegs.PegSource, "look", die)
    monkeypatch.setattr(pegs, "LAYER_BYTES", 1)
    path = tmp_path / "apex.cert"
    verdict = prove("apex", APEX, Request(certificate=str(path)))
    rows = [row.bound for row in verdict.evidence if row.checked]
    assert rows
    assert check_file(path, APEX).at_least == rows[0]
    assert any(
        "the search with lower bounds was ended: the solver's process" in n for n in verdict.notes
    )


def clock(folder: Path, left: float | None, limit: float | None, proven: int = 0) -> Any:
    """What is asked of a proof."""
    return SimpleNamespace(
        seconds_left=lambda: left,
        limits=Limits(limit),
        bounds=SimpleNamespace(proven=proven),
        emit=ignore,
        workspace=Workspace(folder, folder),
    )


def leave(folder: Path, *claims: int) -> None:
    for claim in claims:
        (folder / f"waiting-{claim}").touch()


def test_of_the_last_tables_the_best_counts_that_is_checked_in_time(tmp_path: Path) -> None:
    asked = list[int]()

    def check(_work: Any, _place: Any, at_least: int, *, seconds: float | None) -> tuple[int, int]:
        asked.append(at_least)
        if at_least > 8:
            raise TimeLimit("time limit reached")
        return at_least, 100 * at_least

    proof = clock(tmp_path, 50, 100)
    proof.call, found = check, Waiting(proof)
    assert found.check() is None
    leave(tmp_path, 6, 7, 8, 9)
    assert found.check() == (8, 800)
    assert asked == [7, 8, 9]
    for claim in (6, 7, 8):
        (tmp_path / f"waiting-{claim}").unlink()
    leave(tmp_path, 10)
    with pytest.raises(TimeLimit):
        found.check()


@pytest.mark.parametrize(("left", "limit", "proven"), [(None, None, 0), (50, 100, 0), (30, 100, 7)])
def test_a_search_is_ended_when_the_time_for_the_check_begins(
    left: float | None, limit: float | None, proven: int, tmp_path: Path
) -> None:
    """Unless there is time, or nothing that says more than is proven."""
    note, found = Note("a layer is done"), Waiting(clock(tmp_path, 30, 100))
    found.listen(note)
    leave(tmp_path, 7)
    Waiting(clock(tmp_path, left, limit, proven)).listen(note)
    with pytest.raises(
        TimeToCheck, match=r"time limit of 100 s: .* 'at least 7 moves' could be checked"
    ):
        found.listen(note)
