"""Goals that name cells and not pieces: each ``*`` of a goal has to be covered by a starred piece.

The key ``starred`` lists these pieces; any of them may cover a star.  Such a goal is written out:
it becomes all goals in which starred pieces lie wholly on the board and cover all stars.
"""

from collections.abc import Iterator

from puzzleproof.models.drawing import EMPTY, Cell, Drawing, shape_of
from puzzleproof.models.errors import InstanceError, Unsupported

STAR = "*"
GOALS_LIMIT, CHARACTERS_LIMIT = 1_000, 100_000
"""Limits on the number of goals that a drawing with stars stands for, and on their characters."""


def written_out(goal: Drawing, board: Drawing, starred: str, labelled: str) -> tuple[Drawing, ...]:
    """List the goals that a drawing with stars stands for; raises InstanceError, Unsupported."""
    pieces = board.pieces()
    _check(pieces, starred, labelled)
    stars = frozenset(cell for cell, char in goal.cells().items() if char == STAR)
    taken = {cell for cell, char in goal.cells().items() if char not in (EMPTY, STAR)}
    free, found = frozenset(board.cells()) - taken, dict[str, Drawing]()
    names = "".join(name for name in starred if name not in goal.pieces())
    for placed in _covers(stars, free, names, pieces):
        cells = {cell: name for name, place in placed.items() for cell in place}
        rows = (
            "".join(cells.get((r, c), EMPTY if x == STAR else x) for c, x in enumerate(row))
            for r, row in enumerate(goal.rows)
        )
        one = Drawing(tuple(rows), goal.key)
        found[one.text()] = one
        many, long = len(found), len(found) * len(one.text())
        if many > GOALS_LIMIT or long > CHARACTERS_LIMIT:
            most = f"{GOALS_LIMIT:,} goals, or {CHARACTERS_LIMIT:,} characters of goals"
            raise Unsupported(f"key {goal.key!r}: its stars stand for over {most}")
    if not found:
        raise InstanceError.at(goal.key, f"no pieces of {starred!r} can cover its cells {STAR!r}")
    return tuple(found.values())


def _check(pieces: dict[str, frozenset[Cell]], starred: str, labelled: str) -> None:
    """Raise InstanceError if a starred piece is missing, or if an unstarred piece would do too."""
    for name in starred:
        if name not in pieces:
            raise InstanceError.at("starred", f"the board has no piece {name!r}")
        shape = shape_of(pieces[name])
        alike = [one for one, cells in pieces.items() if shape_of(cells) == shape]
        other = next((one for one in alike if one not in starred + labelled), None)
        if other and labelled != "*" and name not in labelled:
            fault = f"{name!r} is not labelled, so {other!r} of the same shape would do as well"
            raise InstanceError.at("starred", f"{fault}: star it too, or label one of them")


def _covers(
    stars: frozenset[Cell], free: frozenset[Cell], names: str, pieces: dict[str, frozenset[Cell]]
) -> Iterator[dict[str, frozenset[Cell]]]:
    """Yield all ways to cover all stars with some of the pieces, each of them on some star."""
    if not stars:
        yield {}
        return
    row, column = min(stars)
    for name in names:
        shape = shape_of(pieces[name])
        for r, c in sorted(shape):
            place = frozenset((row - r + y, column - c + x) for y, x in shape)
            if place <= free:
                rest = names.replace(name, "")
                for others in _covers(stars - place, free - place, rest, pieces):
                    yield {name: place, **others}
