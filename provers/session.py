"""A session: work on one puzzle within limits, its events folded into bounds as they arrive."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from puzzleproof.models.errors import (
    CertificateRejected,
    IllegalMove,
    InternalError,
    LimitReached,
    NotationError,
)
from puzzleproof.models.puzzle import AnyPuzzle, HasStateBound
from puzzleproof.provers.bounds import Bounds
from puzzleproof.provers.events import Emit, Event
from puzzleproof.provers.process import Interrupted, Limits, MemoryLimit, TimeLimit, call, call_here
from puzzleproof.provers.verdict import Verdict

MANY_STATES = 5_000_000
"""A puzzle that may have more is not searched whole before other evidence was tried."""


class Ended(Exception):
    """A limit of the whole session, or Ctrl-C; no work goes on after it."""


class Session:
    """The bounds of one puzzle, and how to do work on it in a child process.

    Without processes (``in_process``) work is done here, time is checked between events and there
    is no limit of memory.
    """

    def __init__(
        self, puzzle: AnyPuzzle, on_event: Emit, limits: Limits, *, in_process: bool = False
    ) -> None:
        self.puzzle, self.limits, self.in_process = puzzle, limits, in_process
        self.bounds = Bounds(puzzle)
        self._on_event = on_event
        self._begin = time.perf_counter()

    @property
    def is_large(self) -> bool:
        """Whether there may be too many states to visit them all."""
        puzzle = self.puzzle
        return isinstance(puzzle, HasStateBound) and puzzle.states_at_most > MANY_STATES

    @property
    def special_search(self) -> str | None:
        """The search that suits this large puzzle better than horizons; None: none does."""
        return self.puzzle.special_search if self.is_large else None

    def emit(self, event: Event) -> None:
        """Fold an event into the bounds and pass it on, with the new bounds if they changed."""
        changes = list(self.bounds.apply(event))
        self._on_event(event)
        for change in changes:
            self._on_event(change)

    def call(
        self,
        work: Callable[..., Any],
        *arguments: Any,
        seconds: float | None = None,
        memory: int | None = None,
    ) -> Any:
        """Return ``work(*arguments, emit)``, computed in a child process.

        ``seconds`` and ``memory`` in bytes limit this work more than the session does.  Raises
        LimitReached where it needs more than these, Ended where the session is over, and whatever
        the work raises.
        """
        whole = Limits(self._seconds_left(), self.limits.memory)
        run = call_here if self.in_process else call
        limits = Limits(_least(seconds, whole.seconds), _least(memory, whole.memory))
        try:
            return run(work, arguments, self.emit, limits)
        except Interrupted as error:
            raise Ended(str(error)) from None
        except TimeLimit as error:
            if limits.seconds == whole.seconds:
                raise Ended(str(error)) from None
            raise
        except MemoryLimit as error:
            if limits.memory == whole.memory:
                raise Ended(str(error)) from None
            raise

    def _seconds_left(self) -> float | None:
        """Seconds until the time limit, 0 once it is reached; None: there is none."""
        if self.limits.seconds is None:
            return None
        return max(0.0, self.limits.seconds - (time.perf_counter() - self._begin))

    def run(
        self, strategy: Callable[[Any], None], name: str, versions: Mapping[str, str]
    ) -> Verdict:
        """Follow a strategy, ``strategy(self)``; the verdict on whatever it found out.

        A limit, or Ctrl-C, ends the work and is noted.  Raises InternalError where a search made a
        claim that the rules deny.
        """
        stopped: tuple[str, ...] = ()
        try:
            strategy(self)
        except (Ended, LimitReached) as limit:
            stopped = (str(limit),)
        except KeyboardInterrupt:
            stopped = ("interrupted",)
        except (IllegalMove, NotationError, CertificateRejected) as error:
            raise InternalError(
                f"a search made a false claim, caught by the rules: {error}"
            ) from error
        return self.bounds.verdict(name, time.perf_counter() - self._begin, stopped, versions)


def _least(one: float | None, other: float | None) -> Any:
    """The smaller of two limits, either of which may be none."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
