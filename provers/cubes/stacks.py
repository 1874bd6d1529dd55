"""All solutions of a set of cubes, counted in several ways that must agree.

A *way* is a model and who enumerates it: orientations or factors by SAT or by CP-SAT, factors by a
search on networkx, and for few cubes brute force by the rules.  The raw count (cube 0 in three
placements) is enumerated by the first model, and follows from the cycles of the factors in the
second.  Orientations and brute force follow `models`' table of placements, factors only know pairs
of opposite faces: where ways of both kinds agree, an answer is `cross-checked`.  Each solution
that is told was put together by the rules.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import ClassVar, TypeAlias

from puzzleproof.models.cubes.rules import FACES, CubeMove, CubesPuzzle, placement_of
from puzzleproof.models.errors import (
    IllegalMove,
    InternalError,
    LimitReached,
    NotationError,
    Unsupported,
)
from puzzleproof.provers.cubes.all_solutions import SOLVERS
from puzzleproof.provers.events import Emit, Event
from puzzleproof.provers.process.supervise import run
from puzzleproof.provers.request import ENGINES
from puzzleproof.provers.session import NO_LIMITS, Limits, ignore
from puzzleproof.provers.verdict import Evidence, conclude
from puzzleproof.verify.replay import replay_to_goal
from puzzleproof.verify.stacks import BRUTE_LIMIT, count_stacks, shown_pairs

MODELS = ("both", "orientations", "factors")

Pair: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
Edge: TypeAlias = tuple[int, str, str]
"""A cube, and the colours of the faces here and opposite."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: one solution, at most ``limit`` of them, or all."""

    engine: str = "auto"
    model: str = "both"
    every: bool = False
    limit: int | None = None

    def __post_init__(self) -> None:
        """Raise NotationError for words that are not known."""
        for word, value, known in (("engine", self.engine, ENGINES), ("model", self.model, MODELS)):
            if value not in known:
                raise NotationError(f"{word} {value!r}: expected one of {', '.join(known)}")
        if self.limit is not None and self.limit < 1:
            raise NotationError(f"limit {self.limit}: expected 1 or more")

    @property
    def wanted(self) -> int | None:
        """How many solutions are enough; None: all."""
        return self.limit if self.limit is not None else None if self.every else 1


@dataclass(frozen=True, slots=True)
class Way:
    """A model and who enumerates its solutions."""

    model: str
    engine: str

    @property
    def formulation(self) -> str:
        """Whose telling of the rules it follows."""
        return "encoders" if self.model == "factors" else "models"


SAT_ORIENTATIONS, CPSAT_ORIENTATIONS = Way("orientations", "sat"), Way("orientations", "cpsat")
SAT_FACTORS, CPSAT_FACTORS = Way("factors", "sat"), Way("factors", "cpsat")
FACTOR_SEARCH, BRUTE_FORCE = Way("factors", "networkx"), Way("rules", "brute force")

WAYS: Mapping[tuple[str, str], tuple[Way, ...]] = {
    ("auto", "both"): (FACTOR_SEARCH, SAT_ORIENTATIONS, CPSAT_FACTORS),
    ("auto", "orientations"): (SAT_ORIENTATIONS, CPSAT_ORIENTATIONS),
    ("auto", "factors"): (FACTOR_SEARCH, SAT_FACTORS, CPSAT_FACTORS),
    ("sat", "both"): (SAT_FACTORS, SAT_ORIENTATIONS),
    ("sat", "orientations"): (SAT_ORIENTATIONS,),
    ("sat", "factors"): (SAT_FACTORS,),
    ("cpsat", "both"): (CPSAT_FACTORS, CPSAT_ORIENTATIONS),
    ("cpsat", "orientations"): (CPSAT_ORIENTATIONS,),
    ("cpsat", "factors"): (CPSAT_FACTORS,),
    ("search", "both"): (FACTOR_SEARCH,),
    ("search", "orientations"): (),
    ("search", "factors"): (FACTOR_SEARCH,),
}  # fmt: skip
"""(engine, model) -> the ways, quick ones first; brute force joins where there are few cubes."""
SECOND = {"models": FACTOR_SEARCH, "encoders": SAT_ORIENTATIONS}
"""Who confirms, from the other telling, that there is no solution."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A pair of factors, each component a list of edges, and one stack that shows them."""

    pair: Pair
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
    solutions: tuple[Solution, ...]


@dataclass(frozen=True, slots=True)
class Checked(Event):
    """A way has enumerated everything."""

    event: ClassVar[str] = "way"
    model: str
    engine: str
    formulation: str
    raw: int
    pairs: int
    factorizations: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Stacks:
    """The answer; counts are None where not everything was enumerated."""

    status: str
    grade: str | None
    solutions: tuple[Solution, ...]
    raw: int | None
    factorizations: int | None
    pairs: int | None
    checks: tuple[Checked, ...]
    seconds: float
    stopped: bool
    notes: tuple[str, ...]


# --- in the parent ------------------------------------------------------------------------


@dataclass
class _Told:
    """What has been told so far."""

    solutions: tuple[Solution, ...] = ()
    checks: list[Checked] = field(default_factory=list[Checked])


def solve_stacks(
    puzzle: CubesPuzzle,
    question: Question,
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
) -> Stacks:
    """Answer a question about a set of cubes, within limits.

    Raises Unsupported where no way answers it, InternalError where two ways contradict each other
    or a solution breaks the rules.
    """
    begin = time.perf_counter()
    if not _ways(puzzle, question):
        raise Unsupported(
            f"engine 'search' with model 'orientations' is brute force, for at most {BRUTE_LIMIT} "
            f"cubes; there are {len(puzzle.cubes)}"
        )
    told, notes = _Told(), tuple[str, ...]()

    def receive(event: Event) -> None:
        match event:
            case SolutionsFound(solutions):
                for solution in solutions:
                    _replay(puzzle, solution)
                told.solutions = solutions
            case Checked():
                told.checks.append(event)
            case _:
                pass
        on_event(event)

    try:
        run(_work, (puzzle, question), receive, limits.seconds, limits.memory)
    except LimitReached as limit:
        notes = (str(limit),)
    return _conclude(told, question, time.perf_counter() - begin, notes)


def _replay(puzzle: CubesPuzzle, solution: Solution) -> None:
    try:
        replay_to_goal(puzzle, solution.plan)
    except (IllegalMove, NotationError) as error:
        raise InternalError(f"solution {solution.name} breaks the rules: {error}") from error


def _conclude(told: _Told, question: Question, seconds: float, notes: tuple[str, ...]) -> Stacks:
    """Draw the answer from what has been told; 'no solution' is `verdict.conclude`'s to say."""
    status, grade = "solved" if told.solutions else "unknown", None
    checks, stopped = tuple(told.checks), bool(notes)
    if checks and not told.solutions:
        verdict, grade, _ = conclude([_evidence(check) for check in checks], None)
        status = verdict if verdict == "unsolvable" else status
    elif checks:
        formulations = {check.formulation for check in checks}
        grade = "cross-checked" if len(formulations) > 1 else "claimed"
    elif told.solutions and not stopped:
        notes = ("other solutions were not looked for (--all)",)
        if question.limit is not None:
            notes = ("there are more solutions (--limit)",)
    known = [check.factorizations for check in checks if check.factorizations is not None]
    return Stacks(
        status=status,
        grade=grade,
        solutions=told.solutions,
        raw=checks[0].raw if checks else None,
        factorizations=known[0] if known else None,
        pairs=checks[0].pairs if checks else None,
        checks=checks,
        seconds=seconds,
        stopped=stopped,
        notes=notes,
    )


def _evidence(check: Checked) -> Evidence:
    kind = "refutation" if check.engine in ("sat", "cpsat") else "exhaustion"
    return Evidence(kind, math.inf, False, "none", check.formulation, check.seconds)


# --- in the child -------------------------------------------------------------------------


def _ways(puzzle: CubesPuzzle, question: Question) -> list[Way]:
    brute = (BRUTE_FORCE,) if len(puzzle.cubes) <= BRUTE_LIMIT else ()
    return [*WAYS[question.engine, question.model], *brute]


def _work(puzzle: CubesPuzzle, question: Question, emit: Emit) -> None:
    """Find as many solutions as are wanted; where there are no more, count in every way."""
    ways = _ways(puzzle, question)
    wanted = question.wanted or 1
    enough = wanted + (question.limit is not None)
    found = list(islice(_some(puzzle, ways[0], enough), enough))
    if found:
        emit(SolutionsFound(tuple(solution_of(puzzle, pair) for pair in found[:wanted])))
    if question.wanted is None or len(found) < enough:
        _count(puzzle, ways, emit)


def _count(puzzle: CubesPuzzle, ways: list[Way], emit: Emit) -> None:
    """Count in one way after another, and compare; no solution is confirmed by both tellings."""
    first: tuple[frozenset[Pair], Checked] | None = None
    while ways:
        way = ways.pop(0)
        begin = time.perf_counter()
        raw, pairs, factorizations = enumerate_by(puzzle, way)
        seconds = time.perf_counter() - begin
        check = Checked(
            way.model, way.engine, way.formulation, raw, len(pairs), factorizations, seconds
        )
        if first is None:
            first = (pairs, check)
            if pairs:
                emit(SolutionsFound(tuple(solution_of(puzzle, pair) for pair in sorted(pairs))))
            elif all(other.formulation == way.formulation for other in ways):
                ways.append(SECOND[way.formulation])
        _compare(first, pairs, check)
        emit(check)


def _compare(
    first: tuple[frozenset[Pair], Checked], pairs: frozenset[Pair], check: Checked
) -> None:
    """Two ways must find the same pairs and the same numbers."""
    before = first[1]
    counts = (before.factorizations, check.factorizations)
    differ = None not in counts and counts[0] != counts[1]
    if first[0] != pairs or before.raw != check.raw or differ:
        raise InternalError(f"two ways of counting stacks disagree: {before} and {check}")


def _some(puzzle: CubesPuzzle, way: Way, enough: int | None = None) -> Iterator[Pair]:
    """The pairs as a way finds them, all or at least ``enough``."""
    if way == BRUTE_FORCE:
        return iter(sorted(count_stacks(puzzle).shown))
    if way.model == "orientations":
        stacks = _orientations(puzzle, way.engine, 1 if enough == 1 else None)
        return _unlike(map(shown_pairs, stacks))
    from puzzleproof.encoders.cubes.factors import multigraph, pairs

    if way.engine == "networkx":
        return pairs(multigraph(puzzle))
    return _factor_pairs(puzzle, way.engine, enough)


def _unlike(pairs: Iterable[Pair]) -> Iterator[Pair]:
    seen = set[Pair]()
    for pair in pairs:
        if pair not in seen:
            seen.add(pair)
            yield pair


def enumerate_by(puzzle: CubesPuzzle, way: Way) -> tuple[int, frozenset[Pair], int | None]:
    """Enumerate in one way: the raw count, the pairs, the number of factors where it knows it."""
    if way == BRUTE_FORCE:
        counted = count_stacks(puzzle)
        return counted.raw, counted.shown, None
    if way.model == "orientations":
        stacks = list(_orientations(puzzle, way.engine))
        return len(stacks), frozenset(map(shown_pairs, stacks)), None
    from puzzleproof.encoders.cubes.factors import factors, multigraph, raw_count

    pairs = frozenset(_some(puzzle, way))
    raw = sum(raw_count(puzzle, pair) for pair in pairs)
    if way.engine == "networkx":
        return raw, pairs, sum(1 for _ in factors(multigraph(puzzle)))
    return raw, pairs, _count_factors(puzzle, way.engine)


def _orientations(
    puzzle: CubesPuzzle, engine: str, enough: int | None = None
) -> Iterator[tuple[int, ...]]:
    from puzzleproof.encoders.cubes.orientations import orientation_model

    model = orientation_model(puzzle)
    return map(model.read, SOLVERS[engine](model.model, model.shown, enough))


def _factor_pairs(puzzle: CubesPuzzle, engine: str, enough: int | None) -> Iterator[Pair]:
    from puzzleproof.encoders.cubes.factors import factor_model

    model = factor_model(puzzle)
    for true in SOLVERS[engine](model.model, model.shown, enough):
        one, other = model.read(true)
        yield one, other


def _count_factors(puzzle: CubesPuzzle, engine: str) -> int:
    from puzzleproof.encoders.cubes.factors import factor_model

    model = factor_model(puzzle, 1)
    return sum(1 for _ in SOLVERS[engine](model.model, model.shown, None))


def solution_of(puzzle: CubesPuzzle, pair: Pair) -> Solution:
    """A stack that shows a pair of factors, as moves, with the edges of both."""
    from puzzleproof.encoders.cubes.factors import components, stacks_of

    stack = next(stacks_of(puzzle, pair))
    plan = tuple(
        puzzle.format_move(CubeMove(k, placement_of("".join(FACES[f] for f in sides))))
        for k, sides in enumerate(stack)
    )
    coloured = tuple(
        tuple(
            tuple((k, puzzle.cubes[k][one], puzzle.cubes[k][other]) for k, one, other in part)
            for part in components(puzzle, factor)
        )
        for factor in pair
    )
    return Solution(pair, plan, coloured)
