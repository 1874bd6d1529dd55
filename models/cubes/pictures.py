"""Cubes for the eye: nets, a stack with its hidden faces, and the multigraph of opposite faces.

A net is unfolded around the front: left, front, right and back in a row, the top above the front
and the bottom below it.  Each face is a square with the letter of its colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzleproof.models.picture import FLOOR, ColourEdge, Picture, Square

OPPOSITE = ((0, 2), (1, 3), (4, 5))
"""The faces front and back, right and left, bottom and top."""
PLACES = ((None, 5, None, None), (3, 0, 1, 2), (None, 4, None, None))
"""The faces of a net, row by row."""
COLUMNS = (0, 1, 2, 3, None, 4, 5)
"""The faces of a cube on a stack, from left to right."""


def net(cube: Sequence[str]) -> Picture:
    """The six colours of a cube, unfolded."""
    return Picture(tuple(_faces(cube, row, "") for row in PLACES))


def stack_of(cubes: Sequence[Sequence[str]], height: int) -> Picture:
    """The colours that each cube shows in its placement, the first cube at the bottom."""
    empty = tuple(None if face is None else FLOOR for face in COLUMNS)
    rows = [_faces(cube, COLUMNS, f"{k} ") for k, cube in enumerate(cubes)]
    return Picture((*[empty] * (height - len(rows)), *reversed(rows)))


def _faces(
    cube: Sequence[str], faces: Iterable[int | None], name: str
) -> tuple[Square | None, ...]:
    return tuple(
        None if face is None else Square(f"{name}{face}", cube[face], cube[face]) for face in faces
    )


def edges_of(number: int, cube: Sequence[str]) -> list[ColourEdge]:
    """The edges that a cube gives to the multigraph."""
    return [
        ColourEdge(number, pair, cube[one], cube[other])
        for pair, (one, other) in enumerate(OPPOSITE)
    ]


def factors_of(
    cubes: Sequence[Sequence[str]], placed: Sequence[tuple[int, Sequence[int]]]
) -> list[tuple[str, list[ColourEdge]]]:
    """For each (cube, its faces in front, right, behind, left, …), its edges in both directions."""
    found = list[tuple[str, list[ColourEdge]]]()
    for title, side in (("front and back", 0), ("right and left", 1)):
        edges = list[ColourEdge]()
        for number, faces in placed:
            pair = next(k for k, both in enumerate(OPPOSITE) if faces[side] in both)
            edges.append(edges_of(number, cubes[number])[pair])
        found.append((title, edges))
    return found
