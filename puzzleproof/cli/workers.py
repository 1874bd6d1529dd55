"""Shared by the verbs that do many jobs: workers, the ledger, progress, Ctrl-C."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from typing import Any

from puzzleproof.cli.printing.listening import listen
from puzzleproof.cli.several import end_if, interruptions
from puzzleproof.options import Workers, given
from puzzleproof.provers.batch import batch
from puzzleproof.provers.batch.work import Listen, no_listener
from puzzleproof.provers.events import Working, ignore


@contextmanager
def means_of(
    options: argparse.Namespace,
    progress: Callable[[], Working],
    hear: Listen = no_listener,
    *,
    shown: bool = True,
) -> Generator[tuple[batch.Means, Callable[[], None]]]:
    """The workers and the ledger of the options, and the function that shows progress.

    ``hear`` takes the events of jobs.  Ctrl-C raises KeyboardInterrupt between two events.
    """
    with (
        listen(options, "") if shown else nullcontext(ignore) as on_event,
        interruptions(at_once=False) as interrupted,
    ):

        def heard(number: int | None, event: Any) -> None:
            if number is not None:
                hear(number, event)
                return
            end_if(interrupted)
            say(options, event)
            if not options.json_stream:
                on_event(progress())

        with batch.means_of(given(Workers, vars(options)), heard) as means:
            yield means, lambda: on_event(progress())


def say(options: argparse.Namespace, event: object) -> None:
    """Print a note about all jobs."""
    if event is not None and not options.quiet:
        print(f"puzzleproof: {getattr(event, 'text', event)}", file=sys.stderr, flush=True)
