"""Compare the steps that a puzzle declares for its features with moves that the rules make.

An invariant assumes that there are no other steps.  In the first states of a breadth-first search
and in those of a plan, each legal move must add one of the steps, and each goal state must be in
one of the goals' sets.  Where a move is a chain of steps only the goals are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.invariants import FeatureChange, Vector, Weighed
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.replay import in_one_line, replay

FIRST_STATES, PLAN_STATES = 200, 1_000
"""How many states are compared of the search, and how many moves of the plan."""


def compare_steps(puzzle: AnyPuzzle, weighed: Weighed, plan: Sequence[str] | None) -> int:
    """Compare; returns the number of moves.  Raises CertificateRejected at the first difference."""
    steps, moves = set(weighed.steps), 0
    on_plan = () if plan is None else replay(puzzle, plan[:PLAN_STATES])
    for state in chain(islice(_in_breadth(puzzle), FIRST_STATES), on_plan):
        here = weighed.vector(state)
        if puzzle.is_goal(state) and not any(goal.holds(here) for goal in weighed.goals):
            line = in_one_line(puzzle, state)
            raise CertificateRejected(f"a goal state is in no goal's set: {line}")
        if weighed.step_is_move:
            for move in puzzle.moves(state):
                moves += 1
                if _change(here, weighed.vector(puzzle.play(state, move))) not in steps:
                    name = puzzle.format_move(move)
                    line = in_one_line(puzzle, state)
                    raise CertificateRejected(f"the move {name} is none of the steps, in {line}")
    return moves


def _in_breadth(puzzle: AnyPuzzle) -> Iterator[State]:
    """The states in breadth-first order, the start as it is and the others canonical."""
    seen, queue = {puzzle.canonical(puzzle.start)}, [puzzle.start]
    for state in queue:
        yield state
        for after in puzzle.successors(state):
            if after not in seen:
                seen.add(after)
                queue.append(after)


def _change(before: Vector, after: Vector) -> FeatureChange:
    pairs = enumerate(zip(before, after, strict=True))
    return tuple((k, b - a) for k, (a, b) in pairs if a != b)
