"""The hardest starts of a state graph, and what makes each of them hard."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from puzzleproof.explore.graph.statistics import Statistics
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.models.puzzle import State


class Start(NamedTuple):
    """A start, and how hard it is."""

    state: State
    moves: int
    """To the nearest goal."""
    plans: int
    """How many shortest plans, distinguished by the states on the way."""
    away: int | None
    """The least number of counter-intuitive moves in any of them; None: not defined."""


def hardest_starts(
    graph: Graph,
    most: int,
    band: tuple[int, int] | None,
    known: Statistics,
    suits: Callable[[int], bool] = lambda _: True,
) -> list[Start]:
    """At most so many starts, the farthest from the goals first; goals are no starts.

    Of equally far ones those with the fewest plans come first, then those with the most
    counter-intuitive moves.  Of starts that a symmetry exchanges, which keeps the goals, one is
    listed.  ``band``: the least and the greatest distance wanted.  ``suits`` tells whether a vertex
    is wanted; all at a distance are asked, the farthest first, until there are enough.
    """
    least, greatest = band or (1, len(graph))
    layers = defaultdict[int, list[int]](list)
    for vertex in range(len(graph)):
        if (depth := known.moves(vertex)) and least <= depth <= greatest:
            layers[depth].append(vertex)
    starts = list[Start]()
    for depth in sorted(layers, reverse=True):
        if len(starts) >= most:
            break
        chosen = filter(suits, _one_of_each(graph, layers[depth]))
        starts += [start_at(graph, vertex, known) for vertex in chosen]
    order = graph.space.order
    starts.sort(key=lambda one: (-one.moves, one.plans, -(one.away or 0), order(one.state)))
    return starts[:most]


def start_at(graph: Graph, vertex: int, known: Statistics) -> Start:
    """Describe a vertex from which a goal can be reached."""
    moves, plans = known.moves(vertex) or 0, known.shortest_plans(vertex) or 0
    away = known.moves_away(vertex) if known.knows_away else None
    return Start(graph.states[vertex], moves, plans, away)


def _one_of_each(graph: Graph, vertices: Iterable[int]) -> Iterator[int]:
    """Of vertices that are images of one another the one whose state is least."""
    symmetries = [one for one in graph.space.symmetries if one.keeps_goals]
    order = graph.space.order
    for vertex in vertices:
        state = graph.states[vertex]
        images = (symmetry.image(state) for symmetry in symmetries)
        if all(order(image) >= order(state) or image not in graph.index for image in images):
            yield vertex
