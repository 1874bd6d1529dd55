"""Jobs on a Dask cluster: outcomes, workers that die or lie, schedulers that go away."""

import os
import socket
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil
import pytest

from puzzleproof.models.errors import InstanceError, LimitReached
from puzzleproof.provers.batch.cluster import Cluster
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.ledger import Means, open_ledger, run_batch
from puzzleproof.provers.batch.row import Outcome
from tests.support.batch_jobs import job
from tests.support.dask_processes import DaskProcesses, dask_processes, kill, wait_for

pytestmark = [
    pytest.mark.external,
    pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed"),
    pytest.mark.skipif(not hasattr(os, "killpg"), reason="processes are ended by groups"),
]

NAMES = ("frogs-1-1", "frogs-2-2", "hughes", "tiles-2x2", "instant-insanity", "european-centre")
LIES = """
import pickle
from dataclasses import replace
from puzzleproof.provers.batch import cluster
honest = getattr(cluster, "honest", cluster.results)
cluster.honest = honest
def lying(pool, jobs, listen):
    for number, outcome in honest(pool, jobs, listen):
        if outcome.name == "hughes":
            outcome = replace(outcome, verdict=replace(outcome.verdict, lower=40))
        yield number, outcome
cluster.results = lying
"""
OTHER_VERSION = """
import puzzleproof.release
puzzleproof.release.__version__ = "9.9.9"
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Generator[DaskProcesses]:
    """Two honest workers, for tests that leave them as they are."""
    with dask_processes(tmp_path_factory.mktemp("dask")) as cluster:
        cluster.worker()
        cluster.worker()
        yield cluster


@pytest.fixture
def own(tmp_path: Path) -> Generator[DaskProcesses]:
    """A scheduler without workers; a job may be begun twice."""
    allowed = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
    with dask_processes(tmp_path, **allowed) as cluster:
        yield cluster


def busy(worker: Any) -> list[psutil.Process]:
    """The processes in which a worker does jobs: its server of processes has forked them."""
    found = list[psutil.Process]()
    for child in psutil.Process(worker.pid).children(recursive=True):
        with suppress(psutil.Error):
            if any("forkserver" in word for word in child.cmdline()):
                found += child.children()
    return [one for one in found if one.is_running() and one.ppid() not in {p.pid for p in found}]


def preloaded(folder: Path, code: str) -> tuple[str, str]:
    (folder / "changes.py").write_text(code, encoding="utf-8")
    return "--preload", str(folder / "changes.py")


def test_every_job_has_its_outcome_with_a_certificate_checked_here(running: DaskProcesses) -> None:
    found = dict(Cluster(running.address)(enumerate(map(job, NAMES)), 1))
    assert sorted(found) == list(range(len(NAMES)))
    for number, outcome in found.items():
        assert outcome.name == NAMES[number]
        assert outcome.verdict is not None, outcome.reason
        assert outcome.verdict.grade == "certified"
        assert "puzzleproof" in outcome.verdict.versions
        assert outcome.certificate


def test_jobs_are_fetched_when_there_is_room_for_them(running: DaskProcesses) -> None:
    fetched = list[int]()

    def asked() -> Iterator[tuple[int, Job]]:
        for k in range(30):
            fetched.append(k)
            yield k, job("frogs-1-1")

    results = iter(Cluster(running.address)(asked(), 1))
    next(results)
    assert len(fetched) <= 2 * 2 + 2
    assert len(list(results)) == 29


def test_limits_hold_on_the_workers(running: DaskProcesses) -> None:
    jobs = [job("korf-03", seconds=1.0), job("korf-15", memory=30_000_000)]
    found = dict(Cluster(running.address)(enumerate(jobs), 1))
    for number, reason in ((0, "time limit"), (1, "memory limit")):
        verdict = found[number].verdict
        assert verdict is not None, found[number].reason
        assert verdict.status != "optimal"
        assert any(note.startswith(reason) for note in verdict.notes)


def test_letting_the_jobs_go_frees_the_workers(running: DaskProcesses) -> None:
    results = Cluster(running.address)(enumerate(map(job, ("frogs-1-1", "korf-03", "korf-15"))), 1)
    next(iter(results))
    results.close()  # type: ignore[attr-defined]
    ((_, outcome),) = Cluster(running.address)([(0, job("frogs-2-2", seconds=20))], 1)
    assert outcome.verdict is not None


def test_a_worker_that_is_killed_takes_nothing_with_it(own: DaskProcesses, tmp_path: Path) -> None:
    first, _ = own.worker(), own.worker()
    names = [*NAMES, "korf-03", *NAMES, "simplicity", "pennant"]
    jobs = [job(name, seconds=2.0) for name in names]
    with open_ledger(tmp_path / "results.db") as ledger:
        found = dict[int, Outcome]()
        for number, result in run_batch(jobs, Means(1, ledger, runner=Cluster(own.address))):
            found[number] = result
            if len(found) == 3:
                kill(first)
        rows = list(ledger.rows())
    assert sorted(found) == list(range(len(names)))
    assert all(row.status for row in rows)


def test_a_job_whose_workers_die_twice_has_failed(own: DaskProcesses) -> None:
    results = iter(Cluster(own.address)([(0, job("korf-03"))], 1))
    found = list[tuple[int, Outcome]]()
    thread = threading.Thread(target=lambda: found.extend(results))
    victims = [own.worker()]
    thread.start()
    for k in range(2):
        wait_for(lambda: bool(busy(victims[-1])))
        kill(victims[-1])
        if not k:
            victims.append(own.worker())
    thread.join(60)
    ((_, outcome),) = found
    assert outcome.verdict is None
    assert "its worker died 2 times" in outcome.reason


def test_a_process_that_dies_on_a_worker_is_started_once_more(own: DaskProcesses) -> None:
    worker = own.worker()
    found = list[tuple[int, Outcome]]()
    results = Cluster(own.address)([(0, job("korf-03"))], 1)
    thread = threading.Thread(target=lambda: found.extend(results))
    thread.start()
    killed = set[int]()
    while len(killed) < 2:
        wait_for(lambda: any(child.pid not in killed for child in busy(worker)))
        (child,) = [one for one in busy(worker) if one.pid not in killed]
        time.sleep(0.5)
        killed.add(child.pid)
        child.kill()
    thread.join(60)
    ((_, outcome),) = found
    assert outcome.verdict is None
    assert "so did a second attempt" in outcome.reason


def test_a_worker_that_lies_is_caught_here(own: DaskProcesses, tmp_path: Path) -> None:
    own.worker(*preloaded(tmp_path, LIES))
    jobs = [job("hughes"), job("frogs-2-2")]
    with open_ledger(tmp_path / "results.db") as ledger:
        found = dict(run_batch(jobs, Means(1, ledger, runner=Cluster(own.address))))
        failed = {row.puzzle: row.status is None for row in ledger.rows()}
    lied = found[0]
    assert isinstance(lied, Outcome)
    assert lied.verdict is None
    assert "rejected: it says lower 40; its plan and its certificate show 21" in lied.reason
    assert failed == {"hughes": True, "frogs-2-2": False}


def test_a_worker_that_comes_late_with_another_version(own: DaskProcesses, tmp_path: Path) -> None:
    heard = list[str]()

    def listen(number: int | None, event: Any) -> None:
        if hasattr(event, "text"):
            heard.append(event.text)
            own.worker(*preloaded(tmp_path, OTHER_VERSION))

    ((_, outcome),) = Cluster(own.address)([(0, job("hughes"))], 1, listen)
    assert outcome.verdict is None
    assert "its worker: puzzleproof is '9.9.9' there" in outcome.reason
    assert heard == [f"the scheduler {own.address} has no worker: waiting for one"]


def test_a_scheduler_that_goes_away_is_said_at_once(own: DaskProcesses, tmp_path: Path) -> None:
    own.worker()
    jobs = [job("frogs-1-1"), job("korf-03"), job("korf-15")]
    with open_ledger(tmp_path / "results.db") as ledger:
        results = run_batch(jobs, Means(1, ledger, runner=Cluster(own.address)))
        next(results)
        kill(own.scheduler)
        with pytest.raises(LimitReached, match="went away; the results so far are kept"):
            list(results)
        kept = {row.puzzle for row in ledger.rows()}  # on a busy machine a second one gets through
        assert 0 < len(kept) < len(jobs)


def test_a_scheduler_that_is_not_there() -> None:
    """Nobody asks for one where there is nothing to do."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(InstanceError, match="no Dask scheduler answers within 5 s"):
        list(Cluster(f"tcp://127.0.0.1:{port}")([(0, job("hughes"))], 1))
    none = list[tuple[int, Job]]()
    assert list(Cluster("tcp://127.0.0.1:1")(none, 1)) == []
    for address in ("", "localhost", "http://a:1", "tcp://a", "tcp://a:b", "tcp://a:1/x"):
        with pytest.raises(InstanceError, match="expected tcp://HOST:PORT"):
            Cluster(address)
