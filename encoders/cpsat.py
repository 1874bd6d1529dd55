"""Solve horizons by OR-Tools' CP-SAT, with its own kinds of constraints.

'Exactly one of a group' and 'at most one move' are CP-SAT's own constraints; implications are
clauses.  'Exactly k' with k > 1 becomes clauses too: a linear equation takes twice the time ('at
most 40' for L'Âne Rouge, 6.9 s against 3.1 s), and CP-SAT's presolve doubles the time too.  Each
horizon is a new model that asserts its goal, as CP-SAT keeps nothing between calls.
"""

from collections.abc import Collection, Mapping
from typing import Any

from ortools.sat.python import cp_model

from puzzleproof.encoders.horizon.formula import Formula, clauses_of
from puzzleproof.encoders.horizon.unrolled import Horizons
from puzzleproof.encoders.strengthen import STRENGTHENINGS
from puzzleproof.encoders.task import Task
from puzzleproof.models.errors import LimitReached

PARAMETERS: Mapping[str, Any] = {
    "num_workers": 1,
    "cp_model_presolve": False,
    "linearization_level": 0,
    "symmetry_level": 0,
}


class CpsatHorizons(Horizons):
    """A task, with a CP model for each horizon."""

    def __init__(
        self, task: Task, strengthen: Collection[str] = STRENGTHENINGS, seed: int = 0
    ) -> None:
        super().__init__(task, strengthen)
        self.parameters = {**PARAMETERS, "random_seed": seed}

    def solve(self, formula: Formula) -> list[int] | None:
        """Return the variables that are true in a solution, or None if there is no solution."""
        model, variables = translate(formula)
        solver = cp_model.CpSolver()
        for name, value in self.parameters.items():
            setattr(solver.parameters, name, value)
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise LimitReached(f"CP-SAT gave no answer: {solver.status_name(status)}")
        return [v for v in range(1, len(variables)) if solver.boolean_value(variables[v])]


def translate(formula: Formula) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the CP-SAT model and its variables; variable 0 is unused."""
    cp = cp_model.CpModel()
    variables = [cp.new_bool_var(name) for name in formula.names]
    cp.add_bool_and(~variables[0])

    def literal(x: int) -> cp_model.LiteralT:
        return variables[x] if x > 0 else ~variables[-x]

    for constraint in formula.constraints:
        literals = map(literal, constraint.literals)
        match constraint.kind:
            case "clause":
                cp.add_bool_or(literals)
            case "at most one":
                cp.add_at_most_one(literals)
            case "exactly" if constraint.number == 1:
                cp.add_exactly_one(literals)
            case "exactly":
                clauses = clauses_of(formula, constraint)
                variables += map(cp.new_bool_var, formula.names[len(variables) :])
                for clause in clauses:
                    cp.add_bool_or(map(literal, clause))
    return cp, variables
