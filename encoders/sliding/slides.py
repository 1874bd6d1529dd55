"""Sliding blocks: the places of each kind and the steps between them, of which a move is a path.

In the metric ``piece`` a path may turn; in ``line`` it may not, and in ``unit`` it has one step
only, for which operators say as much.
"""

from __future__ import annotations

from itertools import product

from puzzleproof.encoders.sliding import BlockFacts
from puzzleproof.encoders.task import Slides

AXIS = {"E": 0, "S": 1}
"""A step and the one back are one: those to the right and down stand for both."""


def slides_of(facts: BlockFacts) -> Slides | None:
    """All places where a shape fits, resting places or not; None in the metric ``unit``."""
    metric = facts.puzzle.metric
    if metric == "unit":
        return None
    corners = list(product(*(sorted(set(some)) for some in zip(*facts.board, strict=True))))
    kinds = range(len(facts.kinds))
    places = {at: n for n, at in enumerate(at for at in product(kinds, corners) if facts.fits(*at))}
    return Slides(
        kinds=tuple(k for k, _ in places),
        rests=tuple(facts.places.get(at, -1) for at in places),
        free=tuple(tuple(sorted(facts.empty[c] for c in facts.cells(*at))) for at in places),
        steps=tuple(
            (number, places[k, to], AXIS[letter])
            for (k, at), number in places.items()
            for to, letter in facts.steps(k, at)
            if letter in AXIS
        ),
        straight=metric == "line",
    )
