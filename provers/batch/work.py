"""What workers do: a *job* is plain data that runs in any process, whatever goes wrong.

A proof (`jobs.Job`) is one, the survey of a piece set (`provers.atlas.job.SurveyJob`) another, the
check of what somebody else reports of a job (`Check`) a third.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from puzzleproof.models.errors import CertificateRejected, PuzzleProofError
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.events import Emit, Event, ignore
from puzzleproof.provers.process import Limits, half_of_spare_memory

Listen: TypeAlias = Callable[[int | None, Any], None]
"""Hears a job's number and its event; None and None: the work goes on."""
CHECK_SECONDS = 60.0
"""A result may be checked for as long as its job may take, and for this long at least."""
T = TypeVar("T")
R = TypeVar("R")


class Key(NamedTuple):
    """What names a question in a ledger."""

    instance_hash: str
    metric: str
    request: str


class Checked(NamedTuple, Generic[R]):
    """A result as far as it could be checked, and where it says more than that; empty: nowhere."""

    outcome: R
    doubt: str


class AnyJob(Generic[R]):
    """Plain data that can be sent to a process and run there."""

    limits: Limits
    """How long it may take, and how much memory."""

    def run(self, emit: Emit = ignore) -> R:
        """Do the work; what goes wrong is said in the outcome, and nothing is raised."""
        raise NotImplementedError

    def failed(self, reason: str) -> R:
        """The outcome where there is none, for this reason."""
        raise NotImplementedError

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> R:  # noqa: ARG002
        """The outcome where the work was stopped from outside, after these events."""
        return self.failed(why)


class Question(AnyJob[R]):
    """A job whose result others may report: workers elsewhere, or a ledger."""

    @property
    def key(self) -> Key:
        """What names it in a ledger."""
        raise NotImplementedError

    @property
    def about(self) -> str:
        """What it is about, in words."""
        raise NotImplementedError

    def checked(self, outcome: R) -> Checked[R]:
        """What is left of an outcome that nobody has to trust; raises PuzzleProofError."""
        raise NotImplementedError


class Runner(Protocol):
    """What has jobs done: `pool.run_jobs` here, `cluster.Cluster` elsewhere."""

    def __call__(
        self, jobs: Iterable[tuple[int, Question[R]]], workers: int, listen: Listen
    ) -> Iterator[tuple[int, R]]:
        """Yield the number of each job and its outcome, as they come."""
        ...


def no_listener(number: int | None, event: Any) -> None:
    """Hear nothing."""


def attempted(work: Callable[[], T]) -> tuple[T | None, str]:
    """What the work returns, or None and the reason why it failed; nothing is raised.

    >>> attempted(lambda: 7), attempted(lambda: 7 // 0)[0]
    ((7, ''), None)
    """
    try:
        return work(), ""
    except PuzzleProofError as error:
        return None, str(error) or type(error).__name__
    except MemoryError:
        return None, "out of memory"
    except Exception as error:  # noqa: BLE001  one job must not end the others
        return None, f"internal error: {error!r} (a bug)"


# --- the check of a result ----------------------------------------------------------------


def sent(data: bytes) -> Checked[Any]:
    """What a worker elsewhere has pickled; read only in a worker of our own, within limits."""
    return Checked(pickle.loads(data), "")  # noqa: S301  as Dask itself does


@dataclass(frozen=True)
class Check(AnyJob[Checked[R]]):
    """A report to be checked, as a job; it never leaves this machine."""

    job: Question[R]
    read: Callable[[], Checked[R]]
    """The outcome as it is reported, and what is wrong with the report itself; may raise."""
    limits: Limits

    def run(self, emit: Emit = ignore) -> Checked[R]:  # noqa: ARG002  it reports nothing
        """Check the report; what is wrong with it is a doubt, and nothing is raised."""
        try:
            outcome, fault = self.read()
            left, doubt = self.job.checked(outcome)
        except Exception as error:  # noqa: BLE001  whatever it is, it is the report's
            text = str(error) if isinstance(error, PuzzleProofError) else repr(error)
            return self.failed(shortened(clean(text)))
        return Checked(left, fault or doubt)

    def failed(self, reason: str) -> Checked[R]:
        """Where the report could not be checked."""
        return Checked(self.job.failed(reason), reason)


def check_of(job: Question[R], read: Callable[[], Checked[R]]) -> Check[R]:
    """The check of a report; it takes less time than the job did."""
    seconds, memory = job.limits
    most = None if seconds is None else max(CHECK_SECONDS, seconds)
    return Check(job, read, Limits(most, memory or half_of_spare_memory()))


def expected(kind: type[T], found: object) -> T:
    """What was unpickled, if it is of this kind; raises CertificateRejected."""
    if not isinstance(found, kind):
        raise CertificateRejected(f"{type(found).__name__}: expected {kind.__name__}")
    return found
