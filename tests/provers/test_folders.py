"""Folders of work: those of processes that were killed are removed by the next one."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from puzzleproof.provers.folders import own_folder
from tests.support.command_line import environment

WORK = """
import time
from puzzleproof.provers.folders import own_folder

with own_folder("job"):
    print("here", flush=True)
    time.sleep(60)
"""


def test_the_folder_of_a_killed_process_is_removed_by_the_next(tmp_path: Path) -> None:
    env = environment({"TMPDIR": str(tmp_path)})
    words = [sys.executable, "-c", WORK]
    left = list[list[Path]]()
    for _ in range(2):
        with subprocess.Popen(words, stdout=subprocess.PIPE, env=env) as process:
            assert process.stdout is not None
            process.stdout.readline()
            left.append(list(tmp_path.iterdir()))
            process.send_signal(signal.SIGKILL)
            process.wait()
    first, second = left
    assert len(first) == len(second) == 1
    assert first != second


def test_a_folder_is_gone_after_its_work(tmp_path: Path) -> None:
    with own_folder("job", str(tmp_path)) as folder:
        assert folder.is_dir()
    assert list(tmp_path.iterdir()) == []
