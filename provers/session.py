"""A session keeps the bounds of one puzzle and does work within limits; `strategy` decides.

It folds the events into bounds as they arrive and calls heavy work in a child process.  It has a
request, and a workspace for the certificate.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from puzzleproof.models.errors import (
    CertificateRejected,
    IllegalMove,
    InternalError,
    LimitReached,
    NotationError,
)
from puzzleproof.models.files import system_fault
from puzzleproof.models.puzzle import AnyPuzzle, size_remarks
from puzzleproof.provers.bounds import Bounds
from puzzleproof.provers.certificate import Workspace
from puzzleproof.provers.events import (
    CertificateWritten,
    Emit,
    Event,
    EvidenceFound,
    Note,
)
from puzzleproof.provers.process import (
    Interrupted,
    Limits,
    MemoryLimit,
    TimeLimit,
    call,
    call_here,
    has_processes,
    is_daemonic,
    memory_budget,
)
from puzzleproof.provers.request import Request
from puzzleproof.provers.verdict import INTERRUPTED, Evidence, Verdict
from puzzleproof.verify.certificate import plan_fits

Number = TypeVar("Number", int, float)
DEFAULT, NOWHERE = Request(), Workspace(None, None)

MANY_STATES = 5_000_000
"""A puzzle that may have more states is not searched whole before other evidence was tried."""
MANY_FOR_ARRAYS = 2_000_000_000
"""The same limit for families without a special search: frogs reach a third of such states."""
ALONE = (
    "a worker of multiprocessing.Pool may start no processes: the work was done in it, without a "
    "limit of memory; concurrent.futures.ProcessPoolExecutor has workers that may"
)


class Ended(Exception):
    """A limit of the whole session, or Ctrl-C; no work goes on after it."""


class ListenerFailed(Exception):
    """The listener to events raised this error, which is the user's: no strategy handles it."""


class Session:
    """The bounds of one puzzle, and work on it in a child process, or here if ``in_process``."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        on_event: Emit,
        limits: Limits,
        request: Request = DEFAULT,
        workspace: Workspace = NOWHERE,
        *,
        in_process: bool = False,
    ) -> None:
        self.puzzle, self.limits = puzzle, limits
        self.request, self.workspace = request, workspace
        self.in_process = in_process or not has_processes()
        self.bounds = Bounds(puzzle, request.at_least)
        self.argument: Any = None
        """The invariant's argument, once it is found."""
        self._on_event = on_event
        self._begin = time.perf_counter()

    @property
    def is_large(self) -> bool:
        """Whether there may be too many states to visit them all."""
        many = MANY_STATES if self.puzzle.special_search else MANY_FOR_ARRAYS
        return (self.puzzle.states_at_most or 0) > many

    @cached_property
    def has_many_states(self) -> bool:
        """Whether there may be so many states that a labelling with bounds is quicker."""
        from puzzleproof.provers.size import has_many_states

        return has_many_states(self.puzzle)

    @property
    def special_search(self) -> str | None:
        """The search that suits this large puzzle better than horizons; None if none does."""
        return self.puzzle.special_search if self.is_large else None

    def emit(self, event: Event) -> None:
        """Fold an event into the bounds and pass it on, with the new bounds if they changed."""
        changed = self.bounds.apply(event)
        try:
            self._on_event(event)
            if changed is not None:
                self._on_event(changed)
        except LimitReached as limit:
            raise Ended(str(limit)) from None
        except Exception as error:
            raise ListenerFailed(error) from error

    def call(
        self,
        work: Callable[..., Any],
        *arguments: Any,
        seconds: float | None = None,
        memory: int | None = None,
        listen: Emit | None = None,
    ) -> Any:
        """Return ``work(*arguments, emit)``, computed in a child process.

        ``seconds`` and ``memory`` in bytes limit this work more than the session does.  ``listen``
        takes the events in place of `emit`, and ends the work by an error.  Raises
        LimitReached if it needs more than these, Ended if the session is over, ListenerFailed, and
        whatever the work raises.
        """
        whole = Limits(self.seconds_left(), self.limits.memory)
        if whole.seconds == 0:
            raise Ended("time limit reached")
        run = call_here if self.in_process else call
        limits = Limits(_least(seconds, whole.seconds), _least(memory, whole.memory))
        begin = time.perf_counter()
        try:
            return run(work, arguments, listen or self.emit, limits)
        except Interrupted as error:
            raise Ended(str(error)) from None
        except TimeLimit as error:
            if limits.seconds == whole.seconds or self.seconds_left() == 0:
                raise Ended(str(error)) from None
            raise
        except MemoryLimit as error:
            if limits.memory == whole.memory:
                raise Ended(str(error)) from None
            raise
        finally:
            self.bounds.worked(time.perf_counter() - begin)

    def seconds_left(self) -> float | None:
        """Seconds until the time limit, 0 once it is reached; None without a limit."""
        if self.limits.seconds is None:
            return None
        return max(0.0, self.limits.seconds - (time.perf_counter() - self._begin))

    def run(
        self, strategy: Callable[[Any], None], name: str, versions: Mapping[str, str]
    ) -> Verdict:
        """Follow a strategy until it ends or is stopped; InternalError for a false claim."""
        stopped: tuple[str, ...] = ()
        try:
            for remark in (*size_remarks(self.puzzle), *self.puzzle.remarks):
                self.emit(Note(remark))
            if is_daemonic():
                self.emit(Note(ALONE))
            strategy(self)
        except (Ended, LimitReached) as limit:
            stopped = (str(limit),)
        except KeyboardInterrupt:
            stopped = (INTERRUPTED,)
        except ListenerFailed as failed:
            raise failed.args[0] from None
        except OSError as error:
            fault = system_fault(error)
            if fault is None:
                raise
            stopped = (f"stopped by the system: {fault}",)
        except (IllegalMove, NotationError, CertificateRejected) as error:
            raise InternalError(
                f"a search made a false claim, caught by the rules: {error}"
            ) from error
        seconds = time.perf_counter() - self._begin
        return self.bounds.verdict(name, seconds, stopped, dict(versions))

    # --- what the evidence says of the request --------------------------------------------------

    @property
    def memory(self) -> int | None:
        """Bytes that a search may take."""
        return memory_budget(self.limits.memory)

    @property
    def answered(self) -> bool:
        """Whether the question is answered: proven, or denied by a plan."""
        wanted, bounds = self.request.at_least, self.bounds
        if wanted is None or bounds.closed:
            return bounds.closed
        return bounds.proven >= wanted or self.denied

    @property
    def certified(self) -> bool:
        """Whether a certificate answers the question."""
        wanted, bounds = self.request.at_least, self.bounds
        if bounds.closed:
            return bounds.current().grade == "certified"
        return wanted is not None and any(
            row.checked and row.bound >= wanted for row in bounds.evidence
        )

    @property
    def claimed(self) -> bool:
        """Whether at least one search answers the question, or a plan denies it."""
        wanted, lower = self.request.at_least, self.bounds.lower
        if lower is None or lower == self.bounds.upper:
            return True
        return wanted is not None and (lower >= wanted or self.denied)

    @property
    def denied(self) -> bool:
        """Whether a plan is shorter than the lower bound that was to be proven."""
        wanted, upper = self.request.at_least, self.bounds.upper
        return wanted is not None and upper is not None and upper < wanted

    def accept(self, evidence: Evidence) -> None:
        """Take in evidence whose certificate stands in the workspace."""
        self.emit(EvidenceFound(evidence))
        self.tell_certificate()

    def tell_certificate(self) -> None:
        """Report that an accepted certificate is kept, if one is wanted and the disk takes it."""
        if self.request.certificate and not self.bounds.fault:
            self.emit(CertificateWritten(self.request.certificate))
        plan = self.bounds.plan
        if plan is not None and not plan_fits(plan):
            self.emit(
                Note(
                    "the plan is too long for the certificate, which has only the bound", "warning"
                )
            )


def _least(one: Number | None, other: Number | None) -> Number | None:
    """The smaller of two limits, either of which may be none."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
