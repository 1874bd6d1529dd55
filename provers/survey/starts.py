"""The hardest starts as instances: states that are far from their nearest goal.

What is said of them is the answer of one search.  So the instances state no known results, and
their notes say that the figures are claimed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from puzzleproof.explore.graph.starts import Start, hardest_starts, how_far
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle, Info, State


class StartsWanted(NamedTuple):
    """Which starts are listed."""

    most: int
    """How many."""
    band: tuple[int, int] | None = None
    """The least and the greatest distance from the nearest goal."""


def starts_found(
    puzzle: AnyPuzzle, graph: Graph, unpack: Callable[[int], State], wanted: StartsWanted
) -> list[dict[str, Any]]:
    """A row for each of the hardest starts, in any component of the graph.

    ``unpack`` makes a state of the rules from one of the graph.  Raises Unsupported where there is
    none.
    """
    seen = how_far(puzzle)

    def far(vertex: int) -> int:
        return seen(unpack(graph.states[vertex])) if seen else 0

    starts = hardest_starts(graph, *wanted, far if seen else None)
    if not starts:
        raise Unsupported(_none_of(wanted))
    return [_row(puzzle, graph, unpack, number, one) for number, one in enumerate(starts, 1)]


def _none_of(wanted: StartsWanted) -> str:
    if wanted.band is None:
        return "--starts: no state reaches a goal, so there is no hardest start"
    least, greatest = wanted.band
    return f"--distance {least}-{greatest}: no state is so far from its nearest goal"


def _row(
    puzzle: AnyPuzzle, graph: Graph, unpack: Callable[[int], State], number: int, start: Start
) -> dict[str, Any]:
    """What is known of a start, its drawing and the text of its instance."""
    state, name = unpack(start.state), puzzle.info.name or "(no name)"
    among = "all placements of the pieces" if graph.whole else "all states that its start reaches"
    far = f"{start.moves} move{'s' * (start.moves != 1)} (metric {puzzle.metric})"
    note = (
        f"the start of {name!r} replaced by one that is far from its nearest goal, found among "
        f"{among}: {far}; claimed by one search, not certified"
    )
    info = Info(name=f"{name}: hardest start {number}", source="puzzleproof explore", note=note)
    return {
        "moves": start.moves,
        "plans": start.plans,
        "counter_intuitive": start.away,
        "board": puzzle.draw(state),
        "instance": dumps(puzzle.with_start(state, info)),
    }
