"""Sets of packed states as ascending arrays.

``numpy.unique`` finds what is there twice by hashing, since version 2.3; of some million states to
each layer, sorting is five to eight times as quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.uint64]


def distinct(parts: Sequence[Numbers]) -> Numbers:
    """The numbers of some arrays, ascending, each once.

    >>> distinct([np.array([3, 1], np.uint64), np.array([3], np.uint64)]).tolist()
    [1, 3]
    """
    numbers = np.concatenate([np.zeros(0, np.uint64), *parts])
    numbers.sort()
    fresh = np.ones(len(numbers), np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=fresh[1:])
    return numbers[fresh]


def without(numbers: Numbers, others: Numbers) -> Numbers:
    """Those numbers that are not among others; both are ascending, each once.

    >>> without(np.array([1, 3, 5], np.uint64), np.array([3, 4], np.uint64)).tolist()
    [1, 5]
    """
    if not len(others):
        return numbers
    places = np.searchsorted(others, numbers)
    places[places == len(others)] = 0
    left: Numbers = numbers[others[places] != numbers]
    return left
