"""Sliding blocks as single steps, for searches; a move is a chain of steps by one piece."""

from collections.abc import Iterator

from puzzleproof.encoders.sliding import BlockFacts
from puzzleproof.encoders.task import Grounding, NamedImages, Operator
from puzzleproof.models.drawing import STEPS, Plane
from puzzleproof.models.sliding.instance import SlidingInstance


def ground_sliding_single_steps(puzzle: SlidingInstance) -> Grounding:
    """Build the task of single steps (one character drawn); there are facts for places half-way."""
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
    numbers = {letter: k for k, letter in enumerate(STEPS)}
    for (k, at), source in facts.places.items():
        for to, letter in facts.steps(k, at):
            target = facts.places[k, to]
            swept = facts.covers[target]
            for origin, landing in _links(facts, source, target, numbers[letter]):
                yield facts.displacement(k, at, to, swept, origin=origin, landing=landing)


def _links(facts: BlockFacts, source: int, target: int, direction: int) -> list[tuple[int, int]]:
    """(origin, landing) of each operator for a step, by what may follow it.

    In the metric ``piece`` that is any step of the piece, in ``line`` one straight on, in ``unit``
    the same, ``cell`` characters at most.
    """
    if facts.puzzle.metric == "piece":
        return [(source, target)]
    before, after = 4 * source + direction, 4 * target + direction
    if facts.puzzle.metric == "line":
        return [(before, after)]
    cell = facts.puzzle.cell
    return [(before * (cell + 1) + k, after * (cell + 1) + k + 1) for k in range(cell)]
