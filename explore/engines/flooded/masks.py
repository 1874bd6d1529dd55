"""Sets of cells as words of 64 bits, one set a state: shifts that carry from word to word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.keys import Truth, Words
from puzzleproof.explore.engines.flooded.layout import WORD

Masks: TypeAlias = tuple[Words, ...]
"""The words of many sets, the lowest first; each an array with an entry a state."""
Places: TypeAlias = npt.NDArray[np.int64]

EXPONENT, BIAS = np.uint64(52), 1023
"""The position of a float's exponent, and its bias."""


def columns_of(sets: Sequence[int], words: int) -> Masks:
    """Some sets as words."""
    whole = (1 << WORD) - 1
    return tuple(
        np.array([cells >> WORD * k & whole for cells in sets], np.uint64) for k in range(words)
    )


def shifted(masks: Masks, by: int) -> Masks:
    """Each number raised by so much (lowered, where it is negative); what leaves is lost."""
    if by == 0:
        return masks
    whole, bits = divmod(abs(by), WORD)
    up, words = by > 0, len(masks)
    found = list[Words]()
    for k in range(words):
        near, far = (k - whole, k - whole - 1) if up else (k + whole, k + whole + 1)
        word = _word(masks, near, bits if up else -bits)
        if bits and 0 <= far < words:
            word = word | _word(masks, far, bits - WORD if up else WORD - bits)
        found.append(word)
    return tuple(found)


def _word(masks: Masks, k: int, by: int) -> Words:
    if not 0 <= k < len(masks):
        return np.zeros_like(masks[0])
    return masks[k] << np.uint64(by) if by >= 0 else masks[k] >> np.uint64(-by)


def both(masks: Masks, other: Masks) -> Masks:
    """The intersection of two sets."""
    return tuple([a & b for a, b in zip(masks, other, strict=True)])


def union(masks: Sequence[Masks]) -> Masks:
    """The union of sets."""
    if len(masks) == 1:
        return masks[0]
    found = tuple([a | b for a, b in zip(masks[0], masks[1], strict=True)])
    for more in masks[2:]:
        for word, other in zip(found, more, strict=True):
            np.bitwise_or(word, other, out=word)
    return found


def complement(masks: Masks) -> Masks:
    """The complement of sets."""
    return tuple([~word for word in masks])


def nonempty(masks: Masks) -> Truth:
    """For each state, whether its set is not empty."""
    every = masks[0]
    for word in masks[1:]:
        every = every | word
    found: Truth = every != 0
    return found


def same(masks: Masks, other: Masks) -> bool:
    """Whether all sets are equal."""
    return all(np.array_equal(a, b) for a, b in zip(masks, other, strict=True))


def chosen(masks: Masks, places: Places) -> Masks:
    """The sets of some states."""
    return tuple([word.take(places) for word in masks])


def number_of(single: Words) -> Places:
    """The number of the only bit in each word.

    A power of two is exact as a float, whose exponent is the number.
    """
    return (single.astype(np.float64).view(np.uint64) >> EXPONENT).view(np.int64) - BIAS
