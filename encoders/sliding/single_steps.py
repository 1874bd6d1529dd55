"""Sliding blocks as single steps, for searches; a move is a chain of steps by one piece.

What may follow a step within one move depends on the metric: any step of the piece, one straight
on, or none.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzleproof.encoders.sliding import BlockFacts
from puzzleproof.encoders.task import DIRECTIONS, Grounding, NamedImages, Operator, Plane
from puzzleproof.models.sliding.instance import SlidingInstance


def ground_sliding_single_steps(puzzle: SlidingInstance) -> Grounding:
    """Build the task of single steps (one character drawn); a move is a chain of these.

    With ``cell = 2`` there are facts for the places between resting places as well.
    """
    facts = BlockFacts(puzzle, single_steps=True)
    task = facts.task(_steps(facts), chains=puzzle.metric != "unit" or puzzle.cell > 1)

    def symmetries() -> tuple[NamedImages, ...]:
        from puzzleproof.encoders.sliding.symmetry import shape_symmetries

        return tuple(shape_symmetries(facts, task))

    kinds = tuple(count.facts for count in task.counts[:-1])
    return Grounding(task, facts.state, facts.inverse, symmetries, kinds, plane=_plane(facts))


def _plane(facts: BlockFacts) -> Plane:
    """The cells and places of the drawing; the metric says which paths are allowed."""
    columns = facts.puzzle.board.size[1]
    corners = {fact: at for (_, at), fact in facts.places.items()}
    corners |= {fact: cell for cell, fact in facts.empty.items()}
    positions = tuple(r * columns + c for _, (r, c) in sorted(corners.items()))
    metric = facts.puzzle.metric
    longest = facts.puzzle.cell if metric == "unit" else None
    return Plane(columns, positions, metric == "piece", longest)


def _steps(facts: BlockFacts) -> Iterator[Operator]:
    """A step for each place and direction; origin and landing say what may follow."""
    links, numbers = LINKS[facts.puzzle.metric], {x: k for k, x in enumerate(DIRECTIONS)}
    for (k, at), source in facts.places.items():
        for to, letter in facts.steps(k, at):
            target = facts.places[k, to]
            swept = facts.covers[target]
            for origin, landing in links(source, target, numbers[letter], facts.puzzle.cell):
                yield facts.displacement(k, at, to, swept, origin=origin, landing=landing)


Links = list[tuple[int, int]]
"""(origin, landing) of each operator for a step."""


def _around_corners(source: int, target: int, direction: int, cell: int) -> Links:
    """All steps from the present place of the piece."""
    return [(source, target)]


def _straight_on(source: int, target: int, direction: int, cell: int) -> Links:
    """Steps in the same direction."""
    return [(4 * source + direction, 4 * target + direction)]


def _one_cell(source: int, target: int, direction: int, cell: int) -> Links:
    """Straight on, ``cell`` characters at most."""
    before, after = ((4 * fact + direction) * (cell + 1) for fact in (source, target))
    return [(before + taken, after + taken + 1) for taken in range(cell)]


LINKS = {"piece": _around_corners, "line": _straight_on, "unit": _one_cell}
