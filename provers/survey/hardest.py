"""The hardest start as an instance: the state whose nearest goal is farthest.

Its distance is the answer of one search.  So the instance states no known result, and its note says
that the distance is claimed.
"""

from __future__ import annotations

from collections.abc import Callable

from puzzleproof.explore.graph.whole import Graph
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, Info, State


def hardest_instance(puzzle: AnyPuzzle, graph: Graph, unpack: Callable[[int], State]) -> AnyPuzzle:
    """Return the puzzle from its hardest start, in any component of the graph.

    Of several states as far the least one as an integer is taken.  ``unpack`` makes a state of the
    rules from one of the graph.  Raises Unsupported where no state reaches a goal, or where the
    family makes no instance of another start.
    """
    if not puzzle.begins_anywhere:
        raise Unsupported(f"family {puzzle.family!r} has no instances from another start")
    if not graph.task.goals:
        raise Unsupported("a tour has no goal, and so no hardest start")
    found = graph.hardest_start(graph.to_goals(), range(len(graph.states)))
    if found is None:
        raise Unsupported("no state reaches a goal, so there is no hardest start")
    name = puzzle.info.name or "(no name)"
    among = "all placements of the pieces" if graph.whole else "all states that its start reaches"
    far = f"{found.distance} move{'s' * (found.distance != 1)} (metric {puzzle.metric})"
    alike = f"one of {found.number:,} such states" if found.number > 1 else "no other is as far"
    note = (
        f"the start of {name!r} replaced by the state farthest from its nearest goal, among "
        f"{among}: {far}, {alike}; claimed by one search, not certified"
    )
    info = Info(name=f"{name}: hardest start", source="puzzleproof explore", note=note)
    return puzzle.with_start(unpack(found.state), info)
