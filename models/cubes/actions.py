"""Stacked cubes as facts and actions: how many cubes are stacked, which colours each column shows.

Facts: ``stacked@k`` for k = 0, 1, …, n, of which exactly one holds; and, as in ``R@front``, that a
column shows a colour.  An action puts cube k on the stack in one of its placements; placements that
look alike are one action.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from puzzleproof.models.puzzle import State
from puzzleproof.models.strips import Action, Goal, Strips, limited


def cube_strips(
    colours: Sequence[str], columns: Sequence[str], looks: Sequence[Mapping[State, str]]
) -> Strips:
    """Facts and actions; ``looks`` is, for each cube, sides (colour bits) -> a placement's name."""
    count = len(looks)
    stacked = [f"stacked@{k}" for k in range(count + 1)]
    return Strips(
        facts=(*stacked, *(f"{colour}@{column}" for column in columns for colour in colours)),
        groups=((1 << count + 1) - 1,),
        movers=(1 << count + 1 + len(colours) * len(columns)) - 1,
        actions=limited(_actions(len(colours), looks)),
        goals=(Goal((1 << count,)),),
    )


def _actions(wide: int, looks: Sequence[Mapping[State, str]]) -> Iterator[Action]:
    count = len(looks)
    for k, sides_of in enumerate(looks):
        for sides, name in sides_of.items():
            shown = sum(side << count + 1 + j * wide for j, side in enumerate(sides))
            negative = shown | 2 << k
            yield Action(name, 1 << k, negative, negative | 1 << k)
