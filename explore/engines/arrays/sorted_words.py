"""Sets of words as sorted arrays: union, difference, what two have in common, and growing sets."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.keys import Truth, Words
from puzzleproof.models.errors import LimitReached

Item = TypeVar("Item", bound=np.generic)
"""Sets of words may be of any type that numpy compares."""


def ascending(arrays: Sequence[Words]) -> Words:
    """The words of arrays in any order, ascending, each once."""
    words = np.concatenate(arrays) if arrays else np.empty(0, np.uint64)
    words.sort()
    return once(words)


def in_order(words: Words) -> Words:
    """Sort an array made of ascending runs in place; returns its words, each once."""
    words.sort(kind="stable")  # quick, as it merges runs that are in order
    return once(words)


def once(words: npt.NDArray[Item]) -> npt.NDArray[Item]:
    """The words of an ascending array, each once."""
    return words[new_ones(words)]


def new_ones(words: npt.NDArray[Item]) -> Truth:
    """For each word of an ascending array, whether it differs from the one before."""
    new = np.ones(len(words), np.bool_)
    np.not_equal(words[1:], words[:-1], out=new[1:])
    return new


def among(words: npt.NDArray[Item], wanted: npt.NDArray[Item]) -> Truth:
    """For each wanted word, whether it is among the words, which ascend."""
    if not len(words):
        return np.zeros(len(wanted), np.bool_)
    places = np.searchsorted(words, wanted)
    np.minimum(places, len(words) - 1, out=places)
    found: Truth = words[places] == wanted
    return found


def without(words: npt.NDArray[Item], known: npt.NDArray[Item]) -> npt.NDArray[Item]:
    """The words that are not known; both ascend, and the shorter is looked up in the longer one."""
    if not len(words) or not len(known):
        return words
    if len(words) <= len(known):
        return words[~among(known, words)]
    places = np.searchsorted(words, known)
    np.minimum(places, len(words) - 1, out=places)
    left = np.ones(len(words), np.bool_)
    left[places[words[places] == known]] = False
    return words[left]


class Budget:
    """A bound on the bytes of arrays that are held at the same time."""

    def __init__(self, memory: int | None) -> None:
        self.memory = memory
        self.held = 0

    def keep(self, size: int) -> None:
        """Count these bytes (negative: given back); raise LimitReached if they are too many."""
        self.ask(size)
        self.held += size

    def ask(self, size: int) -> None:
        """Raise LimitReached if this many more bytes are too many."""
        if self.memory is not None and size > 0 and self.held + size > self.memory:
            raise LimitReached("memory limit reached")


def merged(
    parts: Iterator[Words],
    most: int,
    ask: Callable[[int], None],
    room: int,
    known: Sequence[Words] = (),
) -> Words:
    """The words of parts, each ascending, that are not ``known``: ascending, each once.

    They are merged whenever ``most`` bytes wait.  ``ask`` allows memory, in which the next part
    takes at most ``room`` bytes while it is made.
    """
    whole: Words = np.empty(0, np.uint64)
    waiting, size = list[Words](), 0
    while True:
        ask(whole.nbytes + size + room)
        part = next(parts, None)
        if part is not None:
            waiting.append(part)
            size += part.nbytes
            ask(whole.nbytes + size)
        if part is None or size > max(most, whole.nbytes):
            ask(4 * (whole.nbytes + size))
            whole = np.concatenate([whole, *waiting])
            waiting, size = [], 0
            whole = in_order(whole)
            for words in known:
                whole = without(whole, words)
        if part is None:
            return whole
