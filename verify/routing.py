"""Which checker a labelling is put before: the definition, or for large tables the arrays.

There are two, `puzzleproof.verify.reference` and `puzzleproof.verify.arrays`.  They demand the
same, and name the same first fault.
"""

from __future__ import annotations

from collections.abc import Callable

from puzzleproof.models import imported
from puzzleproof.verify.certificate import ARRAYS, Certificate, Counted
from puzzleproof.verify.labelling import check_claim

REFERENCE = "puzzleproof.verify.reference:check"
BOUNDED = "puzzleproof.verify.bounds.labels:check"
BOUNDED_BY_RULES = "puzzleproof.verify.reference:check_bounded"
ON_ARRAYS = "puzzleproof.verify.arrays.check:array_check"
LARGE, LARGER_A_LABEL = 20_000, 500
"""From so many states on, and so many more for each label, arrays are quicker: it takes a tenth of
a second to load them, and as long as some 500 states take by the rules to begin with a label."""


def check(certificate: Certificate) -> Counted:
    """Check the body of a labelling; returns the number of states labelled."""
    if "bounds" in certificate.extra:
        checked: Counted = imported(BOUNDED_BY_RULES if certificate.by_rules else BOUNDED)(
            certificate
        )
        return checked
    forward, backward = check_claim(certificate)
    labels = len(forward) + len(backward)
    large = sum(forward) + sum(backward) >= LARGE + LARGER_A_LABEL * labels
    on_arrays = _on_arrays(certificate) if large and not certificate.by_rules else None
    if on_arrays is not None:
        return Counted(on_arrays(), by=ARRAYS)
    by_rules: Callable[[Certificate], int] = imported(REFERENCE)
    return Counted(by_rules(certificate))


def _on_arrays(certificate: Certificate) -> Callable[[], int] | None:
    """The check on arrays; None without numpy, and for puzzles that it does not know."""
    try:
        made: Callable[[Certificate], Callable[[], int] | None] = imported(ON_ARRAYS)
    except ImportError:
        return None
    return made(certificate)
