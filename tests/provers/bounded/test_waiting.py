"""Tables that wait to be checked: what a limit leaves of a search."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from types import SimpleNamespace
from typing import Any

import pytest

from puzzleproof.models.errors import InternalError, LimitReached
from puzzleproof.models.instances import load
from puzzleproof.provers import bounded
from puzzleproof.provers.bounded import (
    driver,
    pegs,
    prove_with_bounds,
    search_and_check,
    waiting,
    weights,
)
from puzzleproof.provers.bounded.waiting import TableWaits, TimeToCheck, Waiting, leave
from puzzleproof.provers.certificate import Claim, Target, Workspace, workspace
from puzzleproof.provers.events import Emit, Event, Layer, Usage, Working, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, Terminated, TimeLimit
from puzzleproof.provers.request import Request
from puzzleproof.provers.session import Proof
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.certificate import CHECKING, check_file
from tests.support.stand_ins import always
from tests.support.tile_boards import library

APEX, MINIMUM = load("triangle-5-apex"), 10
EIGHT = library("eight-puzzle-867", "single")
SHOWN = 6
"""The claim after which the search of the apex hangs, in some tests."""
SECONDS = 600.0


@pytest.fixture(autouse=True)
def all_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards go the way of large ones."""
    monkeypatch.setattr("puzzleproof.provers.session.MANY_STATES", 0)
    monkeypatch.setattr(pegs, "FIRST_MOST", 200)


@pytest.fixture
def several(monkeypatch: pytest.MonkeyPatch) -> None:
    """The claims begin with four moves, so that there are several."""
    monkeypatch.setattr(weights.BoundFinder, "first_bound", always(3))


@pytest.fixture
def said() -> dict[int, float]:
    """By claim, how long its check is said to take: of the last one, half a minute."""
    return {SHOWN: SECONDS / 2}


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch, said: dict[int, float], several: None) -> None:
    """The search of the apex hangs once it has shown some moves."""
    search = pegs.PegSource.search

    def hang(source: pegs.PegSource, at_least: int) -> Any:
        if at_least > SHOWN:
            time.sleep(10 * SECONDS)
        return search(source, at_least)

    def leave_as_said(
        place: Workspace, at_least: int, write: Any, seconds: float, emit: Emit
    ) -> None:
        if said.get(at_least) != 0:
            leave(place, at_least, write, said.get(at_least, seconds), emit)

    monkeypatch.setattr(pegs.PegSource, "search", hang)
    monkeypatch.setattr(driver, "leave", leave_as_said)
    monkeypatch.setattr(bounded, "LAST_SECONDS", 10 * SECONDS)


@pytest.fixture
def ended_for_the_last(monkeypatch: pytest.MonkeyPatch, said: dict[int, float]) -> None:
    """All of the time is kept for the check, and only the last table is left."""
    monkeypatch.setattr(waiting, "CHECK_SHARE", 1.0)
    said.update(dict.fromkeys(range(SHOWN), 0))
    said[SHOWN] = 0.1


def stopped(path: Path, listen: Emit = ignore, *, in_process: bool = False) -> Verdict:
    request, limits = Request(certificate=str(path)), Limits(SECONDS if listen is ignore else None)
    return prove("apex", APEX, request, listen, limits, in_process=in_process)


@pytest.mark.parametrize("in_process", [False, True])
@pytest.mark.usefixtures("hanging", "ended_for_the_last")
def test_a_limit_of_time_leaves_a_certificate_of_what_was_shown(
    tmp_path: Path, *, in_process: bool
) -> None:
    path = tmp_path / "apex.cert"
    verdict = stopped(path, in_process=in_process)
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "certified", SHOWN)
    assert verdict.certificate == str(path)
    checked = check_file(path, APEX)
    assert (checked.at_least, checked.optimum) == (SHOWN, None)
    (note,) = verdict.notes
    assert note.startswith(f"time limit of {SECONDS:g} s: the search was ended after ")
    assert note.endswith(f"its table of 'at least {SHOWN} moves' checked")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["apex.cert"]


@pytest.mark.usefixtures("hanging", "ended_for_the_last")
def test_what_could_not_be_checked_in_time_is_a_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_slow(*_arguments: object) -> None:
        raise TimeLimit("time limit reached")

    monkeypatch.setattr(waiting, "_adopt", too_slow)
    verdict = stopped(tmp_path / "apex.cert")
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "claimed", SHOWN)
    assert verdict.certificate is None
    assert not (tmp_path / "apex.cert").exists()


@pytest.mark.usefixtures("hanging", "ended_for_the_last")
def test_a_table_that_the_rules_deny_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lie(kind: str, bound: int, plan: Any) -> Claim:
        return Claim(kind, bound + 1, plan)

    monkeypatch.setattr(driver, "Claim", lie)
    with pytest.raises(InternalError, match="caught by the rules"):
        stopped(tmp_path / "apex.cert")
    assert not (tmp_path / "apex.cert").exists()


def test_a_run_without_an_answer_keeps_an_older_certificate_of_more(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Unless that is of another puzzle, cannot be read, or claims less."""
    path, other = tmp_path / "apex.cert", tmp_path / "other.cert"
    assert prove("apex", APEX, Request(certificate=str(path))).optimum == MINIMUM
    assert prove("eight", EIGHT, Request(certificate=str(other))).certificate
    for name in ("hanging", "ended_for_the_last"):
        request.getfixturevalue(name)
    before = path.read_bytes()
    verdict = stopped(path)
    assert (verdict.lower, verdict.grade, verdict.optimum) == (SHOWN, "certified", None)
    assert (verdict.certificate, verdict.older) == (None, str(path))
    assert path.read_bytes() == before
    claim = f"it claims 'at least {MINIMUM} moves' and has a plan (not checked in this run)"
    assert f"{path} is not replaced: {claim}" in verdict.notes
    path.write_bytes(other.read_bytes())
    assert stopped(path).certificate == str(path)
    path.write_bytes(before[:100])
    assert stopped(path).certificate == str(path)


class Stopping:
    """Listens, and stops the work once the last table waits.

    The table is left just after its last layer is told; of two reports, a second apart, the later
    one comes after it.
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop, self._shown, self._reports = stop, False, 0

    def __call__(self, event: Event) -> None:
        self._shown |= isinstance(event, Layer) and event.depth == SHOWN - 1
        self._reports += self._shown and isinstance(event, Usage)
        if self._reports == 2:
            self._reports += 1
            self._stop()


@pytest.mark.parametrize("error", [KeyboardInterrupt, Terminated])
@pytest.mark.usefixtures("hanging")
def test_nothing_is_checked_after_ctrl_c(error: type[BaseException], tmp_path: Path) -> None:
    def stop() -> None:
        raise error

    path = tmp_path / "apex.cert"
    verdict = stopped(path, Stopping(stop))
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "claimed", SHOWN)
    assert verdict.interrupted
    assert not any(row.checked and row.bound == SHOWN for row in verdict.evidence)
    assert not path.exists()


@pytest.mark.usefixtures("hanging")
def test_a_limit_of_memory_leaves_a_certificate_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = list[bool]()

    def holds_more(*_: object) -> bool:
        return bool(full and full.pop())

    monkeypatch.setattr("puzzleproof.provers.process.holds_more", holds_more)
    path = tmp_path / "apex.cert"
    verdict = stopped(path, Stopping(lambda: full.append(True)))
    assert (verdict.status, verdict.grade, verdict.lower) == ("bounded", "certified", SHOWN)
    assert any("memory limit reached" in note for note in verdict.notes)
    assert check_file(path, APEX).at_least == SHOWN


@pytest.mark.usefixtures("several")
def test_a_search_that_dies_leaves_what_it_has_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = pegs.PegSource.look

    def die(source: pegs.PegSource, found: Any, **more: Any) -> Any:
        if found.at_least >= SHOWN:
            raise SystemExit(3)
        return look(source, found, **more)

    monkeypatch.setattr(pegs.PegSource, "look", die)
    monkeypatch.setattr(pegs, "LAYER_BYTES", 1)
    path = tmp_path / "apex.cert"
    verdict = prove("apex", APEX, Request(certificate=str(path)))
    rows = [row.bound for row in verdict.evidence if row.checked]
    assert check_file(path, APEX).at_least == rows[0]
    said = "the search with lower bounds was ended: the solver's process"
    assert any(said in note for note in verdict.notes)


def waits_for(proven: int = 0, left: float = 50) -> Waiting:
    """Of a proof with so much time left of 100 s."""
    proof: Any = SimpleNamespace(
        seconds_left=lambda: left,
        limits=Limits(100),
        bounds=SimpleNamespace(proven=proven),
        emit=ignore,
    )
    return Waiting(proof)


@pytest.fixture
def table(tmp_path: Path) -> Callable[[int, float], TableWaits]:
    def make(at_least: int, seconds: float) -> TableWaits:
        path = tmp_path / f"waiting-{at_least}"
        path.write_bytes(b"")
        return TableWaits(at_least, str(path), seconds)

    return make


def test_the_best_table_is_the_last_that_can_be_checked_in_time(
    table: Callable[[int, float], TableWaits],
) -> None:
    """None waits that is published, or says no more than is proven; late, its check begins."""
    found = waits_for()
    assert found.best() is None
    for at_least, seconds in ((7, 1), (8, 2), (9, 60)):
        found.listen(table(at_least, seconds))
    best = [found.best(seconds) for seconds in (None, 2, 0.1)]
    assert [one and one.at_least for one in best] == [8, 7, None]
    for proven, bound in ((9, None), (6, None), (5, 6)):
        found = waits_for(proven)
        found.listen(table(6, 1))
        waits = found.best()
        assert (waits and waits.at_least) == bound
    Path(table(6, 1).path).unlink()
    assert found.best() is None
    busy = waits_for(left=30)
    busy.listen(Working(CHECKING))
    busy.listen(table(7, 10))
    waits_for(7, left=30).listen(table(7, 10))
    with pytest.raises(TimeToCheck, match=r"time limit of 100 s: .* 'at least 7 moves' checked"):
        waits_for(left=30).listen(table(7, 10))


def test_a_table_of_less_does_not_replace_a_certificate_of_the_same_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search of a stronger claim is over, another leaves a weaker table and grows too large."""
    left = list[int]()

    def copy_accepted(target: Target) -> None:
        assert isinstance(target, Path)
        copy(tmp_path / "accepted", target)

    def grow(puzzle: Any, _wanted: Any, seed: int, *rest: Any) -> None:
        memory, place, emit = rest
        search_and_check(puzzle, SHOWN, seed, memory, Workspace(tmp_path, tmp_path), ignore)
        leave(place, SHOWN, copy_accepted, 0.1, emit)
        left.append(SHOWN)
        raise LimitReached("a layer of many states")

    with workspace(str(tmp_path / "apex.cert"), {}, APEX) as place:
        request = Request(certificate=str(tmp_path / "apex.cert"))
        proof = Proof(APEX, request, place, ignore, NO_LIMITS, in_process=True)
        prove_with_bounds(proof)
        monkeypatch.setattr(bounded, "search_and_check", grow)
        prove_with_bounds(proof)
        assert left
        assert place.part is not None
        assert proof.bounds.proven == check_file(place.part, APEX).at_least == MINIMUM
