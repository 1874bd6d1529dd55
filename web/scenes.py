"""Scenes: what a browser draws, as plain JSON values.

Of a board: ``form`` (``blocks`` or ``pegs``), ``scale`` (squares along a side of a cell),
``pieces`` (rows of name, text and colour) and ``rows`` (for each square -1 outside the board, 0
empty, k the piece number k, from 1).  Of a stack of cubes: ``form`` is ``stack``, and ``cubes`` the
faces of each.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from puzzleproof.models.picture import HasPictures, Picture
from puzzleproof.models.puzzle import AnyPuzzle, State

Scene: TypeAlias = dict[str, Any]


def scene_of(puzzle: AnyPuzzle, state: State) -> Scene:
    """What is to be seen of a state."""
    if isinstance(puzzle, HasPictures):
        return _board(puzzle.picture(state))
    if puzzle.solutions == "stacks":
        return {"form": "stack", **puzzle.document(), "stacked": state[0]}
    return {"form": "text", "text": puzzle.draw(state)}


def goals_of(puzzle: AnyPuzzle) -> list[Scene]:
    """The goals or stops that can be drawn, each with its key as ``title``."""
    if not isinstance(puzzle, HasPictures):
        return []
    return [{"title": key, **_board(picture)} for key, picture in puzzle.goal_pictures()]


def wanted_colours(puzzle: AnyPuzzle) -> list[str]:
    """The colours of the pieces that the goals draw."""
    if not isinstance(puzzle, HasPictures):
        return []
    squares = (square for _, goal in puzzle.goal_pictures() for _, square in goal.squares())
    return sorted({square.colour for square in squares if square.piece})


def _board(picture: Picture) -> Scene:
    pieces: dict[str, int] = {}
    rows = [[-1] * picture.size[1] for _ in picture.rows]
    listed: list[list[str]] = []
    for (r, c), square in picture.squares():
        if square.piece and square.piece not in pieces:
            pieces[square.piece] = len(pieces) + 1
            listed.append(list(square))
        rows[r][c] = pieces[square.piece] if square.piece else 0
    return {"form": picture.form, "scale": picture.scale, "pieces": listed, "rows": rows}
