"""A whole chain of jumps between two steps: peg solitaire's compound move, told at once.

A move is a *trail*: its peg departs from a hole, ends in one, and each jump takes a peg once.
Which jumps a move has decides what it does; their order is that of an Euler trail (Euler 1736), so
a step has a variable a jump, and clauses that as many jumps come to a hole as leave it and that all
hang together.  'At most T moves' is then T steps, with nothing to count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from puzzleproof.encoders.horizon.formula import Lit
from puzzleproof.encoders.horizon.operators import touched
from puzzleproof.encoders.horizon.variables import Steps
from puzzleproof.encoders.task import Operator, Task

RINGS_LIMIT = 10
"""A board with more independent rings of jumps than this in one class is told jump by jump."""


@dataclass(frozen=True, slots=True)
class Trails:
    """What makes a chain of jumps a trail: a walk through holes that uses each peg once."""

    pegs: tuple[int, ...]
    """The facts 'a peg stands here', ascending."""
    empty: dict[int, int]
    over: tuple[int, ...]
    """For each operator the peg that it takes."""
    kin: dict[int, frozenset[int]]
    """The holes that a peg may get to if nothing stops it."""
    rings: tuple[frozenset[int], ...]
    """The holes of each set of rings that hang together."""


class Moves(Steps):
    """Steps that may be whole moves."""

    by_moves: bool = False
    """Whether a step is a move, a chain of operators; ``acts`` then says that it has this one."""
    _departs: list[dict[int, Lit]]
    _ends: list[dict[int, Lit]]

    def departs(self, peg: int, step: int) -> Lit:
        """Whether the move between this step and the next begins with the peg in this hole."""
        return self._departs[step][peg]

    def ends(self, peg: int, step: int) -> Lit:
        """Whether that move ends in this hole."""
        return self._ends[step][peg]


def networks() -> Any:
    """The library networkx, untyped; imported when a board of pegs needs it."""
    import networkx as nx

    return nx


@lru_cache(maxsize=4)
def trails_of(task: Task) -> Trails | None:
    """How to tell the task's moves at once; None where its operators are no jumps.

    A jump needs two pegs and a hole and leaves the third of them alone; a peg never gets to a hole
    of the kind that it jumps over.  Then the order of the jumps of a move is that of a trail
    (Euler 1736): as many jumps come to a hole as leave it, but for the ends, and all hang together.
    """
    other = {f: g for group in task.groups if len(group) == 2 for f, g in (group, group[::-1])}
    over = [_taken(operator, other) for operator in task.operators]
    if not task.chains or task.stops or not over or None in over:
        return None
    lines: Any = networks().Graph()
    lines.add_edges_from((o.origin, o.landing) for o in task.operators)
    kin = {f: frozenset(part) for part in networks().connected_components(lines) for f in part}
    taken = tuple(f for f in over if f is not None)
    if any(f in kin[o.origin] for f, o in zip(taken, task.operators, strict=True)):
        return None
    rings = _rings(lines)
    pegs = tuple(sorted({*kin, *taken}))
    return None if rings is None else Trails(pegs, other, taken, kin, rings)


def _taken(operator: Operator, other: dict[int, int]) -> int | None:
    """The peg that a jump takes; None for another kind of operator."""
    origin, landing = operator.origin, operator.landing
    rest = operator.requires - {origin, other.get(landing, -1)}
    if len(rest) != 1 or len(operator.requires) != 3 or operator.shifts:
        return None
    (over,) = rest
    after = frozenset((landing, other.get(origin, -1), other.get(over, -1)))
    return over if operator.deletes == operator.requires and operator.adds == after else None


def _rings(lines: Any) -> tuple[frozenset[int], ...] | None:
    """The vertices of each connected subgraph in which all degrees are even; None if too many."""
    found = set[frozenset[int]]()
    for part in networks().connected_components(lines):
        basis = [
            frozenset(frozenset(pair) for pair in zip(ring, (*ring[1:], ring[0]), strict=True))
            for ring in networks().cycle_basis(lines.subgraph(part))
        ]
        if len(basis) > RINGS_LIMIT:
            return None
        sums = [frozenset[frozenset[int]]()]
        for ring in basis:
            sums += [one ^ ring for one in sums]
        for edges in sums[1:]:
            graph: Any = networks().Graph(tuple(edge) for edge in edges)
            if networks().is_connected(graph):
                found.add(frozenset(graph))
    return tuple(sorted(found, key=sorted))


def add_move(horizon: Moves, trails: Trails, step: int) -> None:
    """Add the constraints between ``step`` and ``step + 1``, a whole move or none."""
    task, model = horizon.task, horizon.model
    for ends in (horizon.departs, horizon.ends):
        some = [ends(h, step) for h in trails.pegs]
        model.exactly("one move a step", [*some, horizon.idle(step)], 1)
    for k, operator in enumerate(task.operators):
        acts, over, landing = horizon.acts(k, step), trails.over[k], operator.landing
        model.clause("needs", -acts, horizon.fact(over, step))
        model.clause("effect", -acts, -horizon.fact(over, step + 1))
        into = horizon.departs(landing, step)
        model.clause("needs", -acts, -horizon.fact(landing, step), into)
        kin = sorted(trails.kin[operator.origin])
        model.clause("one trail", -acts, *(horizon.departs(h, step) for h in kin))
    _alone(horizon, trails, step)
    jumps = _jumps(task)
    for hole in trails.pegs:
        _hole(horizon, step, hole, [horizon.acts(k, step) for k in jumps.over[hole]])
        _balance(horizon, step, hole)
    _one_trail(horizon, trails, step)


def _alone(horizon: Moves, trails: Trails, step: int) -> None:
    """A hole on no line of a jump stays as it is."""
    pegs = set(trails.pegs)
    for fact in horizon.named:
        if fact not in pegs and trails.empty.get(fact) not in pegs:
            now, then = horizon.fact(fact, step), horizon.fact(fact, step + 1)
            horizon.model.clause("frame", now, -then)
            horizon.model.clause("frame", -now, then)


@dataclass(frozen=True, slots=True)
class _Jumps:
    """Operators by the holes that they begin at, pass over and land in."""

    out: dict[int, list[int]]
    over: dict[int, list[int]]
    into: dict[int, list[int]]


@lru_cache(maxsize=4)
def _jumps(task: Task) -> _Jumps:
    trails = trails_of(task)
    assert trails is not None
    found = _Jumps(*({h: list[int]() for h in trails.pegs} for _ in range(3)))
    for k, operator in enumerate(task.operators):
        found.out[operator.origin].append(k)
        found.over[trails.over[k]].append(k)
        found.into[operator.landing].append(k)
    return found


def _hole(horizon: Moves, step: int, hole: int, over: list[Lit]) -> None:
    """What may happen to one hole, and why."""
    model, now, then = horizon.model, horizon.fact(hole, step), horizon.fact(hole, step + 1)
    departs, ends = horizon.departs(hole, step), horizon.ends(hole, step)
    model.at_most_one("a peg is taken once", over)
    model.clause("needs", -departs, now)
    model.clause("needs", -ends, -now, departs)
    model.clause("effect", -ends, then)
    model.clause("effect", -departs, -then, ends)
    model.clause("frame", now, -then, ends)
    model.clause("frame", -now, then, departs, *over)
    jumps = _jumps(horizon.task)
    model.clause("a move jumps", -departs, *(horizon.acts(k, step) for k in jumps.out[hole]))


def _balance(horizon: Moves, step: int, hole: int) -> None:
    """As many jumps (and ends of the move) come to a hole as leave it.

    Of any m that come, m leave: all but m - 1 of the others, spelled out by subsets.
    """
    jumps, operators = _jumps(horizon.task), horizon.task.operators
    acts = {horizon.acts(k, step): operators[k].landing for k in jumps.out[hole]}
    acts |= {horizon.acts(k, step): operators[k].origin for k in jumps.into[hole]}
    comes = [horizon.departs(hole, step), *(horizon.acts(k, step) for k in jumps.into[hole])]
    leaves = [horizon.ends(hole, step), *(horizon.acts(k, step) for k in jumps.out[hole])]
    for some, others in ((comes, leaves), (leaves, comes)):
        for m in range(1, len(some) + 1):
            for chosen in combinations(some, m):
                there = {acts[x] for x in chosen if x in acts}
                rest = [x for x in others if acts.get(x, -1) not in there]
                denied = [-x for x in chosen]
                for enough in combinations(rest, max(0, len(rest) - m + 1)):
                    horizon.model.clause("balance", *denied, *enough)


def _one_trail(horizon: Moves, trails: Trails, step: int) -> None:
    """No ring of jumps apart from the peg that moves: where all its holes are come to, it is met.

    What hangs together apart from the trail has even degrees only, so its holes are among `rings`.
    """
    model, jumps, operators = horizon.model, _jumps(horizon.task), horizon.task.operators
    passed: dict[int, Lit] = {}
    for hole in sorted(frozenset[int]().union(*trails.rings)):
        passed[hole] = model.variable(f"passes {horizon.task.facts[hole]}@{step}")
        for k in jumps.into[hole]:
            model.clause("passes", -horizon.acts(k, step), passed[hole])
    for ring in trails.rings:
        enters = [k for h in sorted(ring) for k in jumps.into[h] if operators[k].origin not in ring]
        met = [horizon.departs(h, step) for h in sorted(ring)]
        met += [horizon.acts(k, step) for k in enters]
        model.clause("one trail", *(-passed[h] for h in sorted(ring)), *met)


def chained(operators: Sequence[Operator]) -> list[list[Operator]]:
    """Put a plan's operators into an order in which many continue the one before; no minimum.

    Two that touch a fact in common keep their order, so the result is a plan as well.  At each
    place the longest chain that can be gone on with is taken.  One jump may be played twice, so
    places in the plan are told apart, not operators.
    """
    left: list[int] = list(range(len(operators)))
    moves: list[list[Operator]] = []
    while left:
        best = max((_chain(operators, left, first) for first in _open(operators, left)), key=len)
        left = [place for place in left if place not in best]
        moves.append([operators[place] for place in best])
    return moves


def _open(operators: Sequence[Operator], left: Sequence[int]) -> list[int]:
    """The places of operators that touch nothing that one before them touches."""
    found, before = list[int](), set[int]()
    for place in left:
        if not touched(operators[place]) & before:
            found.append(place)
        before |= touched(operators[place])
    return found


def _chain(operators: Sequence[Operator], left: Sequence[int], first: int) -> list[int]:
    """From an open place on, a longest chain of operators that are open then."""
    rest = [place for place in left if place != first]
    landing = operators[first].landing
    onward = [p for p in _open(operators, rest) if operators[p].origin == landing]
    return [first, *max((_chain(operators, rest, p) for p in onward), key=len, default=list[int]())]
