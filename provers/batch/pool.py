"""A pool of workers in the style of `concurrent.futures`, whose workers may die or hang.

`Pool.submit` gives a job to a worker, a process forked by a server (`process.start`), and returns a
future; a thread listens to each.  If a worker dies, another one tries its job once more; if that
dies too, the job has failed.  A worker that holds too much memory, or runs long after the time
limit, is ended from outside; its job keeps the bounds that it has reported.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers.batch.work import AnyJob, Listen, R, no_listener
from puzzleproof.provers.events import (
    CertificateWritten,
    Emit,
    Event,
    NotWritten,
    Usage,
    Working,
    ignore,
)
from puzzleproof.provers.process import (
    Child,
    Result,
    end,
    has_processes,
    holds_more,
    receive,
    start,
)
from puzzleproof.provers.verdict import INTERRUPTED

TICK_SECONDS = 0.2
ATTEMPTS = 2
PRELOADED = ("puzzleproof.provers.batch.jobs", "puzzleproof.provers.labelling.search")
"""The modules that the server of processes imports, so that its workers need not."""
GRACE_SECONDS = 5.0
"""Seconds after its time limit at which a job is given up."""


def run_jobs(
    jobs: Iterable[tuple[int, AnyJob[R]]], workers: int, listen: Listen = no_listener
) -> Generator[tuple[int, R]]:
    """Yield the number of each job and its outcome, as they come, from workers here."""
    return results(Pool(workers), jobs, listen)


def results(
    pool: Pool, jobs: Iterable[tuple[int, AnyJob[R]]], listen: Listen
) -> Generator[tuple[int, R]]:
    """Yield the number of each job and its outcome, as they come.

    A job is fetched when there is room for it.  ``listen`` takes the events of jobs, and a few
    times a second a sign that the work goes on.  KeyboardInterrupt ends the current jobs; the
    results of those done here are yielded before it is raised again.  Closing the generator closes
    the pool.
    """
    reports, waiting, rest = SimpleQueue[tuple[int, Any]](), dict[Future[R], int](), iter(jobs)
    with closing(pool):
        try:
            while True:
                while len(waiting) < pool.room and (job := next(rest, None)) is not None:
                    hear = partial(_put, reports, job[0])
                    future = pool.submit(job[1], hear)
                    waiting[future] = job[0]
                    future.add_done_callback(hear)
                if not waiting:
                    return
                listen(None, None)
                try:
                    number, message = reports.get(timeout=TICK_SECONDS)
                except Empty:
                    continue
                if isinstance(message, Future):
                    del waiting[message]
                    yield number, message.result()
                else:
                    listen(number, message)
        except KeyboardInterrupt:
            pool.stop(INTERRUPTED)
            for future, number in waiting.items():
                if (found := future.result()) is not None:
                    yield number, found
            raise


def _put(reports: SimpleQueue[tuple[int, Any]], number: int, message: Any) -> None:
    reports.put((number, message))


class GivenUp(Exception):
    """A job was stopped from outside, for this reason."""


class Pool:
    """Workers, each of which does one job after the other while a thread listens."""

    def __init__(self, workers: int, threads: int | None = None) -> None:
        """Allow this many ``workers``; raises Unsupported on a host without processes."""
        if not has_processes():
            raise Unsupported("many jobs need processes, and none can be started here")
        self.workers = max(1, workers)
        self._threads = ThreadPoolExecutor(threads or self.workers)
        self._idle = deque[_Worker]()
        self._stopped = ""

    @property
    def room(self) -> int:
        """The most jobs that may be submitted at once."""
        return self.workers

    def submit(self, job: AnyJob[R], hear: Emit = ignore) -> Future[R]:
        """Start a job; another thread takes its events."""
        return self._threads.submit(self.outcome, job, hear)

    def stop(self, why: str) -> None:
        """Give up all jobs; they keep the results so far."""
        self._stopped = self._stopped or why

    def close(self) -> None:
        """Give up all jobs, and wait until they have ended."""
        self.stop("closed")
        self._threads.shutdown(cancel_futures=True)
        while self._idle:
            end(self._idle.pop().child)

    def outcome(self, job: AnyJob[R], hear: Emit = ignore) -> R:
        """Let a worker do a job, and another one if the first dies."""
        code: int | None = None
        for _ in range(ATTEMPTS):
            events, begin = list[Event](), time.monotonic()
            if self._stopped:
                return job.given_up(events, self._stopped, 0.0)
            worker = self._worker()
            try:
                worker.jobs.send(job)
                found = self._followed(job, worker.child, begin, events, hear)
                self._idle.append(worker)
                return found
            except GivenUp as why:
                end(worker.child)
                return job.given_up(events, str(why), time.monotonic() - begin)
            except (LimitReached, OSError):
                end(worker.child)
                code = worker.child.process.exitcode
        fault = f"the process ended with code {code}; out of memory?"
        return job.failed(f"its process died, and so did a second attempt: {fault}")

    def _worker(self) -> _Worker:
        with suppress(IndexError):
            return self._idle.pop()
        receiver, sender = multiprocessing.Pipe(duplex=False)
        child = start(_serve, (receiver,), _server())
        receiver.close()
        return _Worker(child, sender)

    def _followed(
        self, job: AnyJob[R], child: Child, begin: float, events: list[Event], hear: Emit
    ) -> R:
        """The outcome; events about the bounds are collected in ``events``."""
        seconds, memory = job.limits
        while True:
            if self._stopped:
                raise GivenUp(self._stopped)
            if seconds is not None and time.monotonic() - begin > seconds + GRACE_SECONDS:
                raise GivenUp("time limit reached")
            if memory is not None and holds_more(child.process.pid, memory):
                raise GivenUp("memory limit reached")
            if not child.receiver.poll(TICK_SECONDS):
                continue
            message = receive(child)
            if isinstance(message, Result):
                outcome: R = message.value
                return outcome
            if not isinstance(message, (Usage, Working)):  # these are not about the bounds
                events.append(message)
            hear(message)


class _Worker(NamedTuple):
    """A process that does one job after the other, and the connection to it."""

    child: Child
    jobs: Any


def _server() -> Any:
    """A server that forks the workers, as a program with threads must not; else a way to spawn."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(PRELOADED))
    return context


def _serve(jobs: Any, emit: Callable[[Any], None]) -> None:
    """In the worker: do jobs until the connection ends."""
    os.dup2(2, 1)  # nothing that a job prints may reach standard output

    def report(event: Event) -> None:
        if not isinstance(event, (CertificateWritten, NotWritten)):  # of a file of this process
            emit(event)

    with suppress(EOFError):
        while True:
            emit(Result(jobs.recv().run(report)))
