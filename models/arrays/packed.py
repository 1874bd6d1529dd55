"""Arrays of packed numbers: words of 64 bits, or strings of bytes where numbers are wider.

Strings of equal length, the highest byte first, are in the order of the numbers.  Mixed radix is
computed on *limbs* of 32 bits, the lowest first.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.models.arrays.words import Sets, Words

Numbers: TypeAlias = npt.NDArray[Any]
"""Packed numbers: `Sets`, or strings."""
WORD_BYTES, LIMB_BITS = 8, 32
LIMB_BYTES = LIMB_BITS // 8


def numbers_of(block: bytes, width: int) -> Numbers:
    """Read numbers of ``width`` bytes each, the highest byte first."""
    if width > WORD_BYTES:
        return np.frombuffer(block, f"S{width}")
    rows = np.frombuffer(block, np.uint8).reshape(-1, width)
    padded = np.zeros((len(rows), WORD_BYTES), np.uint8)
    padded[:, WORD_BYTES - width :] = rows
    return padded.view(">u8").ravel().astype(np.uint64)


def block_of(numbers: Numbers, width: int) -> bytes:
    """Write numbers: the inverse of `numbers_of`."""
    if width > WORD_BYTES:
        return numbers.tobytes()
    rows = numbers.astype(">u8").view(np.uint8).reshape(-1, WORD_BYTES)
    return rows[:, WORD_BYTES - width :].tobytes()


def numbers_from(integers: Iterable[int], width: int) -> Numbers:
    """Convert integers."""
    if width <= WORD_BYTES:
        return np.array(list(integers), np.uint64)
    return numbers_of(b"".join([number.to_bytes(width, "big") for number in integers]), width)


def integers(numbers: Numbers, width: int) -> list[int]:
    """Convert numbers to integers: the inverse of `numbers_from`."""
    if width <= WORD_BYTES:
        found: list[int] = numbers.tolist()
        return found
    block = numbers.tobytes()
    cuts = range(0, len(block), width)
    return [int.from_bytes(block[k : k + width], "big") for k in cuts]


def digits(numbers: Numbers, radices: Sequence[int]) -> tuple[list[Words], Sets]:
    """Return the digits in mixed radix, the last one the lowest, and what is left above them."""
    limbs, found = _limbs(numbers), list[Words]()
    for radix in map(np.uint64, reversed(radices)):
        rest = np.zeros(len(numbers), np.uint64)
        for k in reversed(range(len(limbs))):
            value = limbs[k] if len(limbs) == 1 else rest << np.uint64(LIMB_BITS) | limbs[k]
            limbs[k] = value // radix
            rest = value - limbs[k] * radix
        found.append(rest.astype(np.int64))
    return found[::-1], np.bitwise_or.reduce(limbs)


def from_digits(found: Sequence[Words], radices: Sequence[int], width: int) -> Numbers:
    """Return the numbers with these digits: the inverse of `digits`."""
    limbs = [np.zeros(len(found[0]), np.uint64)] * _limbs_in(width)
    low, high = np.uint64((1 << LIMB_BITS) - 1), np.uint64(LIMB_BITS)
    for digit, radix in zip(found, map(np.uint64, radices), strict=True):
        carry = digit.astype(np.uint64)
        for k, limb in enumerate(limbs):
            value = limb * radix + carry
            if len(limbs) == 1:
                limbs[k] = value
            else:
                limbs[k], carry = value & low, value >> high
    if len(limbs) == 1:
        return limbs[0]
    rows = np.stack(limbs[::-1], axis=1).astype(">u4").view(np.uint8)
    return np.ascontiguousarray(rows[:, rows.shape[1] - width :]).view(f"S{width}").ravel()


def _limbs_in(width: int) -> int:
    """Count the limbs of a number of so many bytes; a number of one word is its only limb."""
    return 1 if width <= WORD_BYTES else -(-width // LIMB_BYTES)


def _limbs(numbers: Numbers) -> list[Sets]:
    """Return the limbs of numbers, the lowest first."""
    if numbers.dtype.kind != "S":
        return [numbers]
    width = numbers.dtype.itemsize
    size = LIMB_BYTES * _limbs_in(width)
    rows = np.zeros((len(numbers), size), np.uint8)
    rows[:, size - width :] = np.ascontiguousarray(numbers).view(np.uint8).reshape(-1, width)
    return [limb.astype(np.uint64) for limb in rows.view(">u4").T[::-1]]
