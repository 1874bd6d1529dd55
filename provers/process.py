"""Call a function in a process of its own, within limits of time and memory.

A call of a solver cannot be interrupted from inside Python, but a process can be killed.  The child
leads a process group, so that all processes that it started end with it.  `call_here` is for hosts
without processes, such as a browser: it checks the clock whenever the work emits an event.

On Linux, children are forked; other systems start them anew (`spawn`), so everything sent to a
child must be picklable.  ``PUZZLEPROOF_START_METHOD`` chooses ``fork``, ``spawn`` or ``none``.
"""

import contextlib
import gc
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzleproof.models.errors import LimitReached, PuzzleProofError, Unsupported
from puzzleproof.options import Limits as Limits
from puzzleproof.provers.events import Emit, Usage

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PROCESSES = Path("/proc")
SHARE = 0.8
"""A search takes at most this share of a memory limit, so that other work can follow the search."""
BASELINE_BYTES = 60_000_000
"""Python and numpy take this many bytes before there is an array."""
POLL_SECONDS = 0.05
USAGE_SECONDS = 1.0
"""The seconds between two reports on a child: how long it has worked, and the memory it holds."""
ENDING: tuple[int, ...] = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
"""Signals that ask a process to end."""
GC_THRESHOLDS = 100_000, 20, 20
"""The garbage collector's thresholds; with Python's defaults, searches take a tenth more time."""

START_METHOD, NO_PROCESSES = "PUZZLEPROOF_START_METHOD", "none"
"""The variable that names a way to start processes, and its value if no process may be started."""
STARTED = "fork", "spawn"
"""The ways to start a process that make the starting process its parent."""
LEFT_BY_PARENT = 1

_main_exchanged = threading.Lock()
_supervised = False
"""Whether this process is itself a child: its own children then stay in its process group."""
NO_LIMITS = Limits()


class TimeLimit(LimitReached):
    """The work exceeded its time limit."""


class MemoryLimit(LimitReached):
    """The work exceeded its memory limit."""


class Terminated(KeyboardInterrupt):
    """The process received SIGTERM or SIGHUP, whose sender does not wait long."""


class Interrupted(LimitReached):
    """The user pressed Ctrl-C, or the process was terminated."""


class Result(NamedTuple):
    """The last message of a child that has finished."""

    value: Any


class Child(NamedTuple):
    """A process that works, and the connection for its messages."""

    process: Any
    receiver: "Connection"


def has_processes() -> bool:
    """Tell whether this process may start processes; Python in a browser may not."""
    no = sys.platform in ("emscripten", "wasi") or os.environ.get(START_METHOD) == NO_PROCESSES
    return not no and not is_daemonic()


def is_daemonic() -> bool:
    """Tell whether this is a daemonic process, such as a worker of `multiprocessing.Pool`."""
    multiprocessing = sys.modules.get("multiprocessing")  # a worker has imported it
    return multiprocessing is not None and multiprocessing.current_process().daemon


def processors() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def call(
    work: Callable[..., Any], arguments: tuple[Any, ...], emit: Emit, limits: Limits = NO_LIMITS
) -> Any:
    """Return ``work(*arguments, emit)``, computed in a child; its events go to ``emit`` here.

    By default, the child and its children may hold half of the free memory.  Raises TimeLimit,
    MemoryLimit, Interrupted (Ctrl-C), LimitReached if the child died, or the error of the work.
    """
    if not has_processes():
        return call_here(work, arguments, emit, limits)
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    memory = limits.memory or half_of_spare_memory()
    child: Child | None = None
    try:
        with _signals_held():
            child = start(work, arguments)
        return _listen(child, emit, deadline, memory)
    except KeyboardInterrupt:
        raise Interrupted("interrupted") from None
    except MemoryLimit as error:
        if limits.memory is not None or memory is None:
            raise
        which = f"half of what was free, {memory / 1e9:.2g} GB; --memory-limit sets another"
        raise MemoryLimit(f"{error} ({which})") from None
    finally:
        if child is not None:
            end(child)


def call_here(
    work: Callable[..., Any], arguments: tuple[Any, ...], emit: Emit, limits: Limits = NO_LIMITS
) -> Any:
    """Do the same as `call` in this process: time is checked at each event, memory is not."""
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


def start(work: Callable[..., Any], arguments: tuple[Any, ...], context: Any = None) -> Child:
    """Start ``work(*arguments, emit)`` in a process (on Linux, a fork), to be ended by `end`."""
    context = context or _context()
    receiver, sender = context.Pipe(duplex=False)
    forked = context.get_start_method() == "fork"
    process = context.Process(target=_child, args=(work, arguments, sender, forked))
    if forked:
        process.start()
    else:
        start_anew(process)
    sender.close()
    return Child(process, receiver)


def start_anew(process: Any) -> None:
    """Start a process that does not import this process's main module.

    The work does not need that module, and a plain script would start its own work once more.
    Threads take turns: two at once could leave the empty module in the place of the main module.
    """
    with _main_exchanged:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            process.start()
        finally:
            sys.modules["__main__"] = main


def _context() -> Any:
    """Return multiprocessing's context: by default processes are forked on Linux, else spawned."""
    import multiprocessing  # some hosts lack it, and use `call_here`

    usual = "fork" if sys.platform.startswith("linux") else "spawn"
    method = os.environ.get(START_METHOD) or usual
    if method not in STARTED:
        raise Unsupported(f"{START_METHOD}={method!r}: expected one of {', '.join(STARTED)}")
    return multiprocessing.get_context(method)


def receive(child: Child) -> Any:
    """Wait for an event or a `Result`; raises the work's error, LimitReached if the child died."""
    try:
        message = child.receiver.recv()
    except (EOFError, OSError):  # the child ended before or within a message
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
        if not _supervised:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.join()
    child.receiver.close()


@contextlib.contextmanager
def _signals_held() -> Generator[None]:
    """Hold back Ctrl-C and the signals that ask the process to end, until the block is left."""
    if _context().get_start_method() != "fork":
        # Python's resource tracker, started with the first child, would unblock the signals.
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _child(
    work: Callable[..., Any], arguments: tuple[Any, ...], sender: "Connection", forked: bool
) -> None:
    settle()
    _die_with_parent(forked=forked)
    try:
        sender.send(Result(work(*arguments, sender.send)))
    except MemoryError:
        sender.send(LimitReached("out of memory"))
    except Exception as error:  # noqa: BLE001  the parent raises it again
        if not isinstance(error, PuzzleProofError):  # its traceback is not sent
            error.add_note(f"raised in a child process:\n{traceback.format_exc()}")
        try:
            pickle.loads(pickle.dumps(error))  # noqa: S301  our own
        except Exception:  # noqa: BLE001  pickling may raise any error
            sender.send(RuntimeError(repr(error)))
        else:
            sender.send(error)
    sender.close()


def settle() -> None:
    """Make this process a child: its children stay in its group, which Ctrl-C does not reach."""
    global _supervised
    if not _supervised and os.getpgrp() != os.getpid():
        os.setsid()
    _supervised = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # we need no threads here
    gc.freeze()  # inherited objects need not be examined again
    gc.set_threshold(*GC_THRESHOLDS)


def _die_with_parent(*, forked: bool) -> None:
    """Let the kernel, or a thread, end this process when its parent is gone."""
    import multiprocessing
    import threading

    parent: Any = multiprocessing.parent_process()
    if not (forked and sys.platform.startswith("linux")):
        threading.Thread(target=_leave_after, args=(parent,), daemon=True).start()
        return
    import ctypes

    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
    if parent.pid != os.getppid():  # the parent ended before the call
        os._exit(LEFT_BY_PARENT)


def _leave_after(parent: Any) -> None:
    parent.join()
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # with all its children
    os._exit(LEFT_BY_PARENT)


def _listen(child: Child, emit: Emit, deadline: float | None, memory: int | None) -> Any:
    """Pass events on until the result arrives or a limit is exceeded; report usage each second."""
    begin = told = looked = time.monotonic()
    while True:
        left = POLL_SECONDS if deadline is None else min(POLL_SECONDS, deadline - time.monotonic())
        if left <= 0:
            raise TimeLimit("time limit reached")
        if child.receiver.poll(left):
            message = receive(child)
            if isinstance(message, Result):
                return message.value
            emit(message)
        now = time.monotonic()
        if memory is not None and now >= looked + POLL_SECONDS:  # not at every event
            looked = now
            if holds_more(child.process.pid, memory):
                raise MemoryLimit("memory limit reached")
        if now >= told + USAGE_SECONDS:
            told = now
            emit(Usage(round(now - begin, 3), resident_bytes(child.process.pid)))


# --- memory -------------------------------------------------------------------------------


def array_budget(budget: int | None) -> int | None:
    """Return the part of a search's ``budget`` that arrays may take; the rest is for Python."""
    return None if budget is None else max(budget // 8, (budget - BASELINE_BYTES) // 2)


def holds_more(pid: int, limit: int) -> bool:
    """Tell whether a process and its descendants hold more memory than ``limit`` bytes.

    Resident sizes are quick to read, but count a page once for each process that shares it.
    If their sum exceeds the limit, proportional sizes count each page once, where they are known.
    """
    held = resident_bytes(pid)
    if held is not None and held > limit:
        with contextlib.suppress(OSError, ValueError):
            files = (PROCESSES / str(one) / "smaps_rollup" for one in _family(pid))
            held = sum(_kilobytes(file, "Pss") for file in files)
    return held is not None and held > limit


def resident_bytes(pid: int) -> int | None:
    """Add up the resident bytes of a process and its descendants; return None if unknown."""
    with contextlib.suppress(OSError, ValueError):
        files = (PROCESSES / str(one) / "statm" for one in _family(pid))
        pages = sum(int(file.read_text("ascii").split()[1]) for file in files)
        return pages * os.sysconf("SC_PAGE_SIZE")
    if PROCESSES.exists():
        return None
    import psutil

    with contextlib.suppress(psutil.Error):
        process = psutil.Process(pid)
        return sum(one.memory_info().rss for one in (process, *process.children(recursive=True)))
    return None


def _family(pid: int) -> list[int]:
    """List a process and its descendants; raises OSError if it has ended or cannot be read."""
    found = [pid]
    for one in found:
        for task in (PROCESSES / str(one) / "task").iterdir():
            found += map(int, (task / "children").read_text("ascii").split())
    return found


def _kilobytes(file: Path, name: str) -> int:
    """Read the number after ``name`` in a file of `PROCESSES`; return it in bytes."""
    lines = file.read_text("ascii").splitlines()
    (size,) = (line.split()[1] for line in lines if line.startswith(f"{name}:"))
    return int(size) * 1024


def half_of_spare_memory() -> int | None:
    """Return half of the free memory in bytes, which is the default limit; None if unknown."""
    with contextlib.suppress(OSError, ValueError):
        return _kilobytes(PROCESSES / "meminfo", "MemAvailable") // 2
    with contextlib.suppress(ImportError):
        import psutil

        return psutil.virtual_memory().available // 2
    return None
