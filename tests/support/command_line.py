"""The command line as users call it, and processes that run it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeAlias

import psutil

from tests.support.tree import ROOT

Result: TypeAlias = "subprocess.CompletedProcess[str]"

UNSOLVABLE = '''\
family = "sliding"
metric = "unit"
board = """
A#B
.#.
"""
goal = """
B..
...
"""
labelled = "B"
'''
"""A wall parts piece B from its goal."""


class Run(Protocol):
    """Call ``run("prove", "hughes")``; extra environment variables, standard input as text."""

    def __call__(
        self,
        *args: str | Path,
        stdin: str = "",
        env: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> Result: ...


CALLER_S_OWN = (
    "NO_COLOR",
    "COLUMNS",
    "FORCE_COLOR",
    "PYTHONUNBUFFERED",
    "PYTHONDONTWRITEBYTECODE",
)


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """This tree first on the path, and nothing of the caller's that changes the output."""
    kept = {k: v for k, v in os.environ.items() if k not in CALLER_S_OWN}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **(extra or {})}


def command(*args: str | Path) -> list[str]:
    """The words of a command line that runs this tree."""
    return [sys.executable, "-m", "puzzleproof", *map(str, args)]


def result_of(
    words: Sequence[str],
    folder: Path,
    stdin: str = "",
    env: Mapping[str, str] | None = None,
    timeout: float = 60,
) -> Result:
    """Run any program in a folder, with this tree on Python's path."""
    return subprocess.run(
        words,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env=environment(env),
        cwd=folder,
        timeout=timeout,
        check=False,
    )


@contextmanager
def started(
    folder: Path, *arguments: str, env: Mapping[str, str] | None = None
) -> Generator[subprocess.Popen[str]]:
    """A running command, the leader of its own process group; its stdout goes to ``out``."""
    with open(folder / "out", "w") as out, open(folder / "err", "w") as err:
        words, env = command(*arguments), environment(env)
        process = subprocess.Popen(
            words, stdout=out, stderr=err, text=True, cwd=folder, env=env, start_new_session=True
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def family_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def left_over(processes: list[psutil.Process], seconds: float = 0.5) -> list[psutil.Process]:
    """Those still running a moment later; ends them, so that a failing test leaves none."""
    time.sleep(seconds)
    alive: list[psutil.Process] = []
    for process in processes:
        try:
            if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                alive.append(process)
                process.kill()
        except psutil.NoSuchProcess:
            continue
    return alive
