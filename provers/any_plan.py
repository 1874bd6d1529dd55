"""Some plan within seconds, then shorter ones: an upper bound, and no evidence for a minimum."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.models.texts import count
from puzzleproof.provers.events import SOME_PLAN, Emit, PlanFound, Working
from puzzleproof.verify.replay import replay

if TYPE_CHECKING:
    from puzzleproof.explore.any_plan import PlanSearch


def find_some_plan(puzzle: AnyPuzzle, patience: float, emit: Emit) -> bool:
    """Search for some plan within ``patience`` seconds, then shorten it until it is stopped."""
    work = _Work(puzzle, emit, patience)
    found: list[State] | None = None
    with suppress(_OutOfPatience):
        found = _find(puzzle, work.search)
    if found is None:
        return False
    work.report(found)
    work.shorten(found)
    return True


def _find(puzzle: AnyPuzzle, search: PlanSearch) -> list[State] | None:
    """The states of some plan: tiles row by row, frogs by columns, sliding pieces by a search."""
    from puzzleproof.explore.any_plan import Ways
    from puzzleproof.explore.tiles.rows import plan_by_rows
    from puzzleproof.models.frogs.rules import FrogsPuzzle
    from puzzleproof.models.sliding.rules import SlidingPuzzle
    from puzzleproof.models.tiles.rules import TilesPuzzle

    match puzzle:
        case TilesPuzzle():
            return plan_by_rows(puzzle)
        case FrogsPuzzle():
            plan = puzzle.plan_by_columns()
            if plan is None:
                return None
            return replay(puzzle, list(map(puzzle.format_move, plan)))
        case SlidingPuzzle():
            return search.find(Ways(puzzle))
        case _:
            return None


def shorten_plan(puzzle: AnyPuzzle, plan: Sequence[str], emit: Emit) -> None:
    """Search for shorter plans near one that is known."""
    states = list(map(puzzle.canonical, replay(puzzle, plan)))
    _Work(puzzle, emit).shorten(states)


class _OutOfPatience(Exception):
    """No plan was found in time."""


class _Work:
    """A search, and the function that takes its events."""

    def __init__(self, puzzle: AnyPuzzle, emit: Emit, patience: float | None = None) -> None:
        from puzzleproof.explore.any_plan import PlanSearch

        self._puzzle, self._emit = puzzle, emit
        self._until = None if patience is None else time.monotonic() + patience
        self._phase = "searching for some plan"
        self.search = PlanSearch(puzzle, self._listen)

    def _listen(self, states: int) -> None:
        self._emit(Working(self._phase, states, None, "states"))
        if self._until is not None and time.monotonic() > self._until:
            raise _OutOfPatience

    def report(self, states: Sequence[State]) -> None:
        """Report a plan through these states."""
        moves = plan_through(self._puzzle, states)
        self._emit(PlanFound(tuple(map(self._puzzle.format_move, moves)), SOME_PLAN))

    def shorten(self, states: Sequence[State]) -> None:
        """Report ever shorter plans; a search that is full begins anew around the last one."""
        self._until = None
        moves, known = 0, len(states)
        while moves < known:
            known = len(states) - 1
            self._phase = f"shortening a plan of {count(known, 'move')}"
            for shorter in self.search.shorten(states):
                self.report(shorter)
                states = shorter
                self._phase = f"shortening a plan of {count(len(shorter) - 1, 'move')}"
            moves = len(states) - 1 if self.search.is_full else known
            self.search = type(self.search)(self._puzzle, self._listen)
