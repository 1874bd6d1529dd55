"""Sets of cells as rows of 64-bit words, one column a state: shape (words, states).

Cell or anchor number n is bit n % 64 of word n // 64.  The usual operators of numpy work on sets of
any number of words; here is what carries from word to word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from puzzleproof.verify.arrays.records import Sets, Truths, Words

WORD = 64
SPREADER, SPREAD = np.uint64(0x03F79D71B4CB0A89), np.uint64(58)
"""A de Bruijn word: the top bits of a bit times this word are another number for each bit (C.
Leiserson, H. Prokop, K. Randall, Using de Bruijn sequences to index a 1 in a computer word, 1998).
"""


def words_for(cells: int) -> int:
    """How many words hold so many cells."""
    return -(-cells // WORD)


def sets_of(sets: Sequence[int], words: int) -> Sets:
    """Some sets as columns."""
    whole = (1 << WORD) - 1
    return np.array([[one >> WORD * k & whole for one in sets] for k in range(words)], np.uint64)


def shifted(sets: Sets, by: int) -> Sets:
    """Each number raised by so much (lowered, where it is negative); what leaves is lost."""
    whole, bits = divmod(abs(by), WORD)
    near, far = np.uint64(bits), np.uint64(WORD - bits)
    if len(sets) == 1:
        return sets << near if by > 0 else sets >> near
    found = np.zeros_like(sets)
    left = len(sets) - whole
    if by > 0:
        found[whole:] = sets[:left] << near
        if bits:
            found[whole + 1 :] |= sets[: left - 1] >> far
    else:
        found[:left] = sets[whole:] >> near
        if bits:
            found[: left - 1] |= sets[whole + 1 :] << far
    return found


def nonempty(sets: Sets) -> Truths:
    """For each state whether there is anything."""
    word = sets[0] if len(sets) == 1 else np.bitwise_or.reduce(sets)
    found: Truths = word != 0
    return found


def chosen(table: Sets, places: Words) -> Sets:
    """The sets in these columns."""
    return table.take(places, axis=1)


def places_of_bits(anchors: Iterable[int], words: int) -> list[Words]:
    """For each word a table from bits (by `bit_numbers`) to the ranks of these anchors."""
    tables = [np.zeros(WORD, np.int64) for _ in range(words)]
    for place, anchor in enumerate(anchors):
        word, bit = divmod(anchor.bit_length() - 1, WORD)
        tables[word][bit_numbers(np.array([1 << bit], np.uint64))] = place
    return tables


def bit_numbers(bits: Sets) -> Words:
    """Another number below 64 for each bit of a word."""
    return ((bits * SPREADER) >> SPREAD).astype(np.intp)
