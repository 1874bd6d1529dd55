"""The graph of a base task with its voltages: what each move does to the order of alike pieces.

The pieces of a class are ranked by their places.  A move takes the piece of rank i to rank j and
those between one rank on: a permutation, the *voltage* of the edge (Gross, Voltage graphs, Discrete
Mathematics 9, 1974).  The labelled graph is the lift: an edge leads from the arrangement above the
one end to the permuted arrangement above the other.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple, TypeAlias

from puzzleproof.explore.engines.lifted.merging import Merged
from puzzleproof.explore.engines.lifted.permutations import Permutation, identity, then
from puzzleproof.explore.packed_task import PackedStep, numbers
from puzzleproof.models.errors import LimitReached, Unsupported

Hops: TypeAlias = tuple[tuple[int, int], ...]
"""(place left, place taken) of each piece that a move displaces, as facts in single bits."""

BYTES_A_CONFIGURATION, BYTES_AN_ENTRY = 400, 500
"""What a configuration with its edges, and what an entry of a table of moves take at most."""


class Entry(NamedTuple):
    """A move where the free cells are known."""

    mask: int
    change: int
    between: int
    """Where none of these facts is true the order of alike pieces stays as it is."""
    hops: Hops


@dataclass
class BaseGraph:
    """Configurations by number, their edges in rows, and the voltage of each edge by number."""

    merged: Merged
    configurations: list[int]
    index: dict[int, int]
    offsets: array[int] = field(default_factory=lambda: array("Q", [0]))
    """The edges of configuration k are those from ``offsets[k]`` to ``offsets[k + 1]``."""
    targets: array[int] = field(default_factory=lambda: array("I"))
    voltages: array[int] = field(default_factory=lambda: array("I"))
    permutations: list[Permutation] = field(default_factory=list[Permutation])
    """Voltage number 0 is the identity."""


class BaseMoves:
    """The moves of a base task by the pattern of its free cells, with what they displace."""

    def __init__(self, merged: Merged) -> None:
        self.merged, self.task = merged, merged.base
        self._pieces = self.task.movers
        self.voltages: dict[Permutation, int] = {identity(merged.points): 0}
        self._shifts: dict[tuple[int, int], int] = {}
        self._tables: dict[int, list[Entry]] = {}
        self._class_of = {1 << f: alike for alike in merged.classes for f in numbers(alike.facts)}
        self.entries = 0
        """How many entries all tables have."""
        self._filled: dict[int, int] = {}
        """For each pattern, the pieces' places whose moves its table has."""
        free = self.task.pattern
        self._opening = self.task.steps_by(lambda s: s.mask & free & -(s.mask & free))
        self._following = self.task.steps_by(lambda s: s.origin)

    def of(self, configuration: int) -> list[Entry]:
        """Moves that this configuration may have: all of its own, and others' with its free cells.

        Where many cells are free most patterns are met once, so only its own are found now.
        """
        free = configuration & self.task.pattern
        missing = configuration & ~self._filled.get(free, free)
        if missing:
            self._filled[free] = self._filled.get(free, free) | missing
            moves: dict[tuple[int, int, Hops], Entry] = {}
            for low in (0, *(1 << fact for fact in numbers(free))):
                for step in self._opening.get(low, ()):
                    if step.mask & missing and not step.mask & self.task.pattern & ~free:
                        for entry in self._chain(step, free):
                            moves[entry.mask, entry.change, entry.hops] = entry
            self._tables.setdefault(free, []).extend(moves.values())
            self.entries += len(moves)
        return self._tables.get(free, [])

    def _chain(self, first: PackedStep, free: int) -> Iterator[Entry]:
        """The moves that begin with a step."""
        pattern = self.task.pattern
        seen = {(first.change, first.landing)}
        queue = [(first, first.mask & ~pattern, first.change, self._hops((), first))]
        for step, mask, change, hops in queue:
            if step.rests:
                yield Entry(mask, change, self._between(hops), hops)
            now, made = free ^ change & pattern, change & ~mask
            for after in self._following.get(step.landing, ()) if self.task.chains else ():
                total = change ^ after.change
                key = (total, after.landing)
                if not after.mask & pattern & ~now and total and key not in seen:
                    seen.add(key)
                    needed = mask | after.mask & ~pattern & ~made
                    queue.append((after, needed, total, self._hops(hops, after)))

    def _hops(self, hops: Hops, step: PackedStep) -> Hops:
        """Add a step; a piece that goes on from where it has got to makes one hop of both."""
        left = step.mask & self._pieces
        taken = step.change & ~step.mask & self._pieces
        if hops and hops[-1][1] == left:
            return (*hops[:-1], (hops[-1][0], taken))
        return (*hops, (left, taken))

    def _between(self, hops: Hops) -> int:
        """The facts of the movers' classes that decide whether ranks change."""
        if not any(left in self._class_of for left, _ in hops):
            return 0
        left, taken = hops[-1]
        if len(hops) > 1:
            return -1
        span = max(left, taken) - 1 & ~(2 * min(left, taken) - 1)
        return span & self._class_of[left].facts

    def voltage(self, configuration: int, hops: Hops) -> int:
        """The number of the permutation of ranks that some hops cause."""
        total = 0
        for left, taken in hops:
            alike = self._class_of.get(left)
            if alike is not None:
                standing = configuration & alike.facts
                i = (standing & left - 1).bit_count()
                j = ((standing ^ left) & taken - 1).bit_count()
                total = self._after(total, alike.offset + i, alike.offset + j)
            configuration ^= left | taken
        return total

    def _after(self, voltage: int, i: int, j: int) -> int:
        """The number of a voltage followed by the shift of rank i to rank j."""
        shift = self._shifts.get((i, j))
        if shift is None:
            order = list(range(self.merged.points))
            order.insert(j, order.pop(i))
            images = sorted(range(len(order)), key=order.__getitem__)
            shift = self._shifts[i, j] = self._number(tuple(images))
        if not voltage:
            return shift
        known = list(self.voltages)
        return self._number(then(known[voltage], known[shift]))

    def _number(self, permutation: Permutation) -> int:
        return self.voltages.setdefault(permutation, len(self.voltages))


def base_graph(
    merged: Merged, sources: Iterable[int] | None = None, memory: int | None = None
) -> BaseGraph:
    """Return the graph of some configurations of the base and all that is reachable from them.

    Without sources: from the start.  Raises LimitReached where it might take more bytes than
    ``memory``, and Unsupported where moves cannot be taken back.
    """
    moves = BaseMoves(merged)
    if not moves.task.reversible:
        raise Unsupported("a lift needs moves that can be taken back")
    order = [moves.task.start]
    if sources is not None:
        most = memory // BYTES_A_CONFIGURATION + 1 if memory is not None else None
        order = list(islice(sources, most))
    index = {configuration: k for k, configuration in enumerate(order)}
    graph = BaseGraph(merged, order, index)
    voltages, targets = graph.voltages, graph.targets
    for configuration in order:
        held = BYTES_A_CONFIGURATION * len(order) + BYTES_AN_ENTRY * moves.entries
        if memory is not None and held > memory:
            raise LimitReached("memory limit reached")
        for mask, change, between, hops in moves.of(configuration):
            if configuration & mask == mask:
                after = configuration ^ change
                target = index.setdefault(after, len(order))
                if target == len(order):
                    order.append(after)
                targets.append(target)
                voltages.append(
                    moves.voltage(configuration, hops) if configuration & between else 0
                )
        graph.offsets.append(len(targets))
    graph.permutations = list(moves.voltages)
    return graph
