"""Jobs done by a Dask cluster (M. Rocklin, 2015): on other machines, checked where they arrive.

A scheduler of Dask gives jobs to its workers, which are on any machine.  There a job is done as it
is here: by a `worker.Worker`, within the job's limits.  What comes back is checked by a worker of
this machine.  A Dask worker that dies takes the jobs it is at work on; the scheduler gives them to
others, as often as its setting allowed-failures says.
"""

from __future__ import annotations

import logging
import pickle
import re
import time
import warnings
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from typing import Any

from puzzleproof.models import imported
from puzzleproof.models.errors import InstanceError, LimitReached
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.pool import Pool, results
from puzzleproof.provers.batch.work import (
    Checked,
    Listen,
    Question,
    R,
    check_of,
    no_listener,
)
from puzzleproof.provers.batch.worker import Worker
from puzzleproof.provers.events import Emit, Note, ignore

ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d{1,5}")
CONNECT_SECONDS = 5.0
CLOSE_SECONDS = 2.0
ANSWER_SECONDS = 10.0
"""A scheduler that is silent for so long is gone."""
THREADS_SECONDS = 1.0
"""How often the number of the cluster's threads is asked for."""
EACH = 2
"""Jobs on their way for each thread of a worker, so that none waits for the way."""
WAIT_SECONDS = 5.0
"""Without a worker for so long, that is said."""


class Cluster:
    """A `Runner` whose jobs are done by the workers of a Dask scheduler."""

    def __init__(self, address: str) -> None:
        """Name the scheduler; raises InstanceError for what is no address."""
        if not ADDRESS.fullmatch(address):
            raise InstanceError(f"scheduler {address!r}: expected tcp://HOST:PORT or tls://…")
        self.address = address

    def __call__(
        self, jobs: Iterable[tuple[int, Question[R]]], workers: int, listen: Listen = no_listener
    ) -> Iterator[tuple[int, R]]:
        """Yield the number of each job and its outcome, as they come.

        ``workers`` processes here check what comes back.  Raises InstanceError where no scheduler
        answers, LimitReached where the scheduler goes away.  A job whose worker has another version
        of this program has failed.  Closing the generator cancels what is on its way.
        """
        rest = iter(jobs)
        for first in rest:
            with connected(self.address) as client:
                pool = _Elsewhere(client, self.address, workers, listen)
                yield from results(pool, chain([first], rest), listen)


@contextmanager
def connected(address: str) -> Generator[Any]:
    """A client of the scheduler; raises InstanceError where none answers."""
    make: Any = imported("distributed:Client")
    with _quiet():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # other versions of libraries: ours decides
                client = make(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError) as error:
            said = shortened(clean(str(error)))
            reason = f"no Dask scheduler answers within {CONNECT_SECONDS:.0f} s ({said})"
            raise InstanceError(f"scheduler {address!r}: {reason}") from None
        try:
            yield client
        finally:
            with suppress(Exception):
                client.close(timeout=CLOSE_SECONDS)


@contextmanager
def _quiet() -> Generator[None]:
    """Dask logs what we say in a line of our own."""
    loggers = [logging.getLogger(name) for name in ("distributed", "tornado", "asyncio")]
    names = list(logging.root.manager.loggerDict)
    loggers += [logging.getLogger(name) for name in names if name.startswith("distributed.")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def own_version() -> str:
    """The version of this program, which jobs and outcomes are pickled by."""
    return str(imported("puzzleproof.release:__version__"))


class _Elsewhere(Pool):
    """A pool whose jobs are done by the cluster; its own workers check what comes back."""

    def __init__(self, client: Any, address: str, checkers: int, listen: Listen) -> None:
        super().__init__(checkers)
        self._client, self._address, self._listen = client, address, listen
        self._executor: Any = client.get_executor(pure=False)
        self._pending = set[Future[Any]]()
        self._cores, self._asked, self._alone = 0, 0.0, time.monotonic()

    @property
    def room(self) -> int:
        """How many jobs may be on their way, as of a moment ago."""
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
        return EACH * max(1, self._cores) + self.workers

    def submit(self, job: Any, hear: Emit = ignore) -> Future[Any]:  # noqa: ARG002
        """Send a job to the cluster; its events stay there."""
        future = Future[Any]()
        self._pending.add(future)
        remote: Future[Any] = self._executor.submit(work_on, own_version(), pickle.dumps(job))
        remote.add_done_callback(partial(self._arrived, job, future))
        return future

    def watch(self) -> None:
        """As a pool does; raises LimitReached where the scheduler is gone."""
        super().watch()
        if self._client.status != "running":
            raise self._lost()

    def interrupt(self) -> None:
        """Cancel what is on its way."""
        for future in list(self._pending):
            future.cancel()

    def close(self) -> None:
        """Cancel what is on its way, and end the checks."""
        self.interrupt()
        with suppress(Exception):
            self._executor.shutdown(wait=False)
        super().close()

    def _count_threads(self) -> int:
        try:
            scheduler = self._client.scheduler
            found = self._client.sync(scheduler.ncores, callback_timeout=ANSWER_SECONDS)
            return sum(found.values())
        except Exception:  # noqa: BLE001  Dask raises many
            raise self._lost() from None

    def _lost(self) -> LimitReached:
        return LimitReached(f"the Dask scheduler {self._address} went away; what had come is kept")

    def _arrived(self, job: Question[R], future: Future[R], remote: Future[Any]) -> None:
        """Have checked what came back; called by Dask's thread."""
        if remote.cancelled():
            self._answer(future, self._lost())
        elif (error := remote.exception()) is not None:
            lost = self._client.status != "running"
            self._answer(future, self._lost() if lost else job.failed(_why(error)))
        else:
            match remote.result():
                case (str() as worker, bytes() as data):
                    check = super().submit(check_of(job, data))
                    who = f"what worker {clean(worker)} sent"
                    check.add_done_callback(partial(self._judged, job, future, who))
                case (str() as version,):
                    other = f"puzzleproof is {clean(version)!r} there: expected {own_version()!r}"
                    self._answer(future, job.failed(f"its worker: {other}"))
                case _:
                    self._answer(future, job.failed("what its worker sent is rejected: no answer"))

    def _judged(
        self, job: Question[R], future: Future[R], who: str, check: Future[Checked[R]]
    ) -> None:
        outcome, doubt = check.result()
        self._answer(future, job.failed(f"{who} is rejected: {doubt}") if doubt else outcome)

    def _answer(self, future: Future[R], found: R | Exception) -> None:
        self._pending.discard(future)
        with suppress(InvalidStateError):  # it was cancelled here
            if isinstance(found, Exception):
                future.set_exception(found)
            else:
                future.set_result(found)


def _why(error: BaseException) -> str:
    """Why the cluster has no result of a job."""
    if type(error).__name__ == "KilledWorker":
        tried, last = getattr(error, "allowed_failures", 0) + 1, getattr(error, "last_worker", None)
        where = getattr(last, "address", "unknown")
        return f"its worker died, {tried} times in all, as often as the scheduler allows ({where})"
    if isinstance(error, ModuleNotFoundError):
        return f"its worker lacks {error.name}"
    return f"the cluster failed: {shortened(clean(repr(error)))}"


# --- on the Dask worker -------------------------------------------------------------------

_idle = list[Worker]()
"""Workers of this machine that wait for the next job."""


class Unwanted(KeyboardInterrupt):
    """Nobody waits for the task any more."""


def work_on(version: str, data: bytes) -> tuple[Any, ...]:
    """Do a pickled job: (the worker's address, the outcome pickled), or (the other version,)."""
    if version != own_version():
        return (own_version(),)
    worker = imported("distributed:get_worker")()
    key = worker.get_current_task()

    def listen(number: int | None, event: Any) -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise Unwanted

    job: Question[Any] = pickle.loads(data)  # noqa: S301  as Dask itself does
    found = dict[int, Any]()
    with suppress(Unwanted):
        found.update(results(Pool(1, _idle), [(0, job)], listen))
    return worker.address, pickle.dumps(found.get(0))
