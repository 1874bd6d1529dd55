"""What a check may cost: loops whose length a file determines count their work within a budget.

A unit of work takes about a microsecond.  Whoever checks a stranger's file works within a
`budgeted` block, and every loop there that a file can make long calls `spend`.  The allowance is
`WORK` and `ROOM`, and more for each byte of evidence that is read, so an honest table of many
megabytes has what it needs.  Outside of such a block this module limits nothing: provers work
within the limits of their session.
"""

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import TypeAlias

from puzzleproof.models.errors import LimitReached

State: TypeAlias = tuple[int, ...]
WORK, WORK_A_BYTE = 30_000_000, 100
"""Units of work that any file may take, and further units for each byte of its evidence."""
ROOM, ROOM_A_BYTE = 800_000_000, 300
"""Bytes of memory for what any file describes, and further bytes for each byte of its evidence."""
BATCH = 1_000
"""The number of states that are counted together."""


class Budget:
    """The work that is left, and the memory that may be held."""

    def __init__(self) -> None:
        self.spent, self.work, self.room = 0, WORK, ROOM

    def read(self, count: int) -> None:
        """Allow more, because ``count`` bytes of evidence were read."""
        self.work += WORK_A_BYTE * count
        self.room += ROOM_A_BYTE * count

    def need(self, work: int, held: int) -> None:
        """Raise LimitReached if ``work`` more units of work, or ``held`` bytes, are too many."""
        work += self.spent
        if work > self.work:
            needed, most = f"some {work // 1_000_000:,} s", f"{self.work // 1_000_000:,} s"
        elif held > self.room:
            needed, most = f"{held // 1_000_000:,} MB", f"{self.room // 1_000_000:,} MB"
        else:
            return
        raise LimitReached(
            f"the check needs {needed} or more; a file of this size may take {most}: "
            "--no-limit checks it all the same"
        )


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def budgeted(*, no_limit: bool = False) -> Generator[None]:
    """Limit all work inside the block; with ``no_limit``, limit nothing."""
    token = _current.set(None if no_limit else Budget())
    try:
        yield
    finally:
        _current.reset(token)


def spend(work: int, held: int = 0) -> None:
    """Count the work that comes next; ``held`` is the size of a structure after the work, in bytes.

    Raises LimitReached if the work or the size is too much.
    """
    if (budget := _current.get()) is not None:
        budget.need(work, held)
        budget.spent += work


def foresee(work: int, held: int = 0) -> None:
    """Raise LimitReached if `spend` would raise it for this work; count nothing."""
    if (budget := _current.get()) is not None:
        budget.need(work, held)


def evidence(data: bytes) -> bytes:
    """Return the bytes of evidence unchanged, and allow more work for them."""
    if (budget := _current.get()) is not None:
        budget.read(len(data))
    return data


def metered(states: Iterable[tuple[int, ...]], before: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield states, counting the work; ``before`` is the number of states already in memory."""
    rest = iter(states)
    while some := list(islice(rest, BATCH)):
        before += len(some)
        spend(len(some) * cost_of(some[0]), before * (8 * len(some[0]) + 150))
        yield from some


def cost_of(state: tuple[int, ...]) -> int:
    """Return the work for a state, which grows with its pieces and with the board."""
    pieces, words = len(state), 1 + max(state, default=0).bit_length() // 2_000
    return 2 + pieces * words // 8
