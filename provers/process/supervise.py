"""Run a function in a process of its own, within limits of time and memory.

A solver call cannot be interrupted from inside Python, but a process can be ended.  The child
leads a process group, so that whatever it started ends with it.  Its events arrive as they happen;
what they said remains known when it is stopped.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from enum import Enum
from multiprocessing.connection import Connection
from typing import Any

from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.events import Emit
from puzzleproof.provers.process.memory import holds_more

POLL_SECONDS = 0.05

_supervised = False
"""Whether this process is itself a child of `run`: its children stay in its process group."""


class Done(Enum):
    """The last message of a child that has finished."""

    DONE = "done"


DONE = Done.DONE


class Interrupted(LimitReached):
    """The user pressed Ctrl-C."""


def run(
    work: Callable[..., None],
    arguments: tuple[Any, ...],
    emit: Emit,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> None:
    """Call ``work(*arguments, emit)`` in a child; events go to ``emit`` here.

    ``time_limit`` in seconds, ``memory_limit`` in bytes of resident memory of the child and its
    own children.  Raises LimitReached (Interrupted for Ctrl-C), or what the child raised.
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    child, receiver = start(work, arguments)
    try:
        _listen(child, receiver, emit, deadline, memory_limit)
    except KeyboardInterrupt:
        raise Interrupted("interrupted") from None
    finally:
        end(child)
        receiver.close()


def start(work: Callable[..., None], arguments: tuple[Any, ...]) -> tuple[Any, Connection]:
    """Start ``work(*arguments, emit)`` in a process; returns it and where its messages arrive."""
    fork = sys.platform.startswith("linux")
    context: Any = multiprocessing.get_context("fork" if fork else "spawn")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_child, args=(work, arguments, sender))
    child.start()
    sender.close()
    return child, receiver


def _child(work: Callable[..., None], arguments: tuple[Any, ...], sender: Connection) -> None:
    global _supervised
    if not _supervised and hasattr(os, "setsid"):
        os.setsid()
    _supervised = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _die_with_parent()

    try:
        work(*arguments, sender.send)
    except MemoryError:
        sender.send(LimitReached("out of memory"))
    except Exception as error:  # noqa: BLE001  whatever it was, it is raised again in the parent
        sender.send(_portable(error))
    else:
        sender.send(DONE)
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


def _listen(
    child: Any,
    receiver: Connection,
    emit: Emit,
    deadline: float | None,
    memory_limit: int | None,
) -> None:
    while True:
        left = POLL_SECONDS if deadline is None else min(POLL_SECONDS, deadline - time.monotonic())
        if left <= 0:
            raise LimitReached("time limit reached")
        if receiver.poll(left):
            message = message_of(child, receiver)
            if message is DONE:
                return
            emit(message)
        if memory_limit is not None and holds_more(child.pid, memory_limit):
            raise LimitReached("memory limit reached")


def message_of(child: Any, receiver: Connection) -> Any:
    """Receive one message; raises what the child raised, or LimitReached where it died."""
    try:
        message = receiver.recv()
    except EOFError:
        child.join()
        raise LimitReached(
            f"the solver's process ended with code {child.exitcode}; out of memory?"
        ) from None
    if isinstance(message, Exception):
        raise message
    return message


def end(child: Any) -> None:
    """End the child, the process group that it leads, and wait for it."""
    if child.pid is None:
        return
    if child.is_alive():
        if not _supervised and hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
        child.kill()
    child.join()
