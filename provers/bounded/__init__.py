"""Labellings with lower bounds: certificates for graphs too large to label.

A search is pruned by admissible bounds until what is left is small; the table of its labels and the
parameters of the bounds are the certificate (`puzzleproof.verify.bounds`).  Nothing here has to be
trusted.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from puzzleproof.models import imported
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers.bounded.handover import Handover, TimeToCheck
from puzzleproof.provers.bounded.plain_search import SEARCH
from puzzleproof.provers.events import Note, ignore
from puzzleproof.provers.verdict import Evidence

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.bounded.tables import BoundedClaim
    from puzzleproof.provers.events import Emit
    from puzzleproof.provers.session import Proof

SEARCHES = {
    "compound": "puzzleproof.provers.bounded.pegs:search_and_check",
    "idastar": "puzzleproof.provers.bounded.tiles:search_and_check",
}
"""By the `SpecialSearch` of a large puzzle, who finds its bounds: ``module:name`` of a function of
the puzzle, the bound that is asked for (or None), a seed, bytes of memory (or None), the workspace
and where events go.  It publishes a certificate and returns the bound proven and the states."""
BY_RULES = "puzzleproof.provers.bounded.rules:search_and_check"
"""The same for the families of `GUESSES`, where nothing special suits."""
GUESSES = {
    "frogs": "puzzleproof.provers.bounded.size:arrangements_of",
    "sliding": "puzzleproof.provers.bounded.size:placements_of",
}
"""By family, about how many states a puzzle may have: ``module:name``."""
MANY = 4_000_000
"""Puzzles of these families that may have fewer states are labelled whole, which is quicker."""
CLAIMS = {
    "compound": "puzzleproof.provers.bounded.pegs:claim_with_bounds",
    "idastar": "puzzleproof.provers.bounded.tiles:claim_with_bounds",
}
CLAIM_BY_RULES = "puzzleproof.provers.bounded.rules:claim_with_bounds"
"""Who names the bounds, for others to write down: ``(puzzle, at_least, seed, memory, emit)``."""


def suits(proof: Proof) -> bool:
    """Whether bounds for a puzzle of this kind are known, and there are states enough to save."""
    return proof.special_search in SEARCHES or guessed_states(proof.puzzle) >= MANY


def guessed_states(puzzle: AnyPuzzle) -> float:
    """About how many states there may be that bounds could leave out; 0 where there are none."""
    guess = GUESSES.get(puzzle.family) if puzzle.special_search is None else None
    return imported(guess)(puzzle) if guess else 0


def prove_with_bounds(proof: Proof) -> None:
    """Search with bounds, in a child process, and have the rules check the table.

    What is too large is noted: other searches carry on.  Where the search is ended, the best table
    that it has left is checked.  Raises LimitReached where that was for the sake of the time limit,
    unless it answers what was asked, and Ended after Ctrl-C or where memory has run out.
    """
    from puzzleproof.provers.session import Ended

    begin, request, handover = time.perf_counter(), proof.request, Handover(proof)
    try:
        found = proof.call(
            imported(SEARCHES.get(str(proof.special_search), BY_RULES)),
            proof.puzzle,
            request.at_least,
            request.seed,
            proof.memory,
            proof.workspace,
            listen=handover.listen,
        )
        _accept(proof, found, begin)
    except TimeToCheck:
        _accept(proof, handover.check(), begin)
        if not proof.answered:
            raise
    except Ended as end:
        found_late = None if end.at_once else handover.check_after(str(end))
        if found_late is not None:
            _accept(proof, found_late, begin)
        raise
    except (LimitReached, Unsupported, ModuleNotFoundError) as error:
        from puzzleproof.provers.libraries import in_words

        if handover.waits:
            proof.emit(Note(f"the {SEARCH} was ended: {in_words(error)}", "reason"))
            _accept(proof, handover.check(), begin)
        else:
            proof.emit(Note(f"no labelling with lower bounds: {in_words(error)}", "reason"))


def _accept(proof: Proof, found: tuple[int, int], begin: float) -> None:
    """Take in a table that was checked: its bound and its states."""
    seconds, (at_least, states) = time.perf_counter() - begin, found
    note = "with lower bounds"
    proof.accept(
        Evidence.certified("labelling", at_least, "verify.labelling", seconds, states, note)
    )


def claim_with_bounds(
    puzzle: AnyPuzzle, at_least: int | None, memory: int | None, emit: Emit = ignore
) -> BoundedClaim:
    """Search with bounds for the minimum, or for ``at_least`` moves, and write no certificate.

    Raises Unsupported where no bounds are known, LimitReached where the search grows too large, and
    ModuleNotFoundError without the library that finds them.
    """
    from puzzleproof.provers.request import Request

    by = CLAIMS.get(str(puzzle.special_search))
    if by is None and guessed_states(puzzle) >= MANY:
        by = CLAIM_BY_RULES
    if by is None:
        raise Unsupported(f"no lower bounds for family {puzzle.family!r}, metric {puzzle.metric!r}")
    claim: BoundedClaim = imported(by)(puzzle, at_least, Request().seed, memory, emit)
    return claim
