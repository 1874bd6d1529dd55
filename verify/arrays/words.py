"""The form of keys in arrays: one word of 63 bits, or where that is too little two parts of 53.

numpy sorts and searches numbers, not pairs of them.  But it orders complex numbers by their real
parts, and equal ones by their imaginary parts; and a float holds whole numbers below 2^53 exactly.
So a long key is a complex number, sorted and looked up as short keys are; bits are taken out of its
parts, and put together there, as whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.verify.arrays.records import Words

Keys: TypeAlias = npt.NDArray[Any]
"""In either form."""
Parts: TypeAlias = list[Words]
"""The lowest first."""

WORD_BITS, EXACT_BITS = 63, 53
"""Of a signed word without its sign; of a float that holds whole numbers."""


class Form(Protocol):
    """How keys are kept."""

    bits: tuple[int, ...]
    """Of each part, the lowest first."""
    dtype: type[np.generic]

    def joined(self, parts: Parts, /) -> Keys:
        """The keys with these parts."""
        ...

    def parts(self, keys: Keys, /) -> Parts:
        """The parts of keys."""
        ...


class OneWord:
    """Keys that are their only part."""

    bits: tuple[int, ...] = (WORD_BITS,)
    dtype: type[np.generic] = np.int64

    def joined(self, parts: Parts, /) -> Keys:
        """The part."""
        return parts[0]

    def parts(self, keys: Keys, /) -> Parts:
        """The keys."""
        return [keys]


class TwoFloats:
    """Complex numbers; the lower part is the imaginary one."""

    bits: tuple[int, ...] = (EXACT_BITS, EXACT_BITS)
    dtype: type[np.generic] = np.complex128

    def joined(self, parts: Parts, /) -> Keys:
        """The complex numbers."""
        found = np.empty(len(parts[0]), np.complex128)
        found.imag, found.real = parts
        return found

    def parts(self, keys: Keys, /) -> Parts:
        """Imaginary and real parts."""
        floats = np.ascontiguousarray(keys).view(np.float64)
        return [floats[part::2].astype(np.int64) for part in (1, 0)]


class Field(NamedTuple):
    """Where a piece has its rank."""

    part: int
    shift: int
    bits: int


def form_for(widths: Sequence[int], low: int) -> tuple[Form, list[Field]] | None:
    """The form of keys with fields so wide, the first one highest, above ``low`` bits that stay 0.

    None where no form has room.
    """
    forms: tuple[Form, ...] = OneWord(), TwoFloats()
    for form in forms:
        fields = _laid_out(widths, low, form.bits)
        if fields is not None:
            return form, fields
    return None


def _laid_out(widths: Sequence[int], low: int, room: Sequence[int]) -> list[Field] | None:
    """The fields, none of which is divided between parts."""
    part, shift, found = 0, low, list[Field]()
    for bits in reversed(widths):
        if shift + bits > room[part]:
            part, shift = part + 1, 0
        if part == len(room) or bits > room[part]:
            return None
        found.append(Field(part, shift, bits))
        shift += bits
    return found[::-1]
