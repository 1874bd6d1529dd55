"""Progress of work that is done in this process: nothing is sent to it, so it looks by itself.

Once a second a signal (SIGALRM) interrupts the work between two steps of Python; where there are no
such signals, whatever reports how far it has come gives the occasion.  What shows the progress is
loaded at the first look: most work is over by then.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from puzzleproof.cli.printing import is_terminal, wants_json

if TYPE_CHECKING:
    from puzzleproof.cli.printing.progress import Display

TICK_SECONDS = 1.0


@contextmanager
def watching(options: argparse.Namespace, phase: str) -> Generator[Watcher]:
    """Yield what is told how much of how much is done; progress is shown meanwhile.

    With -q, and with JSON but on a terminal, nothing is shown.
    """
    hidden = options.quiet or (wants_json(options) and not is_terminal(sys.stderr))
    watcher = Watcher(options, phase, shown=not hidden)
    if hidden:
        yield watcher
        return
    with watcher.stack, _every_second(watcher.tick):
        yield watcher


class Watcher:
    """How far the work is, and where that is shown once there is somewhere."""

    def __init__(self, options: argparse.Namespace, phase: str, *, shown: bool) -> None:
        self._options, self._usual, self._phase, self._shows = options, phase, phase, shown
        self._begin = self._last = time.monotonic()
        self._done = 0
        self._total: int | None = None
        self._shown: Display | None = None
        self.stack = ExitStack()

    def __call__(self, done: int, total: int) -> None:
        """Take in how far the usual phase is."""
        self.tell(self._usual, done, total)

    def tell(self, phase: str, done: int, total: int) -> None:
        """Take in how far some phase is, and show it where that is due."""
        self._phase, self._done, self._total = phase, done, total
        if self._shows and time.monotonic() >= self._last + TICK_SECONDS:
            self.tick()

    def tick(self) -> None:
        """Show how far it is; what cannot be written is no reason to end the work."""
        from puzzleproof.cli.printing.progress import Part, display

        self._last = time.monotonic()
        with suppress(OSError, ValueError):
            if self._shown is None:
                self._shown = self.stack.enter_context(display(self._options, self._begin))
            part = Part(self._phase, self._total)
            self._shown.progress.work(self._last, part, self._done)
            self._shown.progress.memory = _own_memory()
            self._shown.refresh()


@contextmanager
def _every_second(tick: Callable[[], None]) -> Generator[None]:
    """Call a function every second, between two steps of what this thread does meanwhile."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def handler(_number: int, _frame: object) -> None:
        tick()

    try:
        before = signal.signal(signal.SIGALRM, handler)
    except ValueError:  # not the main thread
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, TICK_SECONDS, TICK_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _own_memory() -> int | None:
    """Bytes that this process holds; None where the system has no file that says so."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None
