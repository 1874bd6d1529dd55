"""The functions of the verbs that search for plans: prove, solve, solve_all, compare."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from puzzleproof.arguments import (
    About,
    OnInterrupt,
    PuzzleLike,
    Watched,
    answered,
    function_for_all,
    function_of,
    named_puzzle,
)
from puzzleproof.models.errors import NotationError
from puzzleproof.models.output import new_file
from puzzleproof.options import Limited, given, switch, whole
from puzzleproof.provers.compare import CompareOptions, Comparison
from puzzleproof.provers.compare import compare as _compare
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.request import Engine, ProofOptions, Request
from puzzleproof.provers.solve import SHOWN, ShortestPlans, shortest_plans_of
from puzzleproof.provers.solve import solve as _solve
from puzzleproof.provers.strategy import prove as _prove
from puzzleproof.provers.verdict import INTERRUPTED, Verdict
from puzzleproof.release import versions
from puzzleproof.requests import SolveOptions

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.cubes import StacksAnswer


@dataclass(frozen=True, kw_only=True)
class Proving(About, Watched, ProofOptions, Limited):
    """The arguments of `prove`."""

    in_process: bool = switch(
        "start no process: the time is checked only between layers and horizons, the memory "
        "not at all"
    )


@function_of(Proving)
def prove(asked: Proving) -> Verdict:
    """Prove the minimum number of moves, with a plan and evidence; as ``puzzleproof prove`` does.

    The limits hold during a solver call too; at a limit, the verdict keeps the bounds so far.
    Events: ``layer`` (a search has seen every state up to a depth), ``horizon`` (a solver has
    answered 'at most T moves'), ``plan``, ``evidence``, ``bounds``, ``certificate``, ``note``,
    ``working`` (the progress of a part of the work) and ``usage`` (memory, every second).

    The certificate is kept until the process ends.  `Verdict.save` copies it.  A pickled verdict
    contains it, so that a pool of processes returns it.  In a process that may not start children
    (a worker of `multiprocessing.Pool`), ``in_process`` is assumed, and a note says so.  Raises
    InstanceError for a bad instance or metric, NotationError for any other wrong argument,
    Unsupported for a request that this version or this installation cannot answer.
    """
    name, found = named_puzzle(asked.puzzle, asked.metric)
    request = given(Request, vars(asked))
    if request.leaves_certificate:
        request = replace(request, certificate=new_file(".cert"))
    how = request, asked.hears, asked.limits, versions()
    verdict = _prove(name, found, *how, in_process=asked.in_process)
    return answered(_shown(verdict, found), verdict.interrupted, asked.on_interrupt)


@dataclass(frozen=True, kw_only=True)
class Solving(About, Watched, SolveOptions):
    """The arguments of `solve`."""


@function_of(Solving)
def solve(asked: Solving) -> Verdict:
    """Find a plan, as ``puzzleproof solve`` does; `prove` says whether it is a shortest one.

    Events and errors are the same as for `prove`.  `solve_all` finds all shortest plans.
    """
    name, found = named_puzzle(asked.puzzle, asked.metric)
    how = asked.engine, asked.seed, asked.hears, asked.limits, versions()
    verdict = _solve(name, found, *how, any_plan=asked.any_plan)
    return answered(_shown(verdict, found), verdict.interrupted, asked.on_interrupt)


@function_for_all
def solve_all(
    puzzle: PuzzleLike,
    metric: str | None = None,
    *,
    limit: int | None = None,
    engine: Engine | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    on_event: Emit | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> ShortestPlans | StacksAnswer:
    """Find all shortest plans, or all stacks of cubes; as ``puzzleproof solve --plans all`` does.

    All plans are counted, and ``limit`` of them are listed (by default 10); two plans differ if
    they pass through different positions.  For cubes, the search ends after ``limit`` solutions,
    and the ``engine`` can be chosen (``auto``, ``sat``, ``cpsat``, ``search``).  The other
    arguments are the same as for `prove`.

    Events: ``layer``; for cubes ``solutions`` and ``way`` (a method has finished its count).
    Raises LimitReached if a limit stops a count of plans, KeyboardInterrupt if Ctrl-C does.
    """
    _, found = named_puzzle(puzzle, metric)
    whole(0).of("limit", limit, optional=True)
    asked = given(SolveOptions, {**locals(), "engine": engine or "auto"})
    if found.solutions == "stacks":
        from puzzleproof.provers.cubes import solve_stacks

        cubes: Any = found  # only cubes have stacks, which the types do not say
        about = asked.engine, on_event or ignore, asked.limits
        answer = solve_stacks(cubes, *about, every=True, limit=limit)
        return answered(answer, INTERRUPTED in answer.notes, on_interrupt)
    if engine is not None:
        raise NotationError(f"engine {engine!r}: only for stacks of cubes")
    most = SHOWN if limit is None else limit
    return shortest_plans_of(found, most, on_event or ignore, asked.limits)


@dataclass(frozen=True, kw_only=True)
class Comparing(About, Watched, CompareOptions):
    """The arguments of `compare`; the metric is always ``single``."""


@function_of(Comparing)
def compare(asked: Comparing) -> Comparison:
    """Run every search strategy for sliding tiles, as ``puzzleproof compare`` does.

    Event: ``strategy``, a row of the table.  Raises Unsupported for any other family.
    """
    _, found = named_puzzle(asked.puzzle, asked.metric)
    comparison = _compare(found, asked, asked.hears)
    return answered(comparison, comparison.interrupted, asked.on_interrupt)


def _shown(verdict: Verdict, puzzle: AnyPuzzle) -> Verdict:
    """Return the verdict in a form that a notebook can draw."""
    from puzzleproof.notebook import show_in_notebooks

    show_in_notebooks()
    return replace(verdict, instance=puzzle)
