"""Jobs done by workers: outcomes, workers that die or hang, limits, programs that go away."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.provers import process
from puzzleproof.provers.batch import jobs
from puzzleproof.provers.batch.pool import Pool, results, run_jobs
from puzzleproof.provers.events import EvidenceFound, PlanFound
from puzzleproof.provers.process import Limits
from puzzleproof.provers.verdict import Evidence
from tests.support.batch_jobs import Calling, Deadly, Echo, Greedy, Slow, WithChildren, job
from tests.support.command_line import environment
from tests.support.dask_processes import wait_for

pytestmark = pytest.mark.skipif(
    not hasattr(os, "killpg"), reason="workers are told apart by groups"
)


def done(*asked: Echo, workers: int = 2) -> list[str]:
    found = dict(run_jobs(enumerate(asked), workers))
    return [found[k] for k in range(len(asked))]


def runs(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_what_is_wrong_with_one_proof_is_its_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("by hand")

    monkeypatch.setattr(jobs, "prove", broken)
    outcome = job("frogs-1-1").run()
    assert outcome.verdict is None
    assert outcome.known.status == "unknown"
    assert "internal error: ZeroDivisionError('by hand')" in outcome.reason


def test_a_worker_does_one_job_after_the_other_and_its_events_are_heard() -> None:
    """Jobs may have work done in children of their own."""
    heard = list[tuple[int, str]]()

    def listen(number: int | None, event: Any) -> None:
        if number is not None:
            heard.append((number, event.text))

    found = dict(run_jobs(enumerate([*map(Echo, "ab"), Calling()]), 1, listen))
    assert found == {0: "aa", 1: "bb", 2: "done"}
    assert sorted(heard) == [(0, "a"), (1, "b"), (2, "0"), (2, "1")]


@pytest.mark.parametrize(("times", "dies"), [(1, False), (2, True)])
def test_a_worker_that_dies_takes_its_own_job_only(tmp_path: Path, times: int, dies: bool) -> None:
    deadly = Deadly("late", times=times, marks=str(tmp_path / "marks"))
    one, two, three = done(Echo("a"), deadly, Echo("c"))
    assert (one, three) == ("aa", "cc")
    reason = "failed: its process died, and so did a second attempt: the process ended with code -9"
    assert two.startswith(reason) if dies else two == "late"


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (Slow(limits=Limits(1.0)), "time limit reached: "),
        (Greedy(limits=Limits(None, 300_000_000)), "memory limit reached: 0 events"),
    ],
)
def test_a_greedy_job_is_given_up(work: Echo, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzleproof.provers.batch.pool.GRACE_SECONDS", 0.1)
    found = done(Echo("a"), work, Echo("b"), workers=1)  # by a worker that has started
    assert (found[0], found[2]) == ("aa", "bb")
    assert found[1].startswith(f"given up: {said}")


def test_a_proof_that_is_given_up_keeps_its_bounds() -> None:
    plan = ("1-2", "3-1", "2-3")
    certified = Evidence.certified("labelling", 2, "verify.labelling", 0.1)
    events = [PlanFound(plan, "a search"), EvidenceFound(certified)]
    known = job("frogs-1-1").given_up(events, "time limit reached", 3.0).known
    assert (known.upper, known.proven, known.plan) == (3, 2, plan)
    assert known.notes == ("time limit reached", jobs.LOST)


def test_ctrl_c_yields_what_there_is() -> None:
    def listen(number: int | None, event: Any) -> None:
        if number is not None:
            raise KeyboardInterrupt

    work = results(Pool(1), [(7, Slow())], listen)
    assert next(work) == (7, "given up: interrupted: 1 events")
    with pytest.raises(KeyboardInterrupt):
        next(work)


def test_no_process_is_left_when_the_jobs_are_let_go() -> None:
    assert done(Echo()) == [""]  # which starts the server of processes, that stays
    others = set(process._family(os.getpid()))  # pyright: ignore[reportPrivateUsage]
    started = list[int]()

    def listen(number: int | None, event: Any) -> None:
        if number == 1:
            started.append(int(event.text))

    work = run_jobs([(0, Echo()), (1, WithChildren()), (2, WithChildren())], 2, listen)
    next(work)
    family = process._family(os.getpid())  # pyright: ignore[reportPrivateUsage]
    workers = [pid for pid in family if pid not in others]
    assert workers
    work.close()
    wait_for(lambda: not any(map(runs, [*workers, *started])))


def test_workers_end_when_their_program_is_gone() -> None:
    code = (
        "from puzzleproof.provers.batch.pool import run_jobs\n"
        "from tests.support.batch_jobs import WithChildren\n"
        "def listen(number, event):\n"
        "    if number is not None: print(event.text, flush=True)\n"
        "list(run_jobs([(0, WithChildren())], 1, listen))\n"
    )
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment()) as program:
        assert program.stdout is not None
        child = int(program.stdout.readline())
        worker = psutil.Process(child).ppid()
        assert runs(child)
        program.kill()
        program.wait()
    wait_for(lambda: not runs(worker) and not runs(child))


def test_a_host_without_processes_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(process.START_METHOD, process.NO_PROCESSES)
    with pytest.raises(Unsupported, match="none can be started"):
        list(run_jobs([(0, Echo())], 1))
