"""Ctrl-C, and the signals that end a process politely, while many answers are worked on."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any

from puzzleproof.provers.process import ENDING, Terminated


@contextmanager
def interruptions(*, at_once: bool) -> Generator[Callable[[], bool]]:
    """Yield what says whether such a signal has come.

    With ``at_once`` it also raises KeyboardInterrupt in the answer at work, which may take it as a
    limit.  Without, the first one waits for `end_if`, so that no answer is lost that is just being
    printed, and the second is raised.  Outside the main thread no signals are seen.
    """
    come, before = list[int](), dict[int, Any]()

    def receive(number: int, _frame: Any) -> None:
        waits = not at_once and not come
        come.append(number)
        if not waits:
            raise KeyboardInterrupt if number == signal.SIGINT else Terminated

    for number in ENDING:
        with suppress(ValueError):  # not the main thread
            before[number] = signal.signal(number, receive)
    try:
        yield lambda: bool(come)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def end_if(interrupted: Callable[[], bool]) -> None:
    """Raise KeyboardInterrupt where a signal has come."""
    if interrupted():
        raise KeyboardInterrupt
