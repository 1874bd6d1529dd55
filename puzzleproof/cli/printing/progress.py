"""How far the work is, in a line: a live one on a terminal, elsewhere one every ten seconds.

The line has the time passed, the part of the work, its states or its horizon, the memory held and
the bounds so far.  If the number of states is known or bounded, it also estimates the time left.
It goes to standard error.  The figures come from the events of provers
(`puzzleproof.cli.printing.events`), or from work in this process (`watching`).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from puzzleproof.cli import printing
from puzzleproof.cli.printing import can_be_live, is_terminal, wants_json, wants_no_color

if TYPE_CHECKING:
    from rich.live import Live

Tell: TypeAlias = Callable[[str, int, int], None]
"""Takes (done, total) of a phase."""
REFRESH_SECONDS = 0.1
"""Seconds between two updates of a live line."""
RATE_SECONDS = 2.0
"""The end is estimated from a rate that was measured over at least this time."""
LONG = 24 * 3600
"""An end that is farther away is not announced."""


class Part(NamedTuple):
    """A part of the work, and how many of its units are done."""

    phase: str
    total: int | None = None
    unit: str = ""
    """The unit that is counted; empty if only the share means something."""
    at_most: bool = False
    """Whether ``total`` is only an upper bound."""


def clock(seconds: float) -> str:
    """A time as on a clock.

    >>> clock(7.9), clock(3601)
    ('0:07', '1:00:01')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# --- where it is shown --------------------------------------------------------------------


class Display:
    """The latest figures, in a line; times are those of `time.monotonic`.

    If the line cannot be written, only the lines end.
    """

    def __init__(self, options: argparse.Namespace, begin: float, stack: ExitStack) -> None:
        """Show the line of work that began at this time, until the stack is closed."""
        self._options, self._stack, self._begin = options, stack, begin
        self._live: Live | None = None
        self.due = begin + (printing.LINE_SECONDS if options.verbose else printing.first_seconds())
        self.part: Part | None = None
        self.done, self.detail, self.bounds = 0, "", ""
        self.memory: int | None = None
        self._first = 0.0, 0
        """When this part began, and how many units were done then."""

    def work(self, now: float, part: Part, done: int = 0) -> None:
        """Note that another part has begun, or that the same one has advanced."""
        if part != self.part:
            self.part, self._first, self.detail = part, (now, done), ""
        self.done = done

    def line(self, now: float) -> str:
        """All figures, separated by semicolons."""
        memory = "" if self.memory is None else f"{self.memory / 1e6:,.0f} MB"
        what = ": ".join(filter(None, (self.part.phase if self.part else "", self._counted())))
        words = (self._elapsed(now), what or "working", self._left(now), memory, self.bounds)
        return "; ".join(filter(None, words))

    def _elapsed(self, now: float) -> str:
        most: float | None = getattr(self._options, "time_limit", None)
        limit = "" if most is None else f" of at most {clock(most)}"
        return f"{clock(now - self._begin)}{limit}"

    def _counted(self) -> str:
        """The units done, of all."""
        part = self.part
        if part is None or not (part.total or self.done):
            return self.detail
        of = "" if part.total is None else f"of {'at most ' * part.at_most}{part.total:,} "
        counted = f"{self.done:,} {of}{part.unit}"
        if not part.unit:
            counted = f"{self.done / part.total:.0%}" if part.total else ""
        return ", ".join(filter(None, (self.detail, counted)))

    def _left(self, now: float) -> str:
        """The time left at the present rate; the end may come sooner."""
        (since, before), part = self._first, self.part
        if part is None or part.total is None or now - since < RATE_SECONDS or self.done <= before:
            return ""
        left = (now - since) * (part.total - self.done) / (self.done - before)
        if not 0 <= left < LONG:
            return ""
        how = "at most" if part.at_most else "about"
        return f"this part: {how} {clock(left)} left at this rate"

    def say(self, text: str) -> None:
        """Print a line that stays, above the live one."""
        if self._live is not None:
            self._live.console.print(text, markup=False, highlight=False)
        else:
            print(text, file=sys.stderr, flush=True)

    def refresh(self) -> None:
        """Show the line if it is due."""
        now = time.monotonic()
        if now < self.due:
            return
        if self._live is None and not self._options.verbose:
            self._live = _live(self._options, self._stack)
        line = self.line(now)
        try:
            if self._live is not None:
                from rich.text import Text

                text = Text(line, no_wrap=True, overflow="ellipsis")
                self._live.update(text, refresh=True)
                self.due = now + REFRESH_SECONDS
            else:
                self.due = now + printing.LINE_SECONDS
                print(f"progress: {line}", file=sys.stderr, flush=True)
        except (OSError, ValueError):
            self.due = float("inf")


def _live(options: argparse.Namespace, stack: ExitStack) -> Live | None:
    """A live line on standard error; None if that is no fit terminal, or rich is missing.

    No thread refreshes it, because processes are forked meanwhile.
    """
    if not can_be_live(sys.stderr):
        return None
    try:
        from rich.console import Console
        from rich.live import Live
    except ImportError:
        return None
    console = Console(stderr=True, no_color=wants_no_color(options), highlight=False)
    live = Live(
        console=console,
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    return stack.enter_context(live)


# --- work in this process -------------------------------------------------------------------


def _ignore(_phase: str, _done: int, _total: int) -> None:
    """Show nothing."""


@contextmanager
def watching(options: argparse.Namespace, phase: str) -> Generator[Tell]:
    """Yield a function that reports a phase of this or another name; show progress meanwhile.

    With -q nothing is shown; with JSON only on a terminal.
    """
    if options.quiet or (wants_json(options) and not is_terminal(sys.stderr)):
        yield _ignore
        return
    with ExitStack() as stack:
        shown = Display(options, time.monotonic(), stack)
        shown.work(time.monotonic(), Part(phase))

        def tell(phase: str, done: int, total: int) -> None:
            now = time.monotonic()
            shown.work(now, Part(phase, total), done)
            if now >= shown.due:
                shown.memory = _own_memory()
                shown.refresh()

        yield tell


def _own_memory() -> int | None:
    """The bytes that this process holds; None if the system has no file that says so."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None
