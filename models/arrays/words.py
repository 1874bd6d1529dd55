"""Sorted arrays of keys: the sets of states of the boards on arrays."""

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

Truths: TypeAlias = npt.NDArray[np.bool_]
Words: TypeAlias = npt.NDArray[np.int64]
"""Keys of states, or ranks of places."""
Sets: TypeAlias = npt.NDArray[np.uint64]
"""Numbers of states, or sets of cells (`puzzleproof.models.arrays.sliding`)."""
Word = TypeVar("Word", np.int64, np.uint64)


def distinct(keys: npt.NDArray[Word]) -> npt.NDArray[Word]:
    """Sort keys and drop repetitions.

    Most keys come in ascending runs, which the stable sort merges: with numpy 2.4 it took 29
    nanoseconds a key where the default one took 82.
    """
    keys = np.sort(keys, kind="stable")
    new = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    return keys[new]


def united(parts: Iterable[npt.NDArray[Word]]) -> npt.NDArray[Word]:
    """Unite some arrays (at least one) into one that ascends, without repetitions."""
    return distinct(np.concatenate(list(parts)))


def found_in(keys: npt.NDArray[Word], wanted: npt.NDArray[Word]) -> Truths:
    """Tell for each wanted key whether it is among ``keys``, which ascend."""
    if not len(keys):
        return np.zeros(len(wanted), np.bool_)
    at = np.searchsorted(keys, wanted)
    at[at == len(keys)] = 0
    found: Truths = keys[at] == wanted
    return found
