"""Jobs done by worker processes: outcomes, workers that die, limits."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from puzzleproof.models.instances import load
from puzzleproof.provers import process
from puzzleproof.provers.batch import jobs, tickets
from puzzleproof.provers.batch.jobs import Job, Outcome, instance_hash, run_job
from puzzleproof.provers.batch.pool import run_jobs
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.verify.certificate import check_stream

pytestmark = pytest.mark.skipif(
    not hasattr(os, "killpg"), reason="workers are told apart by groups"
)

NAMES = ("frogs-1-1", "frogs-2-2", "hughes", "tiles-2x2", "instant-insanity", "triangle-4")


def job(name: str, request: Request | None = None, limits: Limits | None = None) -> Job:
    return Job.of(name, load(name), request, limits, {"puzzleproof": "test"})


def outcomes(names: tuple[str, ...], workers: int = 2, **limits: Any) -> dict[int, Outcome]:
    asked = enumerate(job(name, None, Limits(**limits)) for name in names)
    return dict(run_jobs(asked, workers))


def test_every_job_has_its_outcome_with_a_certificate_that_is_accepted() -> None:
    from io import BytesIO

    found = outcomes(NAMES)
    assert sorted(found) == list(range(len(NAMES)))
    for number, outcome in found.items():
        assert outcome.name == NAMES[number]
        assert outcome.verdict is not None
        assert outcome.verdict.grade == "certified"
        assert outcome.verdict.versions == {"puzzleproof": "test"}
        assert outcome.certificate is not None
        checked = check_stream(BytesIO(outcome.certificate), "it")
        assert checked.at_least == outcome.verdict.optimum
        assert instance_hash(checked.puzzle) == job(outcome.name).instance_hash


def test_what_is_wrong_with_one_job_is_its_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("by hand")

    monkeypatch.setattr(jobs, "prove", broken)
    outcome = run_job(job("frogs-1-1"))
    assert outcome.verdict is None
    assert "internal error: ZeroDivisionError('by hand')" in outcome.reason


def dying(times: int, marks: Any) -> Any:
    """A `run_job` whose process is killed the first times that it is asked for frogs-2-2."""
    real = jobs.run_job

    def run(one: Job, emit: Any) -> Outcome:
        if one.name == "frogs-2-2":
            with open(marks, "a") as file:
                file.write("x")
            if marks.stat().st_size <= times:
                os.kill(os.getpid(), signal.SIGKILL)
        return real(one, emit)

    return run


@pytest.mark.parametrize(("times", "dies"), [(1, False), (2, True)])
def test_a_worker_that_dies_takes_its_own_job_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, times: int, dies: bool
) -> None:
    monkeypatch.setattr(jobs, "run_job", dying(times, tmp_path / "marks"))
    found = outcomes(("frogs-1-1", "frogs-2-2", "tiles-2x2", "frogs-3-3"))
    assert len(found) == 4
    assert (found[1].verdict is None) == dies
    assert found[1].attempts == 2
    assert ("a second attempt" in found[1].reason) == dies
    assert all(found[k].verdict is not None for k in (0, 2, 3))


def test_a_job_that_goes_on_after_its_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def sleeping(one: Job, emit: Any) -> Outcome:
        time.sleep(60)
        raise AssertionError

    monkeypatch.setattr(jobs, "run_job", sleeping)
    monkeypatch.setattr(tickets, "GRACE_SECONDS", 0.1)
    (outcome,) = outcomes(("frogs-1-1",), seconds=0.2).values()
    assert outcome.verdict is not None
    assert outcome.verdict.notes[-1] == "time limit reached"


def test_a_job_that_takes_too_much_memory_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(one: Job, emit: Any) -> Outcome:
        held = [bytearray(400_000_000)]
        time.sleep(60)
        raise AssertionError(held)

    monkeypatch.setattr(jobs, "run_job", greedy)
    found = outcomes(("frogs-1-1",), memory=300_000_000)
    assert found[0].verdict is not None
    assert found[0].verdict.status == "unknown"
    assert "memory limit reached" in found[0].verdict.notes


def test_limits_leave_bounds_not_failures() -> None:
    (outcome,) = outcomes(("korf-03",), seconds=1.0).values()
    assert outcome.verdict is not None
    assert outcome.verdict.status == "bounded"
    assert 36 <= outcome.verdict.proven <= 57


def test_jobs_are_fetched_when_there_is_a_worker_for_them() -> None:
    fetched = list[int]()

    def asked() -> Iterator[tuple[int, Job]]:
        for k in range(6):
            fetched.append(k)
            yield k, job("frogs-1-1")

    results = run_jobs(asked(), 2)
    next(results)
    assert len(fetched) <= 4
    results.close()


def test_no_process_is_left_when_the_jobs_are_let_go() -> None:
    others = set(process._family(os.getpid()))  # pyright: ignore[reportPrivateUsage]
    results = run_jobs(enumerate([job("frogs-1-1"), job("korf-03"), job("korf-15")]), 2)
    next(results)
    family = process._family(os.getpid())  # pyright: ignore[reportPrivateUsage]
    workers = [pid for pid in family if pid not in others]
    assert workers
    results.close()
    for pid in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_one_instance_has_one_hash_whatever_it_is_called() -> None:
    from dataclasses import replace

    from puzzleproof.models.puzzle import Info

    puzzle: Any = load("hughes")
    renamed = replace(puzzle, info=Info(name="another"))
    assert instance_hash(renamed) == instance_hash(puzzle)
    assert instance_hash(puzzle.with_metric("unit")) == instance_hash(puzzle)
    assert instance_hash(load("simplicity")) != instance_hash(puzzle)
