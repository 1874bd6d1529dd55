"""Frogs and toads as facts and actions: who stands on which cell.

Facts: ``frog@r,c``, ``toad@r,c`` and ``empty@r,c``; of each cell one of them holds.  An action is a
step, or a jump over an animal of a given kind.  A jump that may pass either kind is two actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from puzzleproof.models.drawing import Cell
from puzzleproof.models.frogs.boards import NAMES
from puzzleproof.models.strips import Action, Goal, Strips, bits, limited

Hop: TypeAlias = tuple[int, int, int, int]
"""A step or a jump: its kind (0: frogs, 1: toads), and the masks of the cell left, of the cell
entered, and of the cell jumped over (0: a step)."""


def frog_strips(cells: Sequence[Cell], hops: Iterable[Hop], goal: int, *, jump_own: bool) -> Strips:
    """All facts, and the actions of each hop; ``goal`` is the mask of the facts of the goal."""
    count = len(cells)
    names = (f"{name}@{r},{c}" for name in (*NAMES, "empty") for r, c in cells)
    return Strips(
        facts=tuple(names),
        groups=tuple(1 << k | 1 << count + k | 1 << 2 * count + k for k in range(count)),
        movers=(movers := (1 << 2 * count) - 1),
        actions=limited(_actions(cells, hops, jump_own=jump_own)),
        goals=(Goal(tuple(1 << fact for fact in bits(goal & movers))),),
    )


def _actions(cells: Sequence[Cell], hops: Iterable[Hop], *, jump_own: bool) -> Iterator[Action]:
    """An animal leaves a cell empty and fills another; the one jumped over stays."""
    count = len(cells)
    for kind, source, target, over in hops:
        before = source << kind * count | target << 2 * count
        after = target << kind * count | source << 2 * count
        (r, c), (to_r, to_c) = (cells[bit.bit_length() - 1] for bit in (source, target))
        name = f"{NAMES[kind]}:{r},{c}>{to_r},{to_c}"
        if not over:
            yield Action(name, before, after, before | after)
            continue
        for other in (0, 1) if jump_own else (1 - kind,):
            positive = before | over << other * count
            yield Action(f"{name}:over-{NAMES[other]}", positive, after, before | after)
