"""Capabilities that only some families have besides the rules; each function takes any puzzle.

A family with a capability has a method of the same name. For other families the function returns
None or an empty value, or raises Unsupported.  Searches and the checks of labellings need none of
these methods (`puzzleproof.models.puzzle`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from puzzleproof.models import imported
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import DRAWING_LIMIT, GOALS_LISTED, AnyPuzzle, Info, Puzzle, State

if TYPE_CHECKING:
    from puzzleproof.models.invariants import Permuting, Weighed
    from puzzleproof.models.strips import PackedMoves, Shifts, Slides, Strips

BESIDE = {"sliding": "puzzleproof.models.sliding.goals:SlidingCapabilities"}
"""Family -> a class that has these methods, where the class with the rules does not."""

PRODUCT_LIMIT = 20_000_000
"""If (number of groups) x (number of actions) is larger, no formulas or features are built."""

M = TypeVar("M")
P = TypeVar("P", bound=AnyPuzzle)
T = TypeVar("T")


def _asked(puzzle: AnyPuzzle, name: str, default: T, *arguments: Any) -> T:
    """Call the method of this name, or return ``default`` if the family has none."""
    method: Callable[..., T] | None = getattr(_provider(puzzle), name, None)
    return default if method is None else method(*arguments)


def _provider(puzzle: AnyPuzzle) -> Any:
    """Return the object with the methods: the puzzle, or one that is built once (`BESIDE`)."""
    if puzzle.family not in BESIDE:
        return puzzle
    kept = vars(puzzle)  # as `functools.cached_property` keeps a value
    if "_provider" not in kept:
        kept["_provider"] = imported(BESIDE[puzzle.family])(puzzle)
    return kept["_provider"]


# --- states -----------------------------------------------------------------------------------


def goal_states(puzzle: AnyPuzzle, most: int) -> tuple[State, ...] | None:
    """List the canonical goal states: all that can be reached, and perhaps others.

    Return None if they are not known, are more than ``most``, or take too long to list.  If they
    are listed for some ``most``, they are listed for a larger ``most`` too.
    """
    return _asked(puzzle, "goal_states", None, most)


def all_goals_in_regions(puzzle: AnyPuzzle) -> bool:
    """Tell whether `goal_states` lists all goals on the board, even those out of reach."""
    return _asked(puzzle, "all_goals_in_regions", False)


def listed_goals(puzzle: AnyPuzzle, most: int = GOALS_LISTED) -> tuple[State, ...] | None:
    """List all goal states to search from; None if over ``most``, or if moves cannot be undone."""
    return goal_states(puzzle, min(most, GOALS_LISTED)) if puzzle.reversible else None


def placements(puzzle: AnyPuzzle, most: int) -> Sequence[State] | None:
    """List all canonical placements; None if unknown, more than ``most``, or slow to list."""
    return _asked(puzzle, "placements", None, most)


def lists_placements(puzzle: AnyPuzzle) -> bool:
    """Tell whether the family can list all placements of a board."""
    return hasattr(_provider(puzzle), "placements")


def placed(puzzle: AnyPuzzle, chance: Random) -> State | None:
    """Place all pieces at random, perhaps out of the start's reach; None if no placement is found.

    Two formulations of the rules are compared on such states: a comparison of states near the start
    alone cannot notice an action that is missing in a far corner.
    """
    return _asked(puzzle, "placed", None, chance)


def with_start(puzzle: P, state: State, info: Info) -> P:
    """Return the puzzle with another start, described by ``info``; all else is the same.

    Raises Unsupported if no instance file can draw that start, or if another start would
    change the rules or the goal.
    """
    found: P | None = _asked(puzzle, "with_start", None, state, info)
    if found is None:
        raise Unsupported(f"family {puzzle.family!r}: no instance begins in the middle of a game")
    return found


def constructed_plan(puzzle: Puzzle[M]) -> Sequence[M] | None:
    """Return a plan that a rule constructs without a search; None if no rule applies."""
    return _asked(puzzle, "constructed_plan", None)


# --- facts and actions (models/strips.py) -----------------------------------------------------


def strips_of(puzzle: AnyPuzzle) -> Strips:
    """Return the facts and actions; raises Unsupported with the reason if there are none."""
    _check_size(puzzle)
    strips: Strips | None = getattr(_provider(puzzle), "strips", None)
    if strips is None:
        raise Unsupported(f"family {puzzle.family!r} has no facts and actions")
    if len(strips.groups) * len(strips.actions) > PRODUCT_LIMIT:
        raise Unsupported("a board with so many cells and moves has no clausal form")
    return strips


def state_facts(puzzle: AnyPuzzle, state: State) -> int:
    """Return the facts that hold in a state, as a mask; raises Unsupported if there are none."""
    facts: int = _provider(puzzle).state_facts(state)
    return facts


def slides_of(puzzle: AnyPuzzle) -> Slides:
    """Return places and steps, if moves are paths of steps; raises Unsupported if they are not."""
    _check_size(puzzle)
    slides: Slides | None = _asked(puzzle, "slides", None)
    if slides is not None:
        return slides
    raise Unsupported(f"no paths of steps in family {puzzle.family!r}, metric {puzzle.metric!r}")


def shifts_of(puzzle: AnyPuzzle) -> Shifts:
    """Return contents and lines, if moves shift contents; raises Unsupported if they do not."""
    _check_size(puzzle)
    shifts = shifts_or_none(puzzle)
    if shifts is not None:
        return shifts
    raise Unsupported(f"no shifts of contents in family {puzzle.family!r}")


def _check_size(puzzle: AnyPuzzle) -> None:
    if len(puzzle.draw(puzzle.start)) > DRAWING_LIMIT:
        raise Unsupported(f"no formulas are written for boards of over {DRAWING_LIMIT} characters")


def shifts_or_none(puzzle: AnyPuzzle) -> Shifts | None:
    """Return contents and lines on a board of any size, or None if moves do not shift contents."""
    return _asked(puzzle, "shifts", None)


def preimages(puzzle: AnyPuzzle, state: State) -> Sequence[State]:
    """Return states with this canonical form, one for each set of facts."""
    return _asked(puzzle, "preimages", (state,), state)


# --- packed numbers -------------------------------------------------------------------------


def packed_moves(puzzle: AnyPuzzle) -> PackedMoves | None:
    """Return moves as actions on packed numbers; None unless the bits of these numbers are facts.

    Raises Unsupported as `strips_of` does.
    """
    return _asked(puzzle, "packed_moves", None)


def part(puzzle: AnyPuzzle, index: int, value: int) -> int:
    """Return the term that ``value`` at an index of a state adds to the packed number.

    Raises Unsupported if packed numbers are not sums of such terms.
    """
    found: int | None = _asked(puzzle, "part", None, index, value)
    if found is None:
        raise Unsupported(f"family {puzzle.family!r}: a packed number is not a sum of terms")
    return found


def place_lines(puzzle: AnyPuzzle) -> tuple[int, Sequence[Sequence[int]]] | None:
    """Return (number of digits, lines of cells); None if packed numbers have another form.

    The digits of a packed number are the cell of a blank, then the cells of pieces.  A move takes
    the blank along a line; each piece on the line goes to the cell before its own.
    """
    return _asked(puzzle, "place_lines", None)


# --- invariants, texts --------------------------------------------------------


def own_features(puzzle: AnyPuzzle) -> Weighed | None:
    """Return the features that the family declares; None if it declares none."""
    return _asked(puzzle, "own_features", None)


def permuting(puzzle: AnyPuzzle) -> Permuting | None:
    """Return the labels on cells; None unless each step exchanges a blank with a neighbour."""
    return _asked(puzzle, "permuting", None)


def gets_out(puzzle: AnyPuzzle) -> bool:
    """Tell whether the goal is that one piece gets to the board's edge, where it may leave."""
    return _asked(puzzle, "gets_out", False)


def chart(puzzle: AnyPuzzle) -> str:
    """Draw the board with each cell's name, or return an empty text if moves do not name cells."""
    return _asked(puzzle, "chart", "")


def tally(puzzle: AnyPuzzle, plan: Sequence[str]) -> dict[str, int]:
    """Count by name what a plan consists of besides moves, such as jumps."""
    return _asked(puzzle, "tally", {}, plan)
