"""The page of a state graph: the drawing, the marks, and words that say what they mean.

Marks differ in their shapes as well as in their colours: the start is a square, goals are diamonds,
the ends of a diameter are triangles.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
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
HEADS = 30.0
OUTLINED_GOALS = 150
"""If there are more goals, they are small dots, as outlines would hide them."""

Mark = tuple[Shape, str]
"""A mark at (0, 0) and what it means."""


@dataclass(frozen=True, slots=True)
class Plot:
    """The places of the vertices; (0, 0) is the middle of the drawing."""

    places: Sequence[Point]
    apart: float
    """The rough distance between neighbouring states where there are many."""
    edges: int
    """If there are more edges, none is drawn: they would hide the states and make a large file."""
    behind: Sequence[Shape] = ()
    height: float = SIZE


def plotted(view: GraphView, plot: Plot, says: str) -> Scene:
    """Draw a page with the vertices as dots, and with edges, path and marks."""
    shapes, at = list(plot.behind), plot.places
    if view.edges > plot.edges:
        says += ". Edges are not drawn"
    else:
        lines = tuple((at[one], at[other]) for one, other in view.pairs())
        shapes.append(Segments(lines, "link" if len(lines) < 3000 else "fine"))
    shapes += _states(view, plot)
    says += ". The diameter is unknown: it takes too many searches" if view.unsettled else ""
    middle = SIZE / 2, plot.height / 2
    return page(view, Group(tuple(shapes), middle), plot.height, says, _marks(view))


def page(
    view: GraphView, drawn: Shape, height: float, says: str, marks: Iterable[Mark] = ()
) -> Scene:
    """Lay out the title, a description, the drawing (`SIZE` units wide), and the legend."""
    which = "all configurations" if view.whole else "reachable from the start"
    edges = count(view.edges, "arc" if view.directed else "edge")
    second = f"{count(view.states, 'state')} ({which}), {edges}, by one search. {says}."
    known = list(marks)
    title = f"{view.name}: state graph ({view.family}, metric {view.metric})"
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


def round_steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    return (k * 10**e for e in range(20) for k in (1, 2, 5))


def neighbours(view: GraphView) -> Sequence[Sequence[int]]:
    """List for each vertex the vertices that an edge or an arc joins to it."""
    if not view.directed:
        return view.rows
    found = [set(row) for row in view.rows]
    for vertex, row in enumerate(view.rows):
        for after in row:
            found[after].add(vertex)
    return [sorted(row) for row in found]


def _states(view: GraphView, plot: Plot) -> Iterator[Shape]:
    at, radius = plot.places, min(3.5, max(0.6, 0.4 * plot.apart))
    size = max(4.5, 1.5 * radius)
    way = tuple(at[vertex] for vertex in view.path) if len(view.path) > 1 else ()
    if way:  # below the states, so that none is hidden
        yield Curve(way, "casing")
        yield Curve(way, "path")
    yield Dots(tuple(at), radius, "state")
    if len(view.goals) > OUTLINED_GOALS:
        yield Dots(tuple(at[v] for v in view.goals), 1.5 * radius, "far-goal")
    if way:
        yield Dots(way, 2.5, "step")
    if 0 < len(view.goals) <= OUTLINED_GOALS:
        yield Polygon(tuple(_around(at[v], size, DIAMOND) for v in view.goals), "goal")
    if view.ends:
        sizes = {v: size + (9 if v == 0 else 3) for v in view.ends}  # around the start's square
        yield Polygon(tuple(_around(at[v], sizes[v], TRIANGLE) for v in view.ends), "end")
    yield Polygon((_around(at[0], size + 1, SQUARE),), "start")


SQUARE = ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))
DIAMOND = ((0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0))
TRIANGLE = ((0.0, -1.0), (math.sqrt(3) / 2, 0.5), (-math.sqrt(3) / 2, 0.5))


def _around(at: Point, size: float, corners: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple((at[0] + x * size, at[1] + y * size) for x, y in corners)


def _marks(view: GraphView) -> Iterator[Mark]:
    yield Polygon((_around((0, 0), 5, SQUARE),), "start"), "the start"
    if view.goals:
        diamond: Shape = Polygon((_around((0, 0), 5, DIAMOND),), "goal")
        many = len(view.goals) > OUTLINED_GOALS
        yield Dots(((0, 0),), 4, "far-goal") if many else diamond, goals_in_words(view)
    if len(view.path) > 1:
        moves = count(len(view.path) - 1, "move")
        what = "the plan given" if view.given else "a shortest path to a goal"
        yield Curve(((-8, 0), (8, 0)), "path"), f"{what}: {moves}"
    if view.ends:
        far = f"{count(view.diameter or 0, 'move')} apart"
        yield Polygon((_around((0, 0), 6, TRIANGLE),), "end"), f"ends of a diameter: {far}"


def goals_in_words(view: GraphView) -> str:
    """Write how many goal states there are."""
    return count(len(view.goals), "goal state")


def _legend(marks: list[Mark], top: float) -> tuple[list[Shape], float]:
    """Draw the marks with their words; returns the shapes and the y where they end."""
    shapes, x, y = list[Shape](), MARGIN, top
    for mark, text in marks:
        wide = 26 + text_width(text, TEXT)
        if x > MARGIN and x + wide > MARGIN + SIZE:
            x, y = MARGIN, y + LINE
        shapes += [Group((mark,), (x + 9, y - 5)), Words(text, (x + 26, y), TEXT, centred=False)]
        x += wide
    return shapes, y + (LINE if marks else 0) - 8
