"""Tables that wait to be checked, so that nothing is lost at a limit.

The search runs in a child process, which a limit may end.  Whenever a claim has its table, the
child leaves an unchecked certificate.  A fixed share of a time limit is reserved for checking: the
search is then ended, and other children check the last tables, the smallest first, until the time
is over.  Tables grow from claim to claim, so a smaller one takes little time beside the next one.
Only checked tables are reported as certified.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from puzzleproof.models.errors import LimitReached
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Event, Working
from puzzleproof.verify.certificate import CHECKING

if TYPE_CHECKING:
    from puzzleproof.provers.certificate import Target, Workspace
    from puzzleproof.provers.events import Emit
    from puzzleproof.provers.session import Proof
    from puzzleproof.verify.certificate import CheckedCertificate

CHECK_SHARE = 0.4
"""The share of a time limit that is reserved for the checker."""
LAST_SECONDS = 10.0
"""Seconds that each check may take after memory has run out."""
CHECKED = 3
"""How many of the last tables are checked."""


@dataclass(frozen=True, slots=True)
class TableWaits(Event):
    """An event from the child, not passed on: a certificate waits to be checked."""

    event: ClassVar[str] = "table"
    at_least: int
    path: str


class TimeToCheck(LimitReached):
    """Raised when only the checker's share of time is left and a certificate waits."""


def leave(workspace: Workspace, at_least: int, write: Callable[[Target], None], emit: Emit) -> None:
    """In the child: leave a certificate to be checked, and tell the parent."""
    path = workspace.leave(at_least, write)
    if path is not None:
        emit(TableWaits(at_least, str(path)))


class Waiting:
    """In the parent: listens to a search, and ends it when it is time to check."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        self._left = list[TableWaits]()
        self._checking = False
        """Whether the search is over, and its table is being checked."""

    def listen(self, event: Event) -> None:
        """Take an event; raises TimeToCheck."""
        if isinstance(event, TableWaits):
            self._left.append(event)
        else:
            self._checking |= isinstance(event, Working) and event.phase == CHECKING
            self._proof.emit(event)
        left, limit = self._proof.seconds_left(), self._proof.limits.seconds
        if self._checking or left is None or limit is None or left > CHECK_SHARE * limit:
            return
        if tables := self.tables():
            claim = f"'at least {count(tables[-1].at_least, 'move')}'"
            raise TimeToCheck(
                f"time limit of {limit:g} s: the search was ended after {limit - left:.0f} s "
                f"to have its table of {claim} checked"
            )

    def tables(self) -> list[TableWaits]:
        """The last tables, in order, that claim more than is proven and were not published."""
        proven = self._proof.bounds.proven
        new = [one for one in self._left if one.at_least > proven and Path(one.path).exists()]
        return new[-CHECKED:]

    def check(self, seconds: float | None = None) -> tuple[int, int] | None:
        """The best bound that the checker accepts, and its number of states; None without a table.

        Raises Ended or LimitReached if no check ends in time, or within ``seconds``.
        """
        from puzzleproof.provers.session import Ended

        best: tuple[int, int] | None = None
        for table in self.tables():
            try:
                checked: CheckedCertificate = self._proof.call(
                    _adopt, self._proof.workspace, table.at_least, seconds=seconds
                )
            except (LimitReached, Ended):
                if best is None:
                    raise
                return best
            assert checked.at_least == table.at_least, "the certificate is the one that was left"
            best = table.at_least, checked.states
        return best


def _adopt(workspace: Workspace, at_least: int, emit: Emit) -> Any:
    return workspace.adopt(at_least, emit)
