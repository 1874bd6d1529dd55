"""The blocks of a labelling, and their records.

A block lists packed numbers in ascending order, each in ``width`` bytes.  Written as records
(`verify.records`), blocks are the body of a certificate.  During the search, the blocks of a large
table are kept in a temporary file.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from importlib.util import find_spec
from operator import sub
from tempfile import SpooledTemporaryFile
from typing import Any, TypeAlias

KEPT = 200_000
"""The number of varints that are cached."""
WORD_BYTES = 8
"""Numbers of at most this many bytes are written with numpy, if it is installed."""
BATCH = 1 << 14
"""This many numbers are converted at a time by numpy."""
IN_MEMORY = 1 << 25
"""Blocks stay in memory if they have at most this many bytes in all."""
SHARE = 8
"""If memory is limited, blocks may take one eighth of it."""

RecordMaker: TypeAlias = Callable[[bytes], Iterable[bytes]]
"""A function from a block to its records, in pieces."""


class Blocks(Sequence[bytes]):
    """Blocks that are appended, and read again when they are needed."""

    def __init__(self, width: int, memory: int | None = None) -> None:
        """Store states of ``width`` bytes; ``memory`` is the limit of the search in bytes."""
        self.width = width
        self.sizes: list[int] = []
        """The number of states of each block."""
        most = IN_MEMORY if memory is None else min(IN_MEMORY, memory // SHARE)
        self._file = SpooledTemporaryFile(max(1, most), prefix="puzzleproof-")  # noqa: SIM115

    def append(self, block: bytes) -> None:
        """Append a block; raises OSError if the disk is full."""
        self._file.seek(0, 2)
        self._file.write(block)
        self.sizes.append(len(block) // self.width)

    def __len__(self) -> int:
        return len(self.sizes)

    def __getitem__(self, index: Any) -> Any:
        k = range(len(self))[int(index)]
        self._file.seek(sum(self.sizes[:k]) * self.width)
        return self._file.read(self.sizes[k] * self.width)


def numbers_in(block: bytes, width: int) -> list[int]:
    """Read the packed numbers of a block, ascending."""
    cuts = range(0, len(block), width)
    return [int.from_bytes(block[k : k + width], "big") for k in cuts]


def record_maker(width: int, *, many: bool) -> RecordMaker:
    """Return the function from a block to its records; it uses arrays if there are many states.

    A number is written as its difference from the number before it, in LEB128 (see `varint`).

    >>> [records.hex() for records in record_maker(2, many=False)(bytes([0, 5, 1, 5]))]
    ['068002']
    """
    if many and width <= WORD_BYTES and find_spec("numpy") is not None:
        return partial(records_in_arrays, width=width)
    known = lru_cache(KEPT)(varint)

    def make(block: bytes) -> Iterator[bytes]:
        numbers = numbers_in(block, width)
        yield b"".join(map(known, map(sub, numbers, [-1, *numbers])))

    return make


def records_in_arrays(block: bytes, width: int) -> Iterator[bytes]:
    """Yield the records of a block, by numpy; each number has ``width`` bytes, at most eight."""
    import numpy as np

    from puzzleproof.models.arrays.words import numbers_of

    last = np.uint64(2**64 - 1)  # stands for -1, before the first number
    for start in range(0, len(block), width * BATCH):
        numbers = numbers_of(block[start : start + width * BATCH], width)
        gaps, last = np.diff(numbers, prepend=last), numbers[-1]
        # Column k of a row has the gap's bits from bit 7k on; a byte is written if any bit is set.
        rest = gaps[:, None] >> np.arange(0, int(gaps.max()).bit_length(), 7, dtype=np.uint64)
        data, used = (rest & np.uint64(0x7F)).astype(np.uint8), rest > 0
        data[:, :-1] |= used[:, 1:].astype(np.uint8) << 7
        used[:, 0] = True
        yield data[used].tobytes()


def varint(number: int) -> bytes:
    """Write a number in LEB128."""
    data, rest = bytearray(), number
    while rest > 0x7F:
        data.append(rest & 0x7F | 0x80)
        rest >>= 7
    data.append(rest)
    return bytes(data)
