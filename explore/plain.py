"""Breadth-first search in plain Python: one integer a state, moves by exclusive or.

A state has a bit a fact; on a tour the stops visited stand above.  Which displacements are open
depends on the free cells alone, and few patterns of free cells occur, so each pattern gets a table
``mover bit -> changes`` when it is first met: L'Âne Rouge has 190 patterns for 23,922 states.
Nobody needs to trust this search: its layers become labels that `verify` checks by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Packed", "PackedMove", "PlainSearch", "numbers"]

Table = list[tuple[int, tuple[int, ...]]]

Clauses = tuple[int, ...]
"""A condition: each of these masks has a bit in common with the state."""


@dataclass(frozen=True, slots=True)
class PackedMove:
    """A displacement as masks over the facts."""

    source: int
    needs: int
    """Free cells that it must find."""
    impossible: int
    """Free cells that cannot be while the mover stands at its source."""
    change: int


@dataclass(frozen=True, slots=True)
class Packed:
    """A planning task whose facts are bits 0..width - 1."""

    width: int
    free: int
    start: int
    moves: tuple[PackedMove, ...]
    goals: tuple[Clauses, ...]
    stops: tuple[Clauses, ...]
    in_sequence: bool


class PlainSearch:
    """A search of a packed task; `layers` runs it."""

    def __init__(self, packed: Packed) -> None:
        self.packed = packed
        self.tables: dict[int, Table] = {}

    def table(self, free: int) -> Table:
        """The displacements open when just these cells are free."""
        changes: dict[int, set[int]] = {}
        for move in self.packed.moves:
            if not move.needs & ~free and not move.impossible & free:
                changes.setdefault(move.source, set()).add(move.change)
        table = [(source, tuple(found)) for source, found in changes.items()]
        self.tables[free] = table
        return table

    def is_goal(self, state: int) -> bool:
        """Whether a goal stands or the tour is done."""
        if self.packed.stops:
            return state >> self.packed.width == (1 << len(self.packed.stops)) - 1
        return any(all(state & clause for clause in goal) for goal in self.packed.goals)

    def layers(self) -> Iterator[set[int]]:
        """The states at distance 0, 1, 2, … from the start, until there are none."""
        before, layer = set[int](), {self._visit(self.packed.start)}
        while layer:
            yield layer
            after = self._after(layer)
            after -= layer
            after -= before
            before = before | layer if self.packed.stops else layer
            layer = after

    def _after(self, layer: set[int]) -> set[int]:
        tables, free = self.tables, self.packed.free
        for pattern in {state & free for state in layer}:
            if pattern not in tables:
                self.table(pattern)
        after = {
            state ^ change
            for state in layer
            for source, changes in tables[state & free]
            if state & source
            for change in changes
        }
        return set(map(self._visit, after)) if self.packed.stops else after

    def _visit(self, state: int) -> int:
        """Add the stops that the pieces stand on."""
        visited = state >> self.packed.width
        for k, stop in enumerate(self.packed.stops):
            earlier = (1 << k) - 1
            if self.packed.in_sequence and visited & earlier != earlier:
                break
            if all(state & clause for clause in stop):
                visited |= 1 << k
        return state & (1 << self.packed.width) - 1 | visited << self.packed.width

    def facts(self, state: int) -> frozenset[int]:
        """The true facts of a state."""
        return frozenset(numbers(state & (1 << self.packed.width) - 1))

    def visited(self, state: int) -> int:
        """The stops visited, a bit each."""
        return state >> self.packed.width


def numbers(bits: int) -> Iterator[int]:
    """The numbers of the bits that are on, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
