"""A session: some work on one puzzle in a child process, its events folded into a verdict."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from puzzleproof.models.errors import (
    CertificateRejected,
    IllegalMove,
    InternalError,
    LimitReached,
    NotationError,
)
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.bounds import Case
from puzzleproof.provers.events import Emit, Event
from puzzleproof.provers.process.supervise import run
from puzzleproof.provers.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds of wall time and bytes of resident memory; None: no limit."""

    seconds: float | None = None
    memory: int | None = None


NO_LIMITS = Limits()


def ignore(event: Event) -> None:
    """Listen to nothing."""


def investigate(
    name: str,
    puzzle: AnyPuzzle,
    work: Callable[..., None],
    arguments: tuple[Any, ...],
    on_event: Emit,
    limits: Limits,
    versions: Mapping[str, str] | None,
) -> Verdict:
    """Run ``work(puzzle, *arguments, emit)`` within limits; whatever it told makes the verdict.

    A limit, or Ctrl-C, ends the work and is noted.  Each change of the bounds is an event.
    """
    begin = time.perf_counter()
    case = Case(puzzle)

    def receive(event: Event) -> None:
        changes = list(case.apply(event))
        on_event(event)
        for bounds in changes:
            on_event(bounds)

    stopped: tuple[str, ...] = ()
    try:
        run(work, (puzzle, *arguments), receive, limits.seconds, limits.memory)
    except LimitReached as limit:
        stopped = (str(limit),)
    except (IllegalMove, NotationError, CertificateRejected) as error:
        raise InternalError(f"a search made a false claim, caught by the rules: {error}") from error
    return case.verdict(name, time.perf_counter() - begin, stopped, versions or {})
