"""A whole chain of jumps between two steps: a compound move of peg solitaire.

The set of a move's jumps determines its effect, and the jumps can be ordered as an Euler trail
(`jump_graph`).  So a time step has a variable for each jump, and clauses which say that as many
jumps land in a hole as leave it (except at the two ends) and that all jumps are connected.  'At
most T moves' is then simply T time steps.
"""

from collections.abc import Sequence
from itertools import combinations

from puzzleproof.encoders.horizon.formula import Lit
from puzzleproof.encoders.horizon.jump_graph import JumpGraph
from puzzleproof.encoders.horizon.operators import touched
from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.encoders.task import Operator


def add_step(unrolled: StepVariables, step: int) -> None:
    """Add the constraints between ``step`` and ``step + 1``, for one whole move or no move."""
    graph, formula = unrolled.jumps, unrolled.formula
    assert graph is not None
    for ends in (unrolled.departs, unrolled.ends):
        some = [ends[step][hole] for hole in graph.pegs]
        formula.exactly("one move a step", [*some, unrolled.idle(step)], 1)
    for k, operator in enumerate(unrolled.task.operators):
        acts, over, landing = unrolled.acts(k, step), graph.taken[k], operator.landing
        formula.clause("needs", -acts, unrolled.fact(over, step))
        formula.clause("effect", -acts, -unrolled.fact(over, step + 1))
        into = unrolled.departs[step][landing]
        formula.clause("needs", -acts, -unrolled.fact(landing, step), into)
        holes = sorted(graph.component[operator.origin])
        formula.clause("connected", -acts, *(unrolled.departs[step][hole] for hole in holes))
    for hole in graph.pegs:
        _hole(unrolled, graph, step, hole)
        _balance(unrolled, graph, step, hole)
    _no_ring_apart(unrolled, graph, step)


def _hole(unrolled: StepVariables, graph: JumpGraph, step: int, hole: int) -> None:
    """Add the constraints on one hole: what may happen to it, and by which jumps."""
    clause = unrolled.formula.clause
    now, then = unrolled.fact(hole, step), unrolled.fact(hole, step + 1)
    departs, ends = unrolled.departs[step][hole], unrolled.ends[step][hole]
    over = [unrolled.acts(k, step) for k in graph.over[hole]]
    unrolled.formula.at_most_one("a peg is taken once", over)
    clause("needs", -departs, now)
    clause("needs", -ends, -now, departs)
    clause("effect", -ends, then)
    clause("effect", -departs, -then, ends)
    clause("frame", now, -then, ends)
    clause("frame", -now, then, departs, *over)
    clause("a move jumps", -departs, *(unrolled.acts(k, step) for k in graph.out[hole]))


def _balance(unrolled: StepVariables, graph: JumpGraph, step: int, hole: int) -> None:
    """Demand that as many jumps land in a hole as leave it; the move's ends count as jumps.

    The clauses are for subsets: if m given jumps land, then of any n - m + 1 of the n jumps that
    can leave, at least one leaves.  The same holds for landing and leaving exchanged.
    """
    operators = unrolled.task.operators
    out = {unrolled.acts(k, step): operators[k].landing for k in graph.out[hole]}
    into = {unrolled.acts(k, step): operators[k].origin for k in graph.into[hole]}
    far = out | into
    """Jump -> the hole at its other end."""
    comes, leaves = [unrolled.departs[step][hole], *into], [unrolled.ends[step][hole], *out]
    for some, others in ((comes, leaves), (leaves, comes)):
        for m in range(1, len(some) + 1):
            for chosen in combinations(some, m):
                there = {far[x] for x in chosen if x in far}
                rest = [x for x in others if far.get(x, -1) not in there]
                denied = [-x for x in chosen]
                for enough in combinations(rest, max(0, len(rest) - m + 1)):
                    unrolled.formula.clause("balance", *denied, *enough)


def _no_ring_apart(unrolled: StepVariables, graph: JumpGraph, step: int) -> None:
    """Exclude rings of jumps that are not connected to the moving peg's trail.

    All degrees of a component without the trail are even, so its holes form one of `rings`.  If
    jumps land in all holes of a ring, the trail must begin in the ring or enter it.
    """
    formula, operators = unrolled.formula, unrolled.task.operators
    passed: dict[int, Lit] = {}
    for hole in sorted(frozenset[int]().union(*graph.rings)):
        passed[hole] = formula.variable(f"passes {unrolled.task.facts[hole]}@{step}")
        for k in graph.into[hole]:
            formula.clause("passes", -unrolled.acts(k, step), passed[hole])
    for ring in graph.rings:
        holes = sorted(ring)
        enters = [k for h in holes for k in graph.into[h] if operators[k].origin not in ring]
        met = [unrolled.departs[step][hole] for hole in holes]
        met += [unrolled.acts(k, step) for k in enters]
        formula.clause("connected", *(-passed[hole] for hole in holes), *met)


def chained(operators: Sequence[Operator]) -> list[list[Operator]]:
    """Group a plan's operators into chains; there may be more chains than necessary.

    Two operators that touch a common fact keep their order, so the result is a plan too.  The
    longest possible chain is always taken next.  A jump may occur twice, so an operator is
    identified by its place in the plan.
    """
    left: list[int] = list(range(len(operators)))
    moves: list[list[Operator]] = []
    while left:
        best = max((_chain(operators, left, first) for first in _open(operators, left)), key=len)
        left = [place for place in left if place not in best]
        moves.append([operators[place] for place in best])
    return moves


def _open(operators: Sequence[Operator], left: Sequence[int]) -> list[int]:
    """List the places of the operators that touch no fact of an earlier operator in ``left``."""
    found, before = list[int](), set[int]()
    for place in left:
        if not touched(operators[place]) & before:
            found.append(place)
        before |= touched(operators[place])
    return found


def _chain(operators: Sequence[Operator], left: Sequence[int], first: int) -> list[int]:
    """Find a longest chain from ``first`` on; each operator is in `_open` when its turn comes."""
    rest = [place for place in left if place != first]
    landing = operators[first].landing
    onward = [p for p in _open(operators, rest) if operators[p].origin == landing]
    return [first, *max((_chain(operators, rest, p) for p in onward), key=len, default=list[int]())]
