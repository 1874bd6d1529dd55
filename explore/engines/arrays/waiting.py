"""A set of words that comes in ascending parts: they are merged now and then, so that few wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.sorted_words import in_order, without


class Waiting:
    """Words that came, without those ``known``; ``most`` bytes may wait before they are merged.

    ``ask`` is asked for bytes before they are taken, and raises LimitReached where these are too
    many.
    """

    def __init__(
        self,
        dtype: npt.DTypeLike,
        most: int,
        ask: Callable[[int], None],
        known: Sequence[npt.NDArray[Any]] = (),
    ) -> None:
        self._most, self._ask, self._known = most, ask, known
        self._merged: npt.NDArray[Any] = np.empty(0, dtype)
        self._parts: list[npt.NDArray[Any]] = []
        self._bytes = 0
        """What the parts take."""

    @property
    def nbytes(self) -> int:
        """What the words take that are held."""
        return self._merged.nbytes + self._bytes

    def add(self, part: npt.NDArray[Any]) -> None:
        """Take words, ascending."""
        self._ask(self.nbytes + part.nbytes)
        self._parts.append(part)
        self._bytes += part.nbytes
        if self._bytes > max(self._most, self._merged.nbytes):
            self.merged()

    def merged(self) -> npt.NDArray[Any]:
        """All that came and is not known, ascending, each once."""
        self._ask(3 * self.nbytes)
        words = np.concatenate([self._merged, *self._parts])
        self._parts.clear()
        self._merged, self._bytes = self._merged[:0].copy(), 0
        words = in_order(words)
        for known in self._known:
            words = without(words, known)
        self._merged = words
        return words
