"""Jobs done by a Dask cluster (M. Rocklin, 2015): on other machines, checked where they arrive.

A scheduler of Dask gives jobs to its workers, which are on any machine.  A worker does a job in a
process of its own (`station`), within the job's limits; what comes back is text and the bytes of
the certificate, and `arrival` judges both in a process here.  A worker that dies takes the jobs it
is at work on; the scheduler gives them to others, as often as its setting allowed-failures says.
"""

from __future__ import annotations

import logging
import re
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar
from uuid import uuid4

from puzzleproof.models import imported
from puzzleproof.models.errors import InstanceError, LimitReached, PuzzleProofError, Unsupported
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.jobs import Outcome
from puzzleproof.provers.batch.pool import no_listener
from puzzleproof.provers.batch.station import Station, Stations
from puzzleproof.provers.batch.tickets import Ticket, is_told
from puzzleproof.provers.batch.wire import WIRE
from puzzleproof.provers.batch.work import Listen, R, WorkOrder, order_of
from puzzleproof.provers.batch.work import Result as WorkResult
from puzzleproof.provers.events import Emit, Note
from puzzleproof.provers.process import Result, half_of_spare_memory, holds_more
from puzzleproof.provers.verdict import INTERRUPTED

T = TypeVar("T")
ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d{1,5}")
CONNECT_SECONDS = 5.0
CLOSE_SECONDS = 2.0
ANSWER_SECONDS = 10.0
"""A scheduler that is silent for so long is gone."""
TICK_SECONDS = 0.2
THREADS_SECONDS = 1.0
"""How often the number of the cluster's threads is asked for."""
EACH = 2
"""Jobs on their way for each thread of a worker, so that none waits for the way."""
WAIT_SECONDS = 5.0
"""Without a worker for so long, that is said."""
CHECK_SECONDS = 60.0
"""A certificate may be checked for as long as its job may take, and for this long at least."""


class Cluster:
    """A `Runner` whose jobs are done by the workers of a Dask scheduler."""

    def __init__(self, address: str) -> None:
        """Name the scheduler; raises InstanceError for what is no address."""
        if not ADDRESS.fullmatch(address):
            raise InstanceError(f"scheduler {address!r}: expected tcp://HOST:PORT or tls://…")
        self.address = address

    def __call__(
        self, jobs: Iterable[tuple[int, WorkOrder[R]]], workers: int, listen: Listen = no_listener
    ) -> Iterator[tuple[int, R]]:
        """Yield the number of each job and its outcome, as they come.

        ``workers`` processes here check what comes back.  Raises InstanceError where no scheduler
        answers, Unsupported where a worker has another version of this program, LimitReached where
        the scheduler goes away.  Closing the generator cancels what is on its way.
        """
        tickets = iter(jobs)
        first = next(tickets, None)
        if first is None:
            return
        with connected(self.address) as client:
            check_versions(client)
            run = _Run[R](client, self.address, _chained(first, tickets), workers, listen)
            try:
                yield from run.outcomes()
            finally:
                run.close()


def _chained(first: T, rest: Iterator[T]) -> Iterator[T]:
    yield first
    yield from rest


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


def check_versions(client: Any) -> None:
    """Raise Unsupported naming the first worker whose version of this program is another one."""
    try:
        told = client.run(own_version, on_error="return")
    except Exception as error:  # noqa: BLE001  Dask raises many
        raise LimitReached(f"the workers do not answer: {clean(str(error))}") from None
    for worker, said in sorted(told.items()):
        if said != own_version():
            raise Unsupported(f"worker {worker}: {_other(said)}")


def own_version() -> str:
    """The version of this program, and of what is sent."""
    return f"{imported('puzzleproof:__version__')}/{WIRE}"


def _other(said: object) -> str:
    """What is wrong with a worker's version."""
    here = f"expected {own_version()!r}, as here"
    if isinstance(said, ModuleNotFoundError):
        return f"puzzleproof is not installed there: {here}"
    return f"puzzleproof is {clean(repr(said))} there: {here}"


class _Run(Generic[R]):
    """The jobs on their way: submitted, then checked here, then yielded."""

    def __init__(
        self,
        client: Any,
        address: str,
        jobs: Iterator[tuple[int, WorkOrder[R]]],
        checkers: int,
        listen: Listen,
    ) -> None:
        self.client, self.address, self.jobs, self.listen = client, address, jobs, listen
        self.futures = dict[int, Any]()
        self.arrived = SimpleQueue[tuple[int, R | Exception]]()
        self.checks = Checks(max(1, checkers))
        self.threads, self.asked, self.alone = 0, 0.0, time.monotonic()
        self.closing = False

    def outcomes(self) -> Iterator[tuple[int, R]]:
        """Yield as `Cluster` does."""
        while self._submit():
            self.listen(None, None)
            with suppress(Empty):
                yield self._taken(*self.arrived.get(timeout=TICK_SECONDS))
            while not self.arrived.empty():
                yield self._taken(*self.arrived.get())
            if self.client.status != "running":
                raise self._lost()

    def close(self) -> None:
        """Cancel what is on its way, end the checks."""
        self.closing = True
        with suppress(Exception):
            self.client.cancel(list(self.futures.values()), force=True)
        self.checks.close()

    def _submit(self) -> bool:
        """Send as many jobs as there is room for; whether any is on its way."""
        room = EACH * max(1, self._count_threads()) + self.checks.size
        while len(self.futures) < room:
            number, job = next(self.jobs, (-1, None))
            if job is None:
                break
            future = self.client.submit(
                work_on, own_version(), job.to_text(), key=f"puzzleproof-{uuid4()}", pure=False
            )
            self.futures[number] = future
            future.add_done_callback(self._done(number, job))
        return bool(self.futures)

    def _count_threads(self) -> int:
        """The threads of all workers, as of a moment ago."""
        now = time.monotonic()
        if now - self.asked > THREADS_SECONDS:
            self.asked = now
            try:
                told = self.client.sync(
                    self.client.scheduler.ncores, callback_timeout=ANSWER_SECONDS
                )
                self.threads = sum(told.values())
            except Exception:  # noqa: BLE001  Dask raises many
                raise self._lost() from None
            if self.threads:
                self.alone = now
            elif now - self.alone > WAIT_SECONDS:
                self.alone = float("inf")
                text = f"the scheduler {self.address} has no worker: waiting for one"
                self.listen(None, Note(text, "warning"))
        return self.threads

    def _done(self, number: int, job: WorkOrder[R]) -> Callable[[Any], None]:
        """What a future calls when it is over: have its result checked."""

        def check(future: Any) -> None:
            if not self.closing:
                self.checks.submit(self._check, number, job, future)

        return check

    def _check(self, number: int, job: WorkOrder[R], future: Any) -> None:
        """Judge what came back; in a thread."""
        try:
            outcome: R | Exception = self._judged(job, future)
        except Exception as error:  # noqa: BLE001  it is raised again by `_taken`
            outcome = error
        self.arrived.put((number, outcome))

    def _judged(self, job: WorkOrder[R], future: Any) -> R:
        if future.status == "cancelled":
            raise self._lost()
        try:
            sent = future.result(timeout=CHECK_SECONDS)
        except Exception as error:  # noqa: BLE001  whatever the cluster says
            if self.client.status != "running":
                raise self._lost() from None
            return job.failed(_why(error))
        match sent:
            case (str() as worker, text, certificate):
                return self.checks.judge(job, text, certificate, f"worker {clean(worker)}")
            case ("other version", said):
                return job.failed(f"its worker: {_other(said)}")
            case _:
                return self.checks.judge(job, None, None, "its worker")

    def _taken(self, number: int, outcome: R | Exception) -> tuple[int, R]:
        del self.futures[number]
        if isinstance(outcome, Exception):
            raise outcome
        return number, outcome

    def _lost(self) -> LimitReached:
        return LimitReached(f"the Dask scheduler {self.address} went away; what had come is kept")


def _why(error: Exception) -> str:
    """Why the cluster has no result of a job."""
    if type(error).__name__ == "KilledWorker":
        tried, last = getattr(error, "allowed_failures", 0) + 1, getattr(error, "last_worker", None)
        where = getattr(last, "address", "unknown")
        return f"its worker died, {tried} times in all, as often as the scheduler allows ({where})"
    if isinstance(error, ModuleNotFoundError):
        return f"its worker lacks {error.name}"
    return f"the cluster failed: {shortened(clean(repr(error)))}"


class Checks:
    """Threads, each with a process that checks what came back."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._stations = Stations()
        self._threads = ThreadPoolExecutor(size, "check")

    def submit(self, function: Callable[..., None], *arguments: Any) -> None:
        """Have a thread call this."""
        with suppress(RuntimeError):  # closed meanwhile
            self._threads.submit(function, *arguments)

    def close(self) -> None:
        """End the processes and the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._stations.close()
        self._threads.shutdown()

    def judge(self, job: WorkOrder[R], text: object, certificate: object, worker: str) -> R:
        """`WorkOrder.received` in a process, within limits."""
        station = self._stations.take()
        begin = time.monotonic()
        seconds = None if job.limits.seconds is None else max(CHECK_SECONDS, job.limits.seconds)
        memory = job.limits.memory or half_of_spare_memory()
        try:
            station.begin(received_here, job, text, certificate, worker)
            while True:
                message = station.hear(TICK_SECONDS)
                if isinstance(message, Result):
                    self._stations.give_back(station)
                    outcome: R = message.value
                    return outcome
                if seconds is not None and time.monotonic() - begin > seconds:
                    raise LimitReached("time limit reached")
                if memory is not None and holds_more(station.pid, memory):
                    raise LimitReached("memory limit reached")
        except PuzzleProofError as error:
            self._stations.end(station)
            reason = f"what {worker} sent could not be checked: {error}"
            return job.failed(reason)


def received_here(
    job: WorkOrder[Any], text: object, certificate: object, worker: str, emit: Emit
) -> Any:
    """Judge what came back, in a station."""
    return job.received(text, certificate, worker, emit)


# --- on the worker ------------------------------------------------------------------------

_stations = Stations()
"""Of this worker: as many as it has threads."""


def work_on(version: str, text: str) -> tuple[Any, ...]:
    """Do a job: (worker, the outcome as text, the certificate), or that the version is another."""
    if version != own_version():
        return "other version", own_version()
    worker = imported("distributed:get_worker")()
    try:
        outcome: WorkResult = _outcome(text, _wanted(worker))
    except Exception as error:  # noqa: BLE001  what Dask cannot send would be waited for
        outcome = Outcome("", "", None, None, f"internal error: {shortened(repr(error))} (a bug)")
    return worker.address, outcome.to_text(), outcome.certificate


def _outcome(text: str, is_wanted: Callable[[], bool]) -> WorkResult:
    order = order_of(text, imported("puzzleproof:versions")())
    found: WorkResult = _supervised(order, is_wanted)
    return found


def _wanted(worker: Any) -> Callable[[], bool]:
    """Whether anybody still waits for the task that this thread is doing."""
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state != "cancelled"

    return is_wanted


def _supervised(job: WorkOrder[R], is_wanted: Callable[[], bool]) -> R:
    """The outcome of a job, done in a process within limits; once more if that dies."""
    ticket = Ticket(0, job)
    while True:
        station = _stations.take()
        ticket.begin()
        try:
            outcome = _followed(station, ticket, is_wanted)
        except LimitReached as error:
            _stations.end(station)
            if not ticket.may_try_again:
                return ticket.failed(str(error))
        except BaseException:
            _stations.end(station)
            raise
        else:
            return outcome


def _followed(station: Station, ticket: Ticket[R], is_wanted: Callable[[], bool]) -> R:
    """Wait for a station's outcome; raises LimitReached where it died."""
    station.begin(run_here, ticket.job)
    while True:
        message = station.hear(TICK_SECONDS)
        if isinstance(message, Result):
            _stations.give_back(station)
            outcome: R = message.value
            return outcome
        if message is not None:
            ticket.hear(message)
        fault = ticket.fault(station.pid) or ("" if is_wanted() else INTERRUPTED)
        if fault:
            _stations.end(station)
            return ticket.given_up(fault)


def run_here(job: WorkOrder[Any], emit: Emit) -> Any:
    """Do a job in a station."""
    return job.run(lambda event: emit(event) if is_told(event) else None)
