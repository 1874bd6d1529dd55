"""Proofs for tests: CaDiCaL's, random clauses to prove something of, and lines in binary."""

import random
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from pysat.solvers import Solver

from puzzleproof.provers.lrat import as_binary
from puzzleproof.verify.lrat import Line

PYSOLVERS: Any = import_module("pysolvers")


def solved(clauses: Sequence[Sequence[int]], frat: Path, assumptions: Sequence[int] = ()) -> bool:
    """Have CaDiCaL write its proof; whether it found the clauses satisfiable."""
    solver: Any = Solver(name="cadical195")
    solver.configure({"frat": 1, "binary": 0})
    with frat.open("w+b") as file:
        solver.solver.prfile = file
        solver.solver.prfp = PYSOLVERS.cadical195_tracepr(solver.solver.cadical, file)
        for clause in clauses:
            solver.add_clause(clause)
        answer: bool = solver.solve(assumptions=assumptions)
        solver.delete()
    return answer


def random_clauses(seed: int) -> list[tuple[int, ...]]:
    """Clauses of one to four literals, some twice: the solver simplifies them as they come in."""
    rng = random.Random(seed)  # noqa: S311  no secret
    variables = rng.choice((5, 20, 60, 120))
    clauses = [
        tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, variables + 1), size))
        for size in rng.choices((1, 2, 3, 4), (0.01, 0.1, 1, 0.2), k=6 * variables)
    ]
    return clauses + rng.sample(clauses, 3)


def clrat(*lines: Line) -> bytes:
    """The lines as binary LRAT."""
    return b"".join(as_binary(lines))


PIGEONS = "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n"
"""Three pigeons, two holes: 1 2, 3 4, 5 6 are the places of each."""
NOT_1: Line = (10, [-1], [4, 5, 2, 3, 9])
NONE: Line = (11, [], [10, 1, 7, 8, 2, 3, 6])
GOOD = clrat(NOT_1, NONE)
