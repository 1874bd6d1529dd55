"""Find a shortest plan, or all shortest plans; prove minimality only if this needs no search."""

import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from puzzleproof.models.errors import InstanceError, InternalError, LimitReached, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, EvidenceFound, Layer, Note, ignore, searching
from puzzleproof.provers.exhaustion import search_idastar, search_layers
from puzzleproof.provers.libraries import in_words
from puzzleproof.provers.lookup import look_up
from puzzleproof.provers.process import NO_LIMITS, Limits, array_budget, call
from puzzleproof.provers.request import Engine, Request
from puzzleproof.provers.session import ListenerFailed, Session
from puzzleproof.provers.strategy import PROBE_SECONDS, construct_plan
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence, Formulation, Grade, Verdict
from puzzleproof.verify.count import count_shortest, shortest_plans
from puzzleproof.verify.replay import replay_to_goal

SOME_SECONDS = 10.0
"""The time for finding and shortening some plan, if no time limit is given."""
BY_SOLVER = "sat", "cpsat"
"""The engines that find the plan by horizons."""
BRIEF_SECONDS = 2.0
"""A brief search may delay other searches by this many seconds."""
SHOWN = 10
"""The default number of shortest plans that are listed; all shortest plans are counted."""


def solve(
    name: str,
    puzzle: AnyPuzzle,
    engine: Engine = "auto",
    seed: int = 0,
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
    versions: Mapping[str, str] | None = None,
    *,
    any_plan: bool = False,
    answers: tuple[AnyPuzzle, str] | None = None,
) -> Verdict:
    """Search for a plan by the engine's method, or find one in a table.

    ``answers`` has the puzzle with its own start, and the table or folder for `look_up`.

    With ``any_plan`` it looks for some plan, then for shorter plans until the time limit, by
    default `SOME_SECONDS`.  Before that, it briefly searches for a shortest plan.  If half of the
    time brings no plan, it searches for a shortest plan again.  The verdict is `bounded`, unless a
    table answers, or an invariant proves at once that there is no plan or that a constructed plan
    is shortest; use `prove` for a minimum with evidence.
    """
    if any_plan and engine in BY_SOLVER:
        raise Unsupported(f"--plans any: not for engine {engine!r}, only for auto and search")
    if any_plan:
        limits = limits._replace(seconds=limits.seconds or SOME_SECONDS)
    session = Session(puzzle, on_event, limits, Request(engine=engine, seed=seed))
    find = _find_some_plan if any_plan else _find_plan

    def find_at_once(session: Session) -> None:
        try:
            found = answers and session.call(look_up, answers[0], puzzle, answers[1])
        except InstanceError as error:
            raise ListenerFailed(error) from None  # the user's error, not a false claim
        if not found:
            find(session)

    return session.run(find_at_once, name, versions or {})


def _find_some_plan(session: Session) -> None:
    """Find a plan by the family's rule, a brief search, or `find_some_plan`; then shorten it."""
    from puzzleproof.provers.any_plan import find_some_plan, shorten_plan

    puzzle, bounds = session.puzzle, session.bounds
    if puzzle.invariants:
        _find_at_once(session)
    if bounds.plan is None and not session.is_large:  # with few states, a moment is enough
        _search_all(session, BRIEF_SECONDS)
    if bounds.closed:
        return
    half = (session.seconds_left() or 0.0) / 2
    found = bounds.plan is None and session.call(find_some_plan, puzzle, half)
    if bounds.plan is None:
        _find_plan(session)
    if bounds.plan is not None and not bounds.closed and not found:
        session.call(shorten_plan, puzzle, bounds.plan)


def _find_plan(session: Session) -> None:
    """Find a plan by the named engine, or else by the family's rule, or by a suitable search."""
    puzzle, engine = session.puzzle, session.request.engine
    by_solver = engine in BY_SOLVER
    settled = _find_at_once(session, construct=not by_solver)
    if settled or session.bounds.plan is not None:
        return
    if by_solver:
        # If there is no plan, horizons would grow without end.
        from puzzleproof.provers.refutation import search_briefly

        found = None if session.is_large else search_briefly(session, BRIEF_SECONDS, ignore)
        if found is None:
            _by_horizons(session, engine)
        else:
            session.emit(EvidenceFound(found))
    elif _search_with_bounds(session):
        return
    elif session.special_search == "idastar":
        session.call(search_idastar, puzzle, None)
    elif session.is_large:
        _by_horizons(session, "sat")
    else:
        session.call(search_layers, puzzle, None, array_budget(session.limits.memory))


def _find_at_once(session: Session, *, construct: bool = True) -> bool:
    """Construct a plan by the family's rule, if there is one.

    Return whether an invariant proves that this plan is shortest, or that there is no plan.
    """
    if construct:
        construct_plan(session)
    evidence: Evidence | None = session.call(
        settled_by_invariant, session.puzzle, session.bounds.plan
    )
    if evidence is not None:
        session.emit(EvidenceFound(evidence))
    return evidence is not None


def _search_all(session: Session, seconds: float) -> None:
    """Search all states for some seconds."""
    memory, seconds = array_budget(session.memory), session.allowed_delay(seconds)
    with suppress(LimitReached):
        session.call(search_layers, session.puzzle, None, memory, seconds=seconds)


def _search_with_bounds(session: Session) -> bool:
    """Search for some seconds, then with lower bounds; return whether this gave an answer."""
    from puzzleproof.provers.bounded import Search, search_and_check

    if not session.is_large:
        _search_all(session, PROBE_SECONDS)
        if session.claimed:
            return True
    if session.puzzle.special_search not in ("compound", "groups"):
        return False

    try:
        asked = Search(session.puzzle, seed=session.request.seed, memory=session.memory)
        session.call(search_and_check, asked)
    except (LimitReached, Unsupported, ImportError) as error:
        session.emit(Note(f"no search with lower bounds ({in_words(error)})", "reason"))
    return session.claimed or session.bounds.plan is not None


def _by_horizons(session: Session, engine: str) -> None:
    from puzzleproof.provers.refutation.horizons import prove_by_horizons
    from puzzleproof.provers.refutation.queries import SolverChoice

    work = partial(prove_by_horizons, first_plan=True)
    session.call(work, session.puzzle, SolverChoice(engine, session.request.seed))


def settled_by_invariant(
    puzzle: AnyPuzzle, plan: tuple[str, ...] | None = None, emit: Emit = ignore
) -> Evidence | None:
    """Return evidence by an accepted invariant that excludes all plans shorter than ``plan``.

    Without ``plan``, the invariant excludes all plans.  Return None if there is no such invariant.
    """
    from puzzleproof.provers.invariant import find_argument

    begin = time.perf_counter()
    found = find_argument(puzzle)
    if found is None or found[1] < (UNSOLVABLE if plan is None else len(plan)):
        return None
    at_least = None if found[1] == UNSOLVABLE else int(found[1])
    seconds = time.perf_counter() - begin
    return Evidence.certified("invariant", at_least, "verify.invariant", seconds)


# --- all shortest plans -----------------------------------------------------------------------


class ShortestPlans(NamedTuple):
    """The minimum (None: no goal can be reached), the number of shortest plans, and some plans."""

    optimum: int | None
    number: int
    plans: list[list[str]]
    grade: Grade = "claimed"
    """``certified`` if an invariant excludes every plan, else ``claimed`` by one search."""

    def __repr__(self) -> str:
        """Return the numbers in a line."""
        if self.optimum is None:
            return f"<ShortestPlans: no plan, {self.grade}>"
        return f"<ShortestPlans: {self.number} of {self.optimum} moves, {self.grade}>"


def shortest_plans_of(
    puzzle: AnyPuzzle, limit: int = SHOWN, on_event: Emit = ignore, limits: Limits = NO_LIMITS
) -> ShortestPlans:
    """Count the shortest plans that differ in their states, and list ``limit`` of them.

    Raises LimitReached.
    """
    if settled_by_invariant(puzzle) is not None:
        return ShortestPlans(None, 0, [], "certified")
    found: ShortestPlans = call(_count, (puzzle, limit), on_event, limits)
    for plan in found.plans:
        if replay_to_goal(puzzle, plan) != found.optimum:
            raise InternalError(f"a plan of {len(plan)} moves was counted as a shortest plan")
    return found


def _count(puzzle: AnyPuzzle, limit: int, emit: Emit) -> ShortestPlans:
    """Count and list the shortest plans, in the child process."""
    emit(searching(puzzle, "counting shortest plans"))
    by: tuple[str, Formulation] = "verify.count", "models"
    counted = count_shortest(puzzle, lambda depth, states: emit(Layer(*by, depth, states)))
    plans = [list(plan) for plan in shortest_plans(puzzle, limit)]
    return ShortestPlans(counted.optimum, counted.plans, plans)
