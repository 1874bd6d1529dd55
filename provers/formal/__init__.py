"""Claims as theorems of Coq: what a puzzle's own file says, by the rules of ``verify/formal/``.

The development there defines the rules of a family from its drawing, as a person would say them,
and proves that a search which the kernel makes by itself misses no move.  A `Theorem` here copies
the drawing, the plan and the number, and nothing else: docs/kernel.md.  A family that has such
rules is a row of `WRITERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from puzzleproof.models import imported
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.formal.theorem import Theorem

HERE = "puzzleproof.provers.formal"
WRITERS = {
    "cubes": f"{HERE}.cubes:theorem",
    "frogs": f"{HERE}.steps:frogs",
    "pegs": f"{HERE}.steps:pegs",
    "sliding": f"{HERE}.sliding:theorem",
    "tiles": f"{HERE}.steps:tiles",
}
"""Family -> module:name of ``(puzzle, at_least, plan)``; raises Unsupported with the reason."""
MOST_MOVES = 5000
"""Coq reads greater unary numbers slowly, or not at all."""

Writer: TypeAlias = Callable[[AnyPuzzle, int | None, Sequence[str] | None], Theorem]


def theorem_of(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> Theorem:
    """Return the theorem 'the minimum is L', without a plan 'at least L', or that there is no plan.

    ``at_least`` is in moves of the puzzle's metric; None: there is no plan.  Raises Unsupported for
    what the development has no rules of.
    """
    if puzzle.family not in WRITERS:
        known = ", ".join(WRITERS)
        raise Unsupported(f"family {puzzle.family!r} has no rules in Coq, only {known}")
    if at_least is not None and at_least > MOST_MOVES:
        raise Unsupported(f"{count(at_least, 'move')}: Coq is asked for at most {MOST_MOVES:,}")
    writer: Writer = imported(WRITERS[puzzle.family])
    return writer(puzzle, at_least, plan)
