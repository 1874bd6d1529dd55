"""The Python face: prove, solve and verify, with a puzzle or the name of one."""

from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Iterable
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
) -> Verdict:
    """Prove the minimum number of moves in a metric (the puzzle's own, if none is named).

    ``time_limit`` in seconds, ``memory_limit`` in bytes; both hold inside a solver call, and the
    verdict keeps the bounds reached.  ``at_least`` asks for a lower bound only.  The certificate
    is kept until the process ends; `Verdict.save` copies it.

    Raises InstanceError for a bad instance or metric, Unsupported for a question that this
    version cannot answer.
    """
    name, puzzle = _puzzle(puzzle, metric)
    kinds = (evidence,) if isinstance(evidence, str) else tuple(evidence)
    request = Request(engine, kinds, at_least, None, seed)
    if request.leaves_certificate:
        request = Request(engine, kinds, at_least, _keep(), seed)
    limits = Limits(time_limit, memory_limit)
    return _prove(name, puzzle, request, on_event, limits, versions())


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


_folders: list[tempfile.TemporaryDirectory[str]] = []


def _keep() -> str:
    """Return a path for a certificate in a folder that goes with this process."""
    if not _folders:
        _folders.append(tempfile.TemporaryDirectory(prefix="puzzleproof-"))
        atexit.register(_folders[0].cleanup)
    handle, path = tempfile.mkstemp(dir=_folders[0].name, suffix=".cert")
    os.close(handle)
    return path
