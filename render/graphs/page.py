"""The page of a state graph: what is drawn, the marks, and words that say what they mean.

Shapes tell marks apart where colours do not: the start is a square, goals are diamonds, the ends of
a diameter triangles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from puzzleproof.models.graph_view import GraphView
from puzzleproof.models.texts import count
from puzzleproof.render.scene import (
    Curve,
    Dots,
    Group,
    Point,
    Polygon,
    Scene,
    Segments,
    Shape,
    Words,
    fitting,
    text_width,
)

SIZE = 840.0
"""The width of the drawing, in units."""
MARGIN = 30.0
TEXT = 14.0
LINE = 24.0
LETTERS = 120
"""Of a line of words above."""
HEADS = 30.0
"""The height of the words above."""
OUTLINED_GOALS = 150
"""More goals than this are small dots: outlines would hide them."""

Mark = tuple[Shape, str]
"""A mark at (0, 0) and what it means."""


@dataclass(frozen=True, slots=True)
class Plot:
    """The points of the vertices; (0, 0) is the middle."""

    places: Sequence[Point]
    apart: float
    """About the distance of states if there are many."""
    edges: int
    """More edges are left out: they would hide the states, and make a large file."""
    behind: Sequence[Shape] = ()
    height: float = SIZE


def plotted(view: GraphView, plot: Plot, says: str) -> Scene:
    """A page with the vertices as dots, edges, the path and the marks."""
    left_out = view.edges > plot.edges
    edges = [] if left_out else _edges(view, plot)
    shapes = (*plot.behind, *edges, *_states(view, plot))
    says += ". Edges are not drawn" if left_out else ""
    says += ". The diameter is unknown: it takes too many searches" if view.unsettled else ""
    return page(view, Group(shapes, (SIZE / 2, plot.height / 2)), plot.height, says, _marks(view))


def page(
    view: GraphView, drawn: Shape, height: float, says: str, marks: Iterator[Mark] | list[Mark]
) -> Scene:
    """The page: a title, a line of words, the drawing (SIZE wide), and the marks."""
    known = list(marks)
    title, second = _title(view), f"{counted(view)}. {says}."
    lines = wrap(second, LETTERS)
    top = MARGIN + HEADS + LINE * (len(lines) - 1)
    heads: list[Shape] = [
        Words(title, (MARGIN, 24), fitting(title, SIZE, 18), centred=False),
        *(Words(t, (MARGIN, 46 + 18 * k), 12.5, centred=False) for k, t in enumerate(lines)),
        Group((drawn,), (MARGIN, top)),
    ]
    legend, bottom = _legend(known, top + height + MARGIN)
    about = " ".join([second, *(f"{text[0].upper()}{text[1:]}." for _, text in known)])
    return Scene(SIZE + 2 * MARGIN, bottom, (*heads, *legend), title, about, sheet="graphs")


def _title(view: GraphView) -> str:
    return f"{view.name}: state graph ({view.family}, metric {view.metric})"


def counted(view: GraphView) -> str:
    """How many states and edges there are, of what; the answer of one search."""
    which = "all configurations" if view.whole else "reachable from the start"
    edges = count(view.edges, "arc" if view.directed else "edge")
    return f"{count(view.states, 'state')} ({which}), {edges}, by one search"


# --- the graph ----------------------------------------------------------------------------


def neighbours(view: GraphView) -> Sequence[Sequence[int]]:
    """For each vertex those that an edge or an arc joins to it, each once."""
    if not view.directed:
        return view.rows
    found = [set(row) for row in view.rows]
    for vertex, row in enumerate(view.rows):
        for after in row:
            found[after].add(vertex)
    return [sorted(row) for row in found]


def _edges(view: GraphView, plot: Plot) -> list[Shape]:
    at = plot.places
    lines = tuple((at[one], at[other]) for one, other in view.pairs())
    return [Segments(lines, "link" if len(lines) < 3000 else "fine")]


def _states(view: GraphView, plot: Plot) -> Iterator[Shape]:
    at, radius = plot.places, min(3.5, max(0.6, 0.4 * plot.apart))
    size = max(4.5, 1.5 * radius)
    way = tuple(at[vertex] for vertex in view.path) if len(view.path) > 1 else ()
    if way:  # below the states, that all can be counted
        yield Curve(way, "casing")
        yield Curve(way, "path")
    yield Dots(tuple(at), radius, "state")
    if len(view.goals) > OUTLINED_GOALS:
        yield Dots(tuple(at[v] for v in view.goals), 1.5 * radius, "far-goal")
    if way:
        yield Dots(way, 2.5, "step")
    if 0 < len(view.goals) <= OUTLINED_GOALS:
        yield Polygon(tuple(_diamond(at[v], size) for v in view.goals), "goal")
    if view.ends:
        sizes = {v: size + (9 if v == 0 else 3) for v in view.ends}  # the start's square hides less
        yield Polygon(tuple(_triangle(at[v], sizes[v]) for v in view.ends), "end")
    yield Polygon((_square(at[0], size + 1),), "start")


def _square(at: Point, size: float) -> tuple[Point, ...]:
    (x, y), s = at, 0.9 * size
    return ((x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s))


def _diamond(at: Point, size: float) -> tuple[Point, ...]:
    (x, y), s = at, 1.2 * size
    return ((x, y - s), (x + s, y), (x, y + s), (x - s, y))


def _triangle(at: Point, size: float) -> tuple[Point, ...]:
    (x, y), s, half = at, size, math.sqrt(3) / 2 * size
    return ((x, y - s), (x + half, y + s / 2), (x - half, y + s / 2))


# --- what the marks mean ------------------------------------------------------------------


def _marks(view: GraphView) -> Iterator[Mark]:
    yield Polygon((_square((0, 0), 5),), "start"), "the start"
    if view.goals:
        diamond: Shape = Polygon((_diamond((0, 0), 5),), "goal")
        many = len(view.goals) > OUTLINED_GOALS
        yield Dots(((0, 0),), 4, "far-goal") if many else diamond, goals_in_words(view)
    if len(view.path) > 1:
        moves = count(len(view.path) - 1, "move")
        what = "the plan given" if view.given else "a shortest path to a goal"
        yield Curve(((-8, 0), (8, 0)), "path"), f"{what}: {moves}"
    if view.ends:
        far = f"{count(view.diameter or 0, 'move')} apart"
        yield Polygon((_triangle((0, 0), 6),), "end"), f"ends of a diameter: {far}"


def goals_in_words(view: GraphView) -> str:
    """How many goal states there are."""
    return count(len(view.goals), "goal state")


def _legend(marks: list[Mark], top: float) -> tuple[list[Shape], float]:
    """The marks with their words, and where they end."""
    shapes, x, y = list[Shape](), MARGIN, top
    for mark, text in marks:
        wide = 26 + text_width(text, TEXT)
        if x > MARGIN and x + wide > MARGIN + SIZE:
            x, y = MARGIN, y + LINE
        shapes += [Group((mark,), (x + 9, y - 5)), Words(text, (x + 26, y), TEXT, centred=False)]
        x += wide
    return shapes, y + (LINE if marks else 0) - 8
