"""Breadth-first search in plain Python: one integer a state, moves by exclusive or.

What a chain of steps may do depends on the free cells (or the blank) alone, and few patterns of
free cells occur, so each pattern gets a table ``mover's facts -> changes`` when it is first met:
L'Âne Rouge has 190 patterns for 23,922 states.  A puzzle without such facts (pegs) tries every
step on every state.  Nobody needs to trust this search: its layers become labels that `verify`
checks by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from puzzleproof.explore.packed_task import PackedTask, Step, numbers

Table = list[tuple[int, tuple[int, ...]]]
"""(facts that the mover needs, what its moves change)."""

FEW_PATTERNS, FEW_STATES = 250, 5
"""So many tables are made whole in any case, and more where each serves so many states."""


class PlainSearch:
    """The engine on Python's own integers and sets; see `puzzleproof.explore.engines.engine`."""

    def __init__(self, model: PackedTask) -> None:
        self.model = model
        self.tables: dict[int, Table] = {}
        self._filled: dict[int, int] = {}
        """For each pattern, the movers' facts that its table has entries for."""
        self._whole: set[int] = set()
        """The patterns whose tables have all entries."""
        self._met = 0
        """How many states were asked for their moves."""
        self.entries = 0
        """Of all tables together."""
        self.single = True
        """Whether all entries of the tables need one fact each."""

    # --- layers ---------------------------------------------------------------------------

    def layers(self, sources: Iterable[int] | None = None) -> Iterator[set[int]]:
        """The states at distance 0, 1, 2, … from the start (or from ``sources``), until none."""
        earlier, layer = list[set[int]](), self.layer(sources or (self.model.start,))
        while layer:
            yield layer
            earlier = [*earlier[-1:], layer] if self.model.reversible else [*earlier, layer]
            layer = self.after(layer, earlier)

    def layer(self, states: Iterable[int]) -> set[int]:
        """These states; on a tour, where they stand is visited."""
        return set(map(self.model.visit, states)) if self.model.stops else set(states)

    def after(self, layer: Iterable[int], earlier: Sequence[set[int]] = ()) -> set[int]:
        """Every state one move away from one of these that is in no earlier layer."""
        if self.model.pattern:
            found = self._by_tables(layer if isinstance(layer, (set, list)) else list(layer))
        else:
            found = {after for state in layer for after in self._tried(state)}
        if self.model.stops:
            found = set(map(self.model.visit, found))
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
        if self.model.stops:
            return next(filter(self.model.is_goal, layer), None)
        for goal in self.model.goals:
            found: Iterable[int] = layer
            for clause in goal:
                found = [state for state in found if state & clause]
            for state in found:
                return state
        return None

    def common(self, one: set[int], other: set[int]) -> int | None:
        """Some state that is in both layers."""
        return next(iter(one & other), None)

    def backwards(self) -> PlainSearch:
        """The engine whose moves take back those of this one."""
        return self if self.model.reversible else PlainSearch(self.model.backwards())

    def _by_tables(self, layer: set[int] | list[int]) -> set[int]:
        self.fill(layer)
        tables, pattern = self.tables, self.model.pattern
        if self.single:
            return {
                state ^ change
                for state in layer
                for source, changes in tables[state & pattern]
                if state & source
                for change in changes
            }
        return {
            state ^ change
            for state in layer
            for source, changes in tables[state & pattern]
            if state & source == source
            for change in changes
        }

    # --- tables ---------------------------------------------------------------------------

    @cached_property
    def _opening(self) -> dict[int, list[Step]]:
        """Steps by the lowest fact of the pattern that they need."""
        return self._by_lowest(self.model.pattern)

    @cached_property
    def _leaving(self) -> dict[int, list[Step]]:
        """Steps by the lowest of the mover's facts that they need."""
        return self._by_lowest(~self.model.pattern)

    def _by_lowest(self, facts: int) -> dict[int, list[Step]]:
        found: dict[int, list[Step]] = {}
        for step in self.model.steps:
            needs = step.mask & facts
            found.setdefault(needs & -needs, []).append(step)
        return found

    @cached_property
    def _movers(self) -> int:
        """The facts outside the pattern."""
        return (1 << self.model.width) - 1 & ~self.model.pattern

    @cached_property
    def _following(self) -> dict[int, list[Step]]:
        """Steps by their origin."""
        found: dict[int, list[Step]] = {}
        for step in self.model.steps:
            found.setdefault(step.origin, []).append(step)
        return found

    @cached_property
    def _covers(self) -> dict[int, int]:
        """For each mover's fact, the facts of the pattern that are false while it is true."""
        pattern = self.model.pattern
        found: dict[int, int] = {}
        for group in self.model.groups:
            for fact in numbers(group & ~pattern):
                found[1 << fact] = found.get(1 << fact, 0) | group & pattern
        return found

    def fill(self, layer: set[int] | list[int]) -> None:
        """See that each pattern of a layer has a table for the movers that meet it.

        Where most patterns are met by few states, only entries for these movers are made.
        """
        pattern, filled = self.model.pattern, self._filled
        self._met += len(layer)
        met = {state & pattern for state in layer} - self._whole
        if len(filled) < FEW_PATTERNS or FEW_STATES * len(filled) < self._met:
            self._whole |= met
            present = dict.fromkeys(met, self._movers)
        else:
            present = dict.fromkeys(met, 0)
            for state in layer:
                if state & pattern in present:
                    present[state & pattern] |= state
        for free, movers in present.items():
            missing = movers & ~filled.get(free, 0)
            if missing:
                filled[free] = filled.get(free, 0) | missing
                more = self._entries(free, missing)
                self.tables.setdefault(free, []).extend(more)
                self.entries += len(more)

    def _entries(self, free: int, movers: int) -> Table:
        """The moves of some movers when just these facts of the pattern are true."""
        pattern, covers = self.model.pattern, self._covers
        found: dict[int, set[int]] = {}
        for step in self._candidates(free, movers):
            source = step.mask & ~pattern
            if not step.mask & pattern & ~free and not covers.get(source, 0) & free:
                if self.model.chains:
                    self._chain(step, free, found)
                else:
                    found.setdefault(source, set()).add(step.change)
        self.single &= all(not source & source - 1 for source in found)
        return [(source, tuple(changes)) for source, changes in found.items()]

    def _candidates(self, free: int, movers: int) -> Iterator[Step]:
        """Steps that may be open: by what is free, or by the movers where these are few."""
        if movers == self._movers:
            for fact in numbers(free):
                yield from self._opening.get(1 << fact, ())
        else:
            for fact in numbers(movers & self._movers):
                yield from self._leaving.get(1 << fact, ())

    def _chain(self, first: Step, free: int, found: dict[int, set[int]]) -> None:
        """Collect what chains may change that begin with this step, and what they need."""
        pattern = self.model.pattern
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
        """Try every step, and all that may follow it in one chain."""
        for step in self.model.steps:
            if state & step.mask == step.mask:
                if self.model.chains:
                    yield from self._continued(state ^ step.change, step.landing)
                else:
                    yield state ^ step.change

    def _continued(self, state: int, landing: int) -> Iterator[int]:
        yield state
        for step in self._following.get(landing, ()):
            if state & step.mask == step.mask:
                yield from self._continued(state ^ step.change, step.landing)
