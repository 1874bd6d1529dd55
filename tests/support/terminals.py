"""Commands run in a pseudo-terminal, as a user at a terminal sees them."""

from __future__ import annotations

import os
import select
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

    @property
    def colours(self) -> set[str]:
        """The parameters of all codes for colours (SGR), one by one."""
        codes = (part.split("m")[0] for part in self.text.split(f"{ESCAPE}[")[1:])
        return {one for code in codes if "m" in self.text for one in code.split(";")}


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


def typed(
    words: Sequence[str],
    folder: Path,
    keys: Sequence[tuple[str, str]],
    size: tuple[int, int] = (24, 80),
    env: Mapping[str, str] | None = None,
) -> tuple[Shown, bool]:
    """Run a program that reads keys: pairs of what it shows first, and what is typed then.

    Returns what it showed, and whether the terminal's modes are what they were before.
    """
    pty = pytest.importorskip("pty")
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
    usual = {"TERM": "xterm-256color", "COLORTERM": "", "PYTHONIOENCODING": "utf-8"}
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    before = termios.tcgetattr(slave)
    with subprocess.Popen(
        words,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=folder,
        env=environment({**usual, **(env or {})}),
        start_new_session=True,
    ) as process:
        data = bytearray()
        for wanted, key in keys:
            seen = len(data)
            while wanted.encode() not in data[seen:]:
                data += _read_soon(master, process, data)
            os.write(master, key.encode())
        while process.poll() is None:
            data += _read_soon(master, process, data)
        same = termios.tcgetattr(slave) == before
        os.close(slave)
        text = data.decode("utf-8", "replace") + _read_all(master)
    os.close(master)
    return Shown(text.replace("\r\n", "\n"), process.returncode), same


def _read_soon(master: int, process: subprocess.Popen[bytes], data: bytearray) -> bytes:
    """What has come within a moment; fails where the program shows nothing for very long."""
    for _ in range(600):
        if select.select([master], [], [], 0.1)[0]:
            return os.read(master, 1 << 16)
        if process.poll() is not None:
            return b""
    process.kill()
    raise AssertionError(f"nothing more is shown after {bytes(data[-2000:])!r}")


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
