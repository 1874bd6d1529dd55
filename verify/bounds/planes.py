"""Sets of entries of a table, each one integer with a bit for each entry; and tables of bytes.

A table is written a set at a time into eight *planes*: plane k has those whose value has bit k.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

CAP = 254
"""Larger values are written as this one, so the bound remains admissible."""
NO_WAY = 255
"""The value of entries from which no way leads to a goal."""
DIGITS = bytes.maketrans(b"01", b"\0\1")


def give(planes: list[int], value: int, entries: int) -> None:
    """Write a value from 0 to 255 into entries that have none yet."""
    for bit in range(8):
        if value >> bit & 1:
            planes[bit] |= entries


def as_bytes(planes: Sequence[int], size: int) -> bytes:
    """The values of the first ``size`` entries.

    >>> planes = [0] * 8
    >>> give(planes, 3, 0b10)
    >>> list(as_bytes(planes, 2))
    [0, 3]
    """
    total = 0
    for bit, plane in enumerate(planes):
        ones = f"{plane:0{size}b}".encode().translate(DIGITS)
        total |= int.from_bytes(ones, "big") << bit
    return total.to_bytes(size, "little")


def repeated(block: int, period: int, times: int) -> int:
    """The bits of a block repeated ``times`` times, each time ``period`` bits higher.

    >>> bin(repeated(0b1, 2, 3))
    '0b10101'
    """
    found, height = 0, 0
    while times:
        if times & 1:
            found |= block << height
            height += period
        block, period, times = block | block << period, 2 * period, times >> 1
    return found


def union(sets: Iterable[int]) -> int:
    """The union of these sets.

    >>> union([0b001, 0b100])
    5
    """
    found = 0
    for one in sets:
        found |= one
    return found
