"""Boards of frogs and toads, in rows and on rectangles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from puzzleproof.explore.generate.wishes import (
    Band,
    Size,
    board_size,
    chosen_kind,
    distance_wanted,
    far,
    in_band,
    layers_from,
    made,
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
    wanted = distance_wanted(distance, difficulty)
    (home,) = puzzle.goal_states(1)
    layers = layers_from([home], lambda states: _before(puzzle, states), wanted)
    moves, start = Random(seed).choice(in_band(layers, wanted))  # noqa: S311  puzzles, no secrets
    how = f"{title}, {far(moves, puzzle.metric)}"
    return puzzle.with_start(start, made("frogs", kind, seed, how, title))


def _drawn(text: str, columns: int, key: str) -> Drawing:
    return Drawing(tuple(text[k : k + columns] for k in range(0, len(text), columns)), key)


def _before(puzzle: FrogsPuzzle, states: Iterable[State]) -> Iterator[State]:
    """The states from which one move leads to some of these.

    The inverse of a frog's move is a toad's move, and vice versa.
    """
    for frogs, toads in states:
        for others, ones in puzzle.successors((toads, frogs)):
            yield ones, others
