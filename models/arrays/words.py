"""Arrays for boards: sets of words as sorted arrays, and packed numbers.

Packed numbers are words of 64 bits, or strings of bytes where numbers are wider.  Strings of equal
length, the highest byte first, sort as the numbers do.  Digits in mixed radix are computed on
*limbs* of 32 bits, the lowest first.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

Truths: TypeAlias = npt.NDArray[np.bool_]
Words: TypeAlias = npt.NDArray[np.int64]
"""Keys of states, or ranks of places."""
Sets: TypeAlias = npt.NDArray[np.uint64]
"""Numbers of states, or sets of cells (`puzzleproof.models.arrays.sliding`)."""
Numbers: TypeAlias = npt.NDArray[Any]
"""Packed numbers: `Sets`, or strings."""
WORD_BYTES, LIMB_BITS = 8, 32
LIMB_BYTES = LIMB_BITS // 8
Item = TypeVar("Item", bound=np.generic)
"""The type of the words in a set: any type that numpy compares."""


def new_ones(words: npt.NDArray[Item]) -> Truths:
    """Tell for each word of an ascending array whether it differs from the word before it."""
    new = np.ones(len(words), np.bool_)
    np.not_equal(words[1:], words[:-1], out=new[1:])
    return new


def distinct(words: npt.NDArray[Item]) -> npt.NDArray[Item]:
    """Sort words and drop repetitions.

    Most words come in ascending runs, which the stable sort merges: with numpy 2.4 this sort took
    29 nanoseconds a word, and the default sort 82.
    """
    words = np.sort(words, kind="stable")
    return words[new_ones(words)]


def united(parts: Iterable[npt.NDArray[Any]], dtype: Any = np.uint64) -> npt.NDArray[Any]:
    """Unite arrays of words, sorted or not; without arrays, return an empty one of ``dtype``."""
    return distinct(np.concatenate([*parts] or [np.empty(0, dtype)]))


def interleaved(one: Numbers, other: Numbers, run: int = 1 << 16) -> Numbers:
    """Unite two ascending arrays of one type; the result takes nearly all the memory needed."""
    assert one.dtype == other.dtype
    cuts = united([one[run::run], other[run::run]])
    whole, size = np.empty(len(one) + len(other), one.dtype), 0
    for runs in zip(*(np.split(a, np.searchsorted(a, cuts)) for a in (one, other)), strict=True):
        part = united(runs)
        whole[size : size + len(part)] = part
        size += len(part)
    whole.resize(size, refcheck=False)
    return whole


def found_in(words: npt.NDArray[Item], wanted: npt.NDArray[Item]) -> Truths:
    """Tell for each word of ``wanted`` whether it is among ``words``, which ascend."""
    if not len(words):
        return np.zeros(len(wanted), np.bool_)
    places = np.searchsorted(words, wanted)
    np.minimum(places, len(words) - 1, out=places)
    found: Truths = words[places] == wanted
    return found


def without(words: npt.NDArray[Item], known: npt.NDArray[Item]) -> npt.NDArray[Item]:
    """Drop the known words; both arrays ascend, and the shorter is looked up in the longer."""
    if not len(words) or not len(known):
        return words
    if len(words) <= len(known):
        return words[~found_in(known, words)]
    places = np.searchsorted(words, known)
    np.minimum(places, len(words) - 1, out=places)
    left = np.ones(len(words), np.bool_)
    left[places[words[places] == known]] = False
    return words[left]


def merged(
    parts: Iterator[npt.NDArray[Any]],
    most: int,
    ask: Callable[[int], None],
    room: int,
    known: Sequence[npt.NDArray[Any]] = (),
    dtype: Any = np.uint64,
) -> npt.NDArray[Any]:
    """Unite parts, each ascending, without the ``known`` words, within a budget of memory.

    Parts are merged once they have more bytes than ``most`` and than the result so far.  ``ask(n)``
    raises LimitReached unless n more bytes are allowed; a part takes up to ``room`` bytes to make.
    """
    whole, waiting, size = np.empty(0, dtype), list[npt.NDArray[Any]](), 0
    while True:
        ask(whole.nbytes + size + room)
        part = next(parts, None)
        if part is not None:
            waiting.append(part)
            size += part.nbytes
        if part is None or size > max(most, whole.nbytes):
            ask(2 * whole.nbytes + 4 * size)
            fresh = united(waiting, dtype)
            waiting, size = [], 0
            for words in known:
                fresh = without(fresh, words)
            whole = interleaved(whole, fresh)
        if part is None:
            return whole


# --- packed numbers -------------------------------------------------------------------------


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
    """Convert integers to packed numbers of ``width`` bytes."""
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
    """Return the digits in mixed radix, the lowest last, and an array: 0 where no digit is left."""
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
    """Count the limbs of a number of ``width`` bytes; a number of one word is its only limb."""
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
