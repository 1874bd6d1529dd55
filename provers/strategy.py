"""The plan of campaign: which evidence is sought, in which order, and when there is enough.

A rule that constructs a plan and an argument about all states cost nothing, so they come first.
Where lower bounds are known that may leave few of very many states, these are labelled.  A puzzle
with few states is labelled whole.  One with too many is searched by IDA* where there is a
heuristic; else, or where that ends without an answer, horizons carry on, and a small search may
still confirm them.  Each kind of evidence brings its own work (`provers.request.KINDS`); what joins
the kinds stands here.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, Linear, Permuting
from puzzleproof.provers.events import Emit, EvidenceFound, Note, PlanFound
from puzzleproof.provers.process import array_budget
from puzzleproof.provers.request import work_of

if TYPE_CHECKING:
    from puzzleproof.provers.prove import Proof, Session

SETTLE_SECONDS, SETTLE_SHARE = 2.0, 0.1
"""How long a search whether any goal is reached may delay the horizons, at most: this, and this
share of a time limit."""
PLAN_SECONDS = 10.0
"""How long a search for a plan may delay the horizons, at most."""
CLOSED_SHARE = 10.0
"""Labels of all states may take so many times what a search of them took."""


def prove_minimum(proof: Proof) -> None:
    """Make the evidence that was asked for, or whatever closes the bounds."""
    if proof.request.at_least == 0 or proof.puzzle.is_goal(proof.puzzle.start):
        from puzzleproof.provers.labelling import prove_no_moves

        prove_no_moves(proof)
        return
    construct_plan(proof)
    if proof.request.by_itself:
        default_strategy(proof)
    else:
        make_named_kinds(proof)


def default_strategy(proof: Proof) -> None:
    """Make one kind of evidence after the other, until what was asked is answered."""
    if isinstance(proof.puzzle, (Linear, Permuting)):
        work_of("invariant")(proof)
    if not proof.answered:
        label_with_bounds(proof)
    if not proof.answered:
        work = search_large if proof.is_large else label
        work(proof)
    if proof.bounds.closed:
        complete_invariant(proof)


def make_named_kinds(proof: Proof) -> None:
    """Make each kind of evidence of the request; one that is not installed is left out.

    What stays without a certificate is confirmed by another kind.
    """
    kinds = proof.request.kinds()
    for kind in kinds:
        make = NAMED.get(kind.name) or work_of(kind.name)
        try:
            make(proof)
        except ModuleNotFoundError as error:
            if len(kinds) == 1:
                raise
            why = f"no evidence of kind {kind.name}: {_in_words(error)}"
            proof.emit(Note(why, "reason"))
    others = {kind.confirmed_by for kind in kinds} - {None, *(kind.name for kind in kinds)}
    if not proof.certified or proof.request.names("all"):
        for other in sorted(filter(None, others)):
            work_of(other)(proof)


def construct_plan(session: Session) -> None:
    """Take the plan that a family's own rule makes; it is replayed like any other."""
    if session.puzzle.constructs:
        session.call(_construct, session.puzzle)


def _construct(puzzle: AnyPuzzle, emit: Emit) -> None:
    """Make a plan by the family's rule, in the child: a long one takes its time."""
    plan = puzzle.constructed_plan()
    if plan is not None:
        emit(PlanFound(tuple(map(puzzle.format_move, plan)), "construction"))


def label(proof: Proof) -> None:
    """Label all states; where they do not fit the memory, horizons carry on alone."""
    try:
        work_of("labelling")(proof)
    except LimitReached as limit:
        why = f"the state graph is too large to search ({limit}): horizons carry on"
        proof.emit(Note(why, "reason"))
        refute_horizons(proof)


def search_large(proof: Proof) -> None:
    """Search by IDA* where it suits, then by horizons; or by horizons, then by a search."""
    if proof.special_search == "idastar":
        work_of("exhaustion")(proof)
        if not proof.claimed:
            refute_horizons(proof)
        return
    refute_horizons(proof)
    if not proof.answered:
        work_of("exhaustion")(proof)


def label_with_bounds(proof: Proof) -> None:
    """Label what bounds leave of a graph that may be large, where bounds for its kind are known."""
    from puzzleproof.provers.bounded import prove_with_bounds, suits

    if suits(proof):
        prove_with_bounds(proof)


def label_named(proof: Proof) -> None:
    """Label what bounds leave of a large graph; where that proves too little, all of it."""
    label_with_bounds(proof)
    if not proof.certified:
        work_of("labelling")(proof)


def refute_horizons(proof: Proof) -> None:
    """Refute by SAT; where there is no encoding or no solver, say so and go on without."""
    try:
        refute(proof)
    except (Unsupported, ImportError) as error:
        proof.emit(Note(f"no horizons: {_in_words(error)}", "reason"))


def refute(proof: Proof) -> None:
    """Refute horizons; where all plans have one length, a potential counts the moves instead."""
    known_before = proof.bounds.closed
    settle_unsolvable(proof)
    if proof.bounds.plan is None and proof.bounds.lower is None:
        return  # there is no plan
    work_of("refutation")(proof)
    if (
        not known_before
        and proof.bounds.plan_by == "search"
        and proof.bounds.lower == proof.bounds.upper
    ):
        proof.emit(Note("plan by search, minimum by horizons"))
    known = proof.bounds.upper is not None or proof.request.at_least is not None
    if known and proof.argument is None and has_one_length(proof):
        work_of("invariant")(proof)


def complete_invariant(proof: Proof) -> None:
    """Once a plan reaches the bound of an invariant, write it into that certificate as well."""
    proven = [row.bound for row in proof.bounds.evidence if row.kind == "invariant"]
    if proof.argument is not None and proven == [proof.bounds.upper]:
        from puzzleproof.provers.invariant import add_plan

        add_plan(proof)


def settle_unsolvable(proof: Proof) -> None:
    """Look for a quick certificate that there is no plan: horizons would grow without end.

    The same search brings a plan where it meets a goal, so that horizons need not look for one.
    """
    if proof.answered or proof.bounds.plan is not None or proof.request.at_least is not None:
        return
    from puzzleproof.provers.invariant import exclude_all_plans

    exclude_all_plans(proof)
    if proof.bounds.closed:
        return
    if proof.request.plan == "horizons":
        if not proof.is_large:
            certify_closed(proof, settle_seconds(proof))
    elif not proof.special_search and not has_one_length(proof):
        search_for_plan(proof)


def certify_closed(proof: Proof, seconds: float) -> None:
    """Certify by labels within seconds that no goal is reached, if it is so."""
    from puzzleproof.provers.labelling import label_closed_set

    with suppress(LimitReached):
        label_closed_set(proof, seconds)


def search_for_plan(proof: Proof) -> None:
    """Search for a plan, for some seconds; where all states are seen and none is a goal, say so."""
    from puzzleproof.provers.exhaustion.breadth_first import look_for_plan

    begin, memory = time.perf_counter(), array_budget(proof.memory)
    try:
        found = proof.call(look_for_plan, proof.puzzle, memory, seconds=plan_seconds(proof))
    except (LimitReached, Unsupported):
        return
    if found is not None:
        seconds = max(settle_seconds(proof), CLOSED_SHARE * (time.perf_counter() - begin))
        certify_closed(proof, seconds)
        if not proof.bounds.closed:
            proof.emit(EvidenceFound(found))


def settle_seconds(session: Session) -> float:
    """How long a search whether any goal is reached may delay the horizons."""
    limit = session.limits.seconds
    return SETTLE_SECONDS if limit is None else min(SETTLE_SECONDS, SETTLE_SHARE * limit)


def plan_seconds(session: Session) -> float:
    """How long a search for a plan may delay the horizons."""
    limit = session.limits.seconds
    return PLAN_SECONDS if limit is None else min(PLAN_SECONDS, SETTLE_SHARE * limit)


def _in_words(error: Exception) -> str:
    from puzzleproof.provers.libraries import in_words

    return in_words(error)


def has_one_length(proof: Proof) -> bool:
    """Whether all plans have the same number of moves, so that horizons have nothing to refute."""
    if not isinstance(proof.puzzle, Linear):
        return False  # what all plans have in common a potential counts: spare the grounding
    from puzzleproof.provers.refutation.horizons import plans_have_one_length

    found: bool = proof.call(plans_have_one_length, proof.puzzle)
    return found


NAMED = {"labelling": label_named, "refutation": refute}
"""Who makes a kind of evidence that was asked for by its name, where it is not its own work."""
