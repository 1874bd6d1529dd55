"""How far the work is, in a line: a live one on a terminal, elsewhere one every ten seconds.

The line says how much time has passed, what is done, how many states or which horizon, how much
memory is held, the bounds so far, and, where the number of states is known or bounded, how long
this part may still take.  It goes to standard error.  Nothing here knows where the figures come
from: `puzzleproof.cli.printing.events` takes them from the events of provers.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from puzzleproof.cli.printing import LINE_SECONDS, is_terminal
from puzzleproof.cli.printing.terminal import is_dumb, wants_no_color

if TYPE_CHECKING:
    from rich.live import Live

REFRESH_SECONDS = 0.1
"""Between two looks of a live line."""
RATE_SECONDS = 2.0
"""A rate is measured over this time at least, before it says when something ends."""
LONG = 24 * 3600
"""What would take longer by its rate is not foretold."""


class Part(NamedTuple):
    """A part of the work: so many of so many units are done."""

    phase: str
    total: int | None = None
    unit: str = ""
    """What is counted; empty where only the share says something."""
    at_most: bool = False
    """Whether ``total`` is only a bound."""


@dataclass
class Progress:
    """The latest figures; times are those of `time.monotonic`."""

    begin: float
    time_limit: float | None = None
    part: Part | None = None
    done: int = 0
    detail: str = ""
    bounds: str = ""
    memory: int | None = None
    first: tuple[float, int] = (0.0, 0)
    """When this part began, and how much of it was done then."""

    def work(self, now: float, part: Part, done: int = 0) -> None:
        """Another part begins, or the same one has come further."""
        if part != self.part:
            self.part, self.first, self.detail = part, (now, done), ""
        self.done = done

    def line(self, now: float) -> str:
        """All figures, divided by semicolons."""
        memory = "" if self.memory is None else f"{self.memory / 1e6:,.0f} MB"
        what = ": ".join(filter(None, (self.part.phase if self.part else "", self._counted())))
        words = (self._elapsed(now), what or "working", self._left(now), memory, self.bounds)
        return "; ".join(filter(None, words))

    def _elapsed(self, now: float) -> str:
        limit = "" if self.time_limit is None else f" of at most {clock(self.time_limit)}"
        return f"{clock(now - self.begin)}{limit}"

    def _counted(self) -> str:
        """How much is done, of how much."""
        part = self.part
        if part is None or not (part.total or self.done):
            return self.detail
        of = "" if part.total is None else f"of {'at most ' * part.at_most}{part.total:,} "
        counted = f"{self.done:,} {of}{part.unit}"
        if not part.unit:
            counted = f"{self.done / part.total:.0%}" if part.total else ""
        return ", ".join(filter(None, (self.detail, counted)))

    def _left(self, now: float) -> str:
        """How long this part takes if it goes on as it did; the end may come sooner."""
        (since, before), part = self.first, self.part
        if part is None or part.total is None or now - since < RATE_SECONDS or self.done <= before:
            return ""
        left = (now - since) * (part.total - self.done) / (self.done - before)
        if not 0 <= left < LONG:
            return ""
        how = "at most" if part.at_most else "about"
        return f"this part: {how} {clock(left)} left at this rate"


def clock(seconds: float) -> str:
    """A time as on a clock.

    >>> clock(7.9), clock(3601)
    ('0:07', '1:00:01')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# --- where it is shown --------------------------------------------------------------------


class Display(Protocol):
    """Where progress is seen."""

    progress: Progress

    def refresh(self) -> None:
        """Show the line, if it is time for it."""
        ...


class LiveLine:
    """One line that changes in its place."""

    def __init__(self, progress: Progress, live: Live) -> None:
        self.progress, self._live = progress, live
        self._next = progress.begin

    def refresh(self) -> None:
        """Show the line anew, ten times a second at most."""
        now = time.monotonic()
        if now >= self._next:
            from rich.text import Text

            self._next = now + REFRESH_SECONDS
            text = Text(self.progress.line(now), no_wrap=True, overflow="ellipsis")
            self._live.update(text, refresh=True)


class Lines:
    """A line every ten seconds; what cannot be written ends nothing but the lines."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self._next = progress.begin + LINE_SECONDS

    def refresh(self) -> None:
        """Print the line where it is time."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + LINE_SECONDS
            try:
                print(f"progress: {self.progress.line(now)}", file=sys.stderr, flush=True)
            except (OSError, ValueError):
                self._next = float("inf")


@contextmanager
def display(options: argparse.Namespace, begin: float | None = None) -> Generator[Display]:
    """Yield a display of work that began now, or then."""
    begin = time.monotonic() if begin is None else begin
    progress = Progress(begin, getattr(options, "time_limit", None))
    live = None if options.verbose else _live(options)
    if live is None:
        yield Lines(progress)
        return
    with live:
        yield LiveLine(progress, live)


def _live(options: argparse.Namespace) -> Live | None:
    """A live line on standard error; None where that is no terminal for it, or rich is missing.

    It has no thread that would refresh it: processes are forked meanwhile.
    """
    if not is_terminal(sys.stderr) or is_dumb():
        return None
    try:
        from rich.console import Console
        from rich.live import Live
    except ImportError:
        return None
    console = Console(stderr=True, no_color=wants_no_color(options), highlight=False)
    return Live(
        console=console,
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
