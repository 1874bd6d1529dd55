"""Frogs and toads as facts and actions: who stands on which cell.

Facts: ``frog@r,c``, ``toad@r,c`` and ``empty@r,c``; of each cell one of them holds.  An action is a
step, or a jump over an animal of a given kind.  A jump that may pass either kind is two actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puzzleproof.models.drawing import Cell
from puzzleproof.models.frogs.boards import NAMES
from puzzleproof.models.strips import Action, Goal, Strips, bits, limited


class NumberedHop(NamedTuple):
    """A step or a jump by a kind (0: frogs, 1: toads); the cells are numbered as in a state."""

    kind: int
    source: int
    target: int
    over: int | None
    """The cell jumped over, None for a step."""


def frog_strips(
    cells: Sequence[Cell], hops: Iterable[NumberedHop], goal: int, *, jump_own: bool
) -> Strips:
    """All facts, and the actions of each hop; ``goal`` is the mask of the facts of the goal.

    Raises Unsupported for too many actions.
    """
    count = len(cells)
    names = (f"{name}@{r},{c}" for name in (*NAMES, "empty") for r, c in cells)
    return Strips(
        facts=tuple(names),
        groups=tuple(1 << k | 1 << count + k | 1 << 2 * count + k for k in range(count)),
        movers=(movers := (1 << 2 * count) - 1),
        actions=limited(_actions(cells, hops, jump_own=jump_own)),
        goals=(Goal(tuple(1 << fact for fact in bits(goal & movers))),),
    )


def _actions(
    cells: Sequence[Cell], hops: Iterable[NumberedHop], *, jump_own: bool
) -> Iterator[Action]:
    """An animal leaves a cell empty and fills another; the one jumped over stays."""
    count = len(cells)
    for kind, source, target, over in hops:
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
