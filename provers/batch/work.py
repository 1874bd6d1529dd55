"""What workers do: a *work order* runs anywhere and has an outcome, whatever goes wrong.

A proof (`jobs.Job`) is one, the survey of a piece set (`provers.atlas.job.SurveyJob`) another.  The
pool, a cluster and a batch know no more of them than what stands here.  To other machines they go
as text; `ORDERS` says who reads which.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, Self, TypeAlias, TypeVar

from puzzleproof.models import imported
from puzzleproof.models.errors import NotationError, PuzzleProofError
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.events import Emit, Event, ignore
from puzzleproof.provers.process import Limits

MOST_CHARACTERS = 100_000_000
"""Of an outcome that another machine sends, at most."""

Listen: TypeAlias = Callable[[int | None, Any], None]
"""Hears a job's number and its event; None and None: the work goes on."""


class Result(Protocol):
    """What became of a work order."""

    @property
    def reason(self) -> str:
        """Why it failed; empty: it did not."""
        ...

    @property
    def certificate(self) -> bytes | None:
        """The certificate that comes with it, if there is one."""
        ...

    def tried(self, attempts: int) -> Self:
        """The same after so many attempts."""
        ...

    def to_text(self) -> str:
        """What `WorkOrder.received` reads, without the certificate."""
        ...


T = TypeVar("T")
R = TypeVar("R", bound=Result)
J = TypeVar("J", contravariant=True)
R_co = TypeVar("R_co", bound=Result, covariant=True)


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


def read_answer(text: object, read: Callable[[Any], T]) -> T:
    """What another machine answered, as ``read`` finds it in the JSON of ``text``.

    Raises NotationError for what cannot be read.
    """
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise NotationError("the answer is not a text as documented")
    try:
        return read(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise NotationError(f"the answer cannot be read: {shortened(clean(repr(error)))}") from None


class WorkOrder(Protocol[R_co]):
    """Plain data that can be sent to a process and run there."""

    @property
    def limits(self) -> Limits:
        """How long it may take, and how much memory."""
        ...

    def run(self, emit: Emit) -> R_co:
        """Do the work; what goes wrong is told in the outcome, and nothing is raised."""
        ...

    def failed(self, reason: str) -> R_co:
        """The outcome where the process died, and once more after that."""
        ...

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> R_co:
        """The outcome where the work was stopped from outside, after these events."""
        ...

    def to_text(self) -> str:
        """What `order_of` reads on another machine, without the versions of this one."""
        ...

    def received(self, text: object, certificate: object, worker: str, emit: Emit = ignore) -> R_co:
        """The outcome that ``worker`` sent back, as far as it could be checked here."""
        ...


class Runner(Protocol[J, R_co]):
    """What has work of one sort done."""

    def __call__(
        self, jobs: Iterable[tuple[int, J]], workers: int, listen: Listen
    ) -> Iterator[tuple[int, R_co]]:
        """Yield the number of each work order and its outcome, as they come."""
        ...


class AnyRunner(Protocol):
    """What has work of any sort done: `pool.run_jobs` here, `cluster.Cluster` elsewhere."""

    def __call__(
        self, jobs: Iterable[tuple[int, WorkOrder[R]]], workers: int, listen: Listen
    ) -> Iterator[tuple[int, R]]:
        """Yield the number of each work order and its outcome, as they come."""
        ...


ORDERS = {
    "proof": "puzzleproof.provers.batch.wire:job_of",
    "survey": "puzzleproof.provers.atlas.wire:survey_job_of",
}
"""What the text of a work order names as its ``order`` -> the function that reads it."""


def order_of(text: str, versions: dict[str, str]) -> WorkOrder[Any]:
    """The work order of a text, to be done by a program of these versions."""
    found: WorkOrder[Any] = imported(ORDERS[json.loads(text)["order"]])(text, versions)
    return found
