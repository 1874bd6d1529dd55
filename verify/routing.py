"""Which checker a labelling is put before: the definition, or for large tables the arrays.

There are two, `puzzleproof.verify.reference` and `puzzleproof.verify.arrays`.  They demand the
same, and name the same first fault.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from puzzleproof.models import imported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.certificate import ARRAYS, Certificate, Counted
from puzzleproof.verify.labelling import check_claim, sizes

REFERENCE = "puzzleproof.verify.reference:check"
BOUNDED = "puzzleproof.verify.bounds.labels:check"
BOUNDED_BY_RULES = "puzzleproof.verify.reference:check_bounded"
ON_ARRAYS = "puzzleproof.verify.arrays.check:array_check"
LARGE, LARGER_A_LABEL = 20_000, 500
"""From so many states on, and so many more for each label, arrays are quicker: it takes a tenth of
a second to load them, and as long as some 500 states take by the rules to begin with a label."""

MUCH_SECONDS, MUCH_MEMORY = 60, 1 << 30
"""What a check may take without a word beforehand."""
OF_A_SET = 200
"""Bytes that a set has for a state, besides the state, at most; it is in two sets at a time."""


def check(certificate: Certificate) -> Counted:
    """Check the body of a labelling; returns the number of states labelled."""
    if "bounds" in certificate.extra:
        _foretell(certificate, keeps_all=True)
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
    _foretell(certificate, keeps_all=not certificate.puzzle.reversible)
    by_rules: Callable[[Certificate], int] = imported(REFERENCE)
    return Counted(by_rules(certificate))


def _on_arrays(certificate: Certificate) -> Callable[[], int] | None:
    """The check on arrays; None without numpy, and for puzzles that it does not know."""
    try:
        made: Callable[[Certificate], Callable[[], int] | None] = imported(ON_ARRAYS)
    except ImportError:
        return None
    return made(certificate)


def _foretell(certificate: Certificate, *, keeps_all: bool) -> None:
    """Say beforehand what a check by the rules will take, if it is much.

    ``keeps_all``: all states are kept to the end, not those of three labels.
    """
    if certificate.foretell is None:
        return
    forward, backward = sizes(certificate)
    states = sum(forward) + sum(backward)
    seconds, memory = (states * each for each in _cost(certificate.puzzle))
    if not keeps_all:
        memory = memory * most_at_once([*forward, *backward]) // max(1, states)
    if seconds > MUCH_SECONDS or memory > MUCH_MEMORY:
        certificate.foretell(
            f"a table of {states:,} states: by the rules the check may take up to "
            f"{seconds / 60:,.0f} minutes and {memory / MUCH_MEMORY:,.1f} GB of memory"
        )


def _cost(puzzle: AnyPuzzle) -> tuple[float, int]:
    """(seconds, bytes) of a state: those of the start, of which nothing is remembered yet."""
    begin = time.process_time()
    start = puzzle.canonical(puzzle.start)
    set(puzzle.successors(start))
    return time.process_time() - begin, 2 * (sys.getsizeof(start) + OF_A_SET)


def most_at_once(labels: list[int]) -> int:
    """The most states of three labels in a row.

    >>> most_at_once([1, 5, 2, 2]), most_at_once([])
    (9, 0)
    """
    return max((sum(labels[k : k + 3]) for k in range(len(labels))), default=0)
