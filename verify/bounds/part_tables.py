"""Least costs in the small graph of one part of a peg board, for all contents of the part at once.

A *node* is (contents of the part, mover): the mover is the hole of the part where the moving peg
has just landed, or None.  Contents are numbered: bit k of the number is a peg in hole k.  An *arc*
leads, at a cost, from all contents with certain pegs and certain empty holes to those whose number
is greater by a constant.  The least costs from given nodes are found in ascending order (E. W.
Dijkstra, 1959).  A set of contents is one integer with a bit for each, so one operation applies an
arc to a whole set: ``(set & fits) << constant``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from puzzleproof.verify.bounds.planes import CAP, NO_WAY, as_bytes, give, repeated

Mover: TypeAlias = int | None
"""The hole of the part where the moving peg has just landed; None if there is none."""
Sets: TypeAlias = dict[Mover, int]
"""Nodes: mover -> a set of contents."""


class Arc(NamedTuple):
    """Leads from all contents with these pegs and these empty holes (masks) to some nodes."""

    pegs: int
    holes: int
    added: int
    """What is added to the number of the contents."""
    ends: tuple[tuple[Mover, int], ...]
    """The mover of each of these nodes, and the cost of the arc to it."""


def least_costs(
    places: int, origins: Mapping[int, int], arcs: Mapping[Mover, Iterable[Arc]]
) -> bytes:
    """For each contents of a part of ``places`` holes, the least cost of its node without a mover.

    ``origins`` are the nodes (without a mover) where ways begin: contents -> cost; ``arcs`` are
    given by the mover of the node where they begin.  255 means that no way leads there.

    >>> step = Arc(pegs=1, holes=2, added=1, ends=((None, 3),))
    >>> list(least_costs(2, {1: 0}, {None: [step]}))
    [255, 0, 3, 255]
    """
    contents = 1 << places
    with_peg = [
        repeated((1 << (1 << place)) - 1 << (1 << place), 2 << place, contents >> place + 1)
        for place in range(places)
    ]
    ready = {
        mover: [(_fitting(arc, with_peg), arc.added, arc.ends) for arc in some]
        for mover, some in arcs.items()
    }
    seen: Sets = {}
    waiting: dict[int, Sets] = {}
    for number, cost in origins.items():
        _join(waiting, min(cost, CAP), None, 1 << number)
    planes = [0] * 8
    while waiting:
        cost, before = min(waiting), seen.get(None, 0)
        while here := waiting.pop(cost, None):
            for mover, some in here.items():
                old = seen.get(mover, 0)
                if not (fresh := some ^ some & old):
                    continue
                seen[mover] = old | fresh
                for fits, added, ends in ready.get(mover, ()):
                    if taken := fresh & fits:
                        taken = taken << added if added >= 0 else taken >> -added
                        for then, more in ends:
                            _join(waiting, min(cost + more, CAP), then, taken)
        give(planes, cost, seen.get(None, 0) ^ before)
    give(planes, NO_WAY, (1 << contents) - 1 ^ seen.get(None, 0))
    return as_bytes(planes, contents)


def _fitting(arc: Arc, with_peg: Sequence[int]) -> int:
    """The contents where an arc can begin; ``with_peg`` has, for each place, those with a peg."""
    found = (1 << (1 << len(with_peg))) - 1
    for place, some in enumerate(with_peg):
        if arc.pegs >> place & 1:
            found &= some
        if arc.holes >> place & 1:
            found &= ~some
    return found


def _join(waiting: dict[int, Sets], cost: int, mover: Mover, some: int) -> None:
    """Add nodes to those that wait at a cost."""
    sets = waiting.setdefault(cost, {})
    sets[mover] = sets.get(mover, 0) | some
