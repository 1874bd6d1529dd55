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
R_co = TypeVar("R_co", covariant=True)


class Key(NamedTuple):
    """What names a question in a ledger."""

    instance_hash: str
    metric: str
    request: str


class Checked(NamedTuple, Generic[R]):
    """A result as far as it could be checked, and where it says more than that; empty: nowhere."""

    outcome: R
    doubt: str


class AnyJob(Protocol[R_co]):
    """Plain data that can be sent to a process and run there."""

    @property
    def limits(self) -> Limits:
        """How long it may take, and how much memory."""
        ...

    def run(self, emit: Emit = ignore) -> R_co:
        """Do the work; what goes wrong is said in the outcome, and nothing is raised."""
        ...

    def failed(self, reason: str) -> R_co:
        """The outcome where there is none, for this reason."""
        ...

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> R_co:
        """The outcome where the work was stopped from outside, after these events."""
        ...


class Checkable(AnyJob[R], Protocol[R]):
    """A job whose result others may report: workers elsewhere, or a ledger."""

    def checked(self, outcome: R) -> Checked[R]:
        """What is left of an outcome that nobody has to trust; raises PuzzleProofError."""
        ...


class Question(Checkable[R], Protocol[R]):
    """A job that a ledger may know."""

    @property
    def name(self) -> str:
        """What it is about, for messages."""
        ...

    @property
    def metric(self) -> str:
        """What counts as one move."""
        ...

    @property
    def key(self) -> Key:
        """What names it."""
        ...


class Runner(Protocol):
    """What has jobs done: `pool.run_jobs` here, `cluster.Cluster` elsewhere."""

    def __call__(
        self, jobs: Iterable[tuple[int, Checkable[R]]], workers: int, listen: Listen
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


@dataclass(frozen=True, slots=True)
class Check(Generic[R]):
    """A report to be checked, as a job; it never leaves this machine."""

    job: Checkable[R]
    read: Callable[[], Checked[R]]
    """The outcome as it is reported, and what is wrong with the report itself; may raise."""

    @property
    def limits(self) -> Limits:
        """A check takes less time than the proof did."""
        seconds, memory = self.job.limits
        most = None if seconds is None else max(CHECK_SECONDS, seconds)
        return Limits(most, memory or half_of_spare_memory())

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

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> Checked[R]:  # noqa: ARG002
        """Where the check was stopped."""
        return self.failed(why)


def expected(kind: type[T], found: object) -> T:
    """What was unpickled, if it is of this kind; raises CertificateRejected."""
    if not isinstance(found, kind):
        raise CertificateRejected(f"{type(found).__name__}: expected {kind.__name__}")
    return found
