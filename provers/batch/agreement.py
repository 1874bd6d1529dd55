"""Whether a checked certificate says what a result says that names it."""

from __future__ import annotations

from typing import Protocol

from puzzleproof.provers.batch.jobs import instance_hash
from puzzleproof.verify.certificate import CheckedCertificate


class Result(Protocol):
    """What is said of a puzzle in a metric: by a row of a ledger, or by a worker elsewhere."""

    @property
    def instance_hash(self) -> str:
        """Of the puzzle (`instance_hash`)."""
        ...

    @property
    def metric(self) -> str:
        """What counts as one move."""
        ...

    @property
    def status(self) -> str | None:
        """``optimal``, ``unsolvable``, ``bounded`` or ``unknown``."""
        ...

    @property
    def grade(self) -> str | None:
        """``certified`` where the certificate is to prove it."""
        ...

    @property
    def lower(self) -> int | None:
        """The lower bound in moves."""
        ...


def mismatch(result: Result, found: CheckedCertificate, who: str) -> str | None:
    """What a checked certificate says otherwise than a result of ``who``; None where nothing."""
    if instance_hash(found.puzzle) != result.instance_hash or found.puzzle.metric != result.metric:
        return "it is about another board, goal or metric"
    if result.grade != "certified":
        return None
    if result.status == "unsolvable":
        return None if found.at_least is None else "it does not say that there is no plan"
    if found.at_least is not None and found.at_least < (result.lower or 0):
        return f"it says 'at least {found.at_least}', {who} {result.lower}"
    return None
