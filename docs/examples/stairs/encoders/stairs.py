"""Stairs as a planning task: fact k says that the counter is on step k."""

from __future__ import annotations

from puzzleproof.encoders.task import Grounding, Operator, Task
from puzzleproof.models.puzzle import State
from puzzleproof.models.stairs.rules import StairsPuzzle


def ground_stairs(puzzle: StairsPuzzle) -> Grounding:
    """Build the task: an operator for each step and each distance down from it."""
    facts = tuple(range(puzzle.steps + 1))
    drops = [(high, high - distance) for high in facts for distance in (1, 2) if distance <= high]
    task = Task(
        name=puzzle.info.name,
        facts=tuple(f"counter@{k}" for k in facts),
        groups=(facts,),
        counts=(),
        movers=frozenset(),
        start=frozenset({puzzle.steps}),
        operators=tuple(
            Operator(f"{high}>{low}", frozenset({high}), frozenset({high}), frozenset({low}))
            for high, low in drops
        ),
        goals=(((0,),),),
    )
    return Grounding(task, state=_state)


def _state(facts: frozenset[int]) -> State:
    return tuple(facts)
