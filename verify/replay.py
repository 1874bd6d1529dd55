"""Replay a plan by the rules: every move must be legal, and the last state must be a goal."""

from collections.abc import Iterator, Sequence

from puzzleproof.models.budget import cost_of, spend
from puzzleproof.models.errors import IllegalMove, InternalError, NotationError
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.texts import count


def replay(puzzle: AnyPuzzle, plan: Sequence[str]) -> list[State]:
    """List the states that a plan passes, the start first; errors name the first wrong move."""
    return list(states_of(puzzle, plan))


def states_of(puzzle: AnyPuzzle, plan: Sequence[str]) -> Iterator[State]:
    """Yield the states of `replay` one at a time: all states of a long plan may fill the memory."""
    state = puzzle.start
    yield state
    work = cost_of(state)
    for number, text in enumerate(plan, 1):
        spend(work + len(text))
        try:
            state = puzzle.play(state, puzzle.parse_move(text))
        except (IllegalMove, NotationError) as error:
            which = "" if text in str(error) else f", {text!r}"  # it may number holes otherwise
            raise type(error)(f"move {number} of {len(plan)}{which}: {error}") from None
        yield state


def in_one_line(puzzle: AnyPuzzle, state: State) -> str:
    """Return the drawing of a state in one line, rows divided by ``/``."""
    return "/".join(puzzle.draw(state).splitlines())


def replay_to_goal(puzzle: AnyPuzzle, plan: Sequence[str]) -> int:
    """Count the moves of a plan that solves the puzzle; raises IllegalMove for any other plan.

    Raises InternalError for a plan that is longer than any plan can be by the rules.
    """
    state = puzzle.start
    for state in states_of(puzzle, plan):  # noqa: B007  the last one is wanted
        pass
    if not puzzle.is_goal(state):
        raise IllegalMove(short_of_goal(plan))
    if puzzle.bound_by(len(plan)) > len(plan):
        raise InternalError(f"a plan of {len(plan)} moves, expected {puzzle.longest_plan} at most")
    return len(plan)


def short_of_goal(plan: Sequence[str]) -> str:
    """Return the message about a legal plan that does not solve the puzzle."""
    moves = count(len(plan), "move does", "moves do")
    return f"the plan's {moves} not end in a goal state"
