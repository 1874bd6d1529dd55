"""All solutions of a set of cubes, counted by several methods that must agree.

A *method* is a model of the puzzle and an engine that enumerates the model's solutions: the cubes'
orientations by SAT or by CP-SAT, factors by a search, and for few cubes brute force by the rules.
Orientations and brute force use the table of placements in `models`; factors use only the pairs of
opposite faces.  If methods of both formulations of the rules agree, an answer is `cross-checked`.

Certain variables of a formula distinguish its solutions, and the number of these variables that are
true is the same in every solution.  So a clause that makes one of a solution's true variables
false excludes only this solution.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, NamedTuple, TypeAlias

from puzzleproof.encoders.cubes import orientation_formula
from puzzleproof.encoders.horizon.formula import Formula, Lit
from puzzleproof.explore.random_cubes import (
    FactorPair,
    components,
    factor_pairs,
    factors,
    stacks_of,
    stacks_of_pair,
)
from puzzleproof.models.cubes.rules import FACES, PLACEMENT_OF, CubeMove, CubesPuzzle
from puzzleproof.models.errors import IllegalMove, InternalError, LimitReached, NotationError
from puzzleproof.provers.events import Emit, Event, Working, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence, EvidenceKind, Formulation, conclude
from puzzleproof.verify.replay import replay_to_goal
from puzzleproof.verify.stacks import BRUTE_LIMIT, count_stacks, shown_pairs

MORE = "there are more solutions (--plans N)"
Edge: TypeAlias = tuple[int, str, str]
"""A cube, the colour of one face, and the colour of the opposite face."""


@dataclass(frozen=True, slots=True)
class StackSolution:
    """A pair of factors (docs/boards.md), a plan for one of its stacks, its edges by component."""

    pair: FactorPair
    plan: tuple[str, ...]
    factors: tuple[tuple[tuple[Edge, ...], ...], ...]

    @property
    def name(self) -> str:
        """For each factor the pair of opposite faces of cubes 0, 1, 2, …, as in ``0010-2102``."""
        return "-".join("".join(map(str, factor)) for factor in self.pair)


@dataclass(frozen=True, slots=True)
class SolutionsFound(Event):
    """Solutions, no two of which are images of each other under the symmetries of a stack."""

    event: ClassVar[str] = "solutions"
    solutions: tuple[StackSolution, ...]


class StackCounts(NamedTuple):
    """The counts of a method: stacks, pairs of factors, and factors (None if not counted)."""

    raw: int
    pairs: frozenset[FactorPair]
    factorizations: int | None


class CountingMethod(NamedTuple):
    """A model and the engine that enumerates its solutions."""

    model: str
    engine: str

    @property
    def formulation(self) -> Formulation:
        """The formulation of the rules that the method uses."""
        return "encoders" if self.model == "factors" else "models"


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
"""Engine -> its methods: the first finds the solutions, the other methods confirm the counts."""
CONFIRMED_BY = {"models": FACTOR_SEARCH, "encoders": SAT_ORIENTATIONS}
"""Formulation -> a method of the other formulation, which confirms that there is no solution."""


@dataclass(frozen=True, slots=True)
class MethodFinished(Event):
    """A method has enumerated all solutions."""

    event: ClassVar[str] = "way"
    model: str
    engine: str
    formulation: Formulation
    raw: int
    pairs: int
    factorizations: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class StacksAnswer:
    """The answer; counts are None if not all solutions were enumerated."""

    status: str
    grade: str | None
    solutions: tuple[StackSolution, ...]
    raw: int | None
    factorizations: int | None
    pairs: int | None
    checks: tuple[MethodFinished, ...]
    seconds: float
    stopped: bool
    notes: tuple[str, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """The notes about a limit on time, memory or solutions that was reached."""
        return self.notes if self.stopped or MORE in self.notes else ()


# --- in the parent ------------------------------------------------------------------------


def solve_stacks(
    puzzle: CubesPuzzle,
    engine: str = "auto",
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
    *,
    every: bool = False,
    limit: int | None = None,
) -> StacksAnswer:
    """Find one solution, at most ``limit`` solutions, or (``every``) all solutions, within limits.

    Raises NotationError for a limit below 1, InternalError if methods contradict each other.
    """
    if limit is not None and limit < 1:
        raise NotationError(f"limit {limit}: expected 1 or more")
    begin = time.perf_counter()
    methods = [*METHODS[engine]]
    if len(puzzle.cubes) <= BRUTE_LIMIT:
        methods.append(BRUTE_FORCE)
    solutions, checks, notes = list[StackSolution](), list[MethodFinished](), tuple[str, ...]()

    def receive(event: Event) -> None:
        if isinstance(event, SolutionsFound):
            for one in event.solutions:
                try:
                    replay_to_goal(puzzle, one.plan)
                except (IllegalMove, NotationError) as error:
                    raise InternalError(f"solution {one.name} breaks the rules: {error}") from error
            solutions[:] = event.solutions
        elif isinstance(event, MethodFinished):
            checks.append(event)
        on_event(event)

    try:
        call(_work, (puzzle, every, limit, methods), receive, limits)
    except LimitReached as reached:
        notes = (str(reached),)
    seconds = time.perf_counter() - begin
    return conclude_stacks(solutions, checks, seconds, notes, limited=limit is not None)


def conclude_stacks(
    solutions: Sequence[StackSolution],
    checks: Sequence[MethodFinished],
    seconds: float,
    notes: tuple[str, ...],
    *,
    limited: bool = False,
) -> StacksAnswer:
    """Draw the answer from the results; only `verdict.conclude` may say 'no solution'."""
    status, grade = "solved" if solutions else "unknown", None
    stopped = bool(notes)
    if checks and not solutions:
        evidence = list[Evidence]()
        for check in checks:
            kind: EvidenceKind = "refutation" if check.engine in ("sat", "cpsat") else "exhaustion"
            row = Evidence(kind, UNSOLVABLE, False, "none", check.formulation, check.seconds)
            evidence.append(row)
        verdict, grade, _ = conclude(evidence, None)
        status = verdict if verdict == "unsolvable" else status
    elif checks:
        formulations = {check.formulation for check in checks}
        grade = "cross-checked" if len(formulations) > 1 else "claimed"
    elif solutions and not stopped:
        notes = (MORE if limited else "other solutions were not looked for (--plans all)",)
    first = checks[0] if checks else None
    known = (check.factorizations for check in checks if check.factorizations is not None)
    return StacksAnswer(
        status=status,
        grade=grade,
        solutions=tuple(solutions),
        raw=first.raw if first else None,
        factorizations=next(known, None),
        pairs=first.pairs if first else None,
        checks=tuple(checks),
        seconds=seconds,
        stopped=stopped,
        notes=notes,
    )


# --- in the child -------------------------------------------------------------------------


def _work(
    puzzle: CubesPuzzle, every: bool, limit: int | None, methods: list[CountingMethod], emit: Emit
) -> None:
    """Find the requested solutions; if these are all solutions, count them by every method."""
    wanted, enough = limit or 1, 1 if limit is None else limit + 1
    emit(Working("looking for solutions"))
    found = list(islice(find_pairs(puzzle, methods[0], enough), enough))
    if found:
        emit(SolutionsFound(tuple(solution_of(puzzle, pair) for pair in found[:wanted])))
    if (every and limit is None) or len(found) < enough:
        _count(puzzle, methods, emit)


def _count(puzzle: CubesPuzzle, methods: list[CountingMethod], emit: Emit) -> None:
    """Count by each method, and compare the counts; without solutions, use both formulations."""
    first: StackCounts | None = None
    for method in methods:
        begin = time.perf_counter()
        emit(Working(f"counting by {method.model} ({method.engine})"))
        raw, pairs, factorizations = counts = count_by(puzzle, method)
        seconds, formulation = time.perf_counter() - begin, method.formulation
        if first is None:
            first = counts
            if pairs:
                emit(SolutionsFound(tuple(solution_of(puzzle, pair) for pair in sorted(pairs))))
            elif len({other.formulation for other in methods}) == 1:
                methods.append(CONFIRMED_BY[formulation])  # this loop reaches it
        else:
            unknown = None in (factorizations, first.factorizations)
            if counts[:2] != first[:2] or not (unknown or factorizations == first.factorizations):
                who = f"{methods[0]} and {method}"
                raise InternalError(f"two methods disagree on the stacks: {who}")
        emit(MethodFinished(*method, formulation, raw, len(pairs), factorizations, seconds))


def solution_of(puzzle: CubesPuzzle, pair: FactorPair) -> StackSolution:
    """Return a solution with this pair of factors: a stack as a plan, and the factors' edges."""
    stack = next(stacks_of(puzzle.cubes, pair))
    shown = ("".join(FACES[f] for f in sides) for sides in stack)
    moves = (CubeMove(k, PLACEMENT_OF[sides]) for k, sides in enumerate(shown))

    def coloured(factor: tuple[int, ...]) -> tuple[tuple[Edge, ...], ...]:
        return tuple(
            tuple((k, puzzle.cubes[k][one], puzzle.cubes[k][other]) for k, one, other in part)
            for part in components(puzzle.cubes, factor)
        )

    return StackSolution(pair, tuple(map(puzzle.format_move, moves)), tuple(map(coloured, pair)))


# --- by each method -----------------------------------------------------------------------


def find_pairs(puzzle: CubesPuzzle, method: CountingMethod, enough: int) -> Iterator[FactorPair]:
    """Yield the pairs that a method finds: at least ``enough`` pairs, or all if there are fewer."""
    if method.model == "orientations":
        seen = set[FactorPair]()
        for stack in _stacks(puzzle, method, 1 if enough == 1 else None):
            if (pair := shown_pairs(stack)) not in seen:
                seen.add(pair)
                yield pair
    else:
        yield from factor_pairs(puzzle.cubes)


def count_by(puzzle: CubesPuzzle, method: CountingMethod) -> StackCounts:
    """Count the solutions by one method."""
    if method == BRUTE_FORCE:
        counted = count_stacks(puzzle)
        return StackCounts(counted.raw, counted.shown, None)
    if method.model == "orientations":
        stacks = list(_stacks(puzzle, method))
        return StackCounts(len(stacks), frozenset(map(shown_pairs, stacks)), None)
    pairs = frozenset(factor_pairs(puzzle.cubes))
    raw = sum(stacks_of_pair(puzzle.cubes, pair) for pair in pairs)
    return StackCounts(raw, pairs, sum(1 for _ in factors(puzzle.cubes)))


def _stacks(
    puzzle: CubesPuzzle, method: CountingMethod, enough: int | None = None
) -> Iterator[Any]:
    encoded = orientation_formula(puzzle)
    return map(encoded.read, ENUMERATORS[method.engine](encoded.formula, encoded.shown, enough))


# --- all solutions of a formula -------------------------------------------------------------


def by_sat(
    formula: Formula, shown: tuple[Lit, ...], enough: int | None = None
) -> Iterator[list[Lit]]:
    """Yield for each solution the literals of ``shown`` that are true; raises LimitReached."""
    from puzzleproof.encoders.horizon.formula import Compiler
    from puzzleproof.encoders.sat import DEFAULT_SOLVER, is_satisfiable, pysat

    literals = set(shown)
    with pysat.Solver(name=DEFAULT_SOLVER, bootstrap_with=Compiler(formula).update()) as solver:
        while is_satisfiable(solver):
            true = [x for x in solver.get_model() if x in literals]
            yield true
            solver.add_clause([-x for x in true])


def by_cpsat(formula: Formula, shown: tuple[Lit, ...], enough: int | None) -> Iterator[list[Lit]]:
    """Yield the same as `by_sat`, but by CP-SAT, and only once the last solution is found."""
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


Enumerate: TypeAlias = Callable[[Formula, tuple[Lit, ...], int | None], Iterator[list[Lit]]]
ENUMERATORS: Mapping[str, Enumerate] = {"sat": by_sat, "cpsat": by_cpsat}
