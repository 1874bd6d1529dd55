"""The Python face of the verbs that search for plans: prove, solve, solve_all, compare."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from puzzleproof.arguments import (
    OnInterrupt,
    PuzzleLike,
    answered,
    function_for_all,
    named_puzzle,
    words_of,
)
from puzzleproof.models.errors import NotationError
from puzzleproof.models.files import new_file
from puzzleproof.options import Limited, given
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.request import EVIDENCE_WORDS, Engine, PlanFrom, Request
from puzzleproof.provers.solve import SHOWN, ShortestPlans, shortest_plans_of
from puzzleproof.provers.solve import solve as _solve
from puzzleproof.provers.strategy import prove as _prove
from puzzleproof.provers.verdict import INTERRUPTED, Verdict
from puzzleproof.release import versions
from puzzleproof.requests import SolveOptions

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.compare import Comparison
    from puzzleproof.provers.cubes.stacks import StacksAnswer


@function_for_all
def prove(
    puzzle: PuzzleLike,
    metric: str | None = None,
    *,
    engine: Engine = "auto",
    evidence: str | Iterable[str] = "auto",
    at_least: int | None = None,
    solver: str | None = None,
    plan: PlanFrom = "any",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    on_event: Emit | None = None,
    on_interrupt: OnInterrupt = "raise",
    in_process: bool = False,
) -> Verdict:
    """Prove the minimum number of moves, with a plan and evidence; as ``puzzleproof prove`` does.

    puzzle: a puzzle, a name of the library, or the path of an instance file.
    metric: what counts as one move; by default the puzzle's own.  Sliding blocks: ``piece``,
        ``line``, ``unit``; pegs: ``move``, ``jump``; frogs: ``move``; tiles: ``single``, ``multi``;
        cubes: ``cube``.
    engine: ``auto``, ``search``, or ``sat`` and ``cpsat``, which work by horizons.
    evidence: ``auto`` (enough for an answer), ``all``, or some of ``invariant``, ``labelling``,
        ``refutation``, ``exhaustion``.
    at_least: prove only this lower bound, in moves.
    solver: PySAT's solver for engine ``sat`` (by default ``cadical195``).
    plan: when horizons prove the minimum, ``any`` plan (a search is asked first), or one by
        the ``horizons`` themselves.
    time_limit: seconds of wall time; memory_limit: bytes.  Both hold inside a solver call, and the
        verdict keeps the bounds reached.
    seed: for the solvers, 0 to 2**31 - 1.
    on_event: called with each event while it works.  ``event.event`` is its name: ``layer`` (a
        search has seen every state up to a depth), ``horizon`` (a solver has answered 'at most T
        moves'), ``plan``, ``evidence``, ``bounds``, ``certificate``, ``note``, ``working`` (how
        far a part of the work is) and ``usage`` (every second); ``event.to_json()`` is a line of
        ``--json-stream``.  An error that it raises ends the work and is raised here.
    on_interrupt: what Ctrl-C does: ``raise`` StoppedByUser, a KeyboardInterrupt whose ``answer`` is
        the verdict so far, or ``return`` that verdict (with ``interrupted`` true).
    in_process: for a host that starts no processes.  Time is then checked between layers and
        horizons, memory is not.

    The certificate is kept until the process ends.  `Verdict.save` copies it.  A pickled verdict
    contains it, so that a pool of processes returns it.  A worker that may start no processes
    (`multiprocessing.Pool`) works as ``in_process``, which a note says.  Raises InstanceError for a
    bad instance or metric, NotationError for any other wrong argument, Unsupported for a question
    that this version or this installation cannot answer.
    """
    name, found = named_puzzle(puzzle, metric)
    evidence = words_of("evidence", evidence, EVIDENCE_WORDS.expected)
    request, limits = given(Request, locals()), given(Limited, locals()).limits
    if request.leaves_certificate:
        request = replace(request, certificate=new_file(".cert"))
    how = request, on_event or ignore, limits, versions()
    verdict = _prove(name, found, *how, in_process=in_process)
    return answered(_shown(verdict, found), verdict.interrupted, on_interrupt)


@function_for_all
def solve(
    puzzle: PuzzleLike,
    metric: str | None = None,
    *,
    any_plan: bool = False,
    engine: Engine = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    on_event: Emit | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Verdict:
    """Find a plan, as ``puzzleproof solve`` does; `prove` says whether it is a shortest one.

    ``any_plan``: look for some plan, then for shorter ones until the time limit (default: 10 s).
    Arguments, events and errors as for `prove`.  `solve_all` finds all shortest plans.
    """
    name, found = named_puzzle(puzzle, metric)
    asked = given(SolveOptions, locals())
    how = asked.engine, asked.seed, on_event or ignore, asked.limits, versions()
    verdict = _solve(name, found, *how, any_plan=asked.any_plan)
    return answered(_shown(verdict, found), verdict.interrupted, on_interrupt)


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

    All plans are counted, and ``limit`` of them listed (by default 10); two plans differ if their
    positions do.  For cubes, ``limit`` ends the search, and the ``engine`` can be chosen (``auto``,
    ``sat``, ``cpsat``, ``search``).  The other arguments are those of `prove`.

    Events: ``layer``; for cubes ``solutions`` and ``way`` (a method has finished its count).
    Raises LimitReached if a limit stops a count of plans, KeyboardInterrupt if Ctrl-C does.
    """
    _, found = named_puzzle(puzzle, metric)
    asked = given(SolveOptions, {**locals(), "engine": engine or "auto"})
    if found.solutions == "stacks":
        from puzzleproof.provers.cubes.stacks import solve_stacks

        cubes: Any = found  # only these have stacks; the type of a puzzle does not say so
        about = asked.engine, on_event or ignore, asked.limits
        answer = solve_stacks(cubes, *about, every=True, limit=limit)
        return answered(answer, INTERRUPTED in answer.notes, on_interrupt)
    if engine is not None:
        raise NotationError(f"engine {engine!r}: only stacks of cubes have a choice")
    most = SHOWN if limit is None else limit
    return shortest_plans_of(found, most, on_event or ignore, asked.limits)


@function_for_all
def compare(
    puzzle: PuzzleLike,
    *,
    strategies: str | Iterable[str] | None = None,
    time_limit: float | None = 10.0,
    memory_limit: int | None = 2 * 10**9,
    on_event: Emit | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Comparison:
    """Run every search strategy for sliding tiles, as ``puzzleproof compare`` does.

    ``strategies`` has parts of the names of the wanted ones; each has the limits, in seconds and
    bytes.  Event: ``strategy``, a row of the table.  Raises Unsupported for another family.
    """
    from puzzleproof.provers.compare import TEXTS, CompareOptions
    from puzzleproof.provers.compare import compare as run

    _, found = named_puzzle(puzzle)
    if strategies is not None:
        strategies = words_of("strategies", strategies, TEXTS.expected)
    comparison = run(found, given(CompareOptions, locals()), on_event or ignore)
    return answered(comparison, comparison.interrupted, on_interrupt)


def _shown(verdict: Verdict, puzzle: AnyPuzzle) -> Verdict:
    """The verdict, which a notebook can now draw."""
    from puzzleproof.notebook import show_in_notebooks

    show_in_notebooks()
    return replace(verdict, instance=puzzle)
