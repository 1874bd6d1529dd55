"""Jobs done on other machines by a Dask cluster (M. Rocklin, 2015); their results are checked here.

A Dask scheduler gives jobs to its workers on any machine.  Each job runs in a process of its own
(`pool`), within the job's limits.  A worker of this machine checks the result.  If a Dask worker
dies, the scheduler gives its jobs to other workers, as often as the setting allowed-failures says.
"""

import logging
import multiprocessing
import pickle
import re
import time
import warnings
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import contextmanager, suppress
from itertools import chain
from threading import BoundedSemaphore
from typing import Any

from puzzleproof.models import imported
from puzzleproof.models.errors import InstanceError, LimitReached
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.pool import (
    TICK_SECONDS,
    Listen,
    Pool,
    Question,
    R,
    check_of,
    no_listener,
    results,
)
from puzzleproof.provers.events import Emit, Note, ignore

ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d{1,5}")
CONNECT_SECONDS = 5.0
CLOSE_SECONDS = 2.0
ANSWER_SECONDS = 10.0
"""A scheduler that is silent for this many seconds counts as gone."""
THREADS_SECONDS = 1.0
"""The seconds between two requests for the number of the cluster's threads."""
EACH = 2
"""This many jobs are sent out for each thread, so that no thread waits for the network."""
MOST_ON_THEIR_WAY = 1_000
"""At most this many jobs are sent out at once, because a thread here waits for each of them."""
WAIT_SECONDS = 5.0
"""A note is emitted if the cluster has had no worker for this many seconds."""


class Cluster:
    """A `Runner` whose jobs are done by the workers of a Dask scheduler."""

    def __init__(self, address: str) -> None:
        """Take the scheduler's address; raises InstanceError if it is malformed."""
        if not ADDRESS.fullmatch(address):
            raise InstanceError(f"scheduler {address!r}: expected tcp://HOST:PORT or tls://…")
        self.address = address

    def __call__(
        self, jobs: Iterable[tuple[int, Question[R]]], workers: int, listen: Listen = no_listener
    ) -> Iterator[tuple[int, R]]:
        """Yield the number and the outcome of each job, in the order in which jobs end.

        ``workers`` processes here check the results.  Raises InstanceError if no scheduler answers,
        LimitReached if the scheduler goes away.  A job fails if its worker has another version of
        this program.  Closing the generator cancels the jobs sent out.
        """
        rest = iter(jobs)
        for first in rest:
            with connected(self.address) as client:
                pool = _Elsewhere(client, self.address, workers, listen)
                yield from results(pool, chain([first], rest), listen)


@contextmanager
def connected(address: str) -> Generator[Any]:
    """Connect to the scheduler; raises InstanceError if no scheduler answers.

    Dask logs nothing during the connection: the program prints one line instead.
    """
    make: Any = imported("distributed:Client")
    names = [name for name in logging.root.manager.loggerDict if name.startswith("distributed.")]
    loggers = map(logging.getLogger, ("distributed", "tornado", "asyncio", *names))
    levels = [(logger, logger.level) for logger in loggers]
    client: Any = None
    for logger, _ in levels:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about libraries; `work_on` compares our version
            client = make(address, timeout=CONNECT_SECONDS, set_as_default=False)
        yield client
    except (OSError, ValueError, TypeError, ImportError) as error:
        if client is not None:
            raise
        said = shortened(clean(str(error)))
        reason = f"no Dask scheduler answers within {CONNECT_SECONDS:.0f} s ({said})"
        raise InstanceError(f"scheduler {address!r}: {reason}") from None
    finally:
        with suppress(Exception):
            if client is not None:
                client.close(timeout=CLOSE_SECONDS)
        for logger, level in levels:
            logger.setLevel(level)


def own_version() -> str:
    """Return the version of this program; only the same version can read pickled jobs."""
    return str(imported("puzzleproof.release:__version__"))


class _Elsewhere(Pool):
    """A pool whose jobs are done by the cluster; processes here check the results."""

    def __init__(self, client: Any, address: str, checkers: int, listen: Listen) -> None:
        super().__init__(checkers, MOST_ON_THEIR_WAY)
        self._client, self._address, self._listen = client, address, listen
        self._executor: Any = client.get_executor(pure=False)
        self._checkers = BoundedSemaphore(self.workers)
        self._cores, self._asked, self._alone = 0, 0.0, time.monotonic()

    @property
    def room(self) -> int:
        """The number of jobs that may be pending, by the last count of the cluster's threads."""
        now = time.monotonic()
        if now - self._asked > THREADS_SECONDS:
            self._asked = now
            self._cores = self._count_threads()
            if self._cores:
                self._alone = now
            elif now - self._alone > WAIT_SECONDS:
                self._alone = float("inf")
                text = f"the scheduler {self._address} has no worker: waiting for one"
                self._listen(None, Note(text, "warning"))
        return min(EACH * max(1, self._cores) + self.workers, MOST_ON_THEIR_WAY)

    def close(self) -> None:
        """Cancel the jobs that were sent out, and end the checks."""
        self.stop("closed")
        with suppress(Exception):
            self._executor.shutdown(wait=False)
        super().close()

    def outcome(self, job: Any, hear: Emit = ignore) -> Any:  # noqa: ARG002  events are not sent here
        """Let the cluster do a job, and check the result here; return None if it was stopped."""
        remote: Future[Any] = self._executor.submit(work_on, own_version(), pickle.dumps(job))
        while not wait([remote], TICK_SECONDS).done:
            if self._stopped:
                return None
        try:
            found = remote.result()
        except Exception as error:  # noqa: BLE001  Dask raises many kinds
            if isinstance(error, CancelledError) or self._client.status != "running":
                raise self._lost() from None
            return job.failed(_why(error))
        match found:
            case (str() as worker, bytes() as data):
                with self._checkers:
                    outcome, doubt, _ = super().outcome(check_of(job, data))
                if self._stopped:
                    return None
                fault = f"what worker {clean(worker)} sent is rejected: {doubt}"
                return job.failed(fault) if doubt else outcome
            case (str() as version,):
                other = f"puzzleproof is {clean(version)!r} there: expected {own_version()!r}"
                return job.failed(f"its worker: {other}")
            case _:
                return job.failed("what its worker sent is rejected: no answer")

    def _count_threads(self) -> int:
        """Count the threads of the workers; raises LimitReached if the scheduler is silent."""
        with suppress(Exception):
            if self._client.status == "running":
                ask = self._client.scheduler.ncores
                found = self._client.sync(ask, callback_timeout=ANSWER_SECONDS)
                return sum(found.values())
        raise self._lost()

    def _lost(self) -> LimitReached:
        fault = f"the Dask scheduler {self._address} went away; the results so far are kept"
        return LimitReached(fault)


def _why(error: BaseException) -> str:
    """Say why the cluster has no result of a job."""
    if type(error).__name__ == "KilledWorker":
        tried, last = getattr(error, "allowed_failures", 0) + 1, getattr(error, "last_worker", None)
        where = getattr(last, "address", "unknown")
        return f"its worker died {tried} times; the scheduler allows no further try ({where})"
    return f"the cluster failed: {shortened(clean(repr(error)))}"


# --- on the Dask worker -------------------------------------------------------------------


class Unwanted(KeyboardInterrupt):
    """The task was cancelled."""


def work_on(version: str, data: bytes) -> tuple[Any, ...]:
    """Do a pickled job; return (the worker's address, the pickled outcome).

    If this program has another version, return (its version,).
    """
    if version != own_version():
        return (own_version(),)
    worker = imported("distributed:get_worker")()
    key = worker.get_current_task()

    def listen(number: int | None, event: Any) -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise Unwanted

    multiprocessing.current_process().daemon = False  # a daemon cannot start processes
    job: Question[Any] = pickle.loads(data)  # noqa: S301  as Dask itself does
    found = dict[int, Any]()
    with suppress(Unwanted):
        found.update(results(Pool(1), [(0, job)], listen))
    return worker.address, pickle.dumps(found.get(0))
