"""One operator between two steps, a variable each: for tasks whose operators do more than displace.

An operator that is applied needs its requirements and has its effects; a *shift* has its effect
where its fact held.  Frame axioms (Haas 1987, 'explanatory'): a fact that changes was changed by
an operator that can.  Where moves are chains (peg solitaire's compound moves), a step is a whole
move if the operators let it be told at once (`trails_of`); else an operator, and ``begins`` holds
unless it starts where the one before it landed.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import networkx

from puzzleproof.encoders.model import Lit
from puzzleproof.encoders.steps import Change, Steps
from puzzleproof.encoders.task import Operator, Task

__all__ = [
    "Moves",
    "Trails",
    "add_move",
    "add_step",
    "changes",
    "image",
    "saved_pairs",
    "touched",
    "trails_of",
]

networks: Any = networkx
"""Untyped."""


def add_step(horizon: Steps, step: int) -> None:
    """Add the constraints between ``step`` and ``step + 1``."""
    task, model = horizon.task, horizon.model
    if horizon.layered:
        for operators in _touching(task):
            acting = [horizon.acts(k, step) for k in operators]
            model.at_most_one("operators apart", acting)
    else:
        acting = [horizon.acts(k, step) for k in range(len(task.operators))]
        if task.length is None:
            acting.append(horizon.idle(step))
        model.exactly("one operator a step", acting, 1)
    for k, operator in enumerate(task.operators):
        _apply(horizon, step, horizon.acts(k, step), operator)
    _frame(horizon, step)
    if task.chains and not horizon.layered:
        _chain(horizon, step)


def touched(operator: Operator) -> frozenset[int]:
    """The facts that an operator needs or changes."""
    shifted = (fact for shift in operator.shifts for fact in shift)
    return operator.requires.union(operator.deletes, operator.adds, shifted)


@lru_cache(maxsize=4)
def _touching(task: Task) -> list[list[int]]:
    """For each fact the operators that touch it, each such set of operators once."""
    found: dict[int, list[int]] = defaultdict(list)
    for k, operator in enumerate(task.operators):
        for fact in touched(operator):
            found[fact].append(k)
    return [list(operators) for operators in sorted({tuple(o) for o in found.values()})]


def _apply(horizon: Steps, step: int, acts: int, operator: Operator) -> None:
    model, fact = horizon.model, horizon.fact
    for f in sorted(operator.requires):
        model.clause("needs", -acts, fact(f, step))
    for f in sorted(operator.adds):
        model.clause("effect", -acts, fact(f, step + 1))
    for f in sorted(operator.deletes):
        model.clause("effect", -acts, -fact(f, step + 1))
    for f, g in operator.shifts:
        model.clause("effect", -acts, -fact(f, step), fact(g, step + 1))


def _frame(horizon: Steps, step: int) -> None:
    """Explain each change of a fact; what one fact of a pair explains the other needs not."""
    gains, losses = _explanations(horizon.task)
    for f in horizon.named:
        now, then = horizon.fact(f, step), horizon.fact(f, step + 1)
        gained = (horizon.acts(k, step) for k in gains[f])
        lost = (horizon.acts(k, step) for k in losses[f])
        horizon.model.clause("frame", now, -then, *gained)
        horizon.model.clause("frame", -now, then, *lost)


@lru_cache(maxsize=4)
def _explanations(task: Task) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Fact -> the operators that may make it true; and those that may make it false."""
    gains: dict[int, list[int]] = defaultdict(list)
    losses: dict[int, list[int]] = defaultdict(list)
    for k, operator in enumerate(task.operators):
        sources, targets = {f for f, _ in operator.shifts}, {g for _, g in operator.shifts}
        for f in sorted((operator.adds - operator.requires) | targets):
            gains[f].append(k)
        for f in sorted((operator.deletes | sources) - operator.adds):
            losses[f].append(k)
    return gains, losses


def _chain(horizon: Steps, step: int) -> None:
    """A move begins unless the operator starts where the last one landed."""
    operators, begins = horizon.task.operators, horizon.begins(step)
    if not step:
        horizon.model.clause("chain", begins)
        return
    landed: dict[int, list[int]] = defaultdict(list)
    for k, operator in enumerate(operators):
        landed[operator.landing].append(horizon.acts(k, step - 1))
    for k, operator in enumerate(operators):
        horizon.model.clause("chain", -horizon.acts(k, step), begins, *landed[operator.origin])


def changes(task: Task) -> list[Change]:
    """Whatever may happen between two steps."""
    return [(k,) for k in range(len(task.operators))]


def image(task: Task, change: Change, permutation: tuple[int, ...]) -> Change:
    """The operator that a permutation of the facts makes of another."""
    return (_by_effect(task)[_key(task.operators[change[0]], permutation)],)


@lru_cache(maxsize=4)
def _by_effect(task: Task) -> dict[object, int]:
    same = tuple(range(len(task.facts)))
    return {_key(operator, same): k for k, operator in enumerate(task.operators)}


def _key(operator: Operator, permutation: tuple[int, ...]) -> object:
    sets = (operator.requires, operator.deletes, operator.adds)
    moved = (frozenset(permutation[f] for f in facts) for facts in sets)
    return (*moved, frozenset((permutation[f], permutation[g]) for f, g in operator.shifts))


@lru_cache(maxsize=4)
def saved_pairs(task: Task) -> tuple[tuple[Change, Change], ...]:
    """Operators that one after the other do what one of them, or none, does.

    Looked for among operators that only carry facts to others: each is then a map of facts.
    """
    maps = {k: _map(o) for k, o in enumerate(task.operators)}
    after: dict[frozenset[int], list[int]] = defaultdict(list)
    for k, operator in enumerate(task.operators):
        if maps[k] is not None:
            after[operator.requires].append(k)
    pairs: list[tuple[Change, Change]] = []
    for first, operator in enumerate(task.operators):
        one = maps[first]
        if one is None:
            continue
        singles = [maps[k] for k in after[operator.requires]] + [{}]
        pairs += [
            ((first,), (second,))
            for second in after[operator.adds]
            if _then(one, maps[second] or {}) in singles
        ]
    return tuple(pairs)


def _map(operator: Operator) -> dict[int, int] | None:
    """The map of an operator that carries one required fact, and shifts others."""
    if len(operator.requires) != 1 or operator.requires != operator.deletes:
        return None
    if len(operator.adds) != 1:
        return None
    (source,), (target,) = operator.requires, operator.adds
    return {source: target, **dict(operator.shifts)}


def _then(first: dict[int, int], second: dict[int, int]) -> dict[int, int]:
    """One map after another, without the facts that end where they began."""
    composed = {f: second.get(g, g) for f, g in first.items()}
    composed |= {f: g for f, g in second.items() if f not in first}
    return {f: g for f, g in composed.items() if f != g}


# --- a whole chain between two steps -------------------------------------------------------

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
    lines: Any = networks.Graph()
    lines.add_edges_from((o.origin, o.landing) for o in task.operators)
    kin = {f: frozenset(part) for part in networks.connected_components(lines) for f in part}
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
    after = {landing, other.get(origin), other.get(over)}
    return over if operator.deletes == operator.requires and operator.adds == after else None


def _rings(lines: Any) -> tuple[frozenset[int], ...] | None:
    """The vertices of each connected subgraph in which all degrees are even; None if too many."""
    found = set[frozenset[int]]()
    for part in networks.connected_components(lines):
        basis = [
            frozenset(frozenset(pair) for pair in zip(ring, (*ring[1:], ring[0]), strict=True))
            for ring in networks.cycle_basis(lines.subgraph(part))
        ]
        if len(basis) > RINGS_LIMIT:
            return None
        sums = [frozenset[frozenset[int]]()]
        for ring in basis:
            sums += [one ^ ring for one in sums]
        for edges in sums[1:]:
            graph: Any = networks.Graph(tuple(edge) for edge in edges)
            if networks.is_connected(graph):
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
    jumps = _jumps(task)
    for hole in trails.pegs:
        _hole(horizon, step, hole, [horizon.acts(k, step) for k in jumps.over[hole]])
        _balance(horizon, step, hole)
    _one_trail(horizon, trails, step)


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
