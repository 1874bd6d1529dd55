"""Records of many states, in numpy: the bytes that `blocks.record_maker` writes one by one."""

from collections.abc import Iterator

import numpy as np

from puzzleproof.models.arrays.words import Sets, numbers_of

SEVEN = 7
"""The number of bits that one byte of a varint holds."""
BATCH = 1 << 14
"""This many numbers are converted at a time."""


def records(block: bytes, width: int) -> Iterator[bytes]:
    """Yield the records of a block of numbers of ``width`` bytes, at most eight."""
    last = np.uint64(2**64 - 1)  # stands for -1, before the first number
    for start in range(0, len(block), width * BATCH):
        numbers = numbers_of(block[start : start + width * BATCH], width)
        yield varints(np.diff(numbers, prepend=last))
        last = numbers[-1]


def varints(numbers: Sets) -> bytes:
    """Write LEB128: seven bits in each byte, the lowest first; the last byte has no top bit.

    >>> varints(np.array([5, 256], np.uint64)).hex()
    '058002'
    """
    columns = max(1, -(-int(numbers.max()).bit_length() // SEVEN))
    found = np.empty((len(numbers), columns), np.uint8)
    used = np.ones((len(numbers), columns), np.bool_)
    for k in range(columns):
        found[:, k] = numbers & np.uint64(0x7F)
        numbers = numbers >> np.uint64(SEVEN)
        if k + 1 < columns:
            more = numbers != 0
            used[:, k + 1] = more
            found[:, k] |= more.astype(np.uint8) << SEVEN
    return found[used].tobytes()
