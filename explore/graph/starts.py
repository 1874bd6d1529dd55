"""The hardest starts of a state graph, and what makes each of them hard.

Besides the distance to the goal two numbers are given.  Few shortest plans leave little to luck.
*Counter-intuitive moves* lead away from the goal; P. Jarušek and R. Pelánek (What determines
difficulty of transport puzzles?, FLAIRS 2011) count them among what makes a puzzle hard for people.
Here a move is one if after it the pieces that the goal names are farther from their places, in
steps on an otherwise empty board; of tiles that is the Manhattan distance.  Shortest plans may
differ in the number of these moves; the least number counts, as no shortest plan has fewer.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from puzzleproof.explore.any_plan import Ways
from puzzleproof.explore.graph.distances import Distances
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.models.capabilities import own_features
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.rules import SlidingPuzzle

SUMMED = "manhattan"
"""The feature that is the distance of all pieces from their goal places."""


class Start(NamedTuple):
    """A start, and how hard it is."""

    state: State
    moves: int
    """The number of moves to the nearest goal."""
    plans: int
    """The number of shortest plans, distinguished by the states on the way."""
    away: int | None
    """The least number of counter-intuitive moves in any of them; None: not defined."""


def how_far(puzzle: AnyPuzzle) -> Callable[[State], int] | None:
    """Return a function that measures how far the goal's pieces are from their goal, or None.

    So it is where no goal names a place for single pieces, as with pegs.
    """
    if isinstance(puzzle, SlidingPuzzle):
        return Ways(puzzle, alone=True)
    own = own_features(puzzle)
    if own and SUMMED in own.features:
        number = own.features.index(SUMMED)
        return lambda state: own.vector(state)[number]
    return None


def hardest_starts(
    graph: Graph, most: int, band: tuple[int, int] | None, far: Callable[[int], int] | None
) -> list[Start]:
    """List at most ``most`` starts, the farthest from the goals first; goals are no starts.

    Of equally far ones those with the fewest plans come first, then those with the most
    counter-intuitive moves.  Of starts that are images of each other under a symmetry of the goals,
    one is listed.  ``band``: the least and the greatest requested distance.  ``far``: what
    `how_far` says of a vertex.
    """
    depth_of = graph.to_goals()
    least, greatest = band or (1, len(graph))
    layers = defaultdict[int, list[int]](list)
    for vertex, depth in enumerate(depth_of):
        if depth and least <= depth <= greatest:
            layers[depth].append(vertex)
    chosen = list[int]()
    for depth in sorted(layers, reverse=True):
        if len(chosen) >= most:
            break
        chosen += _one_of_each(graph, layers[depth])
    plans = _shortest_plans(graph, depth_of, chosen, far or (lambda _: 0))
    starts = [
        Start(graph.states[v], depth_of[v] or 0, plans[v][0], plans[v][1] if far else None)
        for v in chosen
    ]
    order = graph.space.order
    starts.sort(key=lambda one: (-one.moves, one.plans, -(one.away or 0), order(one.state)))
    return starts[:most]


def _one_of_each(graph: Graph, vertices: Iterable[int]) -> Iterator[int]:
    """Yield, of vertices that are images of one another, the one whose state is least."""
    symmetries = [one for one in graph.space.symmetries if one.keeps_goals]
    order = graph.space.order
    for vertex in vertices:
        state = graph.states[vertex]
        images = (symmetry.image(state) for symmetry in symmetries)
        if all(order(image) >= order(state) or image not in graph.index for image in images):
            yield vertex


def _shortest_plans(
    graph: Graph, depth_of: Distances, sources: Iterable[int], far: Callable[[int], int]
) -> dict[int, tuple[int, int]]:
    """Map these vertices and those on the way to (shortest plans, least moves away in any).

    The vertices on shortest plans are collected towards the goals, and evaluated on the way back.
    """
    far, layers = cache(far), defaultdict[int, dict[int, list[int]]](dict)
    for vertex in sources:
        layers[depth_of[vertex] or 0][vertex] = []
    for depth in range(max(layers, default=0), 0, -1):
        for vertex in layers[depth]:
            nearer = [after for after in graph.rows[vertex] if depth_of[after] == depth - 1]
            layers[depth][vertex] = nearer
            layers[depth - 1].update({after: [] for after in nearer})
    found: dict[int, tuple[int, int]] = dict.fromkeys(layers[0], (1, 0))
    for depth in range(1, len(layers)):
        for vertex, nearer in layers[depth].items():
            away = min(found[after][1] + (far(after) > far(vertex)) for after in nearer)
            found[vertex] = sum(found[after][0] for after in nearer), away
    return found
