"""Places in the plane for the vertices of a connected graph, as a layout by forces gives them.

Pivot MDS (Brandes and Pich, 2007, "Eigensolver methods for progressive multidimensional scaling
of large data"): distances to a few *pivots*, each as far as can be from those before it, and the
two main directions of their double-centred squares.  After that a few sweeps of sparse stress
majorization (Ortmann, Klimenta and Brandes, 2016, "A sparse stress model") draw neighbours to a
distance of one, and part vertices that have the same distances to all pivots.  There is no chance
in it: the same graph has the same places.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

from puzzleproof.render.scene import Point

Rows = Sequence[Sequence[int]]

PIVOTS = 50
"""Of the projection."""
ANCHORS = 16
"""Pivots that keep vertices in their places while neighbours pull; each represents a share."""
ROUNDS = 100
"""The most rounds of the power iteration."""
SWEPT = 100_000
"""Vertices that are moved in all sweeps together, about."""
LEAST_SWEEPS, MOST_SWEEPS = 8, 60
"""Sweeps."""


def sweeps_for(number: int, of: int) -> int:
    """The number of sweeps for a component, by its share of the vertices on the page."""
    return max(LEAST_SWEEPS, min(MOST_SWEEPS, SWEPT // max(number, of // 4)))


def layout(rows: Rows, sweeps: int = MOST_SWEEPS) -> list[Point]:
    """A place for each vertex; edges, which go both ways in ``rows``, are about 1 long."""
    number = len(rows)
    if number < 3:
        return [(float(k), 0.0) for k in range(number)]
    columns = _distances(rows)
    return _refined(rows, columns, _scaled(rows, _projected(columns)), sweeps)


# --- pivots -------------------------------------------------------------------------------


def _distances(rows: Rows) -> list[list[int]]:
    """The distances of all vertices from each pivot."""
    columns = list[list[int]]()
    nearest = [len(rows)] * len(rows)
    pivot = 0
    for _ in range(min(PIVOTS, len(rows))):
        column = _search(rows, pivot)
        columns.append(column)
        nearest = list(map(min, nearest, column))
        pivot = max(range(len(rows)), key=nearest.__getitem__)
    return columns


def _search(rows: Rows, source: int) -> list[int]:
    found = [-1] * len(rows)
    found[source] = depth = 0
    layer = [source]
    while layer:
        depth += 1
        following = list[int]()
        for vertex in layer:
            for after in rows[vertex]:
                if found[after] < 0:
                    found[after] = depth
                    following.append(after)
        layer = following
    return found


def _projected(columns: list[list[int]]) -> list[Point]:
    """The two main directions of the double-centred squares of the distances."""
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
    """The two main eigenvectors, by power iteration with deflation."""
    found = list[list[float]]()
    for which in range(2):
        # No vector of the graph is likely to be orthogonal to this one.
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


def _scaled(rows: Rows, places: list[Point]) -> list[Point]:
    """The same with edges of length 1 on average."""
    lengths = [math.dist(places[v], places[w]) for v, row in enumerate(rows) for w in row]
    mean = sum(lengths) / len(lengths) or 1.0
    return [(x / mean, y / mean) for x, y in places]


# --- sweeps -------------------------------------------------------------------------------


def _refined(rows: Rows, columns: list[list[int]], places: list[Point], sweeps: int) -> list[Point]:
    """Move each vertex in turn to where its neighbours and the pivots, on average, want it."""
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
    """For each vertex, others with the distance wanted and its weight, as stress has it."""
    anchors = [(column.index(0), column) for column in columns[:ANCHORS]]
    share = len(rows) / len(anchors)
    terms = [[(other, 1.0, 1.0) for other in row] for row in rows]
    for pivot, column in anchors:
        for wanted, length in zip(terms, column, strict=True):
            if length > 1:
                wanted.append((pivot, float(length), share / (length * length)))
    return terms
