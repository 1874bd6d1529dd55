"""The campaign: which evidence is sought, in which order, and when there is enough evidence.

This is the only module that knows all kinds of evidence.  If the prover may choose, it tries each
row of `CAMPAIGN` whose situation applies, from the top, until the question is answered.

| situation | tried, in order | limit |
|---|---|---|
| a rule constructs a plan | the plan | |
| the family has invariants | invariant | |
| not known to have many states | labelling | memory; 4 s while layers grow, if bounds are known |
| still open, no plan known | some plan, then shorter plans | 3 s |
| bounds known | labelling with bounds | memory, time; few states, unless the puzzle has many |
| still open, not known to have many states | labelling | memory |
| still open, bounds known | labelling with bounds | memory, time |
| many states, tiles | exhaustion (IDA*) | memory, time |
| still open, no encoder | labelling | memory, time |
| no answer by IDA* | refutation; first `refutation.PLANS`, if no plan is known | time |
| many states, no tiles, still open | exhaustion | memory, time |

A request that names an engine or kinds of evidence gets these alone (`NAMED`).
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from puzzleproof.models import imported
from puzzleproof.models.errors import LimitReached, OutputError, Unsupported
from puzzleproof.models.output import printed
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.certificate import Workspace, workspace
from puzzleproof.provers.events import Emit, Note, PlanFound, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.session import Session, Step, Work
from puzzleproof.provers.verdict import Verdict

PROBE_SECONDS = 4.0
"""After this many seconds, a labelling has met some millions of states, and most boards that people
play have fewer.  A labelling with bounds, which needs fewer states, is then tried instead."""
SOME_PLAN_SECONDS = 3.0
"""A search for some plan, of any length, may delay the search of a large graph this long."""


def prove(
    name: str,
    puzzle: AnyPuzzle,
    request: Request,
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
    versions: Mapping[str, str] | None = None,
    *,
    in_process: bool = False,
    target: Path | None = None,
    steps: tuple[Step, ...] | None = None,
) -> Verdict:
    """Prove the minimum of a puzzle in its metric, as far as the limits allow.

    A certificate gets its name only when the checker has accepted it.  With ``in_process``, no
    process is started: for a host that forbids processes.  Time is then checked between layers and
    horizons, and there is no limit of memory.  The certificate is written to ``target``, if it is
    given, and not to the file that the request names.  ``steps`` replace the steps of `CAMPAIGN`.
    Raises Unsupported, before the work, if the instance is too long for a certificate.
    """
    printed(puzzle)

    def carry_out(
        work: Work, name: str, puzzle: AnyPuzzle, request: Request, limits: Limits
    ) -> Verdict:
        """Do the work in a session; then give the accepted certificate its name."""
        own_versions = versions or {}
        with workspace(target or request.certificate, own_versions, puzzle) as place:
            proof = Session(puzzle, on_event, limits, request, place, in_process=in_process)
            verdict = proof.run(work, name, own_versions)
            return _placed(verdict, place, answered=proof.answered)

    work = partial(prove_minimum, steps=steps)
    if next(puzzle.ladder(), None) is None:
        return carry_out(work, name, puzzle, request, limits)
    asker = imported("puzzleproof.provers.fewest:Asker")
    found: Verdict = asker(carry_out, work, puzzle, request, limits).answer(name)
    return found


def _placed(verdict: Verdict, place: Workspace, *, answered: bool) -> Verdict:
    """Give the certificate its name, unless the question is open and an older file claims more."""
    target = place.target
    if verdict.certificate is not None:
        if not answered and (more := place.more_in_target()):
            note = f"{target} is not replaced: it claims {more} (not checked in this run)"
            verdict = replace(verdict, certificate=None, notes=(*verdict.notes, note))
        else:
            try:
                place.put()
            except OutputError as error:
                verdict = replace(verdict, certificate=None, fault=str(error))
    stands = target is not None and target.is_file() and target.stat().st_size > 0
    if verdict.certificate is None and stands:
        verdict = replace(verdict, older=str(target))
    return verdict


def prove_minimum(proof: Session, steps: tuple[Step, ...] | None = None) -> None:
    """Find the requested kinds of evidence, or any evidence that settles the question."""
    if proof.request.at_least == 0 or proof.puzzle.is_goal(proof.puzzle.start):
        from puzzleproof.provers.labelling import prove_no_moves

        prove_no_moves(proof)
    elif proof.request.by_itself:
        proof.follow(steps or CAMPAIGN, lambda: not proof.answered)
        if proof.argument is not None:
            late("puzzleproof.provers.invariant:complete", proof)
    else:
        construct_plan(proof)
        make_named_kinds(proof)


def make_named_kinds(proof: Session) -> None:
    """Find each requested kind of evidence; if a refutation has no certificate, confirm it."""
    names = [kind.name for kind in proof.request.kinds()]
    for name in names:
        try:
            NAMED[name](proof)
        except (ModuleNotFoundError, Unsupported) as error:
            from puzzleproof.provers.libraries import in_words

            if len(names) == 1:
                raise
            proof.emit(Note(f"no evidence of kind {name}: {in_words(error)}", "reason"))
    confirmed = proof.certified and "all" not in proof.request.evidence
    if not confirmed and "refutation" in names and "exhaustion" not in names:
        WORK["exhaustion"](proof)


# --- what is tried ------------------------------------------------------------------------


def late(place: str, proof: Session) -> None:
    """Do the work that ``module:function`` names; the module is imported only now."""
    imported(place)(proof)


def construct_plan(session: Session) -> None:
    """Construct a plan by the family's own rule, if it has one; the plan is replayed later."""
    if session.puzzle.constructs:
        session.call(_construct, session.puzzle)


def _construct(puzzle: AnyPuzzle, emit: Emit) -> None:
    """Construct a plan by the family's rule, in the child process, as a long plan takes time."""
    from puzzleproof.models.capabilities import constructed_plan

    plan = constructed_plan(puzzle)
    if plan is not None:
        emit(PlanFound(tuple(map(puzzle.format_move, plan)), "construction"))


def look_for_some_plan(proof: Session) -> None:
    """Find some plan and shorten it for some seconds, so that there is an upper bound soon."""
    from puzzleproof.provers.any_plan import find_some_plan

    seconds = proof.allowed_delay(SOME_PLAN_SECONDS)
    work = partial(find_some_plan, least=proof.bounds.lower or 0)
    with suppress(LimitReached):
        proof.call(work, proof.puzzle, seconds, seconds=seconds, memory=proof.memory)


def probe(proof: Session) -> None:
    """Label all states; if bounds are known, only for some seconds, as bounds need fewer states."""
    if not has_bounds(proof):
        label(proof)
        return
    from puzzleproof.provers.labelling import label_within

    with suppress(LimitReached):
        label_within(proof, proof.allowed_delay(PROBE_SECONDS))


def label_with_bounds(proof: Session, *, few: bool = False) -> None:
    """Label the states that lower bounds do not exclude, if bounds for the family are known."""
    if has_bounds(proof):
        from puzzleproof.provers.bounded import prove_with_bounds

        prove_with_bounds(proof, few=few)


def label(proof: Session) -> None:
    """Label all states; if they do not fit into memory, a note says that horizons follow."""
    try:
        WORK["labelling"](proof)
    except LimitReached as limit:
        why = f"the state graph is too large to search ({limit}): horizons are searched instead"
        proof.emit(Note(why, "reason"))


def label_named(proof: Session) -> None:
    """Label states for some seconds, then with bounds if they leave few states, then all states."""
    for tried in (probe, partial(label_with_bounds, few=True), WORK["labelling"]):
        if not proof.certified:
            tried(proof)


# --- when it is tried ---------------------------------------------------------------------


def suits_idastar(proof: Session) -> bool:
    """Tell whether there are many states and IDA* searches them better than horizons do."""
    return proof.special_search == "idastar"


def has_bounds(proof: Session) -> bool:
    """Tell whether there are lower bounds, and the rules do not show that there are few states."""
    puzzle = proof.puzzle
    return puzzle.special_search is not None and (proof.is_large or puzzle.states_at_most is None)


def lacks_plan(proof: Session) -> bool:
    """Tell whether no plan is known, a search may look for a plan, and IDA* will not run."""
    known = proof.bounds.plan is not None or proof.request.plan != "any"
    return not known and not suits_idastar(proof)


def lacks_encoder(proof: Session) -> bool:
    """Tell whether no horizons can be searched, so that a labelling is the only evidence left."""
    from puzzleproof.encoders import has_encoder

    return not has_encoder(proof.puzzle)


def always(_: Session) -> bool:
    """Return True: the work itself finds out whether it is suitable."""
    return True


WORK = {
    "invariant": partial(late, "puzzleproof.provers.invariant:prove_invariant"),
    "labelling": partial(late, "puzzleproof.provers.labelling:prove_labelling"),
    "refutation": partial(late, "puzzleproof.provers.refutation:refute"),
    "exhaustion": partial(late, "puzzleproof.provers.exhaustion:prove_exhaustion"),
}
"""Kind of evidence (`puzzleproof.provers.request.KINDS`) -> the function that finds it."""
REFUTE_HORIZONS = partial(late, "puzzleproof.provers.refutation:refute_horizons")
BRIEF: tuple[Step, ...] = (
    (always, construct_plan),
    (lambda proof: proof.puzzle.invariants, WORK["invariant"]),
    (lambda proof: not proof.is_large, probe),
    (lacks_plan, look_for_some_plan),
    (always, lambda proof: label_with_bounds(proof, few=not proof.is_large)),
    (lambda proof: not proof.is_large and has_bounds(proof), label),
    (lambda proof: not proof.is_large, label_with_bounds),
)
"""The first steps if the prover chooses; they check the time themselves, and so need no process."""
CAMPAIGN: tuple[Step, ...] = (
    *BRIEF,
    (suits_idastar, WORK["exhaustion"]),
    (lacks_encoder, WORK["labelling"]),
    (lambda proof: not (suits_idastar(proof) and proof.claimed), REFUTE_HORIZONS),
    (lambda proof: proof.is_large and not suits_idastar(proof), WORK["exhaustion"]),
)
"""All steps if the prover chooses; they are tried until the question is answered."""
NAMED = WORK | {"labelling": label_named}
"""The functions for kinds of evidence that are requested by name."""
