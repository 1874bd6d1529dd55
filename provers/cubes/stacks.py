"""All solutions of a set of cubes, counted by several methods that must agree.

If methods of both formulations of the rules agree (`puzzleproof.provers.cubes.counting`), an answer
is `cross-checked`.  Each reported solution was put together by the rules.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from puzzleproof.models.cubes.rules import FACES, CubeMove, CubesPuzzle, placement_of
from puzzleproof.models.errors import (
    IllegalMove,
    InternalError,
    LimitReached,
    NotationError,
)
from puzzleproof.provers.cubes.counting import (
    CONFIRMED_BY,
    CountingMethod,
    StackCounts,
    count_by,
    find_pairs,
    methods_for,
)
from puzzleproof.provers.events import Emit, Event, Working, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call
from puzzleproof.provers.request import ENGINES
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence, EvidenceKind, Formulation, conclude
from puzzleproof.verify.replay import replay_to_goal

if TYPE_CHECKING:
    from puzzleproof.encoders.cubes.stacks import FactorPair

MORE = "there are more solutions (--limit)"
Edge: TypeAlias = tuple[int, str, str]
"""A cube, the colour of one face, and the colour of the opposite one."""


@dataclass(frozen=True, slots=True)
class StacksRequest:
    """The request: one solution, at most ``limit`` of them, or all."""

    engine: str = "auto"
    every: bool = False
    limit: int | None = None

    def __post_init__(self) -> None:
        """Raise NotationError for an unknown engine or a bad limit."""
        if self.engine not in ENGINES:
            expected = ", ".join(ENGINES)
            raise NotationError(f"engine {self.engine!r}: expected one of {expected}")
        if self.limit is not None and self.limit < 1:
            raise NotationError(f"limit {self.limit}: expected 1 or more")

    @property
    def wanted(self) -> int | None:
        """How many solutions are enough; None: all."""
        return self.limit if self.limit is not None else None if self.every else 1


@dataclass(frozen=True, slots=True)
class StackSolution:
    """A pair of factors, each component a list of edges, and one stack that shows them."""

    pair: FactorPair
    plan: tuple[str, ...]
    factors: tuple[tuple[tuple[Edge, ...], ...], ...]

    @property
    def name(self) -> str:
        """The pairs of opposite faces shown by cubes 0, 1, 2, …, as in ``0010-2102``."""
        return "-".join("".join(map(str, factor)) for factor in self.pair)


@dataclass(frozen=True, slots=True)
class SolutionsFound(Event):
    """Solutions, different up to the symmetries of a stack."""

    event: ClassVar[str] = "solutions"
    solutions: tuple[StackSolution, ...]


@dataclass(frozen=True, slots=True)
class MethodFinished(Event):
    """A method has enumerated everything."""

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
    """The answer; counts are None if not everything was enumerated."""

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
        """The notes about the limit that was reached: of time, memory or number."""
        return self.notes if self.stopped or MORE in self.notes else ()


# --- in the parent ------------------------------------------------------------------------


def solve_stacks(
    puzzle: CubesPuzzle, request: StacksRequest, on_event: Emit = ignore, limits: Limits = NO_LIMITS
) -> StacksAnswer:
    """Answer a request about a set of cubes, within limits.

    Raises InternalError if two methods contradict each other or a solution breaks the rules.
    """
    begin = time.perf_counter()
    methods = methods_for(puzzle, request.engine)
    solutions, checks, notes = list[StackSolution](), list[MethodFinished](), tuple[str, ...]()

    def receive(event: Event) -> None:
        if isinstance(event, SolutionsFound):
            for solution in event.solutions:
                _replay(puzzle, solution)
            solutions[:] = event.solutions
        elif isinstance(event, MethodFinished):
            checks.append(event)
        on_event(event)

    try:
        call(_work, (puzzle, request, methods), receive, limits)
    except LimitReached as limit:
        notes = (str(limit),)
    return conclude_stacks(solutions, checks, request, time.perf_counter() - begin, notes)


def _replay(puzzle: CubesPuzzle, solution: StackSolution) -> None:
    try:
        replay_to_goal(puzzle, solution.plan)
    except (IllegalMove, NotationError) as error:
        raise InternalError(f"solution {solution.name} breaks the rules: {error}") from error


def conclude_stacks(
    solutions: Sequence[StackSolution],
    checks: Sequence[MethodFinished],
    request: StacksRequest,
    seconds: float,
    notes: tuple[str, ...],
) -> StacksAnswer:
    """Draw the answer from the results; only `verdict.conclude` may say 'no solution'."""
    status, grade = "solved" if solutions else "unknown", None
    stopped = bool(notes)
    if checks and not solutions:
        verdict, grade, _ = conclude([_evidence(check) for check in checks], None)
        status = verdict if verdict == "unsolvable" else status
    elif checks:
        formulations = {check.formulation for check in checks}
        grade = "cross-checked" if len(formulations) > 1 else "claimed"
    elif solutions and not stopped:
        notes = ("other solutions were not looked for (--all)",)
        if request.limit is not None:
            notes = (MORE,)
    known = (check.factorizations for check in checks if check.factorizations is not None)
    return StacksAnswer(
        status=status,
        grade=grade,
        solutions=tuple(solutions),
        raw=checks[0].raw if checks else None,
        factorizations=next(known, None),
        pairs=checks[0].pairs if checks else None,
        checks=tuple(checks),
        seconds=seconds,
        stopped=stopped,
        notes=notes,
    )


def _evidence(check: MethodFinished) -> Evidence:
    kind: EvidenceKind = "refutation" if check.engine in ("sat", "cpsat") else "exhaustion"
    return Evidence.searched(kind, UNSOLVABLE, "none", check.formulation, check.seconds)


# --- in the child -------------------------------------------------------------------------


def _work(
    puzzle: CubesPuzzle, request: StacksRequest, methods: list[CountingMethod], emit: Emit
) -> None:
    """Find as many solutions as are wanted; if there are no more, count by every method."""
    wanted = request.wanted or 1
    enough = wanted + (request.limit is not None)
    emit(Working("looking for solutions"))
    found = list(islice(find_pairs(puzzle, methods[0], enough), enough))
    if found:
        emit(SolutionsFound(tuple(solution_of(puzzle, pair) for pair in found[:wanted])))
    if request.wanted is None or len(found) < enough:
        _count(puzzle, methods, emit)


def _count(puzzle: CubesPuzzle, methods: list[CountingMethod], emit: Emit) -> None:
    """Count by each method, and compare; both formulations must agree on 'no solution'."""
    first: tuple[StackCounts, MethodFinished] | None = None
    for method in methods:
        begin = time.perf_counter()
        emit(Working(f"counting by {method.model} ({method.engine})"))
        counts = count_by(puzzle, method)
        raw, pairs, factorizations = counts
        seconds = time.perf_counter() - begin
        check = MethodFinished(
            *method, method.formulation, raw, len(pairs), factorizations, seconds
        )
        if first is None:
            first = counts, check
            if pairs:
                emit(SolutionsFound(tuple(solution_of(puzzle, pair) for pair in sorted(pairs))))
            elif len({other.formulation for other in methods}) == 1:
                methods.append(CONFIRMED_BY[method.formulation])  # which this loop comes to
        elif not counts.agrees(first[0]):
            raise InternalError(f"two methods disagree on the stacks: {first[1]} and {check}")
        emit(check)


def solution_of(puzzle: CubesPuzzle, pair: FactorPair) -> StackSolution:
    """A stack that shows a pair of factors, as moves, with the edges of both."""
    from puzzleproof.encoders.cubes.stacks import components, stacks_of

    stack = next(stacks_of(puzzle, pair))
    shown = ("".join(FACES[f] for f in sides) for sides in stack)
    moves = (CubeMove(k, placement_of(sides)) for k, sides in enumerate(shown))

    def coloured(factor: tuple[int, ...]) -> tuple[tuple[Edge, ...], ...]:
        return tuple(
            tuple((k, puzzle.cubes[k][one], puzzle.cubes[k][other]) for k, one, other in part)
            for part in components(puzzle, factor)
        )

    return StackSolution(pair, tuple(map(puzzle.format_move, moves)), tuple(map(coloured, pair)))
