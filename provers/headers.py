"""The first line of a certificate: what is claimed, of which instance, in which metric."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle

__all__ = ["Claim", "header"]


@dataclass(frozen=True, slots=True)
class Claim:
    """'Every plan has at least so many moves' (None: there is no plan), and a plan if known."""

    kind: str
    at_least: int | None
    plan: tuple[str, ...] | None


def header(puzzle: AnyPuzzle, claim: Claim, versions: Mapping[str, str], **more: object) -> bytes:
    """Return the line, its newline included; ``more`` are the keys of the kind of evidence."""
    document = {
        "format": "puzzleproof-certificate",
        "version": 1,
        "kind": claim.kind,
        "instance": dumps(puzzle),
        "metric": puzzle.metric,
        "at_least": claim.at_least,
        "plan": None if claim.plan is None else list(claim.plan),
        **more,
        "versions": dict(versions),
    }
    return json.dumps(document, ensure_ascii=False).encode() + b"\n"
