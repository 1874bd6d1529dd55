"""Breadth-first search of a task in plain Python: one integer a state, moves by exclusive or.

A state is a bit a fact; on a tour the stops visited stand above.  Which displacements are open
depends on the free cells alone, and few patterns of free cells occur, so each pattern gets a table
``mover bit -> changes`` when it is first met: L'Âne Rouge has 190 patterns for 23,922 states.
Nobody needs to trust this search: its layers become labels that `verify` checks by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puzzleproof.encoders.task import Condition, Task

__all__ = ["PlainSearch"]

Table = list[tuple[int, tuple[int, ...]]]


class PlainSearch:
    """The compiled form of a task; `layers` runs the search."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.width = len(task.facts)
        self.free = _bits(f for f in range(self.width) if f not in task.movers)
        self.start = _bits(task.start)
        self.goals = [_clauses(condition) for condition in task.goals]
        self.stops = [_clauses(condition) for condition in task.stops]
        self.tables: dict[int, Table] = {}
        self.moves = self._compile()

    def _compile(self) -> list[tuple[int, int, int, int]]:
        """(mover bit, free cells needed, free cells impossible, change) for each operator."""
        covered: dict[int, int] = {}
        for group in self.task.groups:
            free = _bits(group) & self.free
            for fact in group:
                covered[fact] = covered.get(fact, 0) | free
        rows: list[tuple[int, int, int, int]] = []
        for operator in self.task.operators:
            (source,) = operator.deletes & self.task.movers
            needs = _bits(operator.requires - {source})
            change = _bits(operator.deletes ^ operator.adds)
            rows.append((1 << source, needs, covered[source], change))
        return rows

    def table(self, free: int) -> Table:
        """The displacements open when just these cells are free."""
        changes: dict[int, set[int]] = {}
        for source, needs, impossible, change in self.moves:
            if not needs & ~free and not impossible & free:
                changes.setdefault(source, set()).add(change)
        table = [(source, tuple(found)) for source, found in changes.items()]
        self.tables[free] = table
        return table

    def is_goal(self, state: int) -> bool:
        """Whether a goal stands or the tour is done."""
        if self.stops:
            return state >> self.width == (1 << len(self.stops)) - 1
        return any(all(state & clause for clause in goal) for goal in self.goals)

    def layers(self) -> Iterator[set[int]]:
        """The states at distance 0, 1, 2, … from the start, until there are none."""
        before, layer = set[int](), {self._visit(self.start)}
        while layer:
            yield layer
            after = self._after(layer)
            after -= layer
            after -= before
            before = before | layer if self.stops else layer
            layer = after

    def _after(self, layer: set[int]) -> set[int]:
        tables, free = self.tables, self.free
        after = {
            state ^ change
            for state in layer
            for source, changes in tables.get(state & free) or self.table(state & free)
            if state & source
            for change in changes
        }
        return set(map(self._visit, after)) if self.stops else after

    def _visit(self, state: int) -> int:
        """Add the stops that the pieces stand on."""
        visited = state >> self.width
        for k, stop in enumerate(self.stops):
            earlier = (1 << k) - 1
            if self.task.in_sequence and visited & earlier != earlier:
                break
            if all(state & clause for clause in stop):
                visited |= 1 << k
        return state & (1 << self.width) - 1 | visited << self.width

    def facts(self, state: int) -> frozenset[int]:
        """The true facts of a state."""
        state &= (1 << self.width) - 1
        return frozenset(_numbers(state))

    def visited(self, state: int) -> int:
        """The stops visited, a bit each."""
        return state >> self.width


def _bits(facts: Iterable[int]) -> int:
    total = 0
    for fact in facts:
        total |= 1 << fact
    return total


def _numbers(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _clauses(condition: Condition) -> list[int]:
    return [_bits(clause) for clause in condition]
