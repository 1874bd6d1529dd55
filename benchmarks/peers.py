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
from importlib.util import find_spec
from pathlib import Path

from benchmarks.boards import board_file, file_of, puzzle_of
from puzzleproof.encoders.pddl import pddl

SOURCE = Path(__file__).with_name("reference.cpp")
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
PLANNERS = {
    "planner": ("--search", "astar(blind())"),
    "ipdb": ("--search", "astar(ipdb())"),
    "pyperplan": ("--search", "bfs"),
}
"""First word of a job -> its options, after a domain and a problem in PDDL.  Each planner claims
that its plan has as few moves as can be; all but pyperplan are Fast Downward."""
COMMAND_KINDS = ("engine", "puzzleproof", "fresh", "rules", "reference")
"""The other first words."""


class Missing(Exception):
    """What a command needs is not on this machine."""


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


class Bench:
    """Prepares commands in a folder that it may fill."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def command(self, kind: str, *words: str) -> list[str]:
        """The words to run for those of a line of the registry; raises `Missing`."""
        named = list(map(file_of, words))
        match kind:
            case "engine":  # BOARD [OPTION ...]
                return [sys.executable, "-m", "benchmarks.engine", *named]
            case "puzzleproof":
                return [sys.executable, "-m", "puzzleproof", *named]
            case "fresh":  # as the first run of a user has it
                cache = f"PUZZLEPROOF_CACHE={tempfile.mkdtemp(dir=self.folder)}"
                return ["env", cache, sys.executable, "-m", "puzzleproof", *named]
            case "rules":  # BOARD
                return [sys.executable, "-c", RULES, *named]
            case "reference":
                return self._reference(*words)
            case _:
                return self._planner(kind, *words)

    def _reference(self, task: str, board: str, *metric: str) -> list[str]:
        """``reference TASK BOARD [METRIC]``; the task ``whole`` solves without a goal."""
        path = self.folder / f"{'-'.join((task, board, *metric))}.txt"
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

    def _planner(self, name: str, board: str, metric: str) -> list[str]:
        """``NAME BOARD METRIC``: the whole command, translation included."""
        pyperplan = [sys.executable, "-m", "pyperplan"] if find_spec("pyperplan") else None
        found = pyperplan if name == "pyperplan" else fast_downward()
        if found is None:
            raise Missing(f"{name} is not installed (make peers)")
        texts = pddl(puzzle_of(board, metric))
        for part in ("domain", "problem"):
            path = self.folder / f"{board}-{metric}-{part}.pddl"
            path.write_text(getattr(texts, part), "utf-8")
            found.append(str(path))
        return [*found, *PLANNERS[name]]
