"""What the verbs that do many proofs share: workers, the ledger."""

from __future__ import annotations

import argparse
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzleproof.provers.batch.ledger import Ledger
    from puzzleproof.provers.batch.work import AnyRunner


def workers_of(options: argparse.Namespace) -> int:
    """The number of workers."""
    from puzzleproof.provers.batch.pool import cores

    return options.jobs or cores()


def runner_of(options: argparse.Namespace) -> AnyRunner:
    """What does the jobs: processes of this machine, or a Dask cluster."""
    if options.scheduler is not None:
        from puzzleproof.provers.batch.cluster import Cluster

        return Cluster(options.scheduler)
    from puzzleproof.provers.batch.pool import run_jobs

    return run_jobs


def ledger_of(options: argparse.Namespace) -> AbstractContextManager[Ledger | None]:
    """The ledger, if one is asked for."""
    if options.ledger is None:
        return nullcontext(None)
    from puzzleproof.provers.batch.ledger import open_ledger

    return open_ledger(options.ledger)


def tell(options: argparse.Namespace, event: object) -> None:
    """Say what a runner notes about all of its jobs."""
    if event is not None and not options.quiet:
        print(f"puzzleproof: {getattr(event, 'text', event)}", file=sys.stderr, flush=True)
