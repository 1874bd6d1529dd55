"""A scheduler of Dask and its workers, each a process of its own, as users start them."""

import json
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.support.command_line import environment
from tests.support.command_line import wait_for as wait_for


class DaskProcesses:
    """What `dask_processes` yields."""

    def __init__(self, folder: Path, env: Mapping[str, str]) -> None:
        self.folder, self.env = folder, env
        self.processes = list[subprocess.Popen[bytes]]()
        self.file = folder / "scheduler.json"
        words = f"--port 0 --dashboard-address 127.0.0.1:0 --scheduler-file {self.file}".split()
        self.scheduler = self._started("scheduler", *words, "--host", "127.0.0.1")
        wait_for(self.file.exists)
        wait_for(lambda: bool(self.file.read_text("utf-8").strip()))
        self.address: str = json.loads(self.file.read_text("utf-8"))["address"]

    def worker(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a worker of one thread, without the nanny that would start it again."""
        usual = "--no-nanny --nthreads 1 --no-dashboard --host 127.0.0.1 --local-directory"
        return self._started("worker", self.address, *usual.split(), str(self.folder), *words)

    def _started(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        command, env = [sys.executable, "-m", "dask", what, *words], environment(self.env)
        with open(self.folder / f"{what}-{len(self.processes)}.log", "wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env=env)
        self.processes.append(process)
        return process


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process at once."""
    process.kill()
    process.wait()


@contextmanager
def dask_processes(folder: Path, **env: str) -> Generator[DaskProcesses]:
    """A scheduler, to which workers are added; all end with it."""
    cluster = DaskProcesses(folder, env)
    try:
        yield cluster
    finally:
        for process in reversed(cluster.processes):
            if process.poll() is None:
                kill(process)
