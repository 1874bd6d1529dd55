"""Records of a labelling as varints: what `puzzleproof.verify.records` reads.

Each number of a block is written as what it adds to the one before it, seven bits a byte, the
lowest first (LEB128).
"""

from __future__ import annotations

from collections.abc import Callable
from operator import sub

KEPT = 200_000
"""Varints that are kept."""


def encoder(width: int) -> Callable[[bytes], bytes]:
    """The function from a block of ascending numbers, ``width`` bytes each, to its records.

    >>> encoder(2)(bytes([0, 5, 1, 5])).hex()
    '068002'
    """
    varints = _Varints()

    def encode(block: bytes) -> bytes:
        if len(varints) > KEPT:
            varints.clear()
        cuts = range(0, len(block), width)
        numbers = [int.from_bytes(block[k : k + width], "big") for k in cuts]
        return b"".join(map(varints.__getitem__, map(sub, numbers, [-1, *numbers])))

    return encode


class _Varints(dict[int, bytes]):
    """Number -> its varint, made when first met."""

    def __missing__(self, number: int) -> bytes:
        data, rest = bytearray(), number
        while rest > 0x7F:
            data.append(rest & 0x7F | 0x80)
            rest >>= 7
        data.append(rest)
        self[number] = varint = bytes(data)
        return varint
