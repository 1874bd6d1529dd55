"""Cardinality constraints as clauses.

'Exactly k of n' is written by subsets where that takes few clauses (at most k: one literal of each
k + 1 is false; at least k: one of each n - k + 1 is true), which needs no further variables; else
by PySAT's sequential counter (Sinz 2005).  Both propagate fully.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any, TypeAlias

from pysat import card

MOST_SUBSETS = 1500
PAIRWISE_LIMIT = 100

Compiled: TypeAlias = tuple[list[tuple[int, ...]], int]
"""Clauses, and the highest variable in use."""

_pysat: Any = card


def at_most_one(literals: Sequence[int], top: int) -> Compiled:
    """Compile it with variables above ``top``, if any."""
    if len(literals) <= PAIRWISE_LIMIT:
        return [(-a, -b) for a, b in combinations(literals, 2)], top
    return _counter(_pysat.CardEnc.atmost, literals, 1, top)


def exactly(literals: Sequence[int], number: int, top: int) -> Compiled:
    """Compile it with variables above ``top``, if any."""
    size = len(literals)
    if number == 1:
        clauses, top = at_most_one(literals, top)
        return [tuple(literals), *clauses], top
    if comb(size, number + 1) + comb(size, size - number + 1) <= MOST_SUBSETS:
        most = (tuple(-x for x in some) for some in combinations(literals, number + 1))
        return [*most, *combinations(literals, size - number + 1)], top
    return _counter(_pysat.CardEnc.equals, literals, number, top)


def _counter(encode: Any, literals: Sequence[int], number: int, top: int) -> Compiled:
    encoded = encode(list(literals), number, top, encoding=_pysat.EncType.seqcounter)
    return [tuple(clause) for clause in encoded.clauses], max(top, encoded.nv)
