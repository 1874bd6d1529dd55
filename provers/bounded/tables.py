"""A search's layers as the file of a labelling with bounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzleproof.provers.certificate import Claim, Target, write_file
from puzzleproof.provers.labelling.blocks import record_maker
from puzzleproof.verify.certificate import BOUNDS_VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.verify.bounds import Parameters

Named = list[tuple[str, dict[str, Any]]]
"""Bounds as a header names them."""


class BoundedClaim(NamedTuple):
    """What a search with bounds has shown, without a certificate."""

    at_least: int
    plan: tuple[str, ...] | None
    """Of ``at_least`` moves, so that it is the minimum; None: the bound alone."""
    bounds: Sequence[tuple[str, Parameters]]
    """Lemmas with their parameters, as a certificate names them."""


def write_table(
    puzzle: AnyPuzzle,
    claim: Claim,
    named: Named,
    sizes: Sequence[int],
    blocks: Iterable[bytes],
    versions: Mapping[str, str],
    target: Target,
) -> None:
    """Write labels from the start: the blocks, each of packed states, ascending."""
    make = record_maker(puzzle.pack_width, many=False)
    records = (record for block in blocks for record in make(block))
    write_file(
        target,
        puzzle,
        claim,
        versions,
        records,
        version=BOUNDS_VERSION,
        bounds=named,
        sizes=list(sizes),
        backward=[],
    )


def plan_beside(plan: tuple[str, ...] | None, at_least: int | None) -> tuple[str, ...] | None:
    """The plan, where it goes with this claim: it is no shorter than the claim says."""
    return plan if plan is not None and len(plan) >= (at_least or 0) else None
