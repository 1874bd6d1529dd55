"""All shortest plans of a puzzle, counted by the simple search over the rules, within limits."""

from __future__ import annotations

from typing import NamedTuple

from puzzleproof.models.errors import InternalError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Layer, ignore, searching
from puzzleproof.provers.process import NO_LIMITS, Limits, call, half_of_spare_memory
from puzzleproof.provers.solve import settled_by_invariant
from puzzleproof.provers.verdict import Grade
from puzzleproof.verify.count import count_shortest, shortest_plans
from puzzleproof.verify.replay import replay_to_goal

SHOWN = 10
"""Plans that are written out where no other number is asked for; all are counted."""


class ShortestPlans(NamedTuple):
    """The minimum (None: no goal can be reached), the number of shortest plans, some of them."""

    optimum: int | None
    number: int
    plans: list[list[str]]
    grade: Grade = "claimed"
    """``certified`` where an invariant rules every plan out; else one search says so."""

    def __repr__(self) -> str:
        """Return the numbers in a line."""
        if self.optimum is None:
            return f"<ShortestPlans: no plan, {self.grade}>"
        return f"<ShortestPlans: {self.number} of {self.optimum} moves, {self.grade}>"


def shortest_plans_of(
    puzzle: AnyPuzzle, limit: int = SHOWN, on_event: Emit = ignore, limits: Limits = NO_LIMITS
) -> ShortestPlans:
    """Count the shortest plans and write out ``limit`` of them, in a child process.

    Plans are distinguished by the positions on the way.  Raises LimitReached where it is stopped.
    """
    if settled_by_invariant(puzzle) is not None:
        return ShortestPlans(None, 0, [], "certified")
    limits = Limits(limits.seconds, limits.memory or half_of_spare_memory())
    found: ShortestPlans = call(_count, (puzzle, limit), on_event, limits)
    for plan in found.plans:
        if replay_to_goal(puzzle, plan) != found.optimum:
            raise InternalError(f"a plan of {len(plan)} moves was counted among the shortest")
    return found


def _count(puzzle: AnyPuzzle, limit: int, emit: Emit) -> ShortestPlans:
    """Count, in the child process."""

    def on_layer(depth: int, states: int) -> None:
        emit(Layer("verify.count", "models", depth, states))

    emit(searching(puzzle, "counting shortest plans"))
    counted = count_shortest(puzzle, on_layer)
    plans = [list(plan) for plan in shortest_plans(puzzle, limit)]
    return ShortestPlans(counted.optimum, counted.plans, plans)
