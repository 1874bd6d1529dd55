"""From a line of the registry to a command: what each first word stands for, and what it needs.

``engine``, ``puzzleproof``, ``fresh`` (with an empty cache each time) and ``rules`` (the simple
search of `puzzleproof.verify`) are this project; ``reference`` is the compiled program beside this
file and ``planner`` is Fast Downward.  Whatever a command needs (a board, PDDL, the program) is
made before the clock starts.
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

from puzzleproof.benchmarks.boards import board_file, file_of, puzzle_of
from puzzleproof.encoders.pddl import pddl

SOURCE = Path(__file__).resolve().parent / "reference.cpp"
ROOT = Path(__file__).resolve().parents[1]
DRIVER = "PUZZLEPROOF_FAST_DOWNWARD"
"""Names a ``fast-downward.py`` that is not in this environment."""
RULES = """
import sys
from puzzleproof.models.instances import load
from puzzleproof.verify.bfs import bfs
found = bfs(load(sys.argv[1]))
print("optimum", found.optimum)
print("states", found.states)
"""
GENERATED = {"twelve.toml": "generate cubes --number 12 --kind solvable --seed 1"}
"""Instances that a command of the registry may name."""


class Missing(Exception):
    """What a command needs is not on this machine."""


def fast_downward() -> list[str] | None:
    """The driver of Fast Downward, or None where the package up-fast-downward is not installed."""
    named = os.environ.get(DRIVER)
    spec = None if named else find_spec("up_fast_downward")
    if spec is not None and spec.origin is not None:
        named = str(Path(spec.origin).parent / "downward" / "fast-downward.py")
    return [sys.executable, named] if named and Path(named).is_file() else None


def compiler() -> str | None:
    """A C++ compiler, or None."""
    named = os.environ.get("CXX")
    return named or next(filter(None, map(shutil.which, ("c++", "g++", "clang++"))), None)


class Bench:
    """Prepares commands in a folder that it may fill."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def command(self, line: str) -> list[str]:
        """The words to run for a line of the registry; raises `Missing`."""
        kind, *words = line.split()
        return COMMAND_KINDS[kind](self, words)

    def environment(self) -> dict[str, str]:
        """This tree, where it is not installed."""
        inherited = os.environ.get("PYTHONPATH")
        paths = [str(ROOT)] if (ROOT / "puzzleproof").is_dir() else []
        return {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, *filter(None, [inherited])])}

    # --- this project ---------------------------------------------------------------------

    def engine(self, words: Sequence[str]) -> list[str]:
        """``engine BOARD [OPTION ...]``."""
        board, *options = words
        return [sys.executable, "-m", "puzzleproof.benchmarks.engine", file_of(board), *options]

    def puzzleproof(self, words: Sequence[str]) -> list[str]:
        """The command line; a file that it names is generated first."""
        for name in set(words) & set(GENERATED):
            path = self.folder / name
            if not path.exists():
                command = [sys.executable, "-m", "puzzleproof", *GENERATED[name].split()]
                path.write_bytes(self._output(command))
        return [sys.executable, "-m", "puzzleproof", *map(file_of, words)]

    def fresh(self, words: Sequence[str]) -> list[str]:
        """The command line with an empty cache, as the first run of a user has it."""
        cache = tempfile.mkdtemp(dir=self.folder)
        return ["env", f"PUZZLEPROOF_CACHE={cache}", *self.puzzleproof(words)]

    def rules(self, words: Sequence[str]) -> list[str]:
        """``rules BOARD``."""
        return [sys.executable, "-c", RULES, *map(file_of, words)]

    # --- peers ----------------------------------------------------------------------------

    def reference(self, words: Sequence[str]) -> list[str]:
        """``reference TASK BOARD [METRIC]``; the task ``whole`` solves without a goal."""
        task, board, *metric = words
        path = self.folder / f"{'-'.join(words)}.txt"
        if not path.exists():
            path.write_text(board_file(puzzle_of(board, *metric), whole=task == "whole"), "utf-8")
        return [str(self._built()), task.replace("whole", "solve"), str(path)]

    def _built(self) -> Path:
        program, build = self.folder / "reference", compiler()
        if build is None:
            raise Missing("no compiler")
        if not program.exists():
            self._output([build, "-O2", "-std=c++17", "-o", str(program), str(SOURCE)])
        return program

    def planner(self, words: Sequence[str]) -> list[str]:
        """``planner BOARD METRIC [FORM]``: blind A*, translation included."""
        board, metric, *form = words
        driver = fast_downward()
        if driver is None:
            raise Missing("Fast Downward is not installed (pip install up-fast-downward)")
        paths = [self.folder / f"{'-'.join(words)}-{part}.pddl" for part in ("domain", "problem")]
        if not paths[0].exists():
            texts = pddl(puzzle_of(board, metric), *form)
            for path, text in zip(paths, (texts.domain, texts.problem), strict=True):
                path.write_text(text, "utf-8")
        return [*driver, *map(str, paths), "--search", "astar(blind())"]

    def _output(self, command: Sequence[str]) -> bytes:
        try:
            return subprocess.run(
                command, check=True, capture_output=True, env=self.environment()
            ).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            raise Missing(f"{Path(command[0]).name} failed: {error}") from None


COMMAND_KINDS: dict[str, Callable[[Bench, Sequence[str]], list[str]]] = {
    "engine": Bench.engine,
    "puzzleproof": Bench.puzzleproof,
    "fresh": Bench.fresh,
    "rules": Bench.rules,
    "reference": Bench.reference,
    "planner": Bench.planner,
}
