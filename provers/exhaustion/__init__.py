"""Evidence by a second search: breadth first, IDA* or bidirectional; it leaves no certificate.

Alone, exhaustion is two searches by two formulations of the rules; else it confirms what other
evidence claims.  Large puzzles of some families have a search of their own, with one of the same
kind to confirm it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.events import Note
from puzzleproof.provers.process import array_budget

if TYPE_CHECKING:
    from puzzleproof.provers.prove import Proof

CONFIRM_SECONDS = 180.0
"""A cross-check may take this long, or as long as what it confirms."""
PLAIN_SECONDS = 40
"""Plain Python takes 8 to 20 times as long as arrays in such a search; twice that is allowed."""


def prove_exhaustion(proof: Proof) -> None:
    """Confirm what there is by a search of another kind; alone, search twice."""
    from puzzleproof.provers.exhaustion.breadth_first import confirm_by_bfs, search_task

    at_least = proof.request.at_least
    if at_least == 0:
        return
    if proof.special_search is not None:
        SPECIAL[proof.special_search](proof)
    elif [kind.name for kind in proof.request.kinds()] == ["exhaustion"]:
        proof.call(search_task, proof.puzzle, at_least, array_budget(proof.memory))
        proof.call(confirm_by_bfs, proof.puzzle, at_least)
    else:
        _confirm(proof, confirm_by_bfs, at_least)


def _by_idastar(proof: Proof) -> None:
    """Search by iterative deepening, and confirm it by a search with another heuristic."""
    from puzzleproof.provers.exhaustion.idastar import BEST, confirm_idastar, search_idastar

    at_least = proof.request.at_least
    proof.call(search_idastar, proof.puzzle, BEST, at_least)
    _confirm(proof, confirm_idastar, at_least if at_least is not None else proof.bounds.upper)


def _by_bidirectional(proof: Proof) -> None:
    """Search bidirectionally; confirm what it claims by a search of the same kind."""
    from puzzleproof.provers.exhaustion.bidirectional import confirm_bidirectional, search_first

    wanted = proof.request.at_least
    if not search_first(proof, wanted, proof.memory):
        return
    lower = proof.bounds.lower
    if wanted is not None and lower is not None:
        lower = min(wanted, lower)
    seconds = PLAIN_SECONDS * proof.bounds.evidence[-1].seconds
    _confirm(proof, confirm_bidirectional, lower, seconds, proof.memory)


SPECIAL: dict[str, Callable[[Proof], None]] = {
    "idastar": _by_idastar,
    "bidirectional": _by_bidirectional,
}
"""The searches that a family may name as its `Puzzle.special_search`."""


def _confirm(
    proof: Proof,
    search: Callable[..., Any],
    at_least: int | None,
    seconds: float = 0.0,
    memory: int | None = None,
) -> None:
    """Run a second search: three minutes, as long as what it confirms took, or ``seconds``."""
    begin = time.perf_counter()
    longest = max((row.seconds for row in proof.bounds.evidence), default=0.0)
    allowed = max(CONFIRM_SECONDS, longest, seconds)
    try:
        proof.call(search, proof.puzzle, at_least, seconds=allowed, memory=memory)
    except LimitReached as error:
        took = time.perf_counter() - begin
        why = f"the cross-check by another search was stopped ({error}, {took:.0f} s)"
        proof.emit(Note(why, "reason"))
