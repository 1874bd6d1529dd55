"""Evidence by horizons: a solver shows that there is no plan of at most T moves.

This module first looks for a plan, or for a proof of 'no plan'; then it starts a refutation.
"""

import time
from contextlib import suppress

from puzzleproof.models import imported
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers.events import Emit, EvidenceFound, Note
from puzzleproof.provers.exhaustion import look_for_plan
from puzzleproof.provers.labelling import label_closed_set
from puzzleproof.provers.libraries import in_words
from puzzleproof.provers.process import array_budget
from puzzleproof.provers.session import Session, Step
from puzzleproof.provers.verdict import Evidence

SETTLE_SECONDS, PLAN_SECONDS = 2.0, 10.0
"""Before a refutation, a labelling of all states may take `SETTLE_SECONDS`, and a search for a plan
`PLAN_SECONDS`."""
CLOSED_SHARE = 10.0
"""Labelling all states may take this many times as long as the search that visited them."""
INVARIANT = "puzzleproof.provers.invariant:"
"""This module is imported late, because the import takes as long as a small proof."""


def refute_horizons(proof: Session) -> None:
    """Refute horizons; if there is no encoding or no solver, emit a note about it."""
    try:
        refute(proof)
    except (Unsupported, ImportError) as error:
        proof.emit(Note(f"no horizons: {in_words(error)}", "reason"))


def refute(proof: Session) -> None:
    """Refute horizons; if all plans have the same length, prove this length by a potential."""
    known_before = proof.bounds.closed
    settle_unsolvable(proof)
    if proof.bounds.plan is None and proof.bounds.lower is None:
        return  # there is no plan
    from puzzleproof.provers.refutation.certify import prove_refutation

    prove_refutation(proof)
    closed = not known_before and proof.bounds.lower == proof.bounds.upper
    if closed and proof.bounds.plan_by == "search":
        proof.emit(Note("plan by search, minimum by horizons"))
    known = proof.bounds.upper is not None or proof.request.at_least is not None
    if known and proof.argument is None and not proof.certified and has_one_length(proof):
        imported(f"{INVARIANT}prove_invariant")(proof)
    if proof.argument is not None:
        imported(f"{INVARIANT}complete")(proof)


def settle_unsolvable(proof: Session) -> None:
    """Look for a plan, or a proof that there is none: without a plan, horizons grow without end."""
    if proof.request.at_least is None:
        proof.follow(PLANS, lambda: not proof.answered and proof.bounds.hoped is None)


def exclude_plans(proof: Session) -> None:
    """Look for an invariant which proves that there is no plan, or no plan of few moves."""
    imported(f"{INVARIANT}exclude_plans")(proof)


def certify_closed(proof: Session, seconds: float = 0.0) -> None:
    """Try for at least ``seconds`` to certify by a labelling that no goal can be reached."""
    with suppress(LimitReached):
        label_closed_set(proof, max(seconds, proof.allowed_delay(SETTLE_SECONDS)))


def search_for_plan(proof: Session) -> None:
    """Search for a plan for some seconds; if the start reaches no goal, try to certify this."""
    begin = time.perf_counter()
    found = search_briefly(proof, PLAN_SECONDS)
    if found is not None:
        certify_closed(proof, CLOSED_SHARE * (time.perf_counter() - begin))
        if not proof.bounds.closed:
            proof.emit(EvidenceFound(found))


def search_briefly(session: Session, seconds: float, listen: Emit | None = None) -> Evidence | None:
    """Search for a plan for some seconds; return evidence if the start reaches no goal."""
    found: Evidence | None = None
    with suppress(LimitReached, Unsupported):
        memory, seconds = array_budget(session.memory), session.allowed_delay(seconds)
        found = session.call(look_for_plan, session.puzzle, memory, seconds=seconds, listen=listen)
    return found


def has_one_length(proof: Session) -> bool:
    """Tell whether all plans have the same number of moves, so that no horizon needs refuting."""
    if not proof.puzzle.invariants:
        return False  # if all plans had one length, the family would have invariants
    from puzzleproof.provers.refutation.horizons import plans_have_one_length

    found: bool = proof.call(plans_have_one_length, proof.puzzle)
    return found


PLANS: tuple[Step, ...] = (
    (lambda proof: proof.puzzle.invariants, exclude_plans),
    (lambda proof: proof.request.plan == "horizons" and not proof.is_large, certify_closed),
    (
        lambda proof: (
            proof.request.plan == "any"
            and proof.special_search is None
            and not has_one_length(proof)
        ),
        search_for_plan,
    ),
)
"""The steps before a refutation if no plan is known: an invariant, a labelling of all states, a
search for a plan.  They end once there is a plan, or a proof that there is none."""
