"""Labellings with lower bounds: certificates for graphs too large to label.

Admissible bounds prune a search until few states are left.  The certificate is the table of their
labels with the parameters of the bounds (`puzzleproof.verify.bounds`).  Nothing here has to be
trusted.

| board | bounds | search | limit of states |
|---|---|---|---|
| pegs, compound moves | departures, by linear programs | arrays | 4,096,000 of a layer |
| tiles, ``single``, 16 cells at most | patterns of four, then five | arrays | 2,000,000 |
| tiles, ``single``, larger | patterns of four, then five or six | arrays | 20,000,000 |
| sliding, 4,000,000 states or more | groups of pieces | A* | one in 8,000 |
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from puzzleproof.models import imported
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers.bounded.waiting import LAST_SECONDS, TimeToCheck, Waiting
from puzzleproof.provers.events import Note, ignore
from puzzleproof.provers.size import has_many_states
from puzzleproof.provers.verdict import INTERRUPTED, Evidence

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.bounded.driver import BoundedClaim, Driver
    from puzzleproof.provers.certificate import Workspace
    from puzzleproof.provers.events import Emit
    from puzzleproof.provers.session import Proof

SEARCHES = {
    "compound": "puzzleproof.provers.bounded.pegs:search_pegs",
    "idastar": "puzzleproof.provers.bounded.tiles:search_tiles",
    None: "puzzleproof.provers.bounded.sliding:search_sliding",
}
"""`SpecialSearch` of a puzzle -> ``module:name`` of the function that searches it: it takes a
`Search`, and returns the `Driver` with what was shown."""
NONE = "no labelling with lower bounds"


def search(
    puzzle: AnyPuzzle,
    at_least: int | None,
    seed: int,
    memory: int | None,
    workspace: Workspace | None,
    emit: Emit,
) -> Driver:
    """Search with bounds; raises Unsupported, LimitReached or ModuleNotFoundError."""
    if at_least == 0:
        raise Unsupported("the search looked at no state but the start")
    from puzzleproof.provers.bounded.driver import Search

    asked = Search(puzzle, at_least, seed, memory, workspace, emit)
    driver: Driver = imported(SEARCHES[puzzle.special_search])(asked)
    return driver


def search_and_check(
    puzzle: AnyPuzzle,
    at_least: int | None,
    seed: int,
    memory: int | None,
    workspace: Workspace,
    emit: Emit,
) -> tuple[int | None, int]:
    """Prove the minimum, or ``at_least`` moves; returns the bound accepted, and the states.

    If there would be too many states, the bound is the last one that has a table.  Raises
    Unsupported, LimitReached or ModuleNotFoundError if there is none.
    """
    return search(puzzle, at_least, seed, memory, workspace, emit).publish()


def search_plan(puzzle: AnyPuzzle, seed: int, memory: int | None, emit: Emit) -> None:
    """Find a shortest plan by the same search, without a certificate; raises the same errors."""
    search(puzzle, None, seed, memory, None, emit)


def claim_with_bounds(
    puzzle: AnyPuzzle, at_least: int | None, memory: int | None, emit: Emit = ignore
) -> BoundedClaim:
    """Search with bounds for the minimum, or for ``at_least`` moves, and write no certificate.

    Raises Unsupported if no bounds are known, LimitReached if the search grows too large, and
    ModuleNotFoundError without the library that finds them.
    """
    if puzzle.special_search is None and not has_many_states(puzzle):
        raise Unsupported(f"no lower bounds for family {puzzle.family!r}, metric {puzzle.metric!r}")
    return search(puzzle, at_least, 0, memory, None, emit).claim(at_least)


def prove_with_bounds(proof: Proof) -> None:
    """Search with bounds, in a child process, and have the rules check the table.

    If the search grows too large, this is noted and other searches go on.  If it is ended from
    outside, the best table that it has left is checked.  Raises LimitReached if that was to keep
    the time limit, unless the table answers the question; and Ended after Ctrl-C (nothing is then
    checked), or if memory has run out.
    """
    from puzzleproof.provers.session import Ended

    begin, request, waiting = time.perf_counter(), proof.request, Waiting(proof)
    arguments = (proof.puzzle, request.at_least, request.seed, proof.memory, proof.workspace)
    try:
        found = proof.call(search_and_check, *arguments, listen=waiting.listen)
        _accept(proof, found, begin)
    except TimeToCheck:
        _accept_waiting(proof, waiting, begin)
        if not proof.answered:
            raise
    except Ended as end:
        if str(end) != INTERRUPTED:
            with suppress(LimitReached):
                _accept_waiting(proof, waiting, begin, LAST_SECONDS)
        raise
    except (LimitReached, Unsupported, ModuleNotFoundError) as error:
        from puzzleproof.provers.libraries import in_words

        what = "the search with lower bounds was ended" if waiting.tables() else NONE
        proof.emit(Note(f"{what}: {in_words(error)}", "reason"))
        _accept_waiting(proof, waiting, begin)


def _accept(proof: Proof, found: tuple[int | None, int], begin: float) -> None:
    """Take in a table that was checked: its bound and its states."""
    seconds, (at_least, states) = time.perf_counter() - begin, found
    note = "with lower bounds"
    proof.accept(
        Evidence.certified("labelling", at_least, "verify.labelling", seconds, states, note)
    )


def _accept_waiting(
    proof: Proof, waiting: Waiting, begin: float, seconds: float | None = None
) -> None:
    """Check the waiting tables, each within ``seconds``, and take in the best."""
    found = waiting.check(seconds)
    if found is not None:
        _accept(proof, found, begin)
