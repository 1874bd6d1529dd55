"""Weights by linear programming: the most that a potential or a pagoda function can prove.

The program maximises w·s less the heaviest goal, where no step lowers the weighted sum by more than
a room: 1 for a potential, 0 for a pagoda function (with the signs reversed).  The heaviest state of
a goal with free pieces is itself a linear program, of which the dual goes into this one.  What the
solver says is read as fractions and is a guess like any other, judged by
`puzzleproof.verify.invariant`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from puzzleproof.models.invariants import Free, Weighed

DENOMINATORS = (1, 12, 1000)
"""Weights are read as fractions with at most this denominator, the roughest first."""
MILLISECONDS = 20_000
"""How long one program may take."""
FEW = 3
"""Features whose weights may all be tried."""
LIMITS = {0: 1, 1: 1000}
"""Room -> the largest weight: without room any multiple will do."""


def weights_by_program(weighed: Weighed, goal: int, room: int) -> Iterator[list[int]]:
    """Weights that prove the most by this program, as integers in some unit.

    Roughly read ones first; nothing where the program says that there is nothing to prove.  Where
    no solver is installed, as in a browser, the smallest weights of few features are all tried.
    """
    if not weighed.goals[goal].possible:
        return
    try:
        values = _solved(weighed, goal, room)
    except ImportError:
        if len(weighed.features) <= FEW:
            yield from map(list[int], product((-1, 0, 1), repeat=len(weighed.features)))
        return
    if values is None:
        return
    known = list[list[Fraction]]()
    for denominator in DENOMINATORS:
        read = [Fraction(value).limit_denominator(denominator) for value in values]
        if read not in known:
            known.append(read)
            factor = math.lcm(*(w.denominator for w in read))
            yield [int(w * factor) for w in read]


def _solved(weighed: Weighed, goal: int, room: int) -> list[float] | None:
    """The weights of an optimum above 0, as the solver has them; raises ImportError without one."""
    from ortools.linear_solver import pywraplp

    untyped: Any = pywraplp
    solver: Any = untyped.Solver.CreateSolver("GLOP")
    solver.SetTimeLimit(MILLISECONDS)
    limit, end = LIMITS[room], weighed.goals[goal]
    weights: list[Any] = [solver.NumVar(-limit, limit, "") for _ in weighed.features]
    for step in weighed.steps:
        row: Any = solver.Constraint(-room, solver.infinity())
        for feature, change in step:
            row.SetCoefficient(weights[feature], change)
    objective: Any = solver.Objective()
    for weight, start, there in zip(weights, weighed.start, end.vector, strict=True):
        objective.SetCoefficient(weight, start - there)
    for free in end.free:
        _take_off_heaviest(solver, objective, weights, free)
    objective.SetMaximization()
    if solver.Solve() != solver.OPTIMAL or objective.Value() < 1e-6:
        return None
    return [weight.solution_value() for weight in weights]


def _take_off_heaviest(solver: Any, objective: Any, weights: Sequence[Any], free: Free) -> None:
    """Subtract the heaviest choice of a free part from the objective, by its dual program.

    The largest sum of w·x, 0 ≤ x ≤ 1 and least ≤ Σx ≤ most, is the smallest most·a - least·b + Σu
    where u ≥ 0, a ≥ 0, b ≥ 0 and u ≥ w - a + b for each feature.
    """
    infinity = solver.infinity()
    above, below = (solver.NumVar(0, infinity, "") for _ in range(2))
    objective.SetCoefficient(above, -free.most)
    objective.SetCoefficient(below, free.least)
    for feature in free.features:
        over: Any = solver.NumVar(0, infinity, "")
        objective.SetCoefficient(over, -1)
        row: Any = solver.Constraint(0, infinity)
        for variable, factor in ((over, 1), (above, 1), (below, -1), (weights[feature], -1)):
            row.SetCoefficient(variable, factor)
