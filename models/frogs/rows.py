"""Frogs and toads in a row: a plan constructed by a rule, as moves of the blank (Lucas 1883).

With p frogs (*b*, blancs) on the left, q toads (*n*, noirs) on the right and one empty cell between
them, each move displaces the empty cell by 1 (a step) or 2 (a jump); negative means to the left.
The recursion for p = q is that of a note (in French) on Lucas's *jeu de pions*.  It also works for
p != q, with a longer core: |p - q| more runs of min(p, q) jumps, with steps of the more numerous
kind between the runs.

Reference: É. Lucas, Récréations mathématiques II, 1883: (p + 1)^2 positions, 2p steps, p^2 jumps.
"""

from __future__ import annotations

from collections.abc import Sequence


def blank_displacements(p: int, q: int | None = None) -> list[int]:
    """Return the signed displacements of the blank that exchange p frogs and q toads (default p).

    There are pq jumps and p + q steps.  Raises ValueError unless p and q are at least 1.

    >>> blank_displacements(1), blank_displacements(2)
    ([-1, 2, -1], [1, -2, -1, 2, 2, -1, -2, 1])
    >>> blank_displacements(1, 2)
    [-1, 2, 1, -2, 1]
    """
    q = p if q is None else q
    if p < 1 or q < 1:
        raise ValueError(f"expected one frog and one toad at least, got {p} and {q}")
    turn = -1 if (p - q) % 2 else 1
    row, sign = _core(p, q), 1
    for run in range(min(p, q) - 1, 0, -1):
        head, tail = sign, sign * turn
        row = [head, *[-2 * head] * run, *row, *[-2 * tail] * run, tail]
        sign = -sign
    return row


def _core(p: int, q: int) -> list[int]:
    """Return the |p - q| + 1 longest runs of jumps, with the single steps around them."""
    jump, between = 2, 1 if q > p else -1
    row = [-1]
    for _ in range(abs(p - q)):
        row += [*[jump] * min(p, q), between]
        jump = -jump
    return [*row, *[jump] * min(p, q), -jump // 2]


# --- why there is no shorter plan ---------------------------------------------------------


def distance(frogs: Sequence[int], toads: Sequence[int]) -> int:
    """Return the toads' places, summed, less the frogs'; a step lowers it by 1, a jump by 2.

    >>> distance([0, 1], [3, 4]), distance([3, 4], [0, 1])
    (6, -6)
    """
    return sum(toads) - sum(frogs)


def crossings(frogs: Sequence[int], toads: Sequence[int]) -> int:
    """Count the pairs of a frog and a toad that stands anywhere to the right of it.

    A step leaves the count as it is; a jump over the other kind changes it by one.

    >>> crossings([0, 1], [3, 4]), crossings([0, 3], [1, 4]), crossings([3, 4], [0, 1])
    (4, 3, 0)
    """
    return sum(frog < toad for frog in frogs for toad in toads)


def changes_in_row(jump_own: bool) -> set[tuple[int, ...]]:
    """What each forward move adds to (distance, crossings).

    A step and a jump over the other kind both lower (distance less crossings) by 1, and from start
    to goal it falls by 2pq + p + q - pq.  So without ``jump_own`` no plan has fewer moves, and only
    ``backward`` allows more.  A jump over the own kind lowers it by 2, so the argument fails there.
    """
    return {(-1, 0), (-2, -1), (-2, 0)} if jump_own else {(-1, 0), (-2, -1)}
