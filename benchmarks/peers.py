"""From a line of the registry to a command: what each first word stands for, and what it needs.

``engine``, ``puzzleproof``, ``fresh`` (with an empty cache each time) and ``rules`` (the simple
search of `puzzleproof.verify`) are this project; ``reference`` is the compiled program beside this
file, and `PLANNERS` are programs of others, of which none is needed.  Whatever a command needs (a
board, PDDL, the program) is made before the clock starts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from benchmarks.boards import board_file, file_of, puzzle_of
from puzzleproof.encoders.pddl import pddl

SOURCE = Path(__file__).resolve().parent / "reference.cpp"
ROOT = Path(__file__).resolve().parents[1]
RULES = """
import sys
from puzzleproof.models.instances import load
from puzzleproof.verify.bfs import bfs
found = bfs(load(sys.argv[1]))
print("optimum", found.optimum)
print("states", found.states)
"""
DRIVER = "PUZZLEPROOF_FAST_DOWNWARD"
"""The environment variable with the path of a ``fast-downward.py`` installed elsewhere."""


class Missing(Exception):
    """What a command needs is not on this machine."""


class NotInstalled(Missing):
    """A program of others is not on this machine."""


def compiler() -> str | None:
    """A C++ compiler, or None."""
    named = os.environ.get("CXX")
    return named or next(filter(None, map(shutil.which, ("c++", "g++", "clang++"))), None)


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

    package: str
    find: Callable[[], list[str] | None]
    """The words that call it; None where it is not installed."""
    options: tuple[str, ...]


PLANNERS = {
    "planner": Planner("up-fast-downward", fast_downward, ("--search", "astar(blind())")),
    "ipdb": Planner("up-fast-downward", fast_downward, ("--search", "astar(ipdb())")),
    "pyperplan": Planner("pyperplan", pyperplan, ("--search", "bfs")),
}
"""First word of a job -> the program.  Each claims that its plan has as few moves as can be."""
COMMAND_KINDS = ("engine", "puzzleproof", "fresh", "rules", "reference")
"""The other first words, each a method of `Bench`."""


class Bench:
    """Prepares commands in a folder that it may fill."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def command(self, line: str) -> list[str]:
        """The words to run for a line of the registry; raises `Missing`."""
        kind, *words = line.split()
        if kind in PLANNERS:
            return self.planner(kind, words)
        assert kind in COMMAND_KINDS
        found: list[str] = getattr(self, kind)(words)
        return found

    def environment(self) -> dict[str, str]:
        """With this tree, as commands run in another folder."""
        return {**os.environ, "PYTHONPATH": str(ROOT)}

    def engine(self, words: Sequence[str]) -> list[str]:
        """``engine BOARD [OPTION ...]``."""
        board, *options = words
        return [sys.executable, "-m", "benchmarks.engine", file_of(board), *options]

    def puzzleproof(self, words: Sequence[str]) -> list[str]:
        """The command line."""
        return [sys.executable, "-m", "puzzleproof", *map(file_of, words)]

    def fresh(self, words: Sequence[str]) -> list[str]:
        """The command line with an empty cache, as the first run of a user has it."""
        cache = tempfile.mkdtemp(dir=self.folder)
        return ["env", f"PUZZLEPROOF_CACHE={cache}", *self.puzzleproof(words)]

    def rules(self, words: Sequence[str]) -> list[str]:
        """``rules BOARD``."""
        return [sys.executable, "-c", RULES, *map(file_of, words)]

    def reference(self, words: Sequence[str]) -> list[str]:
        """``reference TASK BOARD [METRIC]``; the task ``whole`` solves without a goal."""
        task, board, *metric = words
        path = self.folder / f"{'-'.join(words)}.txt"
        if not path.exists():
            path.write_text(board_file(puzzle_of(board, *metric), whole=task == "whole"), "utf-8")
        program, build = self.folder / "reference", compiler()
        if build is None:
            raise Missing("no compiler")
        if not program.exists():
            command = [build, "-O2", "-std=c++17", "-o", str(program), str(SOURCE)]
            try:
                subprocess.run(command, check=True, capture_output=True)
            except (OSError, subprocess.CalledProcessError) as error:
                raise Missing(f"{Path(build).name} failed: {error}") from None
        return [str(program), task.replace("whole", "solve"), str(path)]

    def planner(self, name: str, words: Sequence[str]) -> list[str]:
        """``NAME BOARD METRIC``: the whole command, translation included."""
        planner = PLANNERS[name]
        found = planner.find()
        if found is None:
            raise NotInstalled(f"{name} is not installed (pip install {planner.package})")
        texts = pddl(puzzle_of(*words))
        for part in ("domain", "problem"):
            path = self.folder / f"{'-'.join(words)}-{part}.pddl"
            path.write_text(getattr(texts, part), "utf-8")
            found.append(str(path))
        return [*found, *planner.options]
