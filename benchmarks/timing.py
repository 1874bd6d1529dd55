"""One command, cold, in a process of its own: wall, CPU, peak memory, and what it said.

CPU time and the largest process come from ``wait4`` and count all children that were waited for.
The memory of several processes at once is sampled as well, ever more rarely, so that the sampling
does not distort the times.
"""

from __future__ import annotations

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
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil

FIRST_SAMPLE = 0.005
SHARE = 0.05
"""A sample each twentieth of the time that has gone by."""
LONGEST_PAUSE = 0.25
"""Seconds between two samples."""
UNIT = 1 if sys.platform == "darwin" else 1024
"""Of the peak that ``wait4`` reports, in bytes."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one run took; ``code`` as the shell has it, below 0 for a signal."""

    wall: float
    cpu: float
    peak: int
    code: int
    output: str
    error: str
    stopped: str | None = None
    """At which limit it was stopped, in words; None where it ended by itself."""


def run_once(
    command: Sequence[str],
    folder: Path,
    timeout: float,
    environment: dict[str, str] | None = None,
    memory: int | None = None,
) -> Run:
    """Run a command in a folder.

    After ``timeout`` seconds it is killed, with what it started, and so it is where a sample of its
    resident memory is above ``memory`` bytes.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begin = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        watcher = _Watcher(process.pid, begin, timeout, memory)
        watcher.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        watcher.over.set()
        watcher.join()
        cpu, peak = usage.ru_utime + usage.ru_stime, max(watcher.peak, _alone(usage))
        return Run(wall, cpu, peak, process.returncode, _text(out), _text(err), watcher.stopped)


def _alone(usage: resource.struct_rusage) -> int:
    """The peak of the largest process, if above ours: a new one begins with its parent's size."""
    mine = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return usage.ru_maxrss * UNIT if usage.ru_maxrss > mine else 0


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


class _Watcher(threading.Thread):
    """Watches the resident memory of a process and its children, and kills them at a limit."""

    def __init__(self, pid: int, begin: float, timeout: float, memory: int | None) -> None:
        super().__init__(daemon=True)
        self.pid, self.begin, self.peak = pid, begin, 0
        self.timeout, self.memory = timeout, memory
        self.stopped: str | None = None
        self.over = threading.Event()

    def run(self) -> None:
        """Sample until the process is over."""
        pause = FIRST_SAMPLE
        while not self.over.wait(pause):
            self.peak = max(self.peak, _resident(self.pid))
            gone = time.perf_counter() - self.begin
            if gone >= self.timeout:
                self._kill(f"stopped at {self.timeout:g} s")
            elif self.memory is not None and self.peak > self.memory:
                self._kill(f"stopped at {self.memory / 1e9:g} GB")
            pause = max(FIRST_SAMPLE, min(SHARE * gone, LONGEST_PAUSE, self.timeout - gone))

    def _kill(self, why: str) -> None:
        """The command leads a process group of its own: only it and its children are killed."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
            self.stopped = self.stopped or why


def _resident(pid: int) -> int:
    try:
        first = psutil.Process(pid)
        return sum(p.memory_info().rss for p in (first, *first.children(recursive=True)))
    except psutil.Error:
        return 0
