"""Distances in a state graph in memory, found on arrays: a layer of states at a time.

`puzzleproof.verify.state_graph` makes the same searches state by state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np


class Neighbours:
    """For each state a row with its neighbours; all rows are as long as the longest.

    The rest of a row is filled with the state itself, which a search has already met.
    """

    def __init__(self, beside: Sequence[Sequence[int]]) -> None:
        count = np.fromiter(map(len, beside), np.int64, len(beside))
        rows = np.arange(len(beside), dtype=np.int64)
        self._beside = np.repeat(rows[:, None], max(1, int(count.max())), 1)
        columns = np.arange(max(1, int(count.max())), dtype=np.int64)
        self._beside[columns < count[:, None]] = [one for row in beside for one in row]

    def distances(self, origins: Iterable[int], states: int) -> list[int]:
        """The distances of the first ``states`` states to the nearest origin; -1: no path."""
        found, layer, depth = np.full(states, -1, np.int64), np.array([*origins], np.int64), 0
        found[layer] = 0
        while len(layer):
            depth += 1
            above = self._beside[layer].ravel()
            above = above[found[above] < 0]
            found[above] = depth
            layer = np.unique(above)
        numbers: list[int] = found.tolist()
        return numbers
