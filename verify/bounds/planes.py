"""Tables of bytes that are made a set of entries at a time: eight *planes*, one for each bit.

A set of entries is one integer with a bit for each; plane k has those whose value has bit k.
"""

from __future__ import annotations

from collections.abc import Sequence

CAP = 254
"""Larger values are given as this, which is still no more than they are."""
NO_WAY = 255
"""The value of entries from which no way leads to the end."""
DIGITS = bytes.maketrans(b"01", b"\0\1")


def give(planes: list[int], value: int, entries: int) -> None:
    """Set a value from 0 to 255 in entries that have none yet."""
    for bit in range(8):
        if value >> bit & 1:
            planes[bit] |= entries


def as_bytes(planes: Sequence[int], size: int) -> bytes:
    """The values of so many entries.

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
