"""Tables that are handed over before the search ends, so that a limit loses nothing.

The search runs in a child process, which a limit ends.  Whenever a claim has its table, the child
leaves a certificate that waits, and says how long the checker will take.  When no more time is left
than that, the search is ended, and another child checks the certificate: nothing is said to be
certified that was not checked.  After Ctrl-C, and where memory has run out, it is checked as well
if that takes a few seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from puzzleproof.models.errors import LimitReached
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Event, Note, Working
from puzzleproof.provers.verdict import INTERRUPTED

if TYPE_CHECKING:
    from puzzleproof.provers.certificate import Target, Workspace
    from puzzleproof.provers.events import Emit
    from puzzleproof.provers.session import Proof
    from puzzleproof.verify.bounds import LowerBound
    from puzzleproof.verify.bounds.graphs import LabelGraph
    from puzzleproof.verify.certificate import CheckedCertificate

SAMPLE = 200
"""States whose moves are made to see how long the checker takes for all."""
SAFETY, START_SECONDS = 1.6, 1.5
"""The checker may take so many times what was estimated, and so long to begin with."""
LARGEST_SHARE = 0.5
"""Of a time limit, what is kept for the checker at most."""
LAST_SECONDS = 10.0
"""What the checker may take after Ctrl-C, or once memory has run out."""


@dataclass(frozen=True, slots=True)
class TableWaits(Event):
    """From the child alone, and not passed on: a certificate waits to be checked."""

    event: ClassVar[str] = "table"
    at_least: int
    path: str
    seconds: float
    """What the checker will take, about."""


class TimeToCheck(LimitReached):
    """No more time is left than the checker needs for the certificate that waits."""


def leave(
    workspace: Workspace,
    at_least: int,
    write: Callable[[Target], None],
    seconds: float,
    emit: Emit,
) -> None:
    """In the child: leave a certificate that waits, and tell the parent."""
    path = workspace.leave(at_least, write)
    if path is not None:
        emit(TableWaits(at_least, str(path), seconds))


def seconds_of_moves(
    graph: LabelGraph, layers: Sequence[Any], at_least: int, bounds: Sequence[LowerBound]
) -> float:
    """How long the checker takes for the moves of all states, by those of a few."""
    label = max(range(len(layers)), key=lambda k: len(layers[k]))
    some = [int(number) for number in layers[label][:: len(layers[label]) // SAMPLE + 1]]
    begin = time.perf_counter()
    near: Iterable[int] = graph.beyond(some)
    for bound in bounds:
        near = bound.near(near, max(1, at_least - label - 1))
    return (time.perf_counter() - begin) / len(some) * sum(map(len, layers))


class Handover:
    """In the parent: listens to a search, and ends it when its table has to be checked."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        self.table: TableWaits | None = None
        """The best one that can be checked within the limit."""
        self._older = list[TableWaits]()
        """Those before it, which are smaller, the best one last; their files are kept."""

    def listen(self, event: Event) -> None:
        """Take an event; raises TimeToCheck."""
        if isinstance(event, TableWaits):
            self._take(event)
        else:
            self._proof.emit(event)
        if why := self._why_end_now():
            raise TimeToCheck(why)

    def _take(self, table: TableWaits) -> None:
        """Prefer it to the one before, unless the time left is too short for it."""
        left, older = self._proof.seconds_left(), self.table
        if older is not None and left is not None and left < table.seconds:
            return
        self.table = table
        if older is not None and older.path != table.path:
            self._older.append(older)

    def _why_end_now(self) -> str:
        """Why the search ends before its time limit, in words; empty: it goes on."""
        left, limit, table = self._proof.seconds_left(), self._proof.limits.seconds, self.table
        if left is None or limit is None or table is None:
            return ""
        if self._proof.bounds.proven >= table.at_least:
            return ""
        needed = min(START_SECONDS + SAFETY * table.seconds, LARGEST_SHARE * limit)
        if left > needed or not Path(table.path).exists():
            return ""
        return (
            f"time limit of {limit:g} s: the search was ended after {limit - left:.0f} s "
            f"to have its table of 'at least {count(table.at_least, 'move')}' checked"
        )

    @property
    def waits(self) -> bool:
        """Whether there is a certificate to be checked, and it says more than is proven."""
        table, proven = self.table, self._proof.bounds.proven
        return table is not None and table.at_least > proven and Path(table.path).exists()

    def check_after(self, why: str) -> tuple[int, int] | None:
        """As `check`, where the session is over, by Ctrl-C or for want of memory.

        None if it was not checked: that is done only if it takes a few seconds, and Ctrl-C ends it,
        by Ended.
        """
        from puzzleproof.provers.session import Ended

        table = self._soon_checked()
        if table is None or self._proof.seconds_left() == 0:
            return None
        self.table = table
        claim = f"'at least {count(table.at_least, 'move')}'"
        once_more = f"{why}; checking the table of {claim} (Ctrl-C ends that as well)"
        self._proof.emit(Working(once_more))
        try:
            found = self.check(LAST_SECONDS)
        except LimitReached:
            return None
        except Ended as end:
            if str(end) == INTERRUPTED:  # which the verdict has to say
                raise
            return None
        self._proof.emit(Note(f"its table of {claim} was checked after that", "reason"))
        return found

    def _soon_checked(self) -> TableWaits | None:
        """The best table that waits, says something new, and is checked within `LAST_SECONDS`."""
        tables = [*self._older, self.table] if self.table else []
        for table in reversed(tables):
            seconds, new = START_SECONDS + SAFETY * table.seconds, self._proof.bounds.proven
            if table.at_least > new and seconds <= LAST_SECONDS and Path(table.path).exists():
                return table
        return None

    def check(self, seconds: float | None = None) -> tuple[int, int]:
        """The bound and the states of the certificate that waits, once the checker accepts it.

        Raises LimitReached where that takes more than ``seconds``.
        """
        table = self.table
        assert table is not None, "a certificate waits"
        checked: CheckedCertificate = self._proof.call(
            _adopt, self._proof.workspace, table.at_least, seconds=seconds
        )
        assert checked.at_least == table.at_least, "the certificate is the one that was left"
        return table.at_least, checked.states


def _adopt(workspace: Workspace, at_least: int, emit: Emit) -> Any:
    return workspace.adopt(at_least, emit)
