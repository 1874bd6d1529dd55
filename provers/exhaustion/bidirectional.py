"""Peg solitaire in compound moves, by bidirectional search: in seconds what horizons do not reach.

Two searches by independent formulations of the rules, without common code.  `search_bidirectional`,
by `explore.pegs.moves` in numpy on the steps of the encoders, finds a plan;
`confirm_bidirectional`, in plain Python by the rules of `models`, refutes that there is a shorter
one.  After p layers forward and q backward that have nothing in common every plan has p + q + 1
moves at least, so each layer is a bound at once. Neither leaves a certificate.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from puzzleproof.encoders import ground_single_steps
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.pegs.rules import BIDIRECTIONAL_HOLES, PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle, plan_through
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Emit, EvidenceFound, Layer, Note, PlanFound, Working
from puzzleproof.provers.libraries import in_words
from puzzleproof.provers.packed_task import packed_task_of, state_of
from puzzleproof.provers.process import BASELINE_BYTES
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence

if TYPE_CHECKING:
    from puzzleproof.provers.prove import Session

SEARCH = "explore.pegs.moves"
CONFIRM = "verify.bidirectional"
BIDIRECTIONAL = "bidirectional search"
BY_THE_RULES = "bidirectional search by the rules"
ARRAYS = 0.85
"""Of the other bytes, what its layers and tables may take; the rest is for what it works with."""


def search_first(session: Session, at_least: int | None, memory: int | None) -> bool:
    """Search in a process of its own, which gives its memory back; whether it came to its end.

    It ends by itself before it would take more than ``memory`` bytes; that is noted.
    """
    try:
        session.call(search_bidirectional, session.puzzle, at_least, memory)
    except (LimitReached, ImportError) as error:
        session.emit(Note(f"the {BIDIRECTIONAL} was stopped ({in_words(error)})", "reason"))
        return False
    return True


def search_bidirectional(
    puzzle: AnyPuzzle, at_least: int | None, memory: int | None, emit: Emit
) -> None:
    """Search until there is a shortest plan, or ``at_least`` moves are proven.

    Raises LimitReached where that would take more than ``memory`` bytes, after it has reported the
    bound reached, and Unsupported for what does not suit.
    """
    from puzzleproof.explore.pegs.moves import search_moves

    begin = time.perf_counter()
    grounding = ground_single_steps(_pegs(puzzle))
    task = packed_task_of(grounding)
    emit(Working("searching from both ends"))
    report = _Report(at_least, emit)
    array_bytes = None if memory is None else int(max(0, memory - BASELINE_BYTES) * ARRAYS)
    found = search_moves(task, array_bytes, report.layer)
    if found.optimum is not None:
        states = [puzzle.canonical(state_of(grounding, task, bits)) for bits in found.states]
        emit(PlanFound(tuple(map(puzzle.format_move, plan_through(puzzle, states))), SEARCH))
    solvable = found.limited or found.optimum is not None
    stopped = found.limited and not report.enough
    forward, backward = len(found.forward) - 1, len(found.backward) - 1
    row = Evidence.searched(
        kind="exhaustion",
        bound=found.at_least if solvable else UNSOLVABLE,
        by=SEARCH,
        formulation="encoders",
        seconds=time.perf_counter() - begin,
        states=sum(found.forward) + sum(found.backward),
        note=f"bidirectional, up to symmetry, {count(forward, 'move')} forward, {backward} backward"
        + (", then stopped" if stopped else ""),
        reached=found.optimum,
    )
    emit(EvidenceFound(row))
    if stopped:
        mega = "" if memory is None else f" of {memory // 1_000_000} MB"
        raise LimitReached(f"memory limit{mega} reached")


class _Report:
    """Turns layers of either side into bounds; stops the search once they are enough."""

    def __init__(self, at_least: int | None, emit: Emit) -> None:
        self._at_least, self._emit = at_least, emit
        self._depths = {"forward": 0, "backward": 0}
        self._states = 2
        self.enough = False

    def layer(self, side: str, depth: int, states: int) -> None:
        """Report that layers of these depths have nothing in common."""
        self._depths[side] = depth
        self._states += states
        total = sum(self._depths.values())
        self._emit(Layer(BIDIRECTIONAL, "encoders", total, self._states))
        if self._at_least is not None and total + 1 >= self._at_least:
            self.enough = True
            raise LimitReached("the bound asked for is proven")


def confirm_bidirectional(puzzle: AnyPuzzle, at_least: int | None, emit: Emit) -> None:
    """Refute 'at most ``at_least`` - 1 moves' (None: every plan) by the rules."""
    from puzzleproof.verify.bidirectional import refute

    begin = time.perf_counter()

    def on_layer(depth: int, classes: int) -> None:
        emit(Layer(BY_THE_RULES, "models", depth, classes))

    emit(Working("searching once more by the rules, from both ends"))
    found = refute(_pegs(puzzle), at_least, on_layer)
    bound = UNSOLVABLE if found.at_least is None else found.at_least
    seconds = time.perf_counter() - begin
    note = "bidirectional, up to symmetry"
    row = Evidence.searched("exhaustion", bound, CONFIRM, "models", seconds, found.classes, note)
    emit(EvidenceFound(row))


def _pegs(puzzle: AnyPuzzle) -> PegPuzzle:
    """The puzzle as what it must be."""
    if not isinstance(puzzle, PegPuzzle) or puzzle.special_search != "bidirectional":
        raise Unsupported(
            f"family {puzzle.family!r}, metric {puzzle.metric!r}: only compound "
            f"moves of pegs on {BIDIRECTIONAL_HOLES} holes at most have this search"
        )
    return puzzle
