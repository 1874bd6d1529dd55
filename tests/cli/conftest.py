"""Run the command line as users do: a process of its own, in an empty folder."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, TypeAlias

import pytest

ROOT = Path(__file__).resolve().parents[2]

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


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """This tree first on the path, and nothing of the caller's that changes the output."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "FORCE_COLOR")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **(extra or {})}


def command(*args: str | Path) -> list[str]:
    """The words of a command line that runs this tree."""
    return [sys.executable, "-m", "puzzleproof", *map(str, args)]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command in the test's own folder."""

    def call(
        *args: str | Path,
        stdin: str = "",
        env: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> Result:
        return subprocess.run(
            command(*args),
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env=environment(env),
            cwd=tmp_path,
            timeout=timeout,
            check=False,
        )

    return call
