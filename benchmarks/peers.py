"""Turn a line of the registry into a command, and run it.

The first word of the line says which program runs.  ``puzzleproof``, ``fresh`` (with an empty cache
each time) and ``rules`` (the simple search of `puzzleproof.verify`) are this project; `PLANNERS`
are programs of others, none of which has to be installed.  The input of a command (a board, PDDL)
is made before the clock starts.

Each command runs in a new process.  CPU time and the memory of the largest process come from
``wait4``, which includes all children that were waited for.  The total memory of a process and its
children is sampled as well, less and less often, so that the sampling does not distort the times.
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, NamedTuple

import psutil

from benchmarks import file_of, puzzle_of
from puzzleproof.encoders.pddl import pddl

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
"""The environment variable for the path of a ``fast-downward.py`` that is installed elsewhere."""
FIRST_SAMPLE, SHARE, LONGEST_PAUSE = 0.005, 0.05, 0.25
"""The seconds until the first sample; then the pause as a share of the time gone, at most so many
seconds."""
UNIT = 1 if sys.platform == "darwin" else 1024
"""The unit of the peak that ``wait4`` reports, in bytes."""
PLANNERS = {
    "planner": ("--search", "astar(blind())"),
    "ipdb": ("--search", "astar(ipdb())"),
    "pyperplan": ("--search", "bfs"),
}
"""First word of a job -> the planner's options after a domain and a problem in PDDL. Each planner
claims that its plan is a shortest one; all but pyperplan are Fast Downward."""
COMMAND_KINDS = ("puzzleproof", "fresh", "rules")
"""The first words of jobs that run this project."""


class Missing(Exception):
    """Something that a command needs is not on this machine."""


def fast_downward() -> list[str] | None:
    """Return the command of Fast Downward, or None if it is not installed."""
    named = os.environ.get(DRIVER)
    spec = None if named else find_spec("up_fast_downward")
    if spec is not None and spec.origin is not None:
        named = str(Path(spec.origin).parent / "downward" / "fast-downward.py")
    return [sys.executable, named] if named and Path(named).is_file() else None


class Bench:
    """Prepares commands, and writes the files that they need into ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def command(self, kind: str, *words: str) -> list[str]:
        """Return the words to run for a line of the registry; raises `Missing`."""
        named = list(map(file_of, words))
        match kind:
            case "puzzleproof":
                return [sys.executable, "-m", "puzzleproof", *named]
            case "fresh":  # like a user's first run
                cache = f"PUZZLEPROOF_CACHE={tempfile.mkdtemp(dir=self.folder)}"
                return ["env", cache, sys.executable, "-m", "puzzleproof", *named]
            case "rules":  # BOARD
                return [sys.executable, "-c", RULES, *named]
            case _:
                return self._planner(kind, *words)

    def _planner(self, name: str, board: str, metric: str) -> list[str]:
        """Return the command of a planner for a board; it includes the planner's translation."""
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


class Run(NamedTuple):
    """The costs of one run; ``code`` is the exit code, or minus the number of a signal."""

    wall: float
    cpu: float
    peak: int
    code: int
    output: str
    error: str
    stopped: str | None = None
    """The limit that stopped the run, in words; None if it ended by itself."""

    def fault(self, codes: Sequence[int]) -> str | None:
        """Say why the run did not end with one of the codes, or return None if it did."""
        if self.stopped is not None or self.code in codes:
            return self.stopped
        last = (self.error.strip() or self.output.strip() or "no message").splitlines()[-1]
        return f"exit code {self.code}: {last}"


def run_once(
    command: Sequence[str], folder: Path, timeout: float, memory: int | None = None
) -> Run:
    """Run a command with this source tree's modules, in a folder.

    The command and its children are killed after ``timeout`` seconds, or when a sample of their
    resident memory is above ``memory`` bytes.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begin, peak, stopped, over = time.perf_counter(), 0, None, threading.Event()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            start_new_session=True,
        )

        def watch() -> None:
            """Sample the memory until the process ends; kill its process group at a limit."""
            nonlocal peak, stopped
            pause = FIRST_SAMPLE
            while not over.wait(pause):
                peak, gone = max(peak, _resident(process.pid)), time.perf_counter() - begin
                if gone >= timeout or (memory is not None and peak > memory):
                    limit = f"{timeout:g} s" if gone >= timeout else f"{(memory or 0) / 1e9:g} GB"
                    with suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGKILL)
                        stopped = stopped or f"stopped at {limit}"
                pause = max(FIRST_SAMPLE, min(SHARE * gone, LONGEST_PAUSE, timeout - gone))

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        over.set()
        watcher.join()
        # A new process begins with its parent's size, so a peak below the parent's is not its own.
        if usage.ru_maxrss > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss:
            peak = max(peak, usage.ru_maxrss * UNIT)
        cpu = usage.ru_utime + usage.ru_stime
        return Run(wall, cpu, peak, process.returncode, _text(out), _text(err), stopped)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def _resident(pid: int) -> int:
    try:
        first = psutil.Process(pid)
        return sum(p.memory_info().rss for p in (first, *first.children(recursive=True)))
    except psutil.Error:
        return 0
