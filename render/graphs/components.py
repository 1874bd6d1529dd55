"""The components of a state graph, each laid out by `pivot_mds`, the highest ones first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from puzzleproof.models.graph_view import GraphView
from puzzleproof.models.texts import count
from puzzleproof.render.graphs.page import SIZE, Plot, neighbours, plotted
from puzzleproof.render.graphs.pivot_mds import layout, sweeps_for
from puzzleproof.render.scene import Point, Scene

EDGES = 60_000
GAP = 1.5
"""Between components, in lengths of an edge."""
WIDTHS = (0.9, 1.0, 1.1, 1.25, 1.4, 1.6)
"""Of a page, tried in turn, as parts of the side of a square of the same area."""


Page: TypeAlias = tuple[list[Point], float, float]
"""Places of all vertices, and the width and height that they take."""


class Box(NamedTuple):
    """A component laid out, its upper left corner at (0, 0); lengths are those of edges."""

    vertices: range
    places: list[Point]
    width: float
    height: float


def components(view: GraphView) -> Scene:
    """Draw every component, side by side on shelves as wide as the page."""
    beside = neighbours(view)
    boxes = [_box(view.component(k), beside, view.states) for k in range(len(view.firsts))]
    places, width, height = min(_pages(view.states, boxes), key=lambda page: max(page[1:]))
    unit = SIZE / max(width, height, 1.0)
    at = [((x - width / 2) * unit, (y - height / 2) * unit) for x, y in places]
    area = sum(max(box.width, 1.0) * max(box.height, 1.0) for box in boxes)
    apart = unit * math.sqrt(area / view.states)
    return plotted(view, Plot(at, apart, EDGES, height=max(40.0, height * unit)), _words(view))


def _words(view: GraphView) -> str:
    sizes = [len(view.component(k)) for k in range(len(view.firsts))]
    if len(sizes) == 1:
        return "One component"
    most = f"{len(sizes):,} components, the largest of {count(max(sizes), 'state')}"
    return f"{most}, the start's of {sizes[0]:,}"


def _box(vertices: range, beside: Sequence[Sequence[int]], states: int) -> Box:
    """A component, lying rather than standing."""
    rows = [[after - vertices.start for after in beside[v]] for v in vertices]
    places = layout(rows, sweeps_for(len(rows), states))
    left, top = min(x for x, _ in places), min(y for _, y in places)
    moved = [(x - left, y - top) for x, y in places]
    width, height = max(x for x, _ in moved), max(y for _, y in moved)
    if height > width:
        moved, width, height = [(y, x) for x, y in moved], height, width
    return Box(vertices, moved, width, height)


def _pages(states: int, boxes: list[Box]) -> Iterator[Page]:
    side = math.sqrt(sum((box.width + GAP) * (box.height + GAP) for box in boxes))
    widest = max(box.width for box in boxes)
    for wide in WIDTHS if len(boxes) > 1 else (1.0,):
        yield _packed(states, boxes, max(widest, side * wide))


def _packed(states: int, boxes: list[Box], wide: float) -> Page:
    """Shelves below one another."""
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
