"""Programs of others that can be asked for a shortest plan: how each is found, and what it reads.

None of them is needed: one that is not on this machine is listed as not installed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from puzzleproof.encoders.pddl import pddl
from puzzleproof.models.puzzle import AnyPuzzle

DRIVER = "PUZZLEPROOF_FAST_DOWNWARD"
"""Names a ``fast-downward.py`` that is not in this environment."""


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


def _pddl(puzzle: AnyPuzzle) -> Mapping[str, str]:
    texts = pddl(puzzle)
    return {"domain.pddl": texts.domain, "problem.pddl": texts.problem}


@dataclass(frozen=True, slots=True)
class Planner:
    """One program in one configuration."""

    title: str
    find: Callable[[], list[str] | None]
    """The words that call it; None where it is not installed."""
    how_to_get: str
    files: Callable[..., Mapping[str, str]]
    """From a puzzle the files that it reads: the ends of their names, with their texts."""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    """Words before and after those files."""


_DOWNWARD = "pip install up-fast-downward"
PLANNERS: Mapping[str, Planner] = {
    "planner": Planner(
        *("Fast Downward", fast_downward, _DOWNWARD, _pddl),
        after=("--search", "astar(blind())"),
    ),
    "ipdb": Planner(
        *("Fast Downward", fast_downward, _DOWNWARD, _pddl),
        after=("--search", "astar(ipdb())"),
    ),
    "pyperplan": Planner(
        *("pyperplan", pyperplan, "pip install pyperplan", _pddl),
        before=("--search", "bfs"),
    ),
}
"""First word of a job -> the program.  Each claims that its plan has as few moves as can be."""
