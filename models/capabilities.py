"""What only some families can do, besides the rules: their methods, as functions of any puzzle.

A family with a capability has a method of the same name. For other families the function returns
None or an empty value, or raises Unsupported.  Searches and checks of labels need none of this
(`puzzleproof.models.puzzle`).
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
"""Family -> the class of an object beside a puzzle that has these methods in place of its rules."""

PRODUCT_LIMIT = 20_000_000
"""Above this product of groups and actions, no formulas and no features are built."""

M = TypeVar("M")
P = TypeVar("P", bound=AnyPuzzle)
T = TypeVar("T")


def _asked(puzzle: AnyPuzzle, name: str, default: T, *arguments: Any) -> T:
    """Call the method of this name, if the family has one, for its puzzle."""
    method: Callable[..., T] | None = getattr(_provider(puzzle), name, None)
    return default if method is None else method(*arguments)


def _provider(puzzle: AnyPuzzle) -> Any:
    """Return what has the methods: the puzzle, or the object built for it once (`BESIDE`)."""
    if puzzle.family not in BESIDE:
        return puzzle
    kept = vars(puzzle)  # as of a `functools.cached_property`
    if "_provider" not in kept:
        kept["_provider"] = imported(BESIDE[puzzle.family])(puzzle)
    return kept["_provider"]


# --- states -----------------------------------------------------------------------------------


def goal_states(puzzle: AnyPuzzle, most: int) -> tuple[State, ...] | None:
    """List all goal states that can be reached, canonical, and perhaps others that cannot.

    Return None if they are not known, are more than ``most``, or take too long to list.  If some
    ``most`` lists them, a larger one does too.
    """
    return _asked(puzzle, "goal_states", None, most)


def all_goals_in_regions(puzzle: AnyPuzzle) -> bool:
    """Tell whether `goal_states` lists all goals on the board, even those out of reach."""
    return _asked(puzzle, "all_goals_in_regions", False)


def listed_goals(puzzle: AnyPuzzle, most: int = GOALS_LISTED) -> tuple[State, ...] | None:
    """List all goal states, to search from; None if over ``most``, or if moves are not undone."""
    return goal_states(puzzle, min(most, GOALS_LISTED)) if puzzle.reversible else None


def placements(puzzle: AnyPuzzle, most: int) -> Sequence[State] | None:
    """List all placements, canonical; None if unknown, over ``most``, or slow to list."""
    return _asked(puzzle, "placements", None, most)


def lists_placements(puzzle: AnyPuzzle) -> bool:
    """Tell whether the family can list all placements of a board."""
    return hasattr(_provider(puzzle), "placements")


def placed(puzzle: AnyPuzzle, chance: Random) -> State | None:
    """Place all pieces at random, within reach or not; None if no such state is found.

    It is for comparing two formulations of the rules: a comparison of states near the start alone
    cannot notice an action that is missing in a far corner.
    """
    return _asked(puzzle, "placed", None, chance)


def with_start(puzzle: P, state: State, info: Info) -> P:
    """Return the same board, goal and rules from another state, described by ``info``.

    Raises Unsupported if no instance file can draw that start, or if another start would
    change the rules or the goal.
    """
    found: P | None = _asked(puzzle, "with_start", None, state, info)
    if found is None:
        raise Unsupported(f"family {puzzle.family!r}: a game that has begun is no instance")
    return found


def constructed_plan(puzzle: Puzzle[M]) -> Sequence[M] | None:
    """Return moves from the start to a goal by a rule without search; None if none applies."""
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
    """Return places and steps, if moves are paths of steps; raises Unsupported as `strips_of`."""
    _check_size(puzzle)
    slides: Slides | None = _asked(puzzle, "slides", None)
    if slides is not None:
        return slides
    raise Unsupported(f"no paths of steps in family {puzzle.family!r}, metric {puzzle.metric!r}")


def shifts_of(puzzle: AnyPuzzle) -> Shifts:
    """Return contents and lines, if moves shift contents; raises Unsupported."""
    _check_size(puzzle)
    shifts = shifts_or_none(puzzle)
    if shifts is not None:
        return shifts
    raise Unsupported(f"no shifts of contents in family {puzzle.family!r}")


def _check_size(puzzle: AnyPuzzle) -> None:
    if len(puzzle.draw(puzzle.start)) > DRAWING_LIMIT:
        raise Unsupported(f"a board of over {DRAWING_LIMIT} characters has no clausal form")


def shifts_or_none(puzzle: AnyPuzzle) -> Shifts | None:
    """Return contents and lines, if moves shift contents, on a board of any size."""
    return _asked(puzzle, "shifts", None)


def preimages(puzzle: AnyPuzzle, state: State) -> Sequence[State]:
    """Return states with this canonical form, one for each set of facts."""
    return _asked(puzzle, "preimages", (state,), state)


# --- packed numbers -------------------------------------------------------------------------


def packed_moves(puzzle: AnyPuzzle) -> PackedMoves | None:
    """Return moves as actions on packed numbers, if their bits are facts; raises as `strips_of`."""
    return _asked(puzzle, "packed_moves", None)


def part(puzzle: AnyPuzzle, index: int, value: int) -> int:
    """Return the addend of ``state[index]`` to the packed number, or raise Unsupported."""
    found: int | None = _asked(puzzle, "part", None, index, value)
    if found is None:
        raise Unsupported(f"family {puzzle.family!r}: a packed number is no sum")
    return found


# --- invariants, texts --------------------------------------------------------


def own_features(puzzle: AnyPuzzle) -> Weighed | None:
    """Return the features that the family declares; None if it declares none."""
    return _asked(puzzle, "own_features", None)


def permuting(puzzle: AnyPuzzle) -> Permuting | None:
    """Return the labels, if each step exchanges a blank with its neighbour."""
    return _asked(puzzle, "permuting", None)


def gets_out(puzzle: AnyPuzzle) -> bool:
    """Tell whether the goal is that one piece gets to the board's edge, where it may leave."""
    return _asked(puzzle, "gets_out", False)


def chart(puzzle: AnyPuzzle) -> str:
    """Draw the board with the name of each cell on it, if moves name cells; else an empty text."""
    return _asked(puzzle, "chart", "")


def tally(puzzle: AnyPuzzle, plan: Sequence[str]) -> dict[str, int]:
    """Count in a plan what else there is besides its moves, by name (jumps, for example)."""
    return _asked(puzzle, "tally", {}, plan)
