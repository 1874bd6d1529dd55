"""The records of a labelling as arrays: the same bytes, demands and messages as the reference."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from puzzleproof.models.arrays.words import WORD_BYTES, Numbers, Sets, numbers_from
from puzzleproof.verify.records import Records

WORD_BITS = 64
QUICK_BYTES = 8
"""Varints of up to this many bytes are read on arrays; few honest files have longer ones."""


class ArrayRecords(Records):
    """Blocks whose parts are arrays of words; unusual bytes are left to `Records`."""

    def _differences(self, data: bytes, where: str) -> Any:
        """Return an array if no varint is long, else a list."""
        got = np.frombuffer(data, np.uint8)
        end = np.flatnonzero(got < 0x80)
        begin = np.empty_like(end)
        begin[:1] = 0
        begin[1:] = end[:-1] + 1
        length = end - begin + 1
        longest = max(int(length.max(initial=0)), len(self._open))
        if longest > min(QUICK_BYTES, self._longest) or ((got[end] == 0) & (length > 1)).any():
            return super()._differences(data, where)
        found = (got[begin] & 0x7F).astype(np.uint64)
        left = np.flatnonzero(length > 1)
        for byte in range(1, longest):
            left = left[length[left] > byte]
            more = (got[begin[left] + byte] & 0x7F).astype(np.uint64)
            found[left] |= more << np.uint64(7 * byte)
        return found

    def _numbers(
        self, added: Sequence[int] | Sets, last: int, name: str, done: int
    ) -> tuple[Numbers, int]:
        """Return an array of packed numbers, and the last; ``added`` is an array or a list."""
        width = self._bits // 8
        if isinstance(added, np.ndarray):
            if int(added.min()) and int(added.max()) * len(added) >> 63 == 0:
                sums, begin = np.cumsum(added, dtype=np.uint64) - np.uint64(1), last + 1
                end = begin + int(sums[-1])
                if not end >> min(self._bits, 2 * WORD_BITS):
                    return _added(begin, sums, width), end
            added = cast("list[int]", added.tolist())
        numbers, end = super()._numbers(added, last, name, done)
        return numbers_from(numbers, width), end


def _added(begin: int, sums: Sets, width: int) -> Numbers:
    """Return the packed numbers ``begin`` and more by each sum, of two words at most."""
    high, rest = map(np.uint64, divmod(begin, 1 << WORD_BITS))
    low: Sets = sums + rest
    if width <= WORD_BYTES:
        return low
    rows = np.zeros((len(sums), max(width, 2 * WORD_BYTES)), np.uint8)
    words = np.stack([high + (low < sums), low], axis=1).astype(">u8")
    rows[:, -2 * WORD_BYTES :] = words.view(np.uint8)
    return np.ascontiguousarray(rows[:, rows.shape[1] - width :]).view(f"S{width}").ravel()
