"""Jumps of peg solitaire as a graph on the holes, in which a compound move is an Euler trail.

A jump joins the hole where it begins to the hole where it lands.  If a peg can never get to a hole
that its jumps pass over, the jumps of a move do not obstruct one another.  Then they can be played
in some order if and only if they form an Euler trail (Euler 1736): as many jumps land in a hole as
leave it, except at the two ends, and all jumps are connected.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from puzzleproof.encoders.task import Operator, Task

if TYPE_CHECKING:
    import networkx as nx

RINGS_LIMIT = 10
"""No graph is built if one of its components has more independent cycles than this."""


@dataclass(frozen=True, slots=True)
class JumpGraph:
    """The holes, each given by its fact 'a peg stands here', and the jumps, by their numbers.

    A hole that no jump touches may be given by its fact 'empty' instead.
    """

    pegs: tuple[int, ...]
    """The holes, ascending."""
    empty: dict[int, int]
    """Hole -> the fact that it is empty."""
    taken: tuple[int, ...]
    """For each jump: the peg that it takes (a fact of `pegs`)."""
    component: dict[int, frozenset[int]]
    """Hole -> the holes that a peg could reach from it if every jump were possible."""
    rings: tuple[frozenset[int], ...]
    """The sets of holes of the connected subgraphs in which all degrees are even."""
    out: dict[int, list[int]]
    over: dict[int, list[int]]
    into: dict[int, list[int]]
    """Hole -> the jumps that begin in it, pass over it, or land in it."""


@lru_cache(maxsize=4)
def jump_graph_of(task: Task) -> JumpGraph | None:
    """Return the jump graph; None if moves need not be Euler trails, or rings are too many."""
    empty = {f: g for group in task.groups if len(group) == 2 for f, g in (group, group[::-1])}
    taken = tuple(peg for o in task.operators if (peg := _taken(o, empty)) is not None)
    if not task.chains or task.stops or not taken or len(taken) < len(task.operators):
        return None
    import networkx as nx

    lines: nx.Graph[int] = nx.Graph()
    lines.add_edges_from((o.origin, o.landing) for o in task.operators)
    parts = list(map(frozenset[int], nx.connected_components(lines)))
    component = {hole: part for part in parts for hole in part}
    if any(peg in component[o.origin] for peg, o in zip(taken, task.operators, strict=True)):
        return None
    rings = _rings(lines, parts)
    if rings is None:
        return None
    touched = {*component, *taken}
    apart = (g[0] for g in task.groups if len(g) == 2 and touched.isdisjoint(g))
    pegs = tuple(sorted({*touched, *apart}))
    out, over, into = ({hole: list[int]() for hole in pegs} for _ in range(3))
    for k, operator in enumerate(task.operators):
        out[operator.origin].append(k)
        over[taken[k]].append(k)
        into[operator.landing].append(k)
    return JumpGraph(pegs, empty, taken, component, rings, out, over, into)


def _taken(operator: Operator, empty: dict[int, int]) -> int | None:
    """Return the peg that a jump takes, or None if the operator is no jump."""
    origin, landing = operator.origin, operator.landing
    rest = operator.requires - {origin, empty.get(landing, -1)}
    if len(rest) != 1 or len(operator.requires) != 3 or operator.shifts:
        return None
    (over,) = rest
    after = frozenset((landing, empty.get(origin, -1), empty.get(over, -1)))
    return over if operator.deletes == operator.requires and operator.adds == after else None


def _rings(
    lines: "nx.Graph[int]", parts: list[frozenset[int]]
) -> tuple[frozenset[int], ...] | None:
    """Return the vertices of each connected subgraph of even degrees; None beyond `RINGS_LIMIT`."""
    import networkx as nx

    found = set[frozenset[int]]()
    for part in parts:
        basis = [
            frozenset((min(p), max(p)) for p in zip(ring, (*ring[1:], ring[0]), strict=True))
            for ring in nx.cycle_basis(lines.subgraph(part))
        ]
        if len(basis) > RINGS_LIMIT:
            return None
        sums = [frozenset[tuple[int, int]]()]
        for ring in basis:
            sums += [one ^ ring for one in sums]
        for edges in sums[1:]:
            graph: nx.Graph[int] = nx.Graph(list(edges))
            if nx.is_connected(graph):
                found.add(frozenset(graph))
    return tuple(sorted(found, key=sorted))
