"""Claims about a puzzle as theorems of Coq, by the rules of ``verify/formal/``.

That development defines the rules of a family from the drawing, as a person would say them.  It
proves that the kernel's own search misses no move.  A `Theorem` here copies only the drawing, the
plan and the number (docs/kernel.md).  `WRITERS` has a row for each family with such rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from puzzleproof.models import imported
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.formal.theorem import Theorem

HERE = "puzzleproof.provers.formal"
WRITERS = {
    "cubes": f"{HERE}.steps:cubes",
    "frogs": f"{HERE}.steps:on_board",
    "pegs": f"{HERE}.steps:on_board",
    "sliding": f"{HERE}.steps:sliding",
    "tiles": f"{HERE}.steps:on_board",
}
"""Family -> module:name of ``(puzzle, at_least, plan)``; raises Unsupported with the reason."""
BOTH_ENDS = {
    "sliding": f"{HERE}.steps:from_both_ends",
    "tiles": f"{HERE}.tile_ends:from_both_ends",
}
"""Family -> module:name of ``(puzzle, theorem, at_least, back, most)``: the same theorem, proven
by a search from both ends if that is less work; ``at_least`` is 1 or more."""
BY_BOUNDS = {
    "pegs": f"{HERE}.departures:theorem_by_departures",
    "sliding": f"{HERE}.groups:theorem_by_groups",
    "tiles": f"{HERE}.tile_ends:theorem_by_distances",
}
"""Family -> module:name of ``(puzzle, bounds, at_least, plan, most)``: the theorem, proven by a
search that lower bounds keep small; a bound is a lemma's name with parameters."""
MOST = 250_000
"""The most states of a search with bounds: the kernel takes a minute or two, and a gigabyte."""
MOST_MOVES = 5000
"""Coq reads greater unary numbers slowly, or not at all."""

Bound: TypeAlias = tuple[str, Mapping[str, Any]]
"""The name of a lemma and its parameters, as in the header of a labelling."""
Plan: TypeAlias = Sequence[str] | None
Writer: TypeAlias = Callable[[AnyPuzzle, int | None, Plan], Theorem]
FromBothEnds: TypeAlias = Callable[[AnyPuzzle, Theorem, int, int, int], Theorem]
ByBounds: TypeAlias = Callable[[AnyPuzzle, Sequence[Bound], int | None, Plan, int], Theorem]


def theorem_of(
    puzzle: AnyPuzzle, at_least: int | None, plan: Plan, back: int = 0, most: int = MOST
) -> Theorem:
    """Return the theorem 'the minimum is L', without a plan 'at least L', or that there is no plan.

    ``at_least`` is in moves of the puzzle's metric; None: there is no plan.  ``back`` of these were
    searched back from the goals.  Raises Unsupported if the development has no rules for the
    family, or if a search with bounds would have more than ``most`` states.
    """
    theorem = theorem_from_start(puzzle, at_least, plan)
    if not at_least or puzzle.family not in BOTH_ENDS:
        return theorem
    from_both_ends: FromBothEnds = imported(BOTH_ENDS[puzzle.family])
    return from_both_ends(puzzle, theorem, at_least, back, most)


def theorem_from_start(puzzle: AnyPuzzle, at_least: int | None, plan: Plan) -> Theorem:
    """Return the same theorem by a search from the start alone; nothing is searched here."""
    if puzzle.family not in WRITERS:
        known = ", ".join(WRITERS)
        raise Unsupported(f"family {puzzle.family!r} has no rules in Coq, only {known}")
    if at_least is not None and at_least > MOST_MOVES:
        raise Unsupported(f"{count(at_least, 'move')}: Coq is asked for at most {MOST_MOVES:,}")
    writer: Writer = imported(WRITERS[puzzle.family])
    return writer(puzzle, at_least, plan)


def theorem_by_bounds(
    puzzle: AnyPuzzle, bounds: Sequence[Bound], at_least: int | None, plan: Plan, most: int = MOST
) -> Theorem:
    """Return the same theorem by a search with a labelling's bounds, or raise Unsupported."""
    if puzzle.family not in BY_BOUNDS:
        known = ", ".join(BY_BOUNDS)
        raise Unsupported(
            f"bounds of family {puzzle.family!r} have no theorem in Coq, only {known}"
        )
    write: ByBounds = imported(BY_BOUNDS[puzzle.family])
    return write(puzzle, bounds, at_least, plan, most)
