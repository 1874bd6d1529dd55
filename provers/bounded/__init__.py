"""Labellings with lower bounds: certificates for graphs too large to label.

Admissible bounds prune a search until few states are left.  The certificate is the table of these
states' labels with the parameters of the bounds (`puzzleproof.verify.bounds`).  No code in this
folder has to be trusted.

The search runs in a child process, which a limit may end.  Here a *claim* is a statement 'every
plan has at least L moves'.  Whenever the search has the table of a claim, the child leaves an
unchecked certificate of it.  The last part of a time limit is for checks: the search is ended, and
other children check the last claims' tables, lowest first, until the time is over.

| board | bounds | search | largest number of states |
|---|---|---|---|
| pegs, compound moves | departures, by linear programs | arrays | 16,384,000 in a layer |
| tiles, metric ``single``, up to 16 cells | patterns of 2 to 7 tiles | arrays | 20,000,000 |
| tiles, metric ``single``, more cells | patterns of 2 to 6 tiles | arrays | 20,000,000 |
| sliding | groups of pieces | A* | 40,000, or 300,000 if the board cannot be labelled whole |
"""

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.models import imported
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.certificate import Workspace
from puzzleproof.provers.events import Emit, Event, Note, Working, ignore
from puzzleproof.provers.libraries import in_words
from puzzleproof.provers.session import Ended, Session
from puzzleproof.provers.verdict import INTERRUPTED, Evidence
from puzzleproof.verify.records import CHECKING

SEARCHES = {
    "compound": "puzzleproof.provers.bounded.pegs:search_pegs",
    "idastar": "puzzleproof.provers.bounded.tiles:search_tiles",
    "groups": "puzzleproof.provers.bounded.sliding:search_sliding",
}
"""`SpecialSearch` of a puzzle -> ``module:name`` of the function that searches the puzzle.  The
function takes a `Search`, and returns a `Driver`, which has the proven claim and the plan."""
WAITING = "waiting-"
"""The first part of the name of each unchecked certificate that a search leaves."""
NONE = "no labelling with lower bounds"
CHECK_SHARE = 0.4
"""The share of a time limit that is reserved for the checker."""
LAST_SECONDS = 10.0
"""A check that begins after memory has run out may take this many seconds."""
CHECKED = 3
"""At most this many tables are checked: the tables of the last (highest) claims."""


Named: TypeAlias = Sequence[tuple[str, Mapping[str, Any]]]
"""Lemmas with their parameters, as a certificate names them."""


class Search(NamedTuple):
    """What a search with bounds is to find, and its limits."""

    puzzle: AnyPuzzle
    at_least: int | None = None
    """The requested lower bound, or None if the minimum is requested."""
    seed: int = 0
    memory: int | None = None
    """The memory limit in bytes, or None if there is no limit."""
    workspace: Workspace | None = None
    """Receives the table of each claim; None if no certificate is wanted."""
    emit: Emit = ignore
    few: bool = False
    """Whether to give up soon, because a search without bounds may be quicker."""


class BoundedClaim(NamedTuple):
    """The result of a search with bounds, without a certificate."""

    at_least: int
    plan: tuple[str, ...] | None
    """A plan of ``at_least`` moves, or None if only the bound is known."""
    bounds: Named


def search(asked: Search) -> Any:
    """Search with bounds; raises Unsupported, LimitReached or ModuleNotFoundError."""
    if asked.at_least == 0:
        raise Unsupported("the search visited no state but the start")
    if (name := asked.puzzle.special_search) is None:
        raise Unsupported("no lower bounds are known for this board")
    return imported(SEARCHES[name])(asked)


def search_and_check(asked: Search, emit: Emit) -> tuple[int | None, int] | None:
    """Search with bounds; if there is a workspace, have the last table checked.

    Returns the accepted bound and the number of states, or None without a workspace.
    """
    driver = search(asked._replace(emit=emit))
    return None if asked.workspace is None else driver.publish()


def claim_with_bounds(puzzle: AnyPuzzle, at_least: int | None, memory: int | None) -> BoundedClaim:
    """Search with bounds for the minimum, or prove ``at_least`` moves; raises like `search`."""
    found: BoundedClaim = search(Search(puzzle, at_least, memory=memory)).claim()
    return found


def prove_with_bounds(proof: Session, *, few: bool = False) -> None:
    """Search with bounds in a child process, and have the checker judge the table.

    If the search grows too large, a note says so, and the tables of its last claims are checked.
    They are also checked if the search is stopped to leave time for checks, or if memory has run
    out.  Raises LimitReached if the search was stopped to leave time, unless a table settles the
    question; raises Ended if memory has run out, or after Ctrl-C (no table is then checked).
    """
    begin, request, waiting = time.perf_counter(), proof.request, Waiting(proof)
    asked = Search(proof.puzzle, request.at_least, request.seed, proof.memory, proof.workspace)
    asked = asked._replace(few=few)
    found: tuple[int | None, int] | None = None
    try:
        found = proof.call(search_and_check, asked, listen=waiting.listen)
    except TimeToCheck:
        _accept(proof, waiting.check(), begin)
        if not proof.answered:
            raise
    except Ended as end:
        if str(end) != INTERRUPTED:
            with suppress(LimitReached):
                _accept(proof, waiting.check(LAST_SECONDS), begin)
        raise
    except (LimitReached, Unsupported, ModuleNotFoundError) as error:
        what = "the search with lower bounds was ended" if waiting.tables() else NONE
        proof.emit(Note(f"{what}: {in_words(error)}", "reason"))
        found = waiting.check()
    _accept(proof, found, begin)


def _accept(proof: Session, found: tuple[int | None, int] | None, begin: float) -> None:
    if found is not None:
        seconds, (at_least, states) = time.perf_counter() - begin, found
        by, note = "verify.labelling", "with lower bounds"
        proof.accept(Evidence.certified("labelling", at_least, by, seconds, states, note))


class TimeToCheck(LimitReached):
    """Only the checker's share of the time is left, and a certificate waits for its check."""


class Waiting:
    """Receives a search's events in the parent process, and stops the search in time for checks."""

    def __init__(self, proof: Session) -> None:
        self._proof = proof
        self._checking = False
        """Whether the search has ended by itself, and its table is being checked."""

    def listen(self, event: Event) -> None:
        """Pass an event on; raises TimeToCheck if the search has to stop."""
        self._checking |= isinstance(event, Working) and event.phase == CHECKING
        self._proof.emit(event)
        left, limit = self._proof.seconds_left(), self._proof.limits.seconds
        if self._checking or left is None or limit is None or left > CHECK_SHARE * limit:
            return
        if tables := self.tables():
            claim = f"'at least {count(tables[-1], 'move')}'"
            raise TimeToCheck(
                f"time limit of {round(limit, 1):g} s: the search was stopped after "
                f"{limit - left:.0f} s, so that its table for {claim} could be checked"
            )

    def tables(self) -> list[int]:
        """List the highest `CHECKED` claims that wait for a check and exceed the proven bound."""
        folder, proven = self._proof.workspace.beside, self._proof.bounds.proven
        files: list[Path] = [] if folder is None else [*folder.glob(f"{WAITING}*")]
        claims = (int(file.name.removeprefix(WAITING)) for file in files)
        return sorted(claim for claim in claims if claim > proven)[-CHECKED:]

    def check(self, seconds: float | None = None) -> tuple[int | None, int] | None:
        """Check the tables; return the best accepted bound and its number of states, or None.

        Raises Ended or LimitReached if the first check does.
        """
        best: tuple[int | None, int] | None = None
        for claim in self.tables():
            try:
                best = self._proof.call(_adopt, self._proof.workspace, claim, seconds=seconds)
            except (LimitReached, Ended):
                if best is None:
                    raise
                break
        return best


def _adopt(workspace: Workspace, at_least: int, emit: Emit) -> tuple[int | None, int]:
    assert workspace.beside is not None, "the waiting certificate is in this folder"
    checked = workspace.take(workspace.beside / f"{WAITING}{at_least}", emit)
    return checked.at_least, checked.states
