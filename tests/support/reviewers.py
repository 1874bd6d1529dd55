"""Programs in the place of a reviewer (ACL2's checker, coqc): are they ended in time?"""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

from puzzleproof.provers.events import ignore
from puzzleproof.provers.process import Limits, MemoryLimit, TimeLimit, call
from tests.support.command_line import left_over

HOG = f"exec {sys.executable} -c 'x = bytes(range(256)) * 4000000; import time; time.sleep(60)'"
ASK = (
    "import sys; from pathlib import Path\n"
    "from puzzleproof.provers.opinions import ask\n"
    "from puzzleproof.provers.process import NO_LIMITS\n"
    "given = [Path(name).read_bytes() for name in sys.argv[2:]]\n"
    "ask(sys.argv[1], given[0], given[1] if given[1:] else None, NO_LIMITS)"
)


class Fake:
    """A shell script that is run where ``variable`` names the reviewer's program."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
        self._folder, self._path = folder, folder / "program"
        monkeypatch.setenv(variable, str(self._path))

    def does(self, script: str) -> None:
        """Run this script from now on."""
        self._path.write_text(f"#!/bin/sh\n{script}")
        self._path.chmod(0o755)

    @property
    def _pid(self) -> Path:
        return self._folder / "pid"

    def _hangs(self, script: str = "exec sleep 600") -> None:
        self.does(f"echo $$ > {self._pid}\n{script}")

    def ends_at_limits(self, ask: Callable[..., Any], *arguments: Any) -> None:
        """Assert that the program is gone when its time or its memory is used up."""
        self._hangs()
        for seconds in (2, 20, 100):
            with pytest.raises(TimeLimit):
                call(ask, arguments, ignore, Limits(seconds))
            if self._pid.is_file():  # else the machine is too busy to have started it
                break
        assert gone(int(self._pid.read_text()))
        self._hangs(HOG)
        with pytest.raises(MemoryLimit):
            call(ask, arguments, ignore, Limits(None, 800_000_000))
        assert gone(int(self._pid.read_text()))

    def ends_with_ctrl_c(self, by: str, files: Sequence[Path]) -> None:
        """Assert that it is gone after Ctrl-C in what asks reviewer ``by`` about files."""
        self._hangs()
        command = [sys.executable, "-c", ASK, by, *map(str, files)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            try:
                while not self._pid.is_file() or not self._pid.read_text().strip():
                    assert process.poll() is None
                    time.sleep(0.02)
                process.send_signal(signal.SIGINT)
                _, complaint = process.communicate(timeout=30)
            finally:
                process.kill()
        assert "Interrupted" in complaint
        assert gone(int(self._pid.read_text()))


def gone(pid: int) -> bool:
    """Whether a process ends within some seconds; one that nobody has waited for has ended."""
    try:
        return not left_over([psutil.Process(pid)])
    except psutil.NoSuchProcess:
        return True
