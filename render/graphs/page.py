"""The page of a state graph: the drawing, the marks, and words that explain the marks.

Marks differ in their shapes as well as in their colours: the start is a square, goals are diamonds,
the ends of a diameter are triangles.  Histograms, of the states by their distances or by their
degrees, are pages too.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

from puzzleproof.models.errors import Unsupported
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
"""Up to this many goals are diamonds; more goals are dots, as diamonds would hide one another."""

Mark = tuple[Shape, str]
"""A mark at (0, 0) and what it means."""


def plotted(
    view: GraphView,
    says: str,
    at: Sequence[Point],
    apart: float,
    edges: int,
    behind: Sequence[Shape] = (),
    height: float = SIZE,
) -> Scene:
    """Draw a page with the vertices as dots, and with edges, path and marks.

    ``at`` has the place of each vertex, from the middle of the drawing; ``apart`` is the rough
    distance between neighbouring states where they are dense.  If there are more than ``edges``
    edges, no edge is drawn: edges would hide the states and make a large file.
    """
    shapes = list(behind)
    if view.edges > edges:
        says += ". Edges are not drawn"
    else:
        lines = tuple((at[one], at[other]) for one, other in view.pairs())
        shapes.append(Segments(lines, "link" if len(lines) < 3000 else "fine"))
    shapes += _states(view, at, min(3.5, max(0.6, 0.4 * apart)))
    says += ". The diameter is unknown: it takes too many searches" if view.unsettled else ""
    return page(view, Group(tuple(shapes), (SIZE / 2, height / 2)), height, says, _marks(view))


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


def _states(view: GraphView, at: Sequence[Point], radius: float) -> Iterator[Shape]:
    size = max(4.5, 1.5 * radius)
    way = tuple(at[vertex] for vertex in view.path) if len(view.path) > 1 else ()
    if way:  # below the states, so that it hides no state
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


# --- histograms ---------------------------------------------------------------------------

HEIGHT = 400.0
LEFT, BELOW, ABOVE = 60.0, 44.0, 14.0
"""The space for numbers beside the bars, below them, and above the highest bar."""
SMALL = 11.0
TICKS = 5
"""The rough number of horizontal grid lines."""
NUMBERED = 24
"""The greatest number of labels below the bars, roughly."""

Counts = Mapping[int, int]


def distances(view: GraphView) -> Scene:
    """Draw a bar for each distance; its part for goal states has another colour.

    Raises Unsupported if distances are counted from goals and there is no goal state.
    """
    known = [depth for depth in view.depths if depth is not None]
    if not known:
        raise Unsupported(f"{view.name}: no goal state to count distances from")
    marked, away = Counter[int](), "to the nearest goal"
    if view.origin == "start":
        away = "from the start"
        marked.update(depth for v in view.goals if (depth := view.depths[v]) is not None)
    far = count(max(known), "move")
    says = f"Distances {away}, {far} at most, {sum(known) / len(known):.1f} on average"
    if lost := view.states - len(known):
        says += f"; {count(lost, 'state')} without a distance"
    marks: list[Mark] = []
    if marked:
        goal = Polygon((((-6, -5), (6, -5), (6, 5), (-6, 5)),), "goal-bar")
        marks.append((goal, f"{goals_in_words(view)}, the nearest at {min(marked)}"))
    bars = _bars(Counter(known), f"moves {away}", marked)
    return page(view, bars, HEIGHT, says, marks)


def degrees(view: GraphView) -> Scene:
    """Draw a bar for each degree, which is the number of states that are one move away."""
    found = Counter(map(len, view.rows))
    mean = sum(map(len, view.rows)) / view.states
    word = "states that one move leads to" if view.directed else "states one move away"
    says = f"Degrees from {min(found)} to {max(found)}, {mean:.2f} on average"
    return page(view, _bars(found, word), HEIGHT, says)


def _bars(counts: Counts, word: str, marked: Counts | None = None) -> Group:
    """Draw the axes, and a bar for each number from the least to the greatest."""
    least, most = min(counts), max(counts)
    high = max(counts.values())
    wide = (SIZE - LEFT) / (most - least + 1)
    unit = (HEIGHT - BELOW - ABOVE) / high
    shapes = list(_axes(high, unit, word))
    for table, look in ((counts, "bar"), (marked or {}, "goal-bar")):
        bottom, gap, loops = HEIGHT - BELOW, min(2.0, 0.15 * wide), list[tuple[Point, ...]]()
        for k, number in sorted(table.items()):
            x, top = LEFT + (k - least) * wide, bottom - number * unit
            left, right = x + gap, x + wide - gap
            loops.append(((left, top), (right, top), (right, bottom), (left, bottom)))
        shapes += [Polygon(tuple(loops), look)] if loops else []
    room = text_width(f"{high:,}", SMALL - 1) < wide
    step = next(s for s in round_steps() if s * NUMBERED >= most - least + 1)
    for k in range(least, most + 1):
        x = LEFT + (k - least + 0.5) * wide
        if k % step == 0 or step == 1:
            shapes.append(Words(str(k), (x, HEIGHT - BELOW + 15), SMALL))
        if room or counts.get(k) == high:
            y = HEIGHT - BELOW - counts.get(k, 0) * unit - 3
            shapes.append(Words(f"{counts.get(k, 0):,}", (x, y), SMALL - 1))
    return Group(tuple(shapes))


def _axes(high: int, unit: float, word: str) -> Iterator[Shape]:
    bottom = HEIGHT - BELOW
    step = next(s for s in round_steps() if s * TICKS >= high)
    for number in range(0, high + 1, step):
        y = bottom - number * unit
        yield Segments((((LEFT, y), (SIZE, y)),), "fine")
        yield Words(f"{number:,}", (LEFT - 8, y + 4), SMALL, "right")
    yield Words(word, ((LEFT + SIZE) / 2, HEIGHT - 8), SMALL + 1)
    yield Words("states", (0, ABOVE - 6), SMALL + 1, centred=False)
