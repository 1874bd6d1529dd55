"""What other programs answer to an export, and the plan that is read in it."""

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.export import Exported, ExportRequest
from puzzleproof.provers.export.work import export
from puzzleproof.provers.plans import moves_in
from puzzleproof.verify.replay import replay_to_goal


def written(puzzle: AnyPuzzle, path: Path, request: ExportRequest) -> tuple[Path, ...]:
    """Export; returns the files."""
    exported = export(puzzle, path, request)
    return exported.files


def program(name: str) -> str:
    """A program's path; the test is skipped where it is not installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed ('make minizinc' installs it)")
    return found


def answer(folder: Path, *words: str | Path) -> str:
    """What a program prints; its exit code says nothing (SAT solvers end with 10 or 20).

    After two minutes it is ended, with the solver that it may have started.
    """
    with subprocess.Popen(
        list(map(str, words)),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        try:
            return process.communicate(timeout=120)[0]
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def length_of(puzzle: AnyPuzzle, text: str) -> int:
    """The moves of another program's plan, replayed by the rules up to the goal."""
    return replay_to_goal(puzzle, moves_in(puzzle, text))


def claimed(
    kind: str,
    puzzle: AnyPuzzle,
    base: Path,
    form: str | None = None,
    *,
    binary: bool = False,
    **asked: Any,
) -> Exported:
    """Write the files of a claim in this process; with ``binary`` the LRAT proof is one."""
    request = ExportRequest(format="clrat" if binary else kind, form=form, **asked)
    about = puzzle, request, request.targets(base), base, None
    found: Exported = request.exporter.load()(*about)
    return found
