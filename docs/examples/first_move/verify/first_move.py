"""Check 'every plan has at least 1 move': the start is no goal state."""

from __future__ import annotations

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.certificate import Certificate


def check(certificate: Certificate) -> int:
    """Check the claim; return the number of states looked at."""
    puzzle = certificate.puzzle
    if certificate.at_least != 1:
        raise CertificateRejected(f"claims at least {certificate.at_least!r} moves: expected 1")
    if puzzle.is_goal(puzzle.start):
        raise CertificateRejected("the start is a goal state")
    return 1
