"""Outlines: the boundary of a set of squares, and the convex hull of points."""

from __future__ import annotations

from collections.abc import Iterable, Set

from puzzleproof.models.drawing import Cell
from puzzleproof.render.scene import Point

Corner = tuple[int, int]
"""(x, y) of a corner between squares."""


def outline(cells: Set[Cell], side: float, inset: float) -> tuple[tuple[Point, ...], ...]:
    """The boundary of squares of this side, drawn inwards by ``inset``: one loop or more.

    The inside is on the right of each loop, so a hole comes out wider and the rest narrower.
    """
    return tuple(_inset(loop, side, inset) for loop in _loops(cells))


def _edges(cells: Set[Cell]) -> dict[Corner, list[Corner]]:
    """Corner -> the next corners along the boundary, clockwise around each square."""
    following = dict[Corner, list[Corner]]()
    for row, column in sorted(cells):
        x, y = column, row
        for beside, start, end in (
            ((row - 1, column), (x, y), (x + 1, y)),
            ((row, column + 1), (x + 1, y), (x + 1, y + 1)),
            ((row + 1, column), (x + 1, y + 1), (x, y + 1)),
            ((row, column - 1), (x, y + 1), (x, y)),
        ):
            if beside not in cells:
                following.setdefault(start, []).append(end)
    return following


def _loops(cells: Set[Cell]) -> list[list[Corner]]:
    following, found = _edges(cells), list[list[Corner]]()
    while following:
        start = min(following)
        loop, here, came = [start], start, (0, 0)
        while True:
            ends = following[here]
            end = _next(here, came, ends)
            ends.remove(end)
            if not ends:
                del following[here]
            came, here = (end[0] - here[0], end[1] - here[1]), end
            if here == start:
                break
            loop.append(here)
        found.append(_corners(loop))
    return found


def _next(here: Corner, came: Corner, ends: list[Corner]) -> Corner:
    """Where two squares touch at a corner alone, turn right: stay with the same square."""
    return max(ends, key=lambda end: _turn(came, (end[0] - here[0], end[1] - here[1])))


def _turn(one: Corner, other: Corner) -> int:
    """1 for a turn to the right, -1 to the left, 0 straight on."""
    return one[0] * other[1] - one[1] * other[0]


def _corners(loop: list[Corner]) -> list[Corner]:
    """The loop without the points on straight lines."""
    triples = zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True)
    return [
        b for a, b, c in triples if _turn((b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1]))
    ]


def _inset(loop: list[Corner], side: float, inset: float) -> tuple[Point, ...]:
    points = list[Point]()
    for before, here, after in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True):
        x, y = here[0] * side, here[1] * side
        for start, end in ((before, here), (here, after)):
            x -= inset * _sign(end[1] - start[1])
            y += inset * _sign(end[0] - start[0])
        points.append((x, y))
    return tuple(points)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The corners of the convex hull (A. M. Andrew's monotone chain, 1979)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    chains = list[Point]()
    for way in (ordered, ordered[::-1]):
        chain = list[Point]()
        for point in way:
            while len(chain) > 1 and _area(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains += chain[:-1]
    return tuple(chains)


def _area(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
