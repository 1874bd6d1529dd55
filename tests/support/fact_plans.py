"""Moves of the rules as facts and actions, and what they make true in a horizon's formula."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, cast

from pysat.solvers import Solver

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.strips import Goal, Strips, bits
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.formula.steps import Clause

PAUSE = -1


@dataclass(frozen=True)
class Walk:
    """Moves of the rules as facts and actions: one action fewer than facts."""

    facts: tuple[int, ...]
    actions: tuple[int, ...]


def walk(puzzle: AnyPuzzle, length: int, seed: int) -> Walk:
    """So many moves at random, fewer where there are none; each must be an action."""
    strips, chance = puzzle.strips(), Random(seed)  # noqa: S311 (no secret)
    state = puzzle.canonical(puzzle.start)
    facts, actions = [puzzle.state_facts(state)], list[int]()
    while len(actions) < length and (moves := list(puzzle.moves(state))):
        state = puzzle.play(state, chance.choice(moves))
        facts.append(puzzle.state_facts(state))
        doing = [
            k
            for k, action in enumerate(strips.actions)
            if action.applies(facts[-2]) and facts[-2] ^ action.toggles == facts[-1]
        ]
        actions.append(chance.choice(doing))
    return Walk(tuple(facts), tuple(actions))


def asking(strips: Strips, facts: int) -> Strips:
    """The same with just these facts for a goal, after one that is never met."""
    everything = (1 << len(strips.facts)) - 1
    here = Goal(tuple(1 << fact for fact in bits(facts)), everything & ~facts)
    return replace(strips, goals=(Goal((0,)), here))


def assignment(horizon: HorizonFormula, made: Walk) -> set[int]:
    """What a plan makes true, from the documented order of the variables, but for counters.

    A step's variables: facts, counters, those that leave, those that arrive, actions, idle.
    """
    strips, width, plan = horizon.strips, horizon.width, len(made.actions)
    actions, movers = len(strips.actions), bits(strips.movers)
    changes = len(movers) if horizon.displacing else 0
    true = set[int]()
    for t in range(horizon.length + 1):
        facts = made.facts[min(t, plan)]
        true.update(t * width + 1 + fact for fact in bits(facts))
        if t == horizon.length:
            break
        end = (t + 1) * width
        if t >= plan or made.actions[t] == PAUSE:
            true.add(end)
            continue
        true.add(end - actions + made.actions[t])
        leaves, after = end - actions - 2 * changes, made.facts[t + 1]
        for place, fact in enumerate(movers[:changes]):
            if (facts & ~after) >> fact & 1:
                true.add(leaves + place)
            if (after & ~facts) >> fact & 1:
                true.add(leaves + changes + place)
    true.add(horizon.variables)
    return true


def counters(horizon: HorizonFormula) -> range:
    """The variables of a step whose values are the counters' own affair."""
    facts = len(horizon.strips.facts)
    changes = 2 * horizon.strips.movers.bit_count() if horizon.displacing else 0
    return range(facts + 1, horizon.width - len(horizon.strips.actions) - changes)


def broken(horizon: HorizonFormula, made: Walk) -> list[tuple[str, Clause]]:
    """The clauses that a plan does not satisfy; where counters are, a solver sets these."""
    true, free = assignment(horizon, made), counters(horizon)
    if free:
        true |= counted(horizon, true, free)
    return [
        (name, clause)
        for name, clauses in horizon.families()
        for clause in clauses
        if not any((abs(x) in true) == (x > 0) for x in clause)
    ]


def counted(horizon: HorizonFormula, true: set[int], free: range) -> set[int]:
    """A solution of the family ``count`` that agrees with the assignment; none: nothing."""
    counts = [c for name, some in horizon.families() if name == "count" for c in some]
    given = {abs(x) for c in counts for x in c if (abs(x) - 1) % horizon.width + 1 not in free}
    with solver_of(counts) as solver:
        if not solver.solve(assumptions=[x if x in true else -x for x in given]):
            return set()
        return {x for x in cast("list[int]", solver.get_model()) if x > 0 and x not in given}


def solver_of(clauses: Iterable[Sequence[int]]) -> Any:
    return Solver("glucose4", bootstrap_with=clauses)


def solvable(clauses: Iterable[Sequence[int]]) -> bool:
    """Whether a solver finds a solution."""
    with solver_of(clauses) as solver:
        return bool(solver.solve())


def minimum_up_to(puzzle: AnyPuzzle, longest: int) -> int | None:
    """By a search in breadth through the rules; None above ``longest`` too."""
    for depth, layer in enumerate(layers(puzzle)):
        if any(map(puzzle.is_goal, layer)):
            return depth
        if depth == longest:
            break
    return None
