"""Some plan within seconds, then shorter ones: an upper bound, and no evidence for a minimum."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from puzzleproof.explore.any_plan import PlanSearch, Ways
from puzzleproof.explore.tiles.rows import plan_by_rows
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.texts import count
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.events import SOME_PLAN, Emit, PlanFound, Working
from puzzleproof.verify.replay import replay


class _OutOfPatience(Exception):
    """No plan was found in time."""


def find_some_plan(puzzle: AnyPuzzle, patience: float, emit: Emit) -> bool:
    """Search for some plan within ``patience`` seconds, then shorten it until it is stopped."""
    until, found = time.monotonic() + patience, None

    def listen(states: int) -> None:
        emit(Working("searching for some plan", states, None, "states"))
        if time.monotonic() > until:
            raise _OutOfPatience

    with suppress(_OutOfPatience):
        found = _find(puzzle, listen)
    if found is None:
        return False
    _report(puzzle, found, emit)
    _shorten(puzzle, found, emit)
    return True


def _find(puzzle: AnyPuzzle, listen: Callable[[int], None]) -> list[State] | None:
    """The states of some plan: tiles row by row, frogs by columns, sliding pieces by a search."""
    match puzzle:
        case TilesPuzzle():
            return plan_by_rows(puzzle)
        case FrogsPuzzle():
            plan = puzzle.plan_by_columns()
            return None if plan is None else replay(puzzle, list(map(puzzle.format_move, plan)))
        case SlidingPuzzle():
            return PlanSearch(puzzle, listen).find(Ways(puzzle))
        case _:
            return None


def shorten_plan(puzzle: AnyPuzzle, plan: Sequence[str], emit: Emit) -> None:
    """Search for shorter plans near one that is known."""
    _shorten(puzzle, list(map(puzzle.canonical, replay(puzzle, plan))), emit)


def _shorten(puzzle: AnyPuzzle, states: list[State], emit: Emit) -> None:
    """Report ever shorter plans; a search that is full begins anew around the last one."""

    def listen(known: int) -> None:
        phase = f"shortening a plan of {count(len(states) - 1, 'move')}"
        emit(Working(phase, known, None, "states"))

    while True:
        search, before = PlanSearch(puzzle, listen), len(states)
        for shorter in search.shorten(states):
            states = shorter
            _report(puzzle, states, emit)
        if not search.is_full or len(states) == before:
            return


def _report(puzzle: AnyPuzzle, states: Sequence[State], emit: Emit) -> None:
    """Report a plan through these states."""
    moves = plan_through(puzzle, states)
    emit(PlanFound(tuple(map(puzzle.format_move, moves)), SOME_PLAN))
