"""What workers do: a *job* is plain data that runs in any process, whatever goes wrong.

A proof (`jobs.Job`) is one; a figure of a state graph (`figures.FigureJob`), the survey of a piece
set (`provers.atlas.job.SurveyJob`) and the check of what others report (`Check`) are more.
"""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from puzzleproof.models.errors import CertificateRejected, InstanceError, PuzzleProofError
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.events import Emit, Event, ignore
from puzzleproof.provers.process import Limits, half_of_spare_memory

Listen: TypeAlias = Callable[[int | None, Any], None]
"""Hears a job's number and its event; None and None: the work goes on."""
Runner: TypeAlias = Callable[[Iterable[tuple[int, Any]], int, Listen], Iterator[tuple[int, Any]]]
"""What has jobs done, with so many processes here: `pool.run_jobs`, or a `cluster.Cluster`.
Yields the number of each job and its outcome, as they come."""
CHECK_SECONDS = 60.0
"""A result may be checked for as long as its job may take, and for this long at least."""
T = TypeVar("T")
R = TypeVar("R")


class DamagedRow(InstanceError):
    """A row that is not as a ledger writes it."""


class Key(NamedTuple):
    """What names a question in a ledger."""

    instance_hash: str
    metric: str
    request: str


class Checked(NamedTuple, Generic[R]):
    """A result as far as it could be checked, and where it says more than that; empty: nowhere."""

    outcome: R
    doubt: str


class AnyJob(ABC, Generic[R]):
    """Plain data that can be sent to a process and run there."""

    limits: Limits
    """How long it may take, and how much memory."""

    @abstractmethod
    def run(self, emit: Emit = ignore) -> R:
        """Do the work; what goes wrong is said in the outcome, and nothing is raised."""

    @abstractmethod
    def failed(self, reason: str) -> R:
        """The outcome where there is none, for this reason."""

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> R:  # noqa: ARG002
        """The outcome where the work was stopped from outside, after these events."""
        return self.failed(why)


class Question(AnyJob[R]):
    """A job whose result others may report: workers elsewhere, or a ledger."""

    @property
    @abstractmethod
    def key(self) -> Key:
        """What names it in a ledger."""

    @property
    @abstractmethod
    def about(self) -> str:
        """What it is about, in words."""

    @abstractmethod
    def checked(self, outcome: R) -> Checked[R]:
        """What is left of an outcome that nobody has to trust; raises PuzzleProofError."""

    @abstractmethod
    def kept(self, outcome: R) -> tuple[str, bytes | None] | None:
        """What a ledger keeps: a text and a certificate; None: nothing."""

    @abstractmethod
    def reported(self, text: str, certificate: bytes | None) -> R:
        """What a ledger's row says; raises DamagedRow."""

    @abstractmethod
    def is_answered(self, text: str) -> bool:
        """Whether what a row says need not be sought again, if it is true; raises DamagedRow."""

    def merged(self, new: R, old: R) -> R:  # noqa: ARG002
        """What is known after a new outcome and an old one that was checked."""
        return new


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


def no_less(had: Mapping[str, int | float | None], limits: Limits) -> bool:
    """Whether a row was sought with as much time and memory as these limits give.

    >>> no_less({"seconds": 60, "memory": None}, Limits(60.0, 10**9))
    True
    >>> no_less({"seconds": 60, "memory": None}, Limits(None, None))
    False
    """

    def enough(name: str, has: float | None) -> bool:
        most = had.get(name)
        return most is None or (has is not None and has <= most)

    return all(enough(name, has) for name, has in limits._asdict().items())


# --- the check of a result ----------------------------------------------------------------


@dataclass(frozen=True)
class Check(AnyJob[Checked[R]]):
    """The one way in which a report becomes an answer: the job's own check of it, by a worker."""

    job: Question[R]
    report: R | bytes
    """The outcome as it is reported; bytes: as a worker elsewhere has pickled it, which is read
    only in a worker of our own, within limits."""
    limits: Limits

    def run(self, emit: Emit = ignore) -> Checked[R]:  # noqa: ARG002  it reports nothing
        """Check the report; what is wrong with it is a doubt, and nothing is raised."""
        try:
            data = self.report
            found: Any = pickle.loads(data) if isinstance(data, bytes) else data  # noqa: S301
            return self.job.checked(found)
        except Exception as error:  # noqa: BLE001  whatever it is, it is the report's
            text = str(error) if isinstance(error, PuzzleProofError) else repr(error)
            return self.failed(shortened(clean(text)))

    def failed(self, reason: str) -> Checked[R]:
        """Where the report could not be checked."""
        return Checked(self.job.failed(reason), reason)


def check_of(job: Question[R], report: R | bytes) -> Check[R]:
    """The check of a report; it takes less time than the job did."""
    seconds, memory = job.limits
    most = None if seconds is None else max(CHECK_SECONDS, seconds)
    return Check(job, report, Limits(most, memory or half_of_spare_memory()))


def expected(kind: type[T], found: object) -> T:
    """What was unpickled, if it is of this kind; raises CertificateRejected."""
    if not isinstance(found, kind):
        raise CertificateRejected(f"{type(found).__name__}: expected {kind.__name__}")
    return found
