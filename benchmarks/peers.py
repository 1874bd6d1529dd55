"""From a line of the registry to a command: what each first word stands for, and what it needs.

``puzzleproof``, ``fresh`` (with an empty cache each time) and ``rules`` (the simple search of
`puzzleproof.verify`) are this project; `PLANNERS` are programs of others, of which none is needed.
Whatever a command needs (a board, PDDL) is built before the clock starts.

A command runs cold, in a process of its own.  CPU time and the largest process come from ``wait4``
and count all children that were waited for.  The memory of several processes at once is sampled as
well, ever more rarely, so that the sampling does not distort the times.
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
"""The environment variable with the path of a ``fast-downward.py`` installed elsewhere."""
FIRST_SAMPLE, SHARE, LONGEST_PAUSE = 0.005, 0.05, 0.25
"""The first sample after so many seconds, then one each twentieth of the time that has gone by."""
UNIT = 1 if sys.platform == "darwin" else 1024
"""The unit of the peak that ``wait4`` reports, in bytes."""
PLANNERS = {
    "planner": ("--search", "astar(blind())"),
    "ipdb": ("--search", "astar(ipdb())"),
    "pyperplan": ("--search", "bfs"),
}
"""First word of a job -> its options, after a domain and a problem in PDDL.  Each planner claims
that its plan has as few moves as can be; all but pyperplan are Fast Downward."""
COMMAND_KINDS = ("puzzleproof", "fresh", "rules")
"""The other first words."""


class Missing(Exception):
    """Something that a command needs is not on this machine."""


def fast_downward() -> list[str] | None:
    """Return the driver of Fast Downward; None without the package up-fast-downward."""
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
        """Return the words to run for a line of the registry; raises `Missing`."""
        named = list(map(file_of, words))
        match kind:
            case "puzzleproof":
                return [sys.executable, "-m", "puzzleproof", *named]
            case "fresh":  # as the first run of a user has it
                cache = f"PUZZLEPROOF_CACHE={tempfile.mkdtemp(dir=self.folder)}"
                return ["env", cache, sys.executable, "-m", "puzzleproof", *named]
            case "rules":  # BOARD
                return [sys.executable, "-c", RULES, *named]
            case _:
                return self._planner(kind, *words)

    def _planner(self, name: str, board: str, metric: str) -> list[str]:
        """Run ``NAME BOARD METRIC``: the whole command, translation included."""
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
    """The costs of one run; ``code`` as the shell has it, below 0 for a signal."""

    wall: float
    cpu: float
    peak: int
    code: int
    output: str
    error: str
    stopped: str | None = None
    """The limit that stopped the run, in words; None if it ended by itself."""

    def fault(self, codes: Sequence[int]) -> str | None:
        """Say why it did not end as it should, with one of the codes; None if it did."""
        if self.stopped is not None or self.code in codes:
            return self.stopped
        last = (self.error.strip() or self.output.strip() or "no message").splitlines()[-1]
        return f"exit code {self.code}: {last}"


def run_once(
    command: Sequence[str], folder: Path, timeout: float, memory: int | None = None
) -> Run:
    """Run a command of this tree in a folder.

    After ``timeout`` seconds it is killed, with what it started, and so it is where a sample of its
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
            """Sample until the process is over; at a limit only it and its children are killed."""
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
        # A new process begins with its parent's size, so its own peak is known only above ours.
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
