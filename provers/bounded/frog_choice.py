"""Which bounds a board of frogs and toads gets."""

from __future__ import annotations

from contextlib import suppress

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.provers.bounded.driver import Named
from puzzleproof.provers.bounded.potential_choice import with_potentials
from puzzleproof.provers.bounded.samples import sample
from puzzleproof.verify.bounds import lower_bounds
from puzzleproof.verify.bounds.graphs import LabelGraph


def frog_bounds(graph: LabelGraph) -> Named:
    """Distance and crossings where they hold, and potentials that say more."""
    crossings: Named = [("frog_crossings", {})]
    found: Named = []
    with suppress(CertificateRejected):
        lower_bounds(graph, [list(pair) for pair in crossings])
        found = crossings
    return with_potentials(graph, found, sample(graph))
