"""The steps around a refutation by horizons: first a plan or a proof of none, then what is left."""

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
"""Seconds that a search for a plan, or for any goal, may delay a refutation."""
CLOSED_SHARE = 10.0
"""The time allowed for labelling all states, as a multiple of the time of their search."""
INVARIANT = "puzzleproof.provers.invariant.find:"
"""Imported late: it takes as long as a small proof."""


def refute_horizons(proof: Session) -> None:
    """Refute by SAT; if there is no encoding or no solver, note it and go on."""
    try:
        refute(proof)
    except (Unsupported, ImportError) as error:
        proof.emit(Note(f"no horizons: {in_words(error)}", "reason"))


def refute(proof: Session) -> None:
    """Refute horizons; if all plans have one length, count the moves by a potential instead."""
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
    """Look for a proof of no plan, as horizons would grow without end; a plan may turn up."""
    if proof.request.at_least is None:
        proof.follow(PLANS, lambda: not proof.answered and proof.bounds.hoped is None)


def exclude_plans(proof: Session) -> None:
    """Look for an argument that there is no plan, or none of few moves."""
    imported(f"{INVARIANT}exclude_plans")(proof)


def certify_closed(proof: Session, seconds: float = 0.0) -> None:
    """Certify by labels that no goal is reached, if that is true, within some seconds or more."""
    with suppress(LimitReached):
        label_closed_set(proof, max(seconds, proof.allowed_delay(SETTLE_SECONDS)))


def search_for_plan(proof: Session) -> None:
    """Search for a plan for some seconds; report if all states were seen and none is a goal."""
    begin = time.perf_counter()
    found = search_briefly(proof, PLAN_SECONDS)
    if found is not None:
        certify_closed(proof, CLOSED_SHARE * (time.perf_counter() - begin))
        if not proof.bounds.closed:
            proof.emit(EvidenceFound(found))


def search_briefly(session: Session, seconds: float, listen: Emit | None = None) -> Evidence | None:
    """Search for a plan for some seconds; evidence if all states were seen and none is a goal."""
    found: Evidence | None = None
    with suppress(LimitReached, Unsupported):
        memory, seconds = array_budget(session.memory), session.allowed_delay(seconds)
        found = session.call(look_for_plan, session.puzzle, memory, seconds=seconds, listen=listen)
    return found


def has_one_length(proof: Session) -> bool:
    """Tell whether all plans have one number of moves, so that horizons have nothing to refute."""
    if not proof.puzzle.invariants:
        return False  # a potential counts the moves of all plans: no grounding is needed
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
"""The steps before a refutation without a known plan, until there is one, or a proof of none: by an
argument, by all labels, by a search for a plan."""
