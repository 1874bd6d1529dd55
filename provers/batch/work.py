"""The work of workers: a *job* is plain data that runs in any process and never raises.

The jobs: a proof (`jobs.Job`), a figure of a state graph (`figures.FigureJob`), the survey of a
piece set (`provers.atlas.survey.SurveyJob`), and the check of a report (`Check`).
"""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from puzzleproof.models.errors import (
    CertificateRejected,
    InstanceError,
    LimitReached,
    PuzzleProofError,
)
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.events import Emit, Event, ignore
from puzzleproof.provers.process import Limits, half_of_spare_memory

Listen: TypeAlias = Callable[[int | None, Any], None]
"""Takes a job's number and its event; (None, None) says that the work goes on."""
Runner: TypeAlias = Callable[[Iterable[tuple[int, Any]], int, Listen], Iterator[tuple[int, Any]]]
"""A function that runs jobs with a number of processes: `pool.run_jobs`, or a `cluster.Cluster`. It
yields the number of each job and its outcome, as they come."""
CHECK_SECONDS = 60.0
"""A check may take as long as its job, and at least this many seconds."""
T = TypeVar("T")
R = TypeVar("R")


class DamagedRow(InstanceError):
    """A row that no ledger writes."""


class Key(NamedTuple):
    """The key of a question in a ledger."""

    instance_hash: str
    metric: str
    request: str


class Checked(NamedTuple, Generic[R]):
    """The checked part of a result, and the doubt if it claims more (else empty)."""

    outcome: R
    doubt: str


class AnyJob(ABC, Generic[R]):
    """Plain data that can be sent to a process and run there."""

    limits: Limits
    """The limits of time and memory."""

    @abstractmethod
    def run(self, emit: Emit = ignore) -> R:
        """Do the work; the outcome reports any fault, and nothing is raised."""

    @abstractmethod
    def failed(self, reason: str) -> R:
        """The outcome of a failed job, with the reason."""

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> R:  # noqa: ARG002
        """The outcome if the work was stopped from outside, after these events."""
        return self.failed(why)


class Question(AnyJob[R]):
    """A job whose result others may report: workers elsewhere, or a ledger."""

    @property
    @abstractmethod
    def key(self) -> Key:
        """Its key in a ledger."""

    @property
    @abstractmethod
    def about(self) -> str:
        """Its subject, in words."""

    @abstractmethod
    def checked(self, outcome: R) -> Checked[R]:
        """Check a reported outcome, and keep the proven part; raises PuzzleProofError."""

    @abstractmethod
    def kept(self, outcome: R) -> tuple[str, bytes | None] | None:
        """The text and the certificate for a ledger; None if nothing is kept."""

    @abstractmethod
    def reported(self, text: str, certificate: bytes | None) -> R:
        """The outcome that a ledger's row holds; raises DamagedRow."""

    @abstractmethod
    def is_answered(self, text: str) -> bool:
        """Whether a row, if true, makes a new search needless; raises DamagedRow."""

    def merged(self, new: R, old: R) -> R:  # noqa: ARG002
        """The union of a new outcome and an old one that was checked."""
        return new


def no_listener(number: int | None, event: Any) -> None:
    """Ignore all events."""


def attempted(work: Callable[[], T]) -> tuple[T | None, str, bool]:
    """The result, why there is none (nothing is raised), and whether a limit is the reason.

    >>> attempted(lambda: 7), attempted(lambda: 7 // 0)[0]
    ((7, '', False), None)
    """
    try:
        return work(), "", False
    except PuzzleProofError as error:
        return None, str(error) or type(error).__name__, isinstance(error, LimitReached)
    except MemoryError:
        return None, "out of memory", False
    except Exception as error:  # noqa: BLE001  one job must not end the others
        return None, f"internal error: {error!r} (a bug)", False


def no_less(had: Mapping[str, int | float | None], limits: Limits) -> bool:
    """Whether a row was sought with at least the time and memory of these limits.

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
    """The check of a report by a worker; no report becomes an answer in another way."""

    job: Question[R]
    report: R | bytes
    """The reported outcome; or its pickle from a worker elsewhere, which is read only in a worker
    of our own, within limits."""
    limits: Limits

    def run(self, emit: Emit = ignore) -> Checked[R]:  # noqa: ARG002  it reports nothing
        """Check the report; a fault in it is returned as a doubt, and nothing is raised."""
        try:
            data = self.report
            found: Any = pickle.loads(data) if isinstance(data, bytes) else data  # noqa: S301
            return self.job.checked(found)
        except Exception as error:  # noqa: BLE001  whatever it is, it is the report's
            text = str(error) if isinstance(error, PuzzleProofError) else repr(error)
            return self.failed(shortened(clean(text)))

    def failed(self, reason: str) -> Checked[R]:
        """The outcome if the report could not be checked."""
        return Checked(self.job.failed(reason), reason)


def check_of(job: Question[R], report: R | bytes) -> Check[R]:
    """The check of a report; it takes less time than the job did."""
    seconds, memory = job.limits
    most = None if seconds is None else max(CHECK_SECONDS, seconds)
    return Check(job, report, Limits(most, memory or half_of_spare_memory()))


def expected(kind: type[T], found: object) -> T:
    """The unpickled value, if it is of this kind; raises CertificateRejected."""
    if not isinstance(found, kind):
        raise CertificateRejected(f"{type(found).__name__}: expected {kind.__name__}")
    return found
