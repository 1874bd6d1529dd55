"""Frogs and toads as facts and actions: who stands on which cell.

Facts: ``frog@r,c``, ``toad@r,c`` and ``empty@r,c``; of each cell one of them holds.  An action is a
step, or a jump over an animal of a given kind, so a jump over either kind is two actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puzzleproof.models.drawing import Cell
from puzzleproof.models.frogs.checks import NAMES
from puzzleproof.models.puzzle import State
from puzzleproof.models.strips import Action, Goal, Strips, limited


class Way(NamedTuple):
    """A step or a jump by a kind (0 frogs, 1 toads); the cells are numbered as in a state."""

    kind: int
    source: int
    target: int
    over: int | None
    """The cell jumped over, None for a step."""


def frog_truths(count: int, state: State) -> int:
    """The frogs' mask, above it the toads', above it that of the empty cells."""
    frogs, toads = state
    empty = (1 << count) - 1 & ~(frogs | toads)
    return frogs | toads << count | empty << 2 * count


def frog_strips(
    cells: Sequence[Cell], ways: Iterable[Way], goal: State, *, jump_own: bool
) -> Strips:
    """All facts, and an action for each way; raises Unsupported if too many."""
    count = len(cells)
    names = (f"{name}@{r},{c}" for name in (*NAMES, "empty") for r, c in cells)
    standing = frog_truths(count, goal) & (1 << 2 * count) - 1
    bits = (1 << fact for fact in range(standing.bit_length()))
    return Strips(
        facts=tuple(names),
        groups=tuple(1 << k | 1 << count + k | 1 << 2 * count + k for k in range(count)),
        movers=(1 << 2 * count) - 1,
        actions=limited(_actions(cells, ways, jump_own=jump_own)),
        goals=(Goal(tuple(bit for bit in bits if standing & bit)),),
    )


def _actions(cells: Sequence[Cell], ways: Iterable[Way], *, jump_own: bool) -> Iterator[Action]:
    """Whoever ways leaves a cell empty and fills another; who is jumped over stays."""
    count = len(cells)
    for kind, source, target, over in ways:
        before = 1 << kind * count + source | 1 << 2 * count + target
        after = 1 << kind * count + target | 1 << 2 * count + source
        (r, c), (to_r, to_c) = cells[source], cells[target]
        name = f"{NAMES[kind]}:{r},{c}>{to_r},{to_c}"
        if over is None:
            yield Action(name, before, after, before | after)
            continue
        for other in (0, 1) if jump_own else (1 - kind,):
            positive = before | 1 << other * count + over
            yield Action(f"{name}:over-{NAMES[other]}", positive, after, before | after)
