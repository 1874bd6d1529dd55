"""Programs of others that can be asked for a shortest plan: how each is found, and what it reads.

None of them is needed: one that is not on this machine is listed as not installed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

DRIVER = "PUZZLEPROOF_FAST_DOWNWARD"
"""The environment variable with the path of a ``fast-downward.py`` installed elsewhere."""


def fast_downward() -> list[str] | None:
    """The driver of Fast Downward, or None where the package up-fast-downward is not installed."""
    named = os.environ.get(DRIVER)
    spec = None if named else find_spec("up_fast_downward")
    if spec is not None and spec.origin is not None:
        named = str(Path(spec.origin).parent / "downward" / "fast-downward.py")
    return [sys.executable, named] if named and Path(named).is_file() else None


def pyperplan() -> list[str] | None:
    """Pyperplan, a package of this environment."""
    return [sys.executable, "-m", "pyperplan"] if find_spec("pyperplan") else None


class Planner(NamedTuple):
    """One program in one configuration; it reads a domain and a problem in PDDL."""

    title: str
    find: Callable[[], list[str] | None]
    """The words that call it; None where it is not installed."""
    how_to_get: str
    options: tuple[str, ...]


_DOWNWARD = ("Fast Downward", fast_downward, "pip install up-fast-downward")
PLANNERS = {
    "planner": Planner(*_DOWNWARD, ("--search", "astar(blind())")),
    "ipdb": Planner(*_DOWNWARD, ("--search", "astar(ipdb())")),
    "pyperplan": Planner("pyperplan", pyperplan, "pip install pyperplan", ("--search", "bfs")),
}
"""First word of a job -> the program.  Each claims that its plan has as few moves as can be."""
