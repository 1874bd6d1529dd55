"""Cubes: their nets, the stack of a solution, and the multigraph on the colours.

In the multigraph each cube has three edges, which join the colours of opposite faces (F. de
Carteblanche 1947); a solution is two edge-disjoint factors of it (docs/boards.md).  Colours stand
on a circle; each edge has the paint and the number of its cube.
"""

import math
from collections.abc import Collection, Sequence

from puzzleproof.models.picture import ColourEdge, HasNets, Picture
from puzzleproof.render.boards import MARGIN, Board, BoardStyle
from puzzleproof.render.palette import LIGHT, NAMED, paints
from puzzleproof.render.scene import Curve, Disc, Group, Point, Scene, Shape, Words, in_rows

HEADS = ("front", "right", "back", "left", "", "below", "above")
RADIUS = 110
EDGE = 54
"""The space between the circle of colours and the edge of the picture; loops need it."""
APART = 34


def stack_style(puzzle: HasNets) -> BoardStyle:
    """Return the style of the stacks, which have the same paints as the nets."""
    return BoardStyle.of(puzzle.stack(()), _paints(puzzle))


def _paints(puzzle: HasNets) -> dict[str, int]:
    nets = Picture(tuple(row for _, net in puzzle.nets() for row in net.rows))
    return paints(nets, len(LIGHT), NAMED)


def stack_heads(style: BoardStyle) -> tuple[Shape, ...]:
    """Return the words above the columns of a stack, and the cubes' numbers in its empty column."""
    middles = [MARGIN + (column + 0.5) * style.side for column in range(len(HEADS))]
    heads = (Words(word, (x, 2), 12) for x, word in zip(middles, HEADS, strict=True) if word)
    height, gap = style.size[0], middles[HEADS.index("")]
    rows = (
        Words(str(height - 1 - row), (gap, MARGIN + (row + 0.5) * style.side + 5), 14)
        for row in range(height)
    )
    return (*heads, *rows)


def cubes_page(puzzle: HasNets, title: str, about: str) -> Scene:
    """Draw the nets in rows, and the multigraph below them."""
    paint = _paints(puzzle)
    scenes = list[Scene]()
    for key, net in puzzle.nets():
        style = BoardStyle.of(net, paint)
        words = Words(key, (style.width / 2, 14), 16)
        shapes = (words, Group(Board(style, net).shapes(), (0, 18)))
        scenes.append(Scene(style.width, style.height + 18, shapes, key))
    rows = in_rows(scenes, min(len(scenes), 4), 8, title, about)
    graph = multigraph(puzzle, puzzle.colour_edges(), "colours joined by opposite faces")
    return in_rows([rows, graph], 1, 0, title, about)


def multigraph(puzzle: HasNets, shown: Collection[ColourEdge], title: str) -> Scene:
    """Draw the multigraph; edges that are not ``shown`` are thin lines."""
    edges = puzzle.colour_edges()
    colours = sorted({colour for edge in edges for colour in (edge.one, edge.other)})
    middle = RADIUS + EDGE
    # Colours stand clockwise from the top; if there are four, at the corners of a square.
    turn, first = math.tau / len(colours), 0.5 if len(colours) == 4 else 0
    angles = {colour: turn * (k + first) - math.pi / 2 for k, colour in enumerate(colours)}
    places = {c: (RADIUS * math.cos(a), RADIUS * math.sin(a)) for c, a in angles.items()}
    curves = _curves(edges, places)
    shapes: list[Shape] = [Curve(p, "thin", bent) for edge, p, bent in curves if edge not in shown]
    drawn = [(number, *curve) for number, curve in enumerate(curves) if curve[0] in shown]
    for _, edge, points, bent in drawn:
        shapes += [Curve(points, "casing", bent), Curve(points, f"e{edge.cube % len(LIGHT)}", bent)]
    for number, edge, points, bent in drawn:
        shapes += _number(edge, points, bent, number)
    style = stack_style(puzzle)
    for colour, place in places.items():
        look = f"d{style.paint[colour] % len(LIGHT)}"
        x, y = place
        shapes += [Disc(place, 17, "ink"), Disc(place, 15, look)]
        shapes.append(Words(colour, (x, y + 6), 16, "letter"))
    words = Words(title, (middle, 16), 16)
    return Scene(2 * middle, 2 * middle, (Group(tuple(shapes), (middle, middle + 6)), words), title)


def _curves(
    edges: Sequence[ColourEdge], places: dict[str, Point]
) -> list[tuple[ColourEdge, tuple[Point, ...], bool]]:
    """List the edges, each with the points of its curve and whether the curve is bent."""
    found = list[tuple[ColourEdge, tuple[Point, ...], bool]]()
    for edge in edges:
        same = [e for e in edges if {e.one, e.other} == {edge.one, edge.other}]
        rank = same.index(edge)
        if edge.one == edge.other:
            found.append((edge, _loop(places[edge.one], rank), False))
            continue
        # A quadratic curve whose control point is beside the straight line.
        one, other = places[min(edge[2:])], places[max(edge[2:])]
        (dx, dy), twice = (other[0] - one[0], other[1] - one[1]), 2 * rank - len(same) + 1
        off = twice * APART / math.hypot(dx, dy)
        middle = (one[0] + other[0]) / 2 - off * dy, (one[1] + other[1]) / 2 + off * dx
        found.append((edge, (one, middle, other), True))
    return found


def _loop(place: Point, rank: int) -> tuple[Point, ...]:
    length = math.hypot(*place)
    x, y = place[0] / length, place[1] / length
    radius = 17 + 6 * rank
    angles = [math.atan2(-y, -x) + 2 * math.pi * k / 32 for k in range(33)]
    xs = (place[0] + radius * (x + math.cos(angle)) for angle in angles)
    ys = (place[1] + radius * (y + math.sin(angle)) for angle in angles)
    return tuple(zip(xs, ys, strict=True))


def _number(edge: ColourEdge, points: tuple[Point, ...], bent: bool, number: int) -> list[Shape]:
    """Draw the number of an edge's cube; on bent edges, near one end so that numbers stay apart."""
    x, y = points[16 + 6 * (number % 3 - 1)] if not bent else points[0]
    if bent:
        at = 0.36 + 0.09 * (number % 4)
        weights = ((1 - at) ** 2, 2 * at * (1 - at), at**2)
        x, y = (sum(w * p[k] for w, p in zip(weights, points, strict=True)) for k in (0, 1))
    return [
        Disc((x, y), 10, "ink"),
        Disc((x, y), 9, f"d{edge.cube % len(LIGHT)}"),
        Words(str(edge.cube), (x, y + 4), 12, "letter"),
    ]
