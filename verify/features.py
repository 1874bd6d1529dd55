"""Compare the steps that a puzzle declares for its features with moves that the rules make.

An invariant rests on the steps being all there are.  From the start on, the first states in breadth
and those of a plan are looked at: each legal move must add one of the steps, and each goal state
must be of one of the goals' sets.  Where a move is a chain of steps only the goals are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.invariants import Weighed
from puzzleproof.models.puzzle import AnyPuzzle, State, Vector
from puzzleproof.verify.replay import replay

STATES, PLAN = 200, 1_000
"""So many states in breadth are looked at."""


def compare_steps(puzzle: AnyPuzzle, weighed: Weighed, plan: Sequence[str] | None) -> int:
    """Compare; the number of moves.  Raises CertificateRejected naming the first difference."""
    steps, moves = set(weighed.steps), 0
    on_plan = () if plan is None else replay(puzzle, plan[:PLAN])
    for state in chain(islice(_in_breadth(puzzle), STATES), on_plan):
        here = weighed.vector(state)
        if puzzle.is_goal(state) and not any(goal.holds(here) for goal in weighed.goals):
            raise CertificateRejected(f"a goal state is in no goal's set: {_line(puzzle, state)}")
        if weighed.step_is_move:
            for move in puzzle.moves(state):
                moves += 1
                if _change(here, weighed.vector(puzzle.play(state, move))) not in steps:
                    name = puzzle.format_move(move)
                    raise CertificateRejected(
                        f"the move {name} is none of the steps, in {_line(puzzle, state)}"
                    )
    return moves


def _in_breadth(puzzle: AnyPuzzle) -> Iterator[State]:
    """The states in breadth, the start as it is and the others canonical."""
    seen, queue = {puzzle.canonical(puzzle.start)}, [puzzle.start]
    for state in queue:
        yield state
        for after in puzzle.successors(state):
            if after not in seen:
                seen.add(after)
                queue.append(after)


def _change(before: Vector, after: Vector) -> tuple[tuple[int, int], ...]:
    pairs = enumerate(zip(before, after, strict=True))
    return tuple((k, b - a) for k, (a, b) in pairs if a != b)


def _line(puzzle: AnyPuzzle, state: State) -> str:
    """Draw a state in one line."""
    return "/".join(puzzle.draw(state).splitlines())
