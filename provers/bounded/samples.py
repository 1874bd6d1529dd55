"""Some states of a graph, and what bounds say of them: to choose bounds by."""

from __future__ import annotations

import random
from collections.abc import Sequence

from puzzleproof.verify.bounds import LowerBound
from puzzleproof.verify.bounds.graphs import LabelGraph

NEAR, FAR = 150, 50
"""States of the sample: near the start, and laid by chance."""
HIGHEST = 100
"""Moves up to which a bound is measured."""


def sample(graph: LabelGraph) -> list[int]:
    """Some states near the start, and some laid by chance where that can be."""
    chance = random.Random(0)  # noqa: S311 (a sample, no secret)
    here = near = {graph.start}
    while here and len(near) < 10 * NEAR:
        here = graph.beyond(here) - near
        near = near | here
    found = chance.sample(sorted(near), min(NEAR, len(near)))
    puzzle = graph.puzzle
    laid = (puzzle.placed(chance) for _ in range(FAR))
    return found + [puzzle.pack(puzzle.canonical(state)) for state in laid if state is not None]


def said(bounds: Sequence[LowerBound], numbers: Sequence[int]) -> int:
    """The sum of what some bounds say of states, the largest of each."""
    total, left = 0, list(numbers)
    for moves in range(1, HIGHEST + 1):
        near: Sequence[int] = left
        for bound in bounds:
            near = bound.near(near, moves)
        kept = set(near)
        left = [number for number in left if number not in kept]
        total += len(left)
        if not left:
            break
    return total
