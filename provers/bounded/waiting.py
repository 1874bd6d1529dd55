"""Tables that wait to be checked, so that a limit loses nothing.

The search runs in a child process, which a limit ends.  Whenever a claim has its table, the child
leaves a certificate that waits, and says how long the checker will take.  A fixed share of a time
limit is kept for the check: the search is ended then, and another child checks the best certificate
that fits.  So it is where memory has run out, if that takes a few seconds.
Nothing is said to be certified that was not checked.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
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
    from puzzleproof.verify.bounds import LowerBound
    from puzzleproof.verify.bounds.graphs import LabelGraph
    from puzzleproof.verify.certificate import CheckedCertificate

CHECK_SHARE = 0.4
"""Of a time limit, what is kept for the checker."""
LAST_SECONDS = 10.0
"""What the checker may take once memory has run out."""
SAFETY, START_SECONDS = 1.2, 0.3
"""The checker may take so many times what was estimated, and so long to begin with."""
SAMPLE = 200
"""States whose moves are made to see how long the checker takes for all."""


@dataclass(frozen=True, slots=True)
class TableWaits(Event):
    """From the child alone, and not passed on: a certificate waits to be checked."""

    event: ClassVar[str] = "table"
    at_least: int
    path: str
    seconds: float
    """What the checker will take, about."""

    @property
    def needed(self) -> float:
        """The time that is allowed for the check."""
        return START_SECONDS + SAFETY * self.seconds

    @property
    def claim(self) -> str:
        """What it says."""
        return f"'at least {count(self.at_least, 'move')}'"


class TimeToCheck(LimitReached):
    """No more time is left than what is kept for the checker, and a certificate waits."""


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


class Waiting:
    """In the parent: listens to a search, and ends it when it is time to check."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        self._tables = list[TableWaits]()
        self._checking = False
        """Whether the search is over, and its table is being checked."""

    def listen(self, event: Event) -> None:
        """Take an event; raises TimeToCheck."""
        if isinstance(event, TableWaits):
            self._tables.append(event)
        else:
            self._checking |= isinstance(event, Working) and event.phase == CHECKING
            self._proof.emit(event)
        left, limit = self._proof.seconds_left(), self._proof.limits.seconds
        if self._checking or left is None or limit is None or left > CHECK_SHARE * limit:
            return
        if table := self.best():
            raise TimeToCheck(
                f"time limit of {limit:g} s: the search was ended after {limit - left:.0f} s "
                f"to have its table of {table.claim} checked"
            )

    def best(self, seconds: float | None = None) -> TableWaits | None:
        """The last table that says more than is proven, and can be checked in the time left.

        Where none can, the one whose check is shortest, as what it takes is a guess; but none whose
        check would take more than ``seconds``.
        """
        left, proven = self._proof.seconds_left(), self._proof.bounds.proven
        new = [one for one in self._tables if one.at_least > proven and Path(one.path).exists()]
        allowed = left if seconds is None else seconds
        fitting = [one for one in new if allowed is None or one.needed <= allowed]
        if fitting:
            return fitting[-1]
        return min(new, key=lambda one: one.seconds, default=None) if seconds is None else None

    def check(self, table: TableWaits, seconds: float | None = None) -> tuple[int, int]:
        """The bound and the states of a certificate that waits, once the checker accepts it.

        Raises LimitReached where that takes more than ``seconds``.
        """
        checked: CheckedCertificate = self._proof.call(
            _adopt, self._proof.workspace, table.at_least, seconds=seconds
        )
        assert checked.at_least == table.at_least, "the certificate is the one that was left"
        return table.at_least, checked.states


def _adopt(workspace: Workspace, at_least: int, emit: Emit) -> Any:
    return workspace.adopt(at_least, emit)
