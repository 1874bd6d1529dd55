"""A process, started anew, that does one call after another for a program that has threads.

A program with threads must not fork, and a worker of Dask may have no children of multiprocessing.
So a *station* is a Python of its own that reads calls from its standard input and writes messages
to its standard output, both as pickles: the two are the same program on one machine.  It ends, with
all that it has started, when the program that started it is gone.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO

from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.process import Result, portable, settle

LENGTH = struct.Struct(">Q")
BEGIN = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from puzzleproof.provers.batch.station import work
work()
"""


class Station:
    """The process as seen by the program; to be used by one thread at a time, and closed."""

    def __init__(self) -> None:
        words = [sys.executable, "-c", BEGIN, json.dumps(sys.path)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe)  # noqa: S603  our own
        self._messages = SimpleQueue[Any]()
        threading.Thread(target=self._listen, name="station", daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def begin(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Begin ``function(*arguments, emit)``; both are pickled, the function by its name."""
        assert self._process.stdin is not None
        with suppress(OSError):  # where it is dead, `hear` says so
            _write(self._process.stdin, (function, arguments))

    def hear(self, seconds: float) -> Any:
        """One message: an event, the `Result`, or None where none came in time.

        Raises what the function raised, or LimitReached where the process died.
        """
        try:
            message = self._messages.get(timeout=seconds)
        except Empty:
            return None
        if message is EOFError:
            code = self._process.wait()
            self._messages.put(EOFError)
            raise LimitReached(f"the process ended with code {code}; out of memory?")
        if isinstance(message, Exception):
            raise message
        return message

    def close(self) -> None:
        """End the process and all that it has started, and wait for it."""
        if self._process.poll() is None:
            if hasattr(os, "killpg"):
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.pid, signal.SIGKILL)
            self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        stream: Any = self._process.stdout
        with stream:
            while True:
                try:
                    message = _read(stream)
                except (EOFError, OSError, pickle.UnpicklingError):
                    self._messages.put(EOFError)
                    return
                self._messages.put(message)


class Stations:
    """Stations that wait for work, for threads that take one and bring it back."""

    def __init__(self) -> None:
        self._idle, self._lock = list[Station](), threading.Lock()
        self._all = set[Station]()
        self._closed = False

    def take(self) -> Station:
        """One that waits, or a new one; raises LimitReached where all were closed."""
        with self._lock:
            if self._closed:
                raise LimitReached("closed")
            station = self._idle.pop() if self._idle else Station()
            self._all.add(station)
            return station

    def give_back(self, station: Station) -> None:
        """It may be taken again."""
        with self._lock:
            self._idle.append(station)

    def end(self, station: Station) -> None:
        """It is not fit for more."""
        with self._lock:
            self._all.discard(station)
        station.close()

    def close(self) -> None:
        """End them all, at work or not."""
        with self._lock:
            self._closed = True
            stations = list(self._all)
            self._idle.clear()
            self._all.clear()
        for station in stations:
            station.close()


# --- in the process -----------------------------------------------------------------------


def work() -> None:
    """Do the calls that come, until there are no more."""
    settle()
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a call prints is not a message
    calls = SimpleQueue[Any]()
    threading.Thread(target=_take_calls, args=(calls,), daemon=True).start()

    def send(message: Any) -> None:
        _write(out, message)

    while True:
        function, arguments = calls.get()
        try:
            send(Result(function(*arguments, send)))
        except MemoryError:
            send(LimitReached("out of memory"))
        except Exception as error:  # noqa: BLE001  whatever it was, it is raised by `hear`
            send(portable(error))


def _take_calls(calls: SimpleQueue[Any]) -> None:
    """Read calls; once there can be no more, end this process and what it has started."""
    try:
        with io.FileIO(0, closefd=False) as stream:
            while True:
                calls.put(_read(stream))
    finally:
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(0)


def _write(stream: Any, message: Any) -> None:
    data = pickle.dumps(message)
    view = memoryview(LENGTH.pack(len(data)) + data)
    while view:
        view = view[stream.write(view) :]
    stream.flush()


def _read(stream: BinaryIO | io.FileIO) -> Any:
    (length,) = LENGTH.unpack(_bytes(stream, LENGTH.size))
    return pickle.loads(_bytes(stream, length))  # noqa: S301  our own program's


def _bytes(stream: BinaryIO | io.FileIO, length: int) -> bytes:
    parts = list[bytes]()
    while length:
        part = stream.read(min(length, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
