"""The components of a state graph, each laid out in the plane, the tallest layouts first.

Pivot MDS (Brandes and Pich, 2007, "Eigensolver methods for progressive multidimensional scaling of
large data") places each component: it takes the distances to a few *pivots* (each as far as
possible from the pivots before it), squares and double-centres the distances, and projects vertices
on the two principal axes of the result.  Then some sweeps of sparse stress majorization (Ortmann,
Klimenta and Brandes, 2016, "A sparse stress model") bring neighbours to a distance of about one,
and separate vertices that have the same distances to all pivots.  Nothing is random: the same graph
always has the same layout.
"""

import math
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple, TypeAlias

from puzzleproof.models.graph_view import GraphView, distances
from puzzleproof.models.texts import count
from puzzleproof.render.graphs.page import SIZE, neighbours, plotted
from puzzleproof.render.scene import Point, Scene

EDGES = 60_000
GAP = 1.5
"""The space between components, in lengths of an edge."""
WIDTHS = (0.9, 1.0, 1.1, 1.25, 1.4, 1.6)
"""The page widths that are tried; 1 is the side of a square with the area of all components."""
PIVOTS = 50
ANCHORS = 16
"""The number of pivots that the sweeps use, each weighted by an equal share of the vertices."""
ROUNDS = 100
SWEPT = 100_000
"""The rough number of moves of single vertices in all sweeps of a component together."""
LEAST_SWEEPS, MOST_SWEEPS = 8, 60

Rows: TypeAlias = Sequence[Sequence[int]]


class Box(NamedTuple):
    """The layout of a component, its upper left corner at (0, 0); an edge has length 1."""

    vertices: range
    places: list[Point]
    width: float
    height: float


def components(view: GraphView) -> Scene:
    """Draw all components side by side, on shelves as wide as the page."""
    beside, sizes = neighbours(view), [len(view.component(k)) for k in range(len(view.firsts))]
    boxes = [_box(view.component(k), beside, view.states) for k in range(len(sizes))]
    side = math.sqrt(sum((box.width + GAP) * (box.height + GAP) for box in boxes))
    widest = max(box.width for box in boxes)
    pages = (_packed(view.states, boxes, max(widest, side * wide)) for wide in WIDTHS)
    places, width, height = min(pages, key=lambda page: max(page[1:]))
    unit = SIZE / max(width, height, 1.0)
    at = [((x - width / 2) * unit, (y - height / 2) * unit) for x, y in places]
    area = sum(max(box.width, 1.0) * max(box.height, 1.0) for box in boxes)
    apart = unit * math.sqrt(area / view.states)
    says = f"{len(sizes):,} components, the largest of {count(max(sizes), 'state')}"
    says = f"{says}, the start's of {sizes[0]:,}" if len(sizes) > 1 else "One component"
    return plotted(view, says, at, apart, EDGES, height=max(40.0, height * unit))


def _box(vertices: range, beside: Rows, states: int) -> Box:
    """Lay out a component, at least as wide as it is high; a large component gets few sweeps."""
    rows = [[after - vertices.start for after in beside[v]] for v in vertices]
    sweeps = SWEPT // max(len(rows), states // 4)
    places = layout(rows, max(LEAST_SWEEPS, min(MOST_SWEEPS, sweeps)))
    left, top = min(x for x, _ in places), min(y for _, y in places)
    moved = [(x - left, y - top) for x, y in places]
    width, height = max(x for x, _ in moved), max(y for _, y in moved)
    if height > width:
        moved, width, height = [(y, x) for x, y in moved], height, width
    return Box(vertices, moved, width, height)


def _packed(states: int, boxes: list[Box], wide: float) -> tuple[list[Point], float, float]:
    """Put components side by side on shelves; returns places, and the page's width and height."""
    places = [(0.0, 0.0)] * states
    x = y = shelf = right = 0.0
    for box in sorted(boxes, key=lambda box: (-box.height, box.vertices.start)):
        if x and x + box.width > wide:
            x, y, shelf = 0.0, y + shelf + GAP, 0.0
        for vertex, (px, py) in zip(box.vertices, box.places, strict=True):
            places[vertex] = (x + px, y + py)
        x += box.width + GAP
        right, shelf = max(right, x - GAP), max(shelf, box.height)
    return places, right, y + shelf


def layout(rows: Rows, sweeps: int = MOST_SWEEPS) -> list[Point]:
    """Place each vertex; edges, which ``rows`` has in both directions, are about 1 long."""
    number = len(rows)
    if number < 3:
        return [(float(k), 0.0) for k in range(number)]
    columns = _distances(rows)
    places = _projected(columns)
    lengths = [math.dist(places[v], places[w]) for v, row in enumerate(rows) for w in row]
    mean = sum(lengths) / len(lengths) or 1.0
    return _refined(rows, columns, [(x / mean, y / mean) for x, y in places], sweeps)


def _distances(rows: Rows) -> list[list[int]]:
    """Choose the pivots; returns for each pivot the distances of all vertices from it."""
    columns, nearest, pivot = list[list[int]](), [len(rows)] * len(rows), 0
    for _ in range(min(PIVOTS, len(rows))):
        columns.append([depth or 0 for depth in distances(rows, (pivot,))])
        nearest = list(map(min, nearest, columns[-1]))
        pivot = max(range(len(rows)), key=nearest.__getitem__)
    return columns


def _projected(columns: list[list[int]]) -> list[Point]:
    """Project each vertex on the two principal axes of the double-centred squared distances."""
    number = len(columns[0])
    squares = [[-0.5 * d * d for d in column] for column in columns]
    of_pivot = [sum(column) / number for column in squares]
    of_vertex = [sum(entries) / len(columns) for entries in zip(*squares, strict=True)]
    total = sum(of_pivot) / len(columns)
    centred = [
        [entry - row - mean + total for entry, row in zip(column, of_vertex, strict=True)]
        for column, mean in zip(squares, of_pivot, strict=True)
    ]
    product = [[_dot(one, other) for other in centred] for one in centred]
    xs, ys = ([_dot(v, e) for e in zip(*centred, strict=True)] for v in _directions(product))
    return list(zip(xs, ys, strict=True))


def _directions(matrix: list[list[float]]) -> list[list[float]]:
    """Return eigenvectors of the two largest eigenvalues, by power iteration with deflation."""
    found = list[list[float]]()
    for which in range(2):
        # This vector is unlikely to be orthogonal to an eigenvector.
        vector = [1.0 + (k * (which + 2) % 7) / 7 for k in range(len(matrix))]
        for _ in range(ROUNDS):
            for other in found:
                part = _dot(vector, other)
                vector = [a - part * b for a, b in zip(vector, other, strict=True)]
            image = [_dot(row, vector) for row in matrix]
            length = math.sqrt(_dot(image, image))
            if length < 1e-9:
                break
            vector = [a / length for a in image]
        found.append(vector)
    return found


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(map(mul, one, other), 0.0)


def _refined(rows: Rows, columns: list[list[int]], places: list[Point], sweeps: int) -> list[Point]:
    """Move each vertex in turn to the weighted mean of the places that its terms call for."""
    terms = _terms(rows, columns)
    xs, ys = [x for x, _ in places], [y for _, y in places]
    hypot = math.hypot
    for _ in range(sweeps):
        for vertex, wanted in enumerate(terms):
            here_x, here_y = xs[vertex], ys[vertex]
            sum_x = sum_y = total = 0.0
            for other, length, weight in wanted:
                there_x, there_y = xs[other], ys[other]
                away_x, away_y = here_x - there_x, here_y - there_y
                apart = hypot(away_x, away_y)
                if apart < 1e-6:
                    away_x, away_y, apart = math.cos(vertex), math.sin(vertex), 1.0
                stretch = length / apart
                sum_x += weight * (there_x + away_x * stretch)
                sum_y += weight * (there_y + away_y * stretch)
                total += weight
            xs[vertex], ys[vertex] = sum_x / total, sum_y / total
    return list(zip(xs, ys, strict=True))


def _terms(rows: Rows, columns: list[list[int]]) -> list[list[tuple[int, float, float]]]:
    """List the terms of each vertex in the stress: other vertex, wanted distance, weight."""
    anchors = [(column.index(0), column) for column in columns[:ANCHORS]]
    share = len(rows) / len(anchors)
    terms = [[(other, 1.0, 1.0) for other in row] for row in rows]
    for pivot, column in anchors:
        for wanted, length in zip(terms, column, strict=True):
            if length > 1:
                wanted.append((pivot, float(length), share / (length * length)))
    return terms
