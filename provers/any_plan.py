"""Some plan within seconds, then shorter plans: upper bounds, and no evidence for a minimum."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from puzzleproof.explore.any_plan import MOST, PlanSearch, Ways, without_needless
from puzzleproof.explore.tiles.rows import plan_by_rows
from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.texts import count
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.events import SOME_PLAN, Emit, PlanFound, Working
from puzzleproof.verify.replay import replay


class _OutOfPatience(Exception):
    """The time for finding first plans is over."""


LEVELS = MOST // 16, MOST // 4, MOST
"""How many states are kept near each first plan, then near the best plan, to find shorter plans."""
STARTS = 8
"""At most this many first plans are shortened."""


def find_some_plan(puzzle: AnyPuzzle, patience: float, emit: Emit, least: int = 0) -> bool:
    """Search for plans for ``patience`` seconds, then shorten the best plan, if there is one.

    Up to `STARTS` plans are found; each is shortened a little as soon as it is found.  A plan of
    ``least`` moves ends the search: no plan has fewer moves.  Returns whether there is a plan.
    """
    until, best = time.monotonic() + patience, _Best(puzzle, emit, least)

    def listen(states: int) -> None:
        emit(Working("searching for some plan", states, None, "states"))
        if time.monotonic() > until:
            raise _OutOfPatience

    with suppress(_OutOfPatience):
        for plan in islice(_plans(puzzle, listen), STARTS):
            best.take(plan)
            if best.is_last or best.shorten(plan, LEVELS[0]):
                return True
    best.shorten_further(LEVELS[1:])
    return bool(best.states)


def _plans(puzzle: AnyPuzzle, listen: Callable[[int], None]) -> Iterator[list[State]]:
    """Yield plans as lists of states, if the family has a method to find them."""
    match puzzle:
        case TilesPuzzle():
            yield from filter(None, (plan_by_rows(puzzle),))
        case FrogsPuzzle():
            if (plan := puzzle.plan_by_columns()) is not None:
                yield replay(puzzle, list(map(puzzle.format_move, plan)))
        case SlidingPuzzle():
            yield from PlanSearch(puzzle, listen).find(Ways(puzzle))
        case CubesPuzzle():
            from puzzleproof.provers.cubes import FACTOR_SEARCH, find_pairs, solution_of

            for pair in find_pairs(puzzle, FACTOR_SEARCH, 1):
                states = replay(puzzle, solution_of(puzzle, pair).plan)
                yield list(map(puzzle.canonical, states))
        case _:
            pass


def shorten_plan(puzzle: AnyPuzzle, plan: Sequence[str], emit: Emit) -> None:
    """Search for plans that are shorter than ``plan``, near its states."""
    best = _Best(puzzle, emit)
    best.states = list(map(puzzle.canonical, replay(puzzle, plan)))
    best.shorten_further(LEVELS)


class _Best:
    """The shortest plan so far, as a list of states; `take` reports each plan that is shorter."""

    def __init__(self, puzzle: AnyPuzzle, emit: Emit, least: int = 0) -> None:
        self._puzzle, self._emit, self._least = puzzle, emit, least
        self.states = list[State]()

    @property
    def is_last(self) -> bool:
        """Whether the best plan has ``least`` moves, so that no plan is shorter."""
        return 0 < len(self.states) <= self._least + 1

    def take(self, states: list[State]) -> None:
        """Keep and report a plan if it is shorter than the best so far."""
        if not self.states or len(states) < len(self.states):
            self.states = states
            moves = plan_through(self._puzzle, states)
            self._emit(PlanFound(tuple(map(self._puzzle.format_move, moves)), SOME_PLAN))

    def shorten(self, plan: list[State], most: int) -> bool:
        """Shorten a plan, keeping ``most`` states; return whether more states would not help."""
        while not self.is_last:
            close, around = (PlanSearch(self._puzzle, self._listen, most, p) for p in (plan, ()))
            steps = partial(without_needless, self._puzzle), close.shorten, around.shorten
            before = len(plan)
            for shorter in steps:
                for found in shorter(plan):
                    self.take(found)
                    plan = found
                if len(plan) < before:
                    break
            else:
                return not around.is_full
        return True

    def shorten_further(self, levels: Sequence[int]) -> None:
        """Shorten the best plan, if there is one, with each number of states in ``levels``."""
        for most in levels if self.states else ():
            if self.shorten(self.states, most):
                return

    def _listen(self, known: int) -> None:
        phase = f"shortening a plan of {count(len(self.states) - 1, 'move')}"
        self._emit(Working(phase, known, None, "states"))
