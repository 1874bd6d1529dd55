"""Histograms of the states by their distances or by their degrees."""

from collections import Counter
from collections.abc import Iterator, Mapping

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.graph_view import GraphView
from puzzleproof.models.texts import count
from puzzleproof.render.graphs.page import SIZE, Mark, goals_in_words, page, round_steps
from puzzleproof.render.scene import (
    Group,
    Point,
    Polygon,
    Scene,
    Segments,
    Shape,
    Words,
    text_width,
)

HEIGHT = 400.0
LEFT, BELOW, ABOVE = 60.0, 44.0, 14.0
"""The space for numbers beside the bars, below them, and above the highest bar."""
SMALL = 11.0
TICKS = 5
"""The rough number of horizontal grid lines."""
NUMBERED = 24
"""The most numbers below the bars, roughly."""

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
        says += f"; {count(lost, 'state')} without one"
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
