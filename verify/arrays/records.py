"""The records of a labelling as arrays: the same bytes, demands and messages as the reference."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from puzzleproof.models.arrays.words import Sets
from puzzleproof.verify.records import Records

QUICK_BYTES = 8
"""Varints of up to this many bytes are read on arrays; few honest files have longer ones."""


class ArrayRecords(Records):
    """Blocks whose parts are arrays of words; unusual bytes are left to `Records`."""

    def _differences(self, data: bytes, where: str) -> Any:
        """An array if no varint is long, else a list."""
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

    def _numbers(self, added: Sequence[int] | Sets, last: int, name: str, done: int) -> Any:
        """An array; ``added`` is an array or a list."""
        if isinstance(added, np.ndarray):
            most = last + int(added.max()) * len(added)
            if int(added.min()) and most >> 63 == 0:
                numbers = np.cumsum(added, dtype=np.uint64) + np.uint64(last + 1) - np.uint64(1)
                if not int(numbers[-1]) >> self._bits:
                    return numbers
            added = cast("list[int]", added.tolist())
        return np.array(super()._numbers(added, last, name, done), np.uint64)
