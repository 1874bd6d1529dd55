"""Claims about a puzzle as theorems of Coq, by the rules of ``verify/formal/``.

The development in ``verify/formal/`` defines the rules of a family on drawings, as a person would
state them, and proves that the kernel's own search misses no move.  A `Theorem` adds only the
drawing, the plan and the number of moves (docs/kernel.md).  `WRITERS` has a row for each family
with rules in Coq.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.formal import bounds as by_bounds
from puzzleproof.provers.formal import steps
from puzzleproof.provers.formal.bounds import MOST as MOST
from puzzleproof.provers.formal.bounds import Bound as Bound
from puzzleproof.provers.formal.theorem import Plan, Theorem

WRITERS: Mapping[str, Callable[[AnyPuzzle, int | None, Plan], Theorem]] = {
    "cubes": steps.cubes,
    **dict.fromkeys(steps.FIELDS, steps.on_board),
}
"""Family -> the function that writes a theorem; it raises Unsupported with the reason."""
BOTH_ENDS: Mapping[str, Callable[[Any, Theorem, int, int, int], Theorem]] = {
    "sliding": steps.from_both_ends,
    "tiles": by_bounds.from_both_ends,
}
"""Family -> a function of ``(puzzle, theorem, at_least, back, most)`` that returns the same
theorem, but proven by a search from both ends if this is less work; ``at_least`` is 1 or more."""


def _as_it_was(_puzzle: Any, theorem: Theorem, *_: object) -> Theorem:
    """Return the theorem unchanged: for tiles it is already proven by a search with bounds."""
    return theorem


BY_BOUNDS: Mapping[str, Callable[[Any, Theorem, Sequence[Bound], int | None, int], Theorem]] = {
    "pegs": by_bounds.by_departures,
    "sliding": by_bounds.by_groups,
    "tiles": _as_it_was,
}
"""Family -> a function of ``(puzzle, theorem, bounds, at_least, most)`` that returns the same
theorem, but proven by a search that lower bounds keep small."""
MOST_MOVES = 5000
"""Coq reads greater unary numbers slowly, or not at all."""


def theorem_of(
    puzzle: AnyPuzzle, at_least: int | None, plan: Plan, back: int = 0, most: int = MOST
) -> Theorem:
    """Return the theorem 'the minimum is L' (with a plan), 'at least L', or 'there is no plan'.

    ``at_least`` is L in the puzzle's metric, or None if there is no plan; ``back`` of these L moves
    are searched back from the goals.  Raises Unsupported if there are no rules in Coq for the
    family, or if a search with bounds would have more than ``most`` states.
    """
    theorem = theorem_from_start(puzzle, at_least, plan)
    if not at_least or puzzle.family not in BOTH_ENDS:
        return theorem
    return BOTH_ENDS[puzzle.family](puzzle, theorem, at_least, back, most)


def theorem_from_start(puzzle: AnyPuzzle, at_least: int | None, plan: Plan) -> Theorem:
    """Return the theorem of `theorem_of` without a search; Coq searches from the start alone."""
    if puzzle.family not in WRITERS:
        known = ", ".join(WRITERS)
        raise Unsupported(f"family {puzzle.family!r} has no rules in Coq; these have: {known}")
    if at_least is not None and at_least > MOST_MOVES:
        raise Unsupported(f"{count(at_least, 'move')}: Coq proves at most {MOST_MOVES:,}")
    return WRITERS[puzzle.family](puzzle, at_least, plan)


def theorem_by_bounds(
    puzzle: AnyPuzzle, bounds: Sequence[Bound], at_least: int | None, plan: Plan, most: int = MOST
) -> Theorem:
    """Return the theorem of `theorem_of`, proven with a labelling's bounds; raises Unsupported."""
    if puzzle.family not in BY_BOUNDS:
        known = ", ".join(BY_BOUNDS)
        raise Unsupported(
            f"bounds of family {puzzle.family!r} have no theorem in Coq; these have one: {known}"
        )
    theorem = theorem_of(puzzle, at_least, plan, most=most)
    return BY_BOUNDS[puzzle.family](puzzle, theorem, bounds, at_least, most)
