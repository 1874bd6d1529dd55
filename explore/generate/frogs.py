"""Boards of frogs and toads, in rows and on rectangles."""

from collections.abc import Iterator
from random import Random

from puzzleproof.explore.generate.wishes import (
    Band,
    Size,
    board_size,
    chosen_kind,
    distance_wanted,
    made,
    start_wanted,
    whole_number,
)
from puzzleproof.models.drawing import Drawing
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.puzzle import State

KINDS = {
    "exchange": ("size", "frogs", "toads"),
    "start": ("size", "frogs", "toads", "distance", "difficulty"),
}
SIDE_LIMIT = 40


def random_frogs(
    kind: str | None = None,
    *,
    size: Size = (1, 7),
    frogs: int | None = None,
    toads: int | None = None,
    distance: int | Band | None = None,
    difficulty: str | None = None,
    seed: int = 0,
) -> FrogsPuzzle:
    """Return a board of ``size`` (rows, columns) with frogs and toads (by default as many as fit).

    ``exchange``: frogs on the first cells in reading order, toads on the last, to be exchanged; the
    goal is the board turned by half a turn.  Nothing is random here, and whether there is a plan is
    not examined.  ``start``: uniform among the positions at a ``distance`` from that goal, or of a
    ``difficulty``, by breadth-first search, so there is a plan.  Raises NotationError for a wish
    that cannot be met, LimitReached where the distance needs too many states.
    """
    kind = chosen_kind(kind, KINDS, {"distance": distance, "difficulty": difficulty})
    rows, columns = board_size(size, SIDE_LIMIT)
    cells = rows * columns
    if frogs is None:
        frogs = max(1, (cells - 1) // 2)
    whole_number("frogs", frogs, 0, cells - 1)
    if toads is None:
        toads = min(frogs, cells - 1 - frogs)
    whole_number("toads", toads, 0 if frogs else 1, cells - 1 - frogs)
    text = "F" * frogs + "." * (cells - frogs - toads) + "T" * toads
    board, goal = _drawn(text, columns, "board"), _drawn(text[::-1], columns, "goal")
    title = f"{frogs} frogs and {toads} toads on {rows}x{columns}"
    how = f"{title}, to be exchanged; whether there is a plan is not examined"
    puzzle = FrogsPuzzle(made("frogs", kind, seed, how, title), FrogsPuzzle.metrics[0], board, goal)
    if kind == "exchange":
        return puzzle
    rng, wanted = Random(seed), distance_wanted(distance, difficulty)  # noqa: S311  puzzles, no secrets

    def before(state: State) -> Iterator[State]:
        """The inverse of a frog's move is a toad's move, and vice versa."""
        return (after[::-1] for after in puzzle.successors(state[::-1]))

    start, how = start_wanted(rng, puzzle.goal_states(1), before, wanted, puzzle.metric)
    return puzzle.with_start(start, made("frogs", kind, seed, f"{title}, {how}", title))


def _drawn(text: str, columns: int, key: str) -> Drawing:
    return Drawing(tuple(text[k : k + columns] for k in range(0, len(text), columns)), key)
