"""Commands run in a pseudo-terminal, as a user at a terminal sees them."""

import os
import struct
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.command_line import environment

ESCAPE = "\x1b"


class Shown(NamedTuple):
    """What a terminal was sent, without carriage returns, and the exit code."""

    text: str
    code: int


def shown(
    words: Sequence[str], folder: Path, columns: int = 100, env: Mapping[str, str] | None = None
) -> Shown:
    """Run a program in a pseudo-terminal of so many columns; skips where there are none."""
    pty = pytest.importorskip("pty")
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
    usual = {"TERM": "xterm-256color", "COLORTERM": "", "PYTHONIOENCODING": "utf-8"}
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    with subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
        cwd=folder,
        env=environment({**usual, **(env or {})}),
    ) as process:
        os.close(slave)
        text = _read_all(master)
    os.close(master)
    return Shown(text.replace("\r\n", "\n"), process.returncode)


def _read_all(master: int) -> str:
    data = bytearray()
    while True:
        try:
            chunk = os.read(master, 1 << 16)
        except OSError:  # Linux says so that the last process has closed its end
            break
        if not chunk:
            break
        data += chunk
    return data.decode("utf-8", "replace")
