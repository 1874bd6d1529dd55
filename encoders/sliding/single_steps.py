"""Sliding blocks as single steps, for PDDL; a move is a chain of steps by one piece."""

from collections.abc import Iterator

from puzzleproof.encoders.sliding import BlockFacts
from puzzleproof.encoders.task import Grounding, Operator
from puzzleproof.models.drawing import STEPS
from puzzleproof.models.sliding.instance import SlidingInstance


def ground_sliding_single_steps(puzzle: SlidingInstance) -> Grounding:
    """Build the task of single steps (one character drawn); there are facts for places half-way."""
    facts = BlockFacts(puzzle, single_steps=True)
    task = facts.task(_steps(facts), chains=puzzle.metric != "unit" or puzzle.cell > 1)

    return Grounding(task, facts.state, facts.inverse)


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
