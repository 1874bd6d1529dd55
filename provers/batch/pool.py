"""The work of workers: a *job* is plain data that runs in any process and never raises.

The jobs: a proof (`jobs.Job`), a statistic of a state graph (`figures.FigureJob`), the survey of a
piece set (`provers.atlas.survey.SurveyJob`), and the check of a report (`Check`).

`Pool.submit` gives a job to a worker and returns a future.  A worker is a process that a server
forks (`process.start`); one thread listens to it.  If a worker dies, another worker tries its job
once more; if the second worker dies too, the job has failed.  A worker that holds too much memory,
or runs long after the time limit, is killed; its job keeps the bounds that it has reported.
"""

import multiprocessing
import os
import pickle
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from puzzleproof.models.errors import (
    CertificateRejected,
    InstanceError,
    LimitReached,
    PuzzleProofError,
    Unsupported,
)
from puzzleproof.models.texts import clean, shortened
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
    Limits,
    Result,
    end,
    half_of_spare_memory,
    has_processes,
    holds_more,
    receive,
    start,
)
from puzzleproof.provers.verdict import INTERRUPTED

Listen: TypeAlias = Callable[[int | None, Any], None]
"""A function of a job's number and its event, or of None and `AtWork` (progress) or a note."""
Runner: TypeAlias = Callable[[Iterable[tuple[int, Any]], int, Listen], Iterator[tuple[int, Any]]]
"""A function that runs jobs with a number of processes: `run_jobs`, or a `cluster.Cluster`. It
yields the number and the outcome of each job, in the order in which jobs end."""
CHECK_SECONDS = 60.0
"""The time limit of a check is its job's limit, but not less than this many seconds."""
TICK_SECONDS = 0.2
ATTEMPTS = 2
PRELOADED = ("puzzleproof.provers.batch.jobs", "puzzleproof.provers.labelling.search")
"""The modules that the server of processes imports, so that its workers need not."""
GRACE_SECONDS = 5.0
"""A job is given up this many seconds after its time limit."""
T = TypeVar("T")
R = TypeVar("R")


class AtWork(NamedTuple):
    """The numbers of the jobs at work, in the order in which they began."""

    numbers: tuple[int, ...]


class DamagedRow(InstanceError):
    """A ledger's row is damaged: this program writes no such rows."""


class Key(NamedTuple):
    """The key of a question in a ledger."""

    instance_hash: str
    metric: str
    request: str


class Checked(NamedTuple, Generic[R]):
    """The part of a result that a check confirms, and a doubt (or '') if the result claims more."""

    outcome: R
    doubt: str
    is_limit: bool = False
    """Whether the doubt is only that the check reached a limit."""


class AnyJob(ABC, Generic[R]):
    """Plain data that can be sent to a process and run there."""

    limits: Limits
    """The limits of time and memory."""

    @abstractmethod
    def run(self, emit: Emit = ignore) -> R:
        """Do the work; a fault is reported in the outcome, and nothing is raised."""

    @abstractmethod
    def failed(self, reason: str) -> R:
        """Return the outcome of a job that failed for this reason."""

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> R:  # noqa: ARG002  for subclasses
        """Return the outcome of work that was stopped from outside, after these events."""
        return self.failed(why)


class Question(AnyJob[R]):
    """A job whose result may also come from a ledger, or from a worker on another machine."""

    @property
    @abstractmethod
    def key(self) -> Key:
        """The job's key in a ledger."""

    @property
    @abstractmethod
    def about(self) -> str:
        """The job's subject, in words."""

    @abstractmethod
    def checked(self, outcome: R) -> Checked[R]:
        """Check a reported outcome, and return its proven part; raises PuzzleProofError."""

    @abstractmethod
    def kept(self, outcome: R) -> tuple[str, bytes | None] | None:
        """Return the text and the certificate for a ledger, or None if a ledger keeps nothing."""

    @abstractmethod
    def reported(self, text: str, certificate: bytes | None) -> R:
        """Return the outcome that a ledger's row holds; raises DamagedRow."""

    @abstractmethod
    def is_answered(self, text: str) -> bool:
        """Tell whether a row, if it is true, makes a new search needless; raises DamagedRow."""

    def merged(self, new: R, old: R) -> R:  # noqa: ARG002  for subclasses
        """Join a new outcome with an older outcome that was checked."""
        return new


def no_listener(number: int | None, event: Any) -> None:
    """Ignore all events."""


def attempted(work: Callable[[], T]) -> tuple[T | None, str, bool]:
    """Return (result, '', False), or (None, the reason, whether it is a limit); raise nothing."""
    try:
        return work(), "", False
    except PuzzleProofError as error:
        return None, str(error) or type(error).__name__, isinstance(error, LimitReached)
    except MemoryError:
        return None, "out of memory", False
    except Exception as error:  # noqa: BLE001  one job must not end other jobs
        return None, f"internal error: {error!r} (a bug)", False


def no_less(had: Mapping[str, int | float | None], limits: Limits) -> bool:
    """Tell whether the search for a row had at least the time and memory of these limits.

    >>> no_less({"seconds": 60, "memory": None}, Limits(60.0, 10**9))
    True
    >>> no_less({"seconds": 60, "memory": None}, Limits(None, None))
    False
    """
    pairs = ((had.get(name), has) for name, has in limits._asdict().items())
    return all(most is None or (has is not None and has <= most) for most, has in pairs)


# --- the check of a result ----------------------------------------------------------------


@dataclass(frozen=True)
class Check(AnyJob[Checked[R]]):
    """The check of a report, done by a worker; only this check turns a report into an answer."""

    job: Question[R]
    report: R | bytes
    """The reported outcome, or its pickle from a worker on another machine: this pickle is read
    only in a worker here, within limits."""
    limits: Limits

    def run(self, emit: Emit = ignore) -> Checked[R]:  # noqa: ARG002  it reports nothing
        """Check the report; a fault in it is returned as a doubt, and nothing is raised."""
        try:
            data = self.report
            # Bytes come from the user's own workers alone.
            found: Any = pickle.loads(data) if isinstance(data, bytes) else data  # noqa: S301
            return self.job.checked(found)
        except Exception as error:  # noqa: BLE001  any error is the report's fault
            text = str(error) if isinstance(error, PuzzleProofError) else repr(error)
            reason = shortened(clean(text))
            is_limit = isinstance(error, (LimitReached, MemoryError))
            return Checked(self.job.failed(reason), reason, is_limit)

    def failed(self, reason: str) -> Checked[R]:
        """Return the doubt about a report whose check was stopped or ran out of memory."""
        return Checked(self.job.failed(reason), reason, is_limit=True)


def check_of(job: Question[R], report: R | bytes) -> Check[R]:
    """Return the check of a report, with the job's limits, but at least a minute of time."""
    seconds, memory = job.limits
    most = None if seconds is None else max(CHECK_SECONDS, seconds)
    return Check(job, report, Limits(most, memory or half_of_spare_memory()))


def expected(kind: type[T], found: object) -> T:
    """Return the unpickled value, if it is of this kind; raises CertificateRejected."""
    if not isinstance(found, kind):
        raise CertificateRejected(f"{type(found).__name__}: expected {kind.__name__}")
    return found


# --- workers ------------------------------------------------------------------------------


def run_jobs(
    jobs: Iterable[tuple[int, AnyJob[R]]], workers: int, listen: Listen = no_listener
) -> Generator[tuple[int, R]]:
    """Yield the number and the outcome of each job; workers on this machine do the jobs."""
    return results(Pool(workers), jobs, listen)


def results(
    pool: "Pool", jobs: Iterable[tuple[int, AnyJob[R]]], listen: Listen
) -> Generator[tuple[int, R]]:
    """Yield the number and the outcome of each job, in the order in which jobs end.

    A job is taken from ``jobs`` when there is room for it.  ``listen`` takes the events of jobs,
    and a few times a second a sign of progress (`AtWork`).  KeyboardInterrupt stops the current
    jobs; the results that local jobs have so far are yielded before it is raised again.  Closing
    the generator closes the pool.
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
                listen(None, AtWork(tuple(waiting.values())))
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
        """Allow this many ``workers``; raises Unsupported if no process can be started here."""
        if not has_processes():
            raise Unsupported("many jobs need processes, and none can be started here")
        self.workers = max(1, workers)
        self._threads = ThreadPoolExecutor(threads or self.workers)
        self._idle = deque[tuple[Child, Any]]()
        """Processes that do one job after the other, each with the connection for its jobs."""
        self._stopped = ""

    @property
    def room(self) -> int:
        """The number of jobs that may be submitted and not yet done."""
        return self.workers

    def submit(self, job: AnyJob[R], hear: Emit = ignore) -> Future[R]:
        """Start a job; ``hear`` is called with its events in another thread."""
        return self._threads.submit(self.outcome, job, hear)

    def stop(self, why: str) -> None:
        """Give up all jobs; each keeps the results that it has so far."""
        self._stopped = self._stopped or why

    def close(self) -> None:
        """Give up all jobs, and wait until they have ended."""
        self.stop("closed")
        self._threads.shutdown(cancel_futures=True)
        while self._idle:
            end(self._idle.pop()[0])

    def outcome(self, job: AnyJob[R], hear: Emit = ignore) -> R:
        """Let a worker do a job; if the worker dies, let another worker try once more."""
        code: int | None = None
        for _ in range(ATTEMPTS):
            events, begin = list[Event](), time.monotonic()
            if self._stopped:
                return job.given_up(events, self._stopped, 0.0)
            child, jobs = self._worker()
            try:
                jobs.send(job)
                found = self._followed(job, child, begin, events, hear)
                self._idle.append((child, jobs))
                return found
            except GivenUp as why:
                end(child)
                return job.given_up(events, str(why), time.monotonic() - begin)
            except (LimitReached, OSError):
                end(child)
                code = child.process.exitcode
        fault = f"the process ended with code {code}; out of memory?"
        return job.failed(f"its process died, and so did a second attempt: {fault}")

    def _worker(self) -> tuple[Child, Any]:
        with suppress(IndexError):
            return self._idle.pop()
        # A server forks the workers, because a program with threads must not fork.
        context: Any = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(list(PRELOADED))
        receiver, sender = multiprocessing.Pipe(duplex=False)
        child = start(_serve, (receiver,), context)
        receiver.close()
        return child, sender

    def _followed(
        self, job: AnyJob[R], child: Child, begin: float, events: list[Event], hear: Emit
    ) -> R:
        """Wait for the outcome; append events that may change the bounds to ``events``."""
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
            if not isinstance(message, (Usage, Working)):  # these two do not change bounds
                events.append(message)
            hear(message)


def _serve(jobs: Any, emit: Callable[[Any], None]) -> None:
    """Do jobs in the worker's process until the connection ends."""
    os.dup2(2, 1)  # nothing that a job prints may reach standard output

    def report(event: Event) -> None:
        if not isinstance(event, (CertificateWritten, NotWritten)):
            emit(event)  # the two left out are about a file of this worker

    with suppress(EOFError):
        while True:
            emit(Result(jobs.recv().run(report)))
