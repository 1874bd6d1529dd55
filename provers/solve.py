"""Find a shortest plan, or all, and prove nothing about minimality that takes a search."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from puzzleproof.models.errors import InternalError, LimitReached, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Event, EvidenceFound, Layer, Note, ignore, searching
from puzzleproof.provers.libraries import in_words
from puzzleproof.provers.process import (
    NO_LIMITS,
    Limits,
    array_budget,
    call,
    half_of_spare_memory,
    memory_budget,
)
from puzzleproof.provers.request import check_engine
from puzzleproof.provers.session import Session
from puzzleproof.provers.strategy import SETTLE_SECONDS, allowed_delay, construct_plan
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence, Grade, Verdict
from puzzleproof.verify.count import count_shortest, shortest_plans
from puzzleproof.verify.replay import replay_to_goal

SHOWN = 10
"""Plans that are written out where no other number is asked for; all are counted."""


def solve(
    name: str,
    puzzle: AnyPuzzle,
    engine: str = "auto",
    seed: int = 0,
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
    versions: Mapping[str, str] | None = None,
) -> Verdict:
    """Search for a plan by breadth-first search, SAT or CP-SAT.

    The verdict is `bounded`, unless an invariant settles at once that there is no plan, or none
    shorter than the one that a rule makes; use `prove` for a minimum with evidence.
    """
    check_engine(engine)
    session = Session(puzzle, on_event, limits)
    return session.run(partial(_find_plan, engine=engine, seed=seed), name, versions or {})


def _find_plan(session: Session, engine: str, seed: int) -> None:
    """By the engine named; else by a rule, unless there is no plan, else by a search that suits."""
    by_solver = engine in ("sat", "cpsat")
    if not by_solver:
        construct_plan(session)
    plan = session.bounds.plan
    evidence: Evidence | None = session.call(_settle, session.puzzle, plan)
    if evidence is not None:
        session.emit(EvidenceFound(evidence))
    elif plan is not None:
        return
    elif by_solver:
        _exclude_all_plans(session)
        if session.bounds.lower is not None:
            _by_horizons(session, engine, seed)
    elif _search_by_rules(session) or _search_compound(session, seed):
        return
    elif session.is_large:
        _search_large(session, seed)
    else:
        from puzzleproof.provers.exhaustion import search_task

        session.call(search_task, session.puzzle, None, array_budget(session.limits.memory))


def _search_large(session: Session, seed: int) -> None:
    """Too many states to visit: a search that suits the puzzle, else horizons by SAT."""
    if session.special_search == "idastar":
        from puzzleproof.provers.exhaustion import search_idastar

        session.call(search_idastar, session.puzzle, None)
        return
    _by_horizons(session, "sat", seed)


def _search_compound(session: Session, seed: int) -> bool:
    """Find a shortest plan of compound moves among what lower bounds leave; False: it fails."""
    if session.puzzle.special_search != "compound":
        return False
    try:
        from puzzleproof.provers.bounded import search_plan

        session.call(search_plan, session.puzzle, seed, session.limits.memory)
    except (LimitReached, Unsupported, ImportError) as error:
        session.emit(Note(f"no search with lower bounds ({in_words(error)})", "reason"))
        return False
    return True


def _search_by_rules(session: Session) -> bool:
    """Search best first a board that may have very many states; False where that finds no plan."""
    from puzzleproof.provers.size import has_many_states

    if not has_many_states(session.puzzle):
        return False
    from puzzleproof.provers.bounded import search_plan

    with suppress(LimitReached, Unsupported, ImportError):
        session.call(search_plan, session.puzzle, 0, memory_budget(session.limits.memory))
    return session.bounds.closed or session.bounds.plan is not None


def _exclude_all_plans(session: Session) -> None:
    """Search for a moment whether no goal is reached: horizons could not know."""
    if session.is_large:
        return
    memory = array_budget(memory_budget(session.limits.memory))
    with suppress(LimitReached):
        for event in session.call(
            _closed_set, session.puzzle, memory, seconds=allowed_delay(session, SETTLE_SECONDS)
        ):
            session.emit(event)


def _closed_set(puzzle: AnyPuzzle, memory: int | None, emit: Emit) -> list[Event]:
    """What a search says of a puzzle without a plan; nothing where there is one."""
    from puzzleproof.provers.exhaustion import search_task

    events: list[Event] = []
    search_task(puzzle, None, memory, events.append)
    rows = [event.evidence for event in events if isinstance(event, EvidenceFound)]
    return events if any(row.bound == UNSOLVABLE for row in rows) else []


def _by_horizons(session: Session, engine: str, seed: int) -> None:
    from puzzleproof.provers.refutation.choice import SolverChoice
    from puzzleproof.provers.refutation.horizons import prove_by_horizons

    work = partial(prove_by_horizons, first_plan=True)
    session.call(work, session.puzzle, SolverChoice(engine, seed))


def _settle(puzzle: AnyPuzzle, plan: tuple[str, ...] | None, emit: Emit) -> Evidence | None:
    return settled_by_invariant(puzzle, plan)


def settled_by_invariant(puzzle: AnyPuzzle, plan: tuple[str, ...] | None = None) -> Evidence | None:
    """Return an invariant, accepted by its checker, that excludes all plans, or all shorter ones.

    None: none was found.
    """
    from puzzleproof.provers.invariant.find import find_argument
    from puzzleproof.verify.invariant import bound_of

    begin = time.perf_counter()
    found = find_argument(puzzle)
    if found is None:
        return None
    bound = bound_of(puzzle, found[0])
    if bound < (UNSOLVABLE if plan is None else len(plan)):
        return None
    at_least = None if bound == UNSOLVABLE else int(bound)
    return Evidence.certified(
        "invariant", at_least, "verify.invariant", time.perf_counter() - begin
    )


# --- all shortest plans -----------------------------------------------------------------------


class ShortestPlans(NamedTuple):
    """The minimum (None: no goal can be reached), the number of shortest plans, some of them."""

    optimum: int | None
    number: int
    plans: list[list[str]]
    grade: Grade = "claimed"
    """``certified`` where an invariant rules every plan out; else one search says so."""

    def __repr__(self) -> str:
        """Return the numbers in a line."""
        if self.optimum is None:
            return f"<ShortestPlans: no plan, {self.grade}>"
        return f"<ShortestPlans: {self.number} of {self.optimum} moves, {self.grade}>"


def shortest_plans_of(
    puzzle: AnyPuzzle, limit: int = SHOWN, on_event: Emit = ignore, limits: Limits = NO_LIMITS
) -> ShortestPlans:
    """Count the shortest plans and write out ``limit`` of them, in a child process.

    Plans are distinguished by the positions on the way.  Raises LimitReached where it is stopped.
    """
    if settled_by_invariant(puzzle) is not None:
        return ShortestPlans(None, 0, [], "certified")
    limits = Limits(limits.seconds, limits.memory or half_of_spare_memory())
    found: ShortestPlans = call(_count, (puzzle, limit), on_event, limits)
    for plan in found.plans:
        if replay_to_goal(puzzle, plan) != found.optimum:
            raise InternalError(f"a plan of {len(plan)} moves was counted among the shortest")
    return found


def _count(puzzle: AnyPuzzle, limit: int, emit: Emit) -> ShortestPlans:
    """Count, in the child process."""

    def on_layer(depth: int, states: int) -> None:
        emit(Layer("verify.count", "models", depth, states))

    emit(searching(puzzle, "counting shortest plans"))
    counted = count_shortest(puzzle, on_layer)
    plans = [list(plan) for plan in shortest_plans(puzzle, limit)]
    return ShortestPlans(counted.optimum, counted.plans, plans)
