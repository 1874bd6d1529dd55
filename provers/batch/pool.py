"""A pool of workers, of the shape of `concurrent.futures`, whose workers may die or hang.

`Pool.submit` gives a job to a worker and returns a future.  A worker that dies takes its own job
only, which is done once more, by a new worker; then it has failed, with the reason.  One that holds
too much memory, or goes on long after the time limit, is ended from outside: its job keeps the
bounds that it had reported.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from puzzleproof.provers.batch.work import AnyJob, Listen, R, no_listener
from puzzleproof.provers.batch.worker import Worker, WorkerDied
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.verdict import INTERRUPTED

TICK_SECONDS = 0.2
ATTEMPTS = 2


def run_jobs(
    jobs: Iterable[tuple[int, AnyJob[R]]], workers: int, listen: Listen = no_listener
) -> Generator[tuple[int, R]]:
    """Yield the number that each job came with and its outcome, as they come, by workers here."""
    return results(Pool(workers), jobs, listen)


def results(
    pool: Pool, jobs: Iterable[tuple[int, AnyJob[R]]], listen: Listen
) -> Generator[tuple[int, R]]:
    """Yield the number that each job came with and its outcome, as they come.

    A job is fetched when there is room for it.  ``listen`` hears of the events that jobs report,
    and some times a second that the work goes on.  KeyboardInterrupt ends the jobs at work, whose
    outcomes are yielded before it is raised again.  Closing the generator closes the pool.
    """
    reports, waiting, rest = SimpleQueue[tuple[int, Any]](), dict[Future[R], int](), iter(jobs)
    watched = 0.0
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
                if time.monotonic() - watched > TICK_SECONDS:
                    watched = time.monotonic()
                    pool.watch()
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
            pool.interrupt()
            for future, number in waiting.items():
                if not future.cancelled():
                    yield number, future.result()
            raise


def _put(reports: SimpleQueue[tuple[int, Any]], number: int, message: Any) -> None:
    reports.put((number, message))


class Pool:
    """Workers, those at work and those that wait; a thread waits for each that works."""

    def __init__(self, workers: int, idle: list[Worker] | None = None) -> None:
        """At most so many workers work at once; those of ``idle`` outlive the pool."""
        self.workers = max(1, workers)
        self._threads = ThreadPoolExecutor(self.workers)
        self._idle, self._keeps = [] if idle is None else idle, idle is not None
        self._busy, self._lock = set[Worker](), threading.Lock()
        self._stopped = ""

    @property
    def room(self) -> int:
        """How many jobs may be under way at once."""
        return self.workers

    def submit(self, job: AnyJob[R], hear: Emit = ignore) -> Future[R]:
        """Have a job done; its events are heard in another thread."""
        return self._threads.submit(self._outcome, job, hear)

    def watch(self) -> None:
        """Give up the jobs beyond their limits; to be called now and then."""
        with self._lock:
            busy = list(self._busy)
        for worker in busy:
            if fault := worker.fault():
                worker.stop(fault)

    def interrupt(self) -> None:
        """Give up all jobs; they keep what they had found."""
        self._stop(INTERRUPTED)

    def close(self) -> None:
        """End the workers."""
        self._stop("closed")
        self._threads.shutdown(cancel_futures=True)
        while self._idle and not self._keeps:
            self._idle.pop().close()

    def _stop(self, why: str) -> None:
        with self._lock:
            self._stopped = self._stopped or why
            for worker in self._busy:
                worker.stop(why)

    def _outcome(self, job: AnyJob[R], hear: Emit) -> R:
        reason = ""
        for _ in range(ATTEMPTS):
            with self._lock:
                if self._stopped:
                    return job.given_up((), self._stopped, 0.0)
                worker = self._idle.pop() if self._idle else Worker()
                worker.begin(job)
                self._busy.add(worker)
            try:
                outcome: R = worker.finish(hear)
                return outcome
            except WorkerDied as error:
                if worker.stopped:
                    return job.given_up(worker.events, worker.stopped, worker.seconds)
                reason = str(error)
            finally:
                self._end(worker)
        return job.failed(f"its process died, and so did a second attempt: {reason}")

    def _end(self, worker: Worker) -> None:
        with self._lock:
            self._busy.discard(worker)
            if worker.is_fit:
                self._idle.append(worker)
                return
        worker.close()
