"""Boards of frogs and toads, in rows and on rectangles."""

from collections.abc import Iterator

from puzzleproof.explore.generate import (
    Band,
    Draw,
    Generated,
    Size,
    board_size,
    distance_wanted,
    pair,
    start_wanted,
    whole_number,
)
from puzzleproof.models.drawing import Drawing
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.puzzle import Info, State

SIDE_LIMIT = 40


def random_frogs(
    draw: Draw,
    *,
    size: Size = (1, 7),
    frogs: int | tuple[int, int] | None = None,
    distance: int | Band | str | None = None,
) -> Generated:
    """Return a board of ``size`` (rows, columns); ``frogs`` is their number, or (frogs, toads).

    ``exchange``: the frogs are on the first cells in reading order, the toads on the last, and have
    to be exchanged; the goal is the board turned by half a turn.  Nothing is random here, and it is
    not examined whether there is a plan.  ``start``: the start is drawn uniformly from the states
    at a ``distance`` from this goal, by breadth-first search, so there is a plan.  By default there
    are as many of both kinds as fit.  Raises NotationError for an option that cannot be met,
    LimitReached if the distance needs too many states.
    """
    rows, columns = board_size(size, SIDE_LIMIT)
    cells = rows * columns
    usual = max(1, (cells - 1) // 2) if frogs is None else frogs
    number, toads = pair(usual) or (usual, None)
    many = whole_number("frogs", number, 0, cells - 1)
    least, most = 0 if many else 1, cells - 1 - many
    other = min(many, most) if toads is None else whole_number("toads", toads, least, most)
    text = "F" * many + "." * (cells - many - other) + "T" * other
    board, goal = _drawn(text, columns, "board"), _drawn(text[::-1], columns, "goal")
    title = f"{many} frogs and {other} toads on {rows}x{columns}"
    puzzle = FrogsPuzzle(Info(), FrogsPuzzle.metrics[0], board, goal)
    if draw.kind == "exchange":
        how = f"{title}, to be exchanged; whether there is a plan is not examined"
        return puzzle, how, title
    wanted = distance_wanted(distance)

    def before(state: State) -> Iterator[State]:
        """Yield the states one move earlier: frogs go back like toads, and toads like frogs."""
        return (after[::-1] for after in puzzle.successors(state[::-1]))

    start, how = start_wanted(draw.chance, puzzle.goal_states(1), before, wanted, puzzle.metric)
    return puzzle.with_start(start, Info()), f"{title}, {how}", title


def _drawn(text: str, columns: int, key: str) -> Drawing:
    return Drawing(tuple(text[k : k + columns] for k in range(0, len(text), columns)), key)
