"""Packed numbers, in mixed radix, and their digits: numbers of one word, or of any length.

Long numbers are divided in limbs of 32 bits: a limb, with what is carried into it, fits in a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

import numpy as np

from puzzleproof.verify.arrays.records import Sets, Truths, Words

LIMB_BITS = 32


def digits_in(numbers: Sets | list[int], radices: Sequence[int]) -> tuple[list[Words], Truths]:
    """(the digits of numbers, the last one lowest; which numbers have something left above them).

    An array of words, or a list of numbers of any length.
    """
    if isinstance(numbers, np.ndarray):
        found, rest = _digits(numbers, radices)
        return found, rest != 0
    limbs, found = _limbs(numbers), list[Words]()
    for some in _together(radices):
        found = _digits(_remainder(limbs, prod(some)), some)[0] + found
    return found, np.bitwise_or.reduce(limbs) != 0


def _digits(numbers: Sets, radices: Sequence[int]) -> tuple[list[Words], Sets]:
    """(the digits in mixed radix, what is left above them); the last digit is the lowest."""
    found, rest = list[Words](), numbers
    for radix in map(np.uint64, reversed(radices)):
        left = rest // radix
        found.append((rest - left * radix).astype(np.int64))
        rest = left
    return found[::-1], rest


def _limbs(numbers: list[int]) -> list[Sets]:
    """Numbers of any length in words of `LIMB_BITS`, the highest first."""
    count = max(1, -(-max(numbers, default=0).bit_length() // LIMB_BITS))
    joined = b"".join([number.to_bytes(4 * count, "big") for number in numbers])
    return list(np.frombuffer(joined, ">u4").reshape(-1, count).T.astype(np.uint64))


def _together(radices: Sequence[int]) -> Iterable[Sequence[int]]:
    """The lowest digits that make one limb together, then those above them, and so on."""
    end = len(radices)
    while end:
        begin = end - 1
        while begin and prod(radices[begin - 1 : end]) < 1 << LIMB_BITS:
            begin -= 1
        yield radices[begin:end]
        end = begin


def _remainder(limbs: list[Sets], divisor: int) -> Sets:
    """Divide numbers in limbs by one below 2^32, which leaves quotients there; the remainders."""
    by, bits, rest = np.uint64(divisor), np.uint64(LIMB_BITS), np.zeros_like(limbs[0])
    for k, limb in enumerate(limbs):
        whole = rest << bits | limb
        limbs[k] = whole // by
        rest = whole - limbs[k] * by
    return rest
