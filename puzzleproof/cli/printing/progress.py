"""Lines of progress: a live line on a terminal, elsewhere a new line every ten seconds.

The line has the time elapsed, the part of the work, its states or its horizon, the memory used and
the bounds so far.  If the number of states is known or bounded, the line also estimates the time
left.  It is printed on standard error; with -v each event is printed there too, in words.  `verify`
shows the progress of its own process (`watching`) and loads no prover; the classes of events are
imported when the first event comes.
"""

import os
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import can_be_live, count, is_terminal

if TYPE_CHECKING:
    from puzzleproof.provers.events import Event

Tell: TypeAlias = Callable[[str, int, int], None]
"""A function that takes a phase and its numbers ``done`` and ``total``."""
LINE_SECONDS, LIVE_SECONDS = 10.0, 0.5
"""The seconds between two lines, and the seconds until a terminal shows a live line."""
REFRESH_SECONDS = 0.1
"""The seconds between two updates of a live line."""
RATE_SECONDS = 2.0
"""The least time over which the rate is measured for an estimate of the time left."""
USUAL_COLUMNS = 80
EACH = ("answers", "starts")
"""Units that have a time limit each."""
UNEQUAL = (*EACH, "instances", "packings", "piece sets")
"""Units that take very different times; the time left is not estimated for them."""
LONG = 24 * 3600
"""A longer estimate of the time left is not shown."""
CLEAR = "\r\x1b[2K"


class Part(NamedTuple):
    """A part of the work, and how many of its units are done."""

    phase: str
    total: int | None = None
    unit: str = ""
    """The unit that is counted, or empty if only the ratio has a meaning."""
    at_most: bool = False
    """Whether ``total`` is only an upper bound."""


def clock(seconds: float) -> str:
    """Return a time as on a clock.

    >>> clock(7.9), clock(3601)
    ('0:07', '1:00:01')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Display:
    """Shows the progress of the work in a line until closed; times are of `time.monotonic`.

    If the line cannot be written, no more lines are printed, but the work continues.
    """

    def __init__(self, options: Context, metric: str = "") -> None:
        self._options, self._metric = options, metric
        self._live, self._shown = can_be_live(sys.stderr) and not options.verbose, False
        self._begin = time.monotonic()
        self.due = self._begin + (LIVE_SECONDS if self._live else LINE_SECONDS)
        self._part: Part | None = None
        self._done, self._detail, self._bounds, self._said = 0, "", "", ""
        self.memory: int | None = None
        self._first = 0.0, 0
        """The time at which this part began, and the number of units done by then."""

    def take(self, event: "Event") -> None:
        """Note the progress that an event reports, and show the line if it is due."""
        from puzzleproof.provers.events import BoundsChanged, Layer, Usage, Working

        better = isinstance(event, BoundsChanged) and event.upper is not None
        tells = self._options.verbose or (better and self._options.any_plan)
        if tells and (text := words(event, self._metric)) and text != self._said:
            self._said = text
            self._print(text)
        match event:
            case Working(phase, done, total, unit, at_most):
                self.work(Part(phase, total, unit, at_most), done)
            case Layer(search, _, depth, states):
                part = self._part or Part(search)
                self.work(part, states if part.unit == "states" else self._done)
                counted = "" if part.unit == "states" else f", {states:,} states"
                self._detail = f"depth {depth}{counted}"
            case BoundsChanged():
                self._bounds = words(event, self._metric)
            case Usage(_, memory):
                self.memory = memory
            case _:
                pass
        self.refresh()

    def work(self, part: Part, done: int = 0) -> None:
        """Note that another part of the work has begun, or that the same part has advanced."""
        if part != self._part:
            self._part, self._first, self._detail = part, (time.monotonic(), done), ""
        self._done = done

    def line(self, now: float) -> str:
        """Return the line of progress: its parts, separated by semicolons."""
        most, unit = self._options.time_limit, self._part.unit if self._part else ""
        limit = "" if most is None or unit in EACH else f" of at most {clock(most)}"
        memory = "" if self.memory is None else f"{self.memory / 1e6:,.0f} MB"
        what = ": ".join(filter(None, (self._part.phase if self._part else "", self._counted())))
        elapsed = f"{clock(now - self._begin)}{limit}"
        parts = (elapsed, what or "working", self._left(now), memory, self._bounds)
        return "; ".join(filter(None, parts))

    def _counted(self) -> str:
        part = self._part
        if part is None or not (part.total or self._done):
            return self._detail
        of = "" if part.total is None else f"of {'at most ' * part.at_most}{part.total:,} "
        counted = f"{self._done:,} {of}{part.unit}"
        if not part.unit:
            counted = f"{self._done / part.total:.0%}" if part.total else ""
        return ", ".join(filter(None, (self._detail, counted)))

    def _left(self, now: float) -> str:
        """Estimate the time left at the present rate; the work may end sooner."""
        (since, before), part = self._first, self._part
        if part is None or part.total is None or now - since < RATE_SECONDS or self._done <= before:
            return ""
        if part.unit in UNEQUAL:
            return ""
        left = (now - since) * (part.total - self._done) / (self._done - before)
        how = "at most" if part.at_most else "about"
        return f"this part: {how} {clock(left)} left at this rate" if 0 <= left < LONG else ""

    def _print(self, text: str, end: str = "\n") -> None:
        """Print a text in place of the live line."""
        print(f"{CLEAR * self._shown}{text}", end=end, file=sys.stderr, flush=True)

    def refresh(self) -> None:
        """Show the line if it is due."""
        now = time.monotonic()
        if now < self.due:
            return
        try:
            if self._live:
                self._shown, self.due = True, now + REFRESH_SECONDS
                columns = os.get_terminal_size(sys.stderr.fileno()).columns or USUAL_COLUMNS
                self._print(self.line(now)[: columns - 1], end="")
            else:
                self.due = now + LINE_SECONDS
                self._print(f"progress: {self.line(now)}")
        except (OSError, ValueError):
            self.due = float("inf")

    def close(self) -> None:
        """Remove the live line."""
        if self._shown:
            with suppress(OSError, ValueError):
                self._print("", end="")


def words(event: "Event", metric: str) -> str:
    """Return an event in a few words, or "" if it is not printed."""
    from puzzleproof.provers.events import BoundsChanged, HorizonAnswer, Note, Working

    match event:
        case BoundsChanged(0, None):  # true of every puzzle
            return ""
        case BoundsChanged(lower, None, grade):
            least = "no plan" if lower is None else f"at least {count(lower, 'move')}"
            return f"{least} (metric {metric}), {grade}"
        case BoundsChanged(lower, int(upper), grade):
            least = "no plan" if lower is None else f"at least {lower}"
            least = "" if lower == 0 else f"{least} ({grade}), "
            return f"{least}at most {count(upper, 'move')} (metric {metric})"
        case HorizonAnswer(engine, at_most, answer, seconds, _):
            question = f"at most {count(at_most, 'move')} (metric {metric})?"
            return f"{engine}: {question} {answer} ({seconds:.1f} s)"
        case Working(text) | Note(text):
            return text
        case _:
            return ""


@contextmanager
def watching(options: Context, phase: str) -> Generator[Tell]:
    """Yield a function that reports the progress of a phase, and show this progress.

    With -q nothing is shown; with JSON, progress is shown only on a terminal.
    """
    silent = options.quiet or (options.wants_json and not is_terminal(sys.stderr))
    with closing(Display(options)) as shown:
        shown.work(Part(phase))

        def tell(phase: str, done: int, total: int) -> None:
            shown.work(Part(phase, total), done)
            if not silent and time.monotonic() >= shown.due:
                with suppress(OSError, ValueError):  # not every system has this file
                    pages = Path("/proc/self/statm").read_text().split()[1]
                    shown.memory = int(pages) * os.sysconf("SC_PAGE_SIZE")
                shown.refresh()

        yield tell
