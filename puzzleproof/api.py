"""The Python face: prove, solve and verify, with a puzzle or the name of one."""

from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from puzzleproof import versions
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.process import Limits
from puzzleproof.provers.prove import prove as _prove
from puzzleproof.provers.request import Request
from puzzleproof.provers.solve import solve as _solve
from puzzleproof.provers.verdict import Verdict
from puzzleproof.verify.certificate import CheckedCertificate, check_file


def prove(
    puzzle: AnyPuzzle | str,
    metric: str | None = None,
    *,
    engine: str = "auto",
    evidence: str | Iterable[str] = "auto",
    at_least: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    on_event: Emit = ignore,
    in_process: bool = False,
) -> Verdict:
    """Prove the minimum number of moves in a metric (the puzzle's own, if none is named).

    ``time_limit`` in seconds, ``memory_limit`` in bytes; both hold inside a solver call, and the
    verdict keeps the bounds reached.  ``at_least`` asks for a lower bound only.  The certificate
    is kept until the process ends; `Verdict.save` copies it.  ``in_process`` is for a host that
    starts no processes: time is then checked between layers and horizons, memory is not.

    Raises InstanceError for a bad instance or metric, Unsupported for a question that this
    version cannot answer.
    """
    name, puzzle = _puzzle(puzzle, metric)
    kinds = (evidence,) if isinstance(evidence, str) else tuple(evidence)
    request = Request(engine, kinds, at_least, None, seed)
    if request.leaves_certificate:
        request = Request(engine, kinds, at_least, _new_certificate(), seed)
    limits = Limits(time_limit, memory_limit)
    return _prove(name, puzzle, request, on_event, limits, versions(), in_process=in_process)


def solve(
    puzzle: AnyPuzzle | str,
    metric: str | None = None,
    *,
    engine: str = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    on_event: Emit = ignore,
) -> Verdict:
    """Find a plan; its minimality is at best claimed.  Arguments and errors as for `prove`."""
    name, puzzle = _puzzle(puzzle, metric)
    limits = Limits(time_limit, memory_limit)
    return _solve(name, puzzle, engine, seed, on_event, limits, versions())


def verify(path: str | Path) -> CheckedCertificate:
    """Check a certificate from the rules alone.

    Raises CertificateRejected naming the first thing that is wrong.
    """
    return check_file(path)


def _puzzle(puzzle: AnyPuzzle | str, metric: str | None) -> tuple[str, AnyPuzzle]:
    name = puzzle if isinstance(puzzle, str) else puzzle.info.name
    loaded = load(puzzle) if isinstance(puzzle, str) else puzzle
    return name, loaded if metric is None else loaded.with_metric(metric)


@cache
def _folder() -> str:
    """A folder that goes with this process."""
    folder = tempfile.TemporaryDirectory(prefix="puzzleproof-")
    atexit.register(folder.cleanup)
    return folder.name


def _new_certificate() -> str:
    handle, path = tempfile.mkstemp(dir=_folder(), suffix=".cert")
    os.close(handle)
    return path
