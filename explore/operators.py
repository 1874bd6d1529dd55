"""Breadth-first search of any planning task in plain Python: one integer a state, a bit a fact.

Slower than `puzzleproof.explore.plain`, which needs tasks of displacements; every operator is
tried on every state.  Nobody needs to trust it: it is a second opinion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["OperatorSearch", "PackedOperator", "PackedTask"]


@dataclass(frozen=True, slots=True)
class PackedOperator:
    """An operator as masks over the facts; each shift turns one bit into another where it is on."""

    requires: int
    deletes: int
    adds: int
    shifts: tuple[tuple[int, int], ...]
    origin: int
    landing: int


@dataclass(frozen=True, slots=True)
class PackedTask:
    """A planning task whose facts are bits; ``chains`` as in the task."""

    start: int
    operators: tuple[PackedOperator, ...]
    goals: tuple[tuple[int, ...], ...]
    """Conditions: each mask of one of them has a bit in common with a goal state."""
    chains: bool


class OperatorSearch:
    """A search of a packed task; `layers` runs it."""

    def __init__(self, packed: PackedTask) -> None:
        self.packed = packed
        self._from: dict[int, list[PackedOperator]] = {}
        for operator in packed.operators:
            self._from.setdefault(operator.origin, []).append(operator)

    def is_goal(self, state: int) -> bool:
        """Whether a goal stands."""
        return any(all(state & clause for clause in goal) for goal in self.packed.goals)

    def layers(self) -> Iterator[set[int]]:
        """The states at distance 0, 1, 2, … from the start, until there are none."""
        seen, layer = set[int](), {self.packed.start}
        while layer:
            yield layer
            seen |= layer
            layer = {after for state in layer for after in self._after(state)} - seen

    def _after(self, state: int) -> Iterator[int]:
        for operator in self.packed.operators:
            if state & operator.requires == operator.requires:
                after = _applied(operator, state)
                yield after
                if self.packed.chains:
                    yield from self._continued(after, operator.landing)

    def _continued(self, state: int, landing: int) -> Iterator[int]:
        for operator in self._from.get(landing, ()):
            if state & operator.requires == operator.requires:
                after = _applied(operator, state)
                yield after
                yield from self._continued(after, operator.landing)


def _applied(operator: PackedOperator, state: int) -> int:
    after = state & ~operator.deletes | operator.adds
    gone = come = 0
    for source, target in operator.shifts:
        if state & source:
            gone |= source
            come |= target
    return after & ~gone | come
