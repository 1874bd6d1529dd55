"""Evidence by a second search: breadth first or IDA*; it leaves no certificate.

Alone, exhaustion is two breadth-first searches by two formulations of the rules; else it confirms
what other evidence claims.  Large tables of sliding tiles are searched by IDA*, whose answer is
claimed.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.events import Note
from puzzleproof.provers.process import array_budget

if TYPE_CHECKING:
    from puzzleproof.provers.session import Proof

CONFIRM_SECONDS = 180.0
"""A cross-check may take this long, or as long as what it confirms."""


def prove_exhaustion(proof: Proof) -> None:
    """Search tiles by IDA*; else confirm what there is by a search, or alone search twice."""
    from puzzleproof.provers.exhaustion.breadth_first import confirm_by_bfs, search_task
    from puzzleproof.provers.exhaustion.idastar import BEST, search_idastar

    at_least = proof.request.at_least
    if at_least == 0:
        return
    if proof.special_search == "idastar":
        proof.call(search_idastar, proof.puzzle, BEST, at_least)
    elif [kind.name for kind in proof.request.kinds()] == ["exhaustion"]:
        proof.call(search_task, proof.puzzle, at_least, array_budget(proof.memory))
        proof.call(confirm_by_bfs, proof.puzzle, at_least)
    else:
        _confirm(proof, at_least)


def _confirm(proof: Proof, at_least: int | None) -> None:
    """Search once more by the rules: three minutes, or as long as what it confirms took."""
    from puzzleproof.provers.exhaustion.breadth_first import confirm_by_bfs

    begin = time.perf_counter()
    longest = max((row.seconds for row in proof.bounds.evidence), default=0.0)
    allowed = max(CONFIRM_SECONDS, longest)
    try:
        proof.call(confirm_by_bfs, proof.puzzle, at_least, seconds=allowed)
    except LimitReached as error:
        took = time.perf_counter() - begin
        why = f"the cross-check by another search was stopped ({error}, {took:.0f} s)"
        proof.emit(Note(why, "reason"))
