"""Large tables of walking distance, in arrays: numpy is loaded at first use.

Keys and steps are those of `puzzleproof.verify.bounds.walking`.  A layer has the keys with the same
fewest steps, ascending.  Each step can be undone and takes the blank to a line beside its line, so
the keys one step after a layer are in the layer before it or in the next one.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from puzzleproof.models.arrays.words import Words, found_in, united, without
from puzzleproof.models.budget import spend
from puzzleproof.verify.bounds import NEVER
from puzzleproof.verify.bounds.walking import Bags, Lookup


def large_table(bags: Bags) -> Lookup:
    """Return the table that `small_table` returns as a dictionary."""
    holds, low = np.array(bags.holds()), (1 << bags.width) - 1
    steps = [list(bags.steps_to(line)) for line in range(bags.lines)]
    layers = [np.empty(0, np.int64), np.array([bags.goal()])]
    while len(layers[-1]):
        before, here = layers[-2:]
        ends = np.searchsorted(here, np.arange(bags.lines + 1) << bags.top)
        lines = [here[first:end] for first, end in pairwise(ends)]
        after = list[Words]()
        for some in steps:
            parts = (
                lines[line][holds[name][lines[line] >> height & low]] + added
                for line, height, name, added in some
            )
            after.append(united(parts, np.int64))
        layers.append(without(np.concatenate(after), before))  # the blank's line is highest

    def look_up(keys: Sequence[int]) -> list[int]:
        """Return the fewest steps of keys; spends work, as it looks at all layers."""
        spend(len(keys) * len(layers) // 4)
        wanted = np.array(keys, np.int64)
        found: Words = np.full(len(wanted), NEVER)
        for moves, layer in enumerate(layers[1:]):
            found[found_in(layer, wanted)] = moves
        return list(map(int, found))

    return look_up
