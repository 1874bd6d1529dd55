"""The command line; here its exit codes, in one table: the shell's half of an answer."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from puzzleproof.models.errors import (
    CertificateRejected,
    LimitReached,
    PuzzleProofError,
    Unsupported,
)

if TYPE_CHECKING:
    from puzzleproof.provers.verdict import Verdict


class Exit(IntEnum):
    """What the process says when it ends."""

    PROVEN = 0
    PLAN_ONLY = 10
    UNSOLVABLE = 20
    LIMIT = 30
    BAD_INPUT = 40
    UNSUPPORTED = 41
    REJECTED = 50
    REFUTED_CLAIM = 60
    INTERNAL = 70


OF_ERRORS = (
    (Unsupported, Exit.UNSUPPORTED),
    (LimitReached, Exit.LIMIT),
    (CertificateRejected, Exit.REJECTED),
)


def exit_of_error(error: PuzzleProofError) -> Exit:
    """The code of a user's error."""
    return next((code for kind, code in OF_ERRORS if isinstance(error, kind)), Exit.BAD_INPUT)


def exit_of_verdict(verdict: Verdict, at_least: int | None = None) -> Exit:
    """The code of a verdict; with ``at_least``, proving that bound is all that was asked."""
    if verdict.denied:
        return Exit.INTERNAL
    if verdict.status == "unsolvable":
        return Exit.UNSOLVABLE
    if at_least is not None and verdict.upper is not None and verdict.upper < at_least:
        return Exit.PLAN_ONLY
    if verdict.status == "optimal" or at_least == 0:
        return Exit.PROVEN
    if at_least is not None and verdict.proven >= at_least:
        return Exit.PROVEN
    return Exit.LIMIT if verdict.plan is None else Exit.PLAN_ONLY
