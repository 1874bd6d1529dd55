"""Work for child processes: well-behaved, slow, greedy, broken.

A child that is started anew imports this module, so it imports little itself.
"""

import errno
import multiprocessing
import os
import time
from pathlib import Path

from puzzleproof.models.errors import Unsupported
from puzzleproof.provers.events import Emit, Note


def tell(number: int, emit: Emit) -> None:
    for k in range(number):
        emit(Note(str(k)))


def sleep(seconds: float, emit: Emit) -> None:
    emit(Note("asleep"))
    time.sleep(seconds)
    emit(Note("awake"))


def hold(size: int, emit: Emit) -> None:
    emit(Note("growing"))
    held = bytearray(os.urandom(1000) * (size // 1000))
    time.sleep(20)
    emit(Note(str(len(held))))


def leave(code: int, emit: Emit) -> None:
    emit(Note("leaving"))
    os._exit(code)


def die(number: int, emit: Emit) -> None:
    emit(Note("dying"))
    os.kill(os.getpid(), number)


def fail(emit: Emit) -> None:
    emit(Note("failing"))
    raise Unsupported("'this' is not supported")


def fail_in_the_system(emit: Emit) -> None:
    raise OSError(errno.ENOEXEC, "strange")


class Stubborn(Exception):
    """An error that cannot be pickled."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)
        self.handle = open(os.devnull)  # noqa: SIM115  it stays open: an open file cannot be pickled


def fail_stubbornly(emit: Emit) -> None:
    raise Stubborn("no way ", "to send this")


def run_out_of_memory(emit: Emit) -> None:
    raise MemoryError


def have_a_child(path: str, emit: Emit) -> None:
    child = multiprocessing.Process(target=time.sleep, args=(60,))
    child.start()
    Path(path).write_text(str(child.pid))
    emit(Note("has a child"))
    time.sleep(60)


def add(one: int, other: int, emit: Emit) -> int:
    emit(Note("adding"))
    return one + other


def give(value: object, emit: Emit) -> object:
    return value
