"""The form of keys in arrays: a word of 64 bits each, or where that is too little two of 53.

numpy sorts and searches words, not pairs of words.  But it orders complex numbers by their real
parts, and equal ones by the imaginary parts; and a part, a float, holds whole numbers below 2^53
exactly.  So keys of up to 106 bits are complex numbers: they are compared, sorted and added like
words, and only to take out some bits their parts become words again.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.keys import Words

KeyArray: TypeAlias = npt.NDArray[Any]
"""Keys, in either form."""
EXACT = 53
"""Bits of a float that holds whole numbers."""


class Form(Protocol):
    """How the bits of keys are kept; bits have a part, the lowest first, and a place in it."""

    dtype: type[np.generic]
    parts: tuple[int, ...]
    """How many bits each part has."""

    def values(self, numbers: Words, part: int, /) -> KeyArray:
        """The keys that have these numbers in a part, and nothing in others."""
        ...

    def part(self, keys: KeyArray, part: int, /) -> Words:
        """One part of keys."""
        ...


class OneWord:
    """Keys of up to 64 bits."""

    dtype: type[np.generic] = np.uint64
    parts: tuple[int, ...] = (64,)

    def values(self, numbers: Words, _: int, /) -> KeyArray:
        """The numbers themselves."""
        return numbers

    def part(self, keys: KeyArray, _: int, /) -> Words:
        """The keys themselves."""
        return keys


class TwoFloats:
    """Keys of up to 106 bits."""

    dtype: type[np.generic] = np.complex128
    parts: tuple[int, ...] = (EXACT, EXACT)

    def values(self, numbers: Words, part: int, /) -> KeyArray:
        """As imaginary parts (part 0) or real ones."""
        found: KeyArray = numbers.astype(np.float64) * (np.complex128(1) if part else 1j)
        return found

    def part(self, keys: KeyArray, part: int, /) -> Words:
        """The imaginary parts (part 0) or the real ones."""
        floats = keys.view(np.float64)[0 if part else 1 :: 2]
        return floats.astype(np.uint64)
