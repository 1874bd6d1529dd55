"""Tables of walking distance (`puzzleproof.verify.bounds.walking`), in arrays.

A layer has the keys with the same fewest steps, ascending.  Each step can be undone and takes the
blank to a line beside its own, so the keys one step after a layer are in the layers beside it.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise, product

import numpy as np

from puzzleproof.models.arrays.words import Words, found_in, united, without
from puzzleproof.models.budget import spend
from puzzleproof.verify.bounds import NEVER
from puzzleproof.verify.bounds.walking import TOP, Axis


@lru_cache(2)
def steps_home(axis: Axis) -> Callable[[Sequence[int]], list[int]]:
    """Return a function: keys -> the fewest steps to the goal's, or `NEVER`."""
    lines, size, home = axis
    tile, width = axis.tile, (lines - 1) * size.bit_length()
    low, fields = (1 << width) - 1, product(range(1 << size.bit_length()), repeat=lines - 1)
    holds = np.array([(size - sum(few), *few[::-1]) for few in fields]).T > 0
    """For each name, by the fields of a line without the blank, whether it has such a tile."""
    goal = sum((size - (line == home)) * tile(line, line) for line in range(lines))
    layers: list[Words] = [np.empty(0, np.int64), np.array([goal + (home << TOP)])]
    while len(here := layers[-1]):
        spend(len(here) // 4, 12 * sum(map(len, layers)))
        ends = np.searchsorted(here >> TOP, range(lines + 1))
        blank_on = [here[first:end] for first, end in pairwise(ends)]
        found = list[Words]()
        for new in range(lines):
            parts = [
                some[has] + (tile(old, name) - tile(new, name) + (new - old << TOP))
                for old, some in enumerate(blank_on)
                if abs(new - old) == 1
                for name, has in enumerate(holds[:, some >> new * width & low])
            ]
            found.append(united(parts, np.int64))
        layers.append(without(np.concatenate(found), layers[-2]))

    def look_up(keys: Sequence[int]) -> list[int]:
        spend((20 + len(keys)) * len(layers) // 4)
        steps, wanted = np.full(len(keys), NEVER), np.array(keys, np.int64)
        for k, layer in enumerate(layers[1:]):
            steps[found_in(layer, wanted)] = k
        return [*map(int, steps)]

    return look_up
