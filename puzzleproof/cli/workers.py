"""Shared by the verbs that do many jobs: workers, the ledger, progress, Ctrl-C."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, NamedTuple

from puzzleproof.cli.printing.listening import listen
from puzzleproof.cli.several import end_if, interruptions
from puzzleproof.provers.batch.ledger import Ledger, open_ledger
from puzzleproof.provers.batch.pool import run_jobs
from puzzleproof.provers.batch.work import Listen, Runner, no_listener
from puzzleproof.provers.events import Working, ignore
from puzzleproof.provers.process import processors


class Means(NamedTuple):
    """The arguments of `batch.run_batch` beside the jobs."""

    workers: int
    ledger: Ledger | None
    listen: Listen
    runner: Runner


@contextmanager
def means_of(
    options: argparse.Namespace,
    progress: Callable[[], Working],
    hear: Listen = no_listener,
    *,
    shown: bool = True,
) -> Generator[tuple[Means, Callable[[], None]]]:
    """The workers and the ledger of the options, and the function that shows progress.

    ``hear`` takes the events of jobs.  Ctrl-C raises KeyboardInterrupt between two events.
    """
    with (
        _ledger_of(options) as ledger,
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

        means = Means(options.jobs or processors(), ledger, heard, _runner_of(options))
        yield means, lambda: on_event(progress())


def _runner_of(options: argparse.Namespace) -> Runner:
    """The runner of the jobs: processes of this machine, or a Dask cluster."""
    if options.scheduler is None:
        return run_jobs
    from puzzleproof.provers.batch.cluster import Cluster

    return Cluster(options.scheduler)


def _ledger_of(options: argparse.Namespace) -> AbstractContextManager[Ledger | None]:
    return nullcontext() if options.ledger is None else open_ledger(options.ledger)


def say(options: argparse.Namespace, event: object) -> None:
    """Print a note about all jobs."""
    if event is not None and not options.quiet:
        print(f"puzzleproof: {getattr(event, 'text', event)}", file=sys.stderr, flush=True)
