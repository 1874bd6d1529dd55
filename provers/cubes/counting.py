"""Methods that count the stacks of a set of cubes, which must agree.

A method is a model and the engine that enumerates its solutions: orientations by SAT or by CP-SAT,
factors by a search, and for few cubes brute force by the rules.
The raw count (cube 0 in three placements) is enumerated by orientations and brute force, and
follows from the cycles of the factors.  Orientations and brute force follow `models`' table of
placements; factors know only pairs of opposite faces.

Some variables of a formula distinguish its solutions, and every solution makes the same number of
them true.  So a clause that blocks the true ones blocks no other solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.encoders.cubes.stacks import orientation_formula
from puzzleproof.encoders.horizon.formula import Formula, Lit
from puzzleproof.explore.random_cubes import FactorPair, factor_pairs, factors
from puzzleproof.models.cubes.rules import CubesPuzzle
from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.verdict import Formulation
from puzzleproof.verify.stacks import BRUTE_LIMIT, count_stacks, shown_pairs

Enumerate: TypeAlias = Callable[[Formula, tuple[Lit, ...], int | None], Iterator[list[Lit]]]


class CountingMethod(NamedTuple):
    """A model and the engine that enumerates its solutions."""

    model: str
    engine: str

    @property
    def formulation(self) -> Formulation:
        """Whose formulation of the rules it follows."""
        return "encoders" if self.model == "factors" else "models"


class StackCounts(NamedTuple):
    """The counts of a method; not every method knows the number of factors."""

    raw: int
    pairs: frozenset[FactorPair]
    factorizations: int | None

    def agrees(self, other: StackCounts) -> bool:
        """Whether both say the same, as far as both know."""
        unknown = None in (self.factorizations, other.factorizations)
        return self[:2] == other[:2] and (unknown or self.factorizations == other.factorizations)


SAT_ORIENTATIONS = CountingMethod("orientations", "sat")
CPSAT_ORIENTATIONS = CountingMethod("orientations", "cpsat")
FACTOR_SEARCH = CountingMethod("factors", "search")
BRUTE_FORCE = CountingMethod("rules", "brute force")

METHODS: Mapping[str, tuple[CountingMethod, ...]] = {
    "auto": (FACTOR_SEARCH, SAT_ORIENTATIONS),
    "sat": (SAT_ORIENTATIONS, FACTOR_SEARCH),
    "cpsat": (CPSAT_ORIENTATIONS, FACTOR_SEARCH),
    "search": (FACTOR_SEARCH,),
}
"""Engine -> the methods; the first one looks for solutions."""
CONFIRMED_BY = {"models": FACTOR_SEARCH, "encoders": SAT_ORIENTATIONS}
"""Formulation -> a method of the other formulation, which confirms that there is no solution."""


def methods_for(puzzle: CubesPuzzle, engine: str) -> list[CountingMethod]:
    """The methods of an engine; with few cubes brute force joins them."""
    brute = (BRUTE_FORCE,) if len(puzzle.cubes) <= BRUTE_LIMIT else ()
    return [*METHODS[engine], *brute]


def find_pairs(
    puzzle: CubesPuzzle, method: CountingMethod, enough: int | None = None
) -> Iterator[FactorPair]:
    """The pairs that a method finds, all or at least ``enough``."""
    if method.model == "orientations":
        stacks = _enumerate(orientation_formula(puzzle), method, 1 if enough == 1 else None)
        return _distinct(map(shown_pairs, stacks))
    return factor_pairs(puzzle.cubes)


def count_by(puzzle: CubesPuzzle, method: CountingMethod) -> StackCounts:
    """Count by one method."""
    if method == BRUTE_FORCE:
        counted = count_stacks(puzzle)
        return StackCounts(counted.raw, counted.shown, None)
    if method.model == "orientations":
        stacks = list(_enumerate(orientation_formula(puzzle), method))
        return StackCounts(len(stacks), frozenset(map(shown_pairs, stacks)), None)
    from puzzleproof.explore.random_cubes import stacks_of_pair

    pairs = frozenset(factor_pairs(puzzle.cubes))
    raw = sum(stacks_of_pair(puzzle.cubes, pair) for pair in pairs)
    return StackCounts(raw, pairs, sum(1 for _ in factors(puzzle.cubes)))


def _enumerate(encoded: Any, method: CountingMethod, enough: int | None = None) -> Iterator[Any]:
    """The result of ``read`` for each solution of a formula."""
    found = ENUMERATORS[method.engine](encoded.formula, encoded.shown, enough)
    return map(encoded.read, found)


def _distinct(pairs: Iterable[FactorPair]) -> Iterator[FactorPair]:
    seen: set[FactorPair] = set()
    for pair in pairs:
        if pair not in seen:
            seen.add(pair)
            yield pair


# --- all solutions of a formula -------------------------------------------------------------


def by_sat(
    formula: Formula, shown: tuple[Lit, ...], enough: int | None = None
) -> Iterator[list[Lit]]:
    """Yield the true ones of ``shown``, solution after solution; ``enough`` of them, or all.

    Raises LimitReached if the solver gives no answer.
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

    Raises LimitReached if CP-SAT gives no answer.
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
