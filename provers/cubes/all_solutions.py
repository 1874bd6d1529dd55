"""All solutions of a formula, one after another, by a SAT solver or by CP-SAT.

Solutions are distinguished by some of the formula's variables, of which every solution makes the
same number true; so a clause that blocks the true ones blocks no other solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from puzzleproof.encoders.horizon.formula import Formula, Lit
from puzzleproof.models.errors import LimitReached

Enumerate: TypeAlias = Callable[[Formula, tuple[Lit, ...], int | None], Iterator[list[Lit]]]


def by_sat(
    formula: Formula, shown: tuple[Lit, ...], enough: int | None = None
) -> Iterator[list[Lit]]:
    """Yield the true ones of ``shown``, solution after solution; ``enough`` of them, or all.

    Raises LimitReached where the solver gives no answer.
    """
    from puzzleproof.encoders.horizon.cnf import Compiler
    from puzzleproof.encoders.sat import DEFAULT_SOLVER, pysat

    compiler = Compiler(formula)
    clauses = compiler.update()
    literals = {compiler.literal(x): x for x in shown}
    with pysat.Solver(name=DEFAULT_SOLVER, bootstrap_with=clauses) as solver:
        number = 0
        while (enough is None or number < enough) and (answer := solver.solve()) is not False:
            if answer is None:
                raise LimitReached("the SAT solver gave no answer")
            true = [x for x in solver.get_model() if x in literals]
            yield [literals[x] for x in true]
            solver.add_clause([-x for x in true])
            number += 1


def by_cpsat(
    formula: Formula, shown: tuple[Lit, ...], enough: int | None = None
) -> Iterator[list[Lit]]:
    """The same by CP-SAT's own enumeration; the first is yielded when the last is found.

    Raises LimitReached where CP-SAT gives no answer.
    """
    from ortools.sat.python import cp_model

    from puzzleproof.encoders.cpsat import translate

    cp, variables = translate(formula)
    found = list[list[Lit]]()

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append([x for x in shown if self.boolean_value(variables[x])])
            if len(found) == enough:
                self.stop_search()

    solver: Any = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    status = solver.solve(cp, Collector())
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and len(found) != enough:
        raise LimitReached(f"CP-SAT gave no answer: {solver.status_name(status)}")
    yield from found


ENUMERATORS: Mapping[str, Enumerate] = {"sat": by_sat, "cpsat": by_cpsat}
