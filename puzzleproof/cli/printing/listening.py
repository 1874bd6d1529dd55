"""Where events go: nowhere, into a stream of JSON, or to the progress on standard error."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from puzzleproof.cli.printing import first_seconds, is_terminal, print_json

if TYPE_CHECKING:
    from puzzleproof.cli.printing.events import EventDisplay
    from puzzleproof.provers.events import Emit, Event


@contextmanager
def listen(options: argparse.Namespace, metric: str) -> Generator[Emit]:
    """Yield the function that takes events, chosen by the global options."""
    watched = options.verbose or is_terminal(sys.stderr)
    if options.json_stream:
        head = {"puzzle": options.instance, "metric": metric} if "instance" in options else {}
        yield lambda event: print_json({**event.to_json(), **head})
    elif options.quiet or (options.json and not watched):
        from puzzleproof.provers.events import ignore

        yield ignore
    else:
        with ExitStack() as stack:
            yield _Listener(options, metric, stack)


class _Listener:
    """Takes events, and imports the printing of progress when the first line is due.

    Most work ends before that.  Until then the last event of each kind is kept, in order.
    """

    def __init__(self, options: argparse.Namespace, metric: str, stack: ExitStack) -> None:
        self._options, self._metric, self._stack = options, metric, stack
        self._begin = time.monotonic()
        at_once = options.verbose or getattr(options, "any_plan", False)
        self._due = self._begin + (0.0 if at_once else first_seconds())
        self._kept = dict[type, tuple[float, Any]]()
        self._shown: EventDisplay | None = None

    def __call__(self, event: Event) -> None:
        now = time.monotonic()
        self._kept.pop(type(event), None)
        self._kept[type(event)] = now, event
        if now < self._due:
            return
        if self._shown is None:
            from puzzleproof.cli.printing.events import EventDisplay  # rich takes a while to load

            self._shown = EventDisplay(self._options, self._metric, self._begin, self._stack)
        for at, one in self._kept.values():
            self._shown.take(one, at)
        self._kept.clear()
        self._shown.refresh()
