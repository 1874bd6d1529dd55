"""Breadth-first search in plain Python: one integer a state, moves by exclusive or.

What a chain of steps may do depends on the free cells (or the blank) alone, and few patterns of
free cells occur, so each pattern gets a table ``mover's facts -> changes`` when it is first met:
L'Âne Rouge has 190 patterns for 23,922 states.  A puzzle without such facts (pegs) tries every
step on every state.  Nobody needs to trust this search: its layers become labels that `verify`
checks by the rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from puzzleproof.explore.packed_task import PackedStep, PackedTask, numbers

MoveTable = list[tuple[int, tuple[int, ...]]]
"""(facts that the mover needs, changes by its moves)."""

MADE = 60
"""To make an entry takes as long as this many looks: 4 to 10 microseconds against 0.1 (0.4 in cold
tables)."""


class PlainSearch:
    """The engine on Python's own integers and sets; see `puzzleproof.explore.engines`."""

    def __init__(self, task: PackedTask) -> None:
        self.task = task
        self.tables: dict[int, MoveTable] = {}
        self.entries = 0
        self.work = 0
        """The work so far, in looks at entries; to make one counts as `MADE` looks."""

    # --- layers ---------------------------------------------------------------------------

    def layer(self, states: Iterable[int]) -> set[int]:
        """The layer of these states; on a tour, the stops that they stand on are visited."""
        return set(map(self.task.visit, states)) if self.task.stops else set(states)

    def after(self, layer: Iterable[int], earlier: Sequence[set[int]] = ()) -> set[int]:
        """Every state one move away from one of these that is in no earlier layer."""
        layer = layer if isinstance(layer, (set, list)) else list(layer)
        if self.task.pattern:
            found = self._by_tables(layer)
            self.work += len(layer) * self.entries // max(1, len(self.tables))
        else:
            found = {after for state in layer for after in self._tried(state)}
            self.work += len(layer) * len(self.task.steps)
        if self.task.stops:
            found = set(map(self.task.visit, found))
        for known in earlier:
            if len(known) > 8 * len(found):
                found = {state for state in found if state not in known}
            else:
                found -= known
        return found

    def size(self, layer: set[int]) -> int:
        """How many states."""
        return len(layer)

    def states(self, layer: set[int]) -> Iterator[int]:
        """Each state of a layer."""
        return iter(layer)

    def goal(self, layer: set[int]) -> int | None:
        """Some goal state of a layer."""
        if self.task.stops:
            return next(filter(self.task.is_goal, layer), None)
        for goal in self.task.goals:
            found: Iterable[int] = layer
            for clause in goal:
                found = [state for state in found if state & clause]
            for state in found:
                return state
        return None

    def _by_tables(self, layer: set[int] | list[int]) -> set[int]:
        self.fill(layer)
        tables, pattern = self.tables, self.task.pattern
        return {
            state ^ change
            for state in layer
            for source, changes in tables[state & pattern]
            if state & source == source
            for change in changes
        }

    # --- tables ---------------------------------------------------------------------------

    @cached_property
    def _opening(self) -> dict[int, list[PackedStep]]:
        """Steps by the lowest fact of the pattern that they need."""
        pattern = self.task.pattern
        return self.task.steps_by(lambda step: step.mask & pattern & -(step.mask & pattern))

    @cached_property
    def _following(self) -> dict[int, list[PackedStep]]:
        """Steps by their origin."""
        return self.task.steps_by(lambda step: step.origin)

    def fill(self, layer: set[int] | list[int]) -> None:
        """Make sure that each pattern of a layer has a table."""
        pattern, tables = self.task.pattern, self.tables
        for free in {state & pattern for state in layer} - tables.keys():
            tables[free] = self._entries(free)
            self.entries += len(tables[free])
            self.work += MADE * len(tables[free])

    def _entries(self, free: int) -> MoveTable:
        """The moves when exactly these facts of the pattern are true."""
        pattern, covers = self.task.pattern, self.task.covers
        found: dict[int, set[int]] = {}
        for step in (s for fact in numbers(free) for s in self._opening.get(1 << fact, ())):
            source = step.mask & ~pattern
            if not step.mask & pattern & ~free and not covers.get(source, 0) & free:
                if self.task.chains:
                    self._chain(step, free, found)
                else:
                    found.setdefault(source, set()).add(step.change)
        return [(source, tuple(changes)) for source, changes in found.items()]

    def _chain(self, first: PackedStep, free: int, found: dict[int, set[int]]) -> None:
        """Collect the changes and the needs of the chains that begin with this step."""
        pattern = self.task.pattern
        seen = {(first.change, first.landing)}
        queue = [(first, first.mask & ~pattern, first.change)]
        for step, source, change in queue:
            if step.rests:
                found.setdefault(source, set()).add(change)
            now = free ^ change & pattern
            made = change & ~source
            for after in self._following.get(step.landing, ()):
                total = change ^ after.change
                key = (total, after.landing)
                if not after.mask & pattern & ~now and total and key not in seen:
                    seen.add(key)
                    queue.append((after, source | after.mask & ~pattern & ~made, total))

    # --- without tables -------------------------------------------------------------------

    def _tried(self, state: int) -> Iterator[int]:
        """Try every step, and all chains that begin with it."""
        for step in self.task.steps:
            if state & step.mask == step.mask:
                if self.task.chains:
                    yield from self._continued(state ^ step.change, step.landing)
                else:
                    yield state ^ step.change

    def _continued(self, state: int, landing: int) -> Iterator[int]:
        yield state
        for step in self._following.get(landing, ()):
            if state & step.mask == step.mask:
                yield from self._continued(state ^ step.change, step.landing)
