"""Call a function in a process of its own, within limits of time and memory.

A solver call cannot be interrupted from inside Python, but a process can be ended.  The child leads
a process group, so that whatever it started ends with it.  Its events arrive as they happen; what
they said remains known when the child is stopped.  `call_here` is for hosts without processes: it
looks at the clock whenever the work emits an event.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.memory import holds_more

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from puzzleproof.provers.events import Emit

POLL_SECONDS = 0.05
GC_THRESHOLDS = 100_000, 20, 20
"""Searches make containers and hardly a cycle: the usual thresholds cost a tenth of the time."""

_supervised = False
"""Whether this process is itself a child: its own children then stay in its process group."""


class Limits(NamedTuple):
    """Seconds of wall time and bytes of resident memory; None: no limit."""

    seconds: float | None = None
    memory: int | None = None


NO_LIMITS = Limits()


class TimeLimit(LimitReached):
    """The work took longer than it may."""


class MemoryLimit(LimitReached):
    """The work holds more memory than it may."""


class Interrupted(LimitReached):
    """The user pressed Ctrl-C."""


class Result(NamedTuple):
    """The last message of a child that has finished."""

    value: Any


class Child(NamedTuple):
    """A process that works, and where its messages arrive."""

    process: Any
    receiver: Connection


def call(
    work: Callable[..., Any], arguments: tuple[Any, ...], emit: Emit, limits: Limits = NO_LIMITS
) -> Any:
    """Return ``work(*arguments, emit)``, computed in a child; its events go to ``emit`` here.

    The limits are for the child and its own children.  Raises TimeLimit, MemoryLimit, Interrupted
    (Ctrl-C), LimitReached where the child died, or what the child raised.
    """
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    child = start(work, arguments)
    try:
        return _listen(child, emit, deadline, limits.memory)
    except KeyboardInterrupt:
        raise Interrupted("interrupted") from None
    finally:
        end(child)


def call_here(
    work: Callable[..., Any], arguments: tuple[Any, ...], emit: Emit, limits: Limits = NO_LIMITS
) -> Any:
    """Do the same in this process: time is checked at each event, memory is not."""
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds

    def emit_in_time(event: Any) -> None:
        emit(event)
        if deadline is not None and time.monotonic() > deadline:
            raise TimeLimit("time limit reached")

    try:
        return work(*arguments, emit_in_time)
    except KeyboardInterrupt:
        raise Interrupted("interrupted") from None
    except MemoryError:
        raise LimitReached("out of memory") from None


def start(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Child:
    """Start ``work(*arguments, emit)`` in a process, to be ended by `end`."""
    import multiprocessing  # which some hosts lack: they use `call_here`

    fork = sys.platform.startswith("linux")
    context: Any = multiprocessing.get_context("fork" if fork else "spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(work, arguments, sender))
    process.start()
    sender.close()
    return Child(process, receiver)


def receive(child: Child) -> Any:
    """Wait for one message: an event, or the `Result`.

    Raises what the child raised, or LimitReached where it died.
    """
    try:
        message = child.receiver.recv()
    except EOFError:
        child.process.join()
        raise LimitReached(
            f"the solver's process ended with code {child.process.exitcode}; out of memory?"
        ) from None
    if isinstance(message, Exception):
        raise message
    return message


def end(child: Child) -> None:
    """End the child and the process group that it leads, and wait for it."""
    process = child.process
    if process.is_alive():
        if not _supervised and hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.join()
    child.receiver.close()


def _child(work: Callable[..., Any], arguments: tuple[Any, ...], sender: Connection) -> None:
    global _supervised
    if not _supervised and hasattr(os, "setsid"):
        os.setsid()
    _supervised = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _die_with_parent()
    gc.freeze()  # what was inherited need not be looked at again
    gc.set_threshold(*GC_THRESHOLDS)

    try:
        sender.send(Result(work(*arguments, sender.send)))
    except MemoryError:
        sender.send(LimitReached("out of memory"))
    except Exception as error:  # noqa: BLE001  whatever it was, it is raised again in the parent
        sender.send(_portable(error))
    sender.close()


def _die_with_parent() -> None:
    """On Linux, have the kernel end this process when its parent is gone, however it went."""
    if sys.platform.startswith("linux"):
        import ctypes

        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def _portable(error: Exception) -> Exception:
    """The error itself where it can be pickled, else one that quotes it."""
    import pickle

    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  our own
    except Exception:  # noqa: BLE001  an error of any class may refuse
        return RuntimeError(repr(error))
    return error


def _listen(child: Child, emit: Emit, deadline: float | None, memory: int | None) -> Any:
    """Pass events on until the result arrives or a limit is passed."""
    while True:
        left = POLL_SECONDS if deadline is None else min(POLL_SECONDS, deadline - time.monotonic())
        if left <= 0:
            raise TimeLimit("time limit reached")
        if child.receiver.poll(left):
            message = receive(child)
            if isinstance(message, Result):
                return message.value
            emit(message)
        if memory is not None and holds_more(child.process.pid, memory):
            raise MemoryLimit("memory limit reached")
