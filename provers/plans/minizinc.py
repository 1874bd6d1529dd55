"""The output of the exported MiniZinc model: of its solutions the last one, a line a move."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.models.facts_and_actions import strips_of
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.strips import Strips
from puzzleproof.provers.plans.facts import states_with

MOVE = re.compile(r"^move \d+: (\d{1,9}) .*$", re.MULTILINE)
END = re.compile(r"^-{10}\s*$", re.MULTILINE)


def states_of_output(puzzle: AnyPuzzle, text: str) -> list[State]:
    """The states on the way of the last solution, the start first.

    Raises NotationError for an output without a solution, IllegalMove for an action that does not
    apply.
    """
    solutions = END.split(text)[:-1]
    if not solutions:
        raise NotationError("there is no plan in it: expected a solution, ended by '----------'")
    numbers = map(int, MOVE.findall(solutions[-1]))
    return states_with(puzzle, _masks(puzzle, strips_of(puzzle), numbers))


def _masks(puzzle: AnyPuzzle, strips: Strips, numbers: Iterator[int]) -> Iterator[int]:
    """The facts after each action."""
    facts = puzzle.state_facts(puzzle.canonical(puzzle.start))
    yield facts
    for place, number in enumerate(numbers, 1):
        if not 0 < number <= len(strips.actions):
            raise NotationError(f"move {place}: there is no action {number}")
        action = strips.actions[number - 1]
        if not action.applies(facts):
            raise IllegalMove(f"move {place}: action {number} ({action.name}) cannot be applied")
        facts ^= action.toggles
        yield facts
