"""States on circles by distance, with the start or the goals in the middle.

States are ordered on each circle as in layered drawings (Sugiyama, Tagawa and Toda, 1981): the best
direction for a state is the mean direction of its neighbours on other circles (*barycentre*), and
sweeps inwards and outwards reduce the crossings of edges.  On its circle a state is as near to this
direction as the other states allow, by least squares (isotonic regression, Ayer et al., 1955).
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.graph_view import GraphView
from puzzleproof.models.texts import count
from puzzleproof.render.graphs.page import SIZE, neighbours, plotted, round_steps
from puzzleproof.render.scene import Disc, Scene, Shape, Words

EDGES = 6_000
SWEEPS = 6
"""The number of passes over the circles, alternately inwards and outwards."""
SPACING = 2.4
"""The least distance in units between two states of a circle, if there is room."""
BAND = 0.6
"""The part of the gap between two circles that the states of a crowded circle may take."""
SHARE = 0.6
"""Each state has this part of an equal share of its circle to itself.  With a larger part, related
states would be far apart; with a smaller one, states would crowd in a sector."""
LABELLED = 12

Angles: TypeAlias = dict[int, float]
"""Vertex -> its direction, clockwise from the top."""


def rings(view: GraphView) -> Scene:
    """Draw every state; states without a distance are on the outermost circle.

    Raises Unsupported if distances are counted from goals and there is no goal state.
    """
    layers = _layers(view)
    if not layers[0]:
        raise Unsupported(f"{view.name}: no goal state to count distances from")
    radii = _radii(layers)
    gap = radii[-1] - radii[-2] if len(radii) > 1 else SIZE / 2
    angles = _ordered(view, layers)
    places, gaps = [(0.0, 0.0)] * view.states, list[float]()
    for layer, radius in zip(layers, radii, strict=True):
        # A crowded circle is drawn in rows, so that its states do not hide one another.
        wanted = math.ceil(len(layer) * SPACING / max(1.0, SHARE * math.tau * radius))
        rows = max(1, min(wanted, int(BAND * gap / SPACING)))
        for k, vertex in enumerate(sorted(layer, key=angles.__getitem__)):
            away = radius + (k % rows - (rows - 1) / 2) * BAND * gap / rows if radius else 0.0
            angle = angles[vertex]
            places[vertex] = away * math.sin(angle), -away * math.cos(angle)
        room = SHARE * math.tau * radius * rows / len(layer) if radius else SIZE
        gaps += [room] * len(layer)
    known = radii[: len(radii) - _lost(view)]
    step = next(step for step in round_steps() if step * LABELLED >= len(known))
    labelled = [(depth, known[depth]) for depth in range(0, len(known), step) if known[depth]]
    behind: list[Shape] = [Disc((0, 0), radius, "ring") for _, radius in labelled]
    behind += [Words(str(depth), (0, 3 - radius), 10, "pale") for depth, radius in labelled]
    apart = sorted(gaps)[len(gaps) // 4]
    return plotted(view, _words(view, layers), places, apart, EDGES, behind)


def _lost(view: GraphView) -> bool:
    """Tell whether some states have no distance."""
    return None in view.depths


def _layers(view: GraphView) -> list[list[int]]:
    """List the vertices by distance; vertices without a distance come last."""
    far = max((depth for depth in view.depths if depth is not None), default=0)
    found: list[list[int]] = [[] for _ in range(far + 1 + _lost(view))]
    for vertex, depth in enumerate(view.depths):
        found[-1 if depth is None else depth].append(vertex)
    return found


def _words(view: GraphView, layers: list[list[int]]) -> str:
    far = count(len(layers) - 1 - _lost(view), "move")
    if view.origin == "start":
        away = f"Rings by distance from the start; the farthest states are {far} from it"
        lost = "cannot be reached"
    else:
        away, lost = f"Rings by distance to the nearest goal, {far} at most", "cannot reach a goal"
    outside = f"; outermost, {count(len(layers[-1]), 'state')} that {lost}"
    return away + (outside if _lost(view) else "")


def _radii(layers: list[list[int]]) -> list[float]:
    """Return radii with equal gaps; if the middle has several states, it is a circle as well."""
    middle = 0.0
    if len(layers[0]) > 1:
        crowd = max((len(layer) / k for k, layer in enumerate(layers) if k), default=1.0)
        middle = min(max(1.0, len(layers[0]) / crowd), max(1.0, len(layers) / 2))
    last = max(1.0, len(layers) - 1 + middle)
    return [SIZE / 2 * (k + middle) / last for k in range(len(layers))]


def _ordered(view: GraphView, layers: list[list[int]]) -> Angles:
    """Return the direction of every vertex."""
    beside = neighbours(view)
    depths = [len(layers) - 1 if depth is None else depth for depth in view.depths]
    angles: Angles = {v: math.tau * k / len(layers[0]) for k, v in enumerate(layers[0])}
    outwards = range(1, len(layers))
    for sweep in range(-1, SWEEPS):  # in the first sweep, vertices further out have no angle yet
        for depth in outwards if sweep % 2 else reversed(outwards[:-1]):
            layer = layers[depth]
            wanted = dict[int, float]()
            for v in layer:
                near = [angles[w] for w in beside[v] if depths[w] != depth and w in angles]
                wanted[v] = _mean(near, angles.get(v, 0.0))
            order = sorted(layer, key=lambda v: (wanted[v], angles.get(v, 0.0), v))
            angles.update(zip(order, spread([wanted[v] for v in order]), strict=True))
    return angles


def _mean(angles: list[float], other: float) -> float:
    """Return the mean direction, from 0 to tau, or ``other`` if there is no mean.

    Directions are rounded, so that no order depends on the last bit of a sum, which differs between
    versions of Python.
    """
    x, y = sum(map(math.cos, angles)), sum(map(math.sin, angles))
    return round(math.atan2(y, x), 9) % math.tau if math.hypot(x, y) > 1e-9 else other


def spread(wanted: Sequence[float]) -> list[float]:
    """Return directions as near to the wanted ones as the room allows, in the same order.

    ``wanted`` ascends from 0 to tau; the result ascends too, except where it passes a whole turn.

    >>> [round(angle, 2) for angle in spread([1.0, 3.0, 5.0])]
    [1.0, 3.0, 5.0]
    >>> [round(angle, 2) for angle in spread([3.0, 3.0])]
    [2.06, 3.94]
    """
    number = len(wanted)
    if number < 2:
        return list(wanted)
    # Cut the circle where the gap between two directions is widest, so that it becomes a line.
    cut = max(range(number), key=lambda k: round((wanted[k] - wanted[k - 1]) % math.tau, 6))
    line = [*wanted[cut:], *(angle + math.tau for angle in wanted[:cut])]
    apart = SHARE * math.tau / number
    moved = isotonic([angle - k * apart for k, angle in enumerate(line)])
    placed = [angle + k * apart for k, angle in enumerate(moved)]
    if placed[-1] - placed[0] > math.tau - apart:
        placed = _squeezed(placed, apart)
    back = number - cut
    return [round(angle, 9) % math.tau for angle in (*placed[back:], *placed[:back])]


def _squeezed(placed: list[float], apart: float) -> list[float]:
    """Squeeze directions into one turn, in proportion if there is room, else evenly."""
    middle, room = (placed[0] + placed[-1]) / 2, math.tau - apart
    scale = room / (placed[-1] - placed[0])
    found = [middle + (angle - middle) * scale for angle in placed]
    if any(after - before < apart / 2 for before, after in pairwise(found)):
        step = room / (len(placed) - 1)
        found = [middle - room / 2 + k * step for k in range(len(placed))]
    return found


def isotonic(values: Sequence[float]) -> list[float]:
    """Return the ascending numbers nearest to ``values`` in least squares, by pooling.

    >>> isotonic([1.0, 3.0, 2.0, 4.0])
    [1.0, 2.5, 2.5, 4.0]
    """
    pools = list[tuple[float, int]]()
    for value in values:
        mean, size = value, 1
        while pools and pools[-1][0] > mean:
            other, many = pools.pop()
            mean, size = (mean * size + other * many) / (size + many), size + many
        pools.append((mean, size))
    return [mean for mean, size in pools for _ in range(size)]
