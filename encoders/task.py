"""The grounded planning form of an instance: facts, operators, a start and a goal.

A *fact* is a number with a name.  Of each *group* exactly one fact holds in every state; of each
*count* exactly so many do.  Both are invariants: true at the start and kept by every operator.
An *operator* may be applied where all that it requires holds; it then makes its deletes false, its
adds true, and of each of its *shifts* (from, to) whose fact `from` held, that one false and `to`
true.  A *condition* is a conjunction of clauses over facts (each a disjunction).  The
goal is any one of some conditions, or a tour: every *stop* (a condition) held at some step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from puzzleproof.models.puzzle import State

Condition: TypeAlias = tuple[tuple[int, ...], ...]


class Operator(NamedTuple):
    """One grounded move; the numbers are facts."""

    name: str
    requires: frozenset[int]
    deletes: frozenset[int]
    adds: frozenset[int]
    shifts: tuple[tuple[int, int], ...] = ()
    """Conditional effects: whichever of these facts hold turn into others."""
    origin: int = -1
    landing: int = -1
    """Where a piece comes from and gets to; they matter in a task with `Task.chains`."""
    rests: bool = True
    """Whether a chain may end with it."""

    def applies(self, facts: frozenset[int]) -> bool:
        """Whether it may be applied."""
        return self.requires <= facts

    def apply(self, facts: frozenset[int]) -> frozenset[int]:
        """The facts after it."""
        gone = {f for f, _ in self.shifts if f in facts}
        come = {g for f, g in self.shifts if f in facts}
        return (facts - self.deletes - gone) | self.adds | come


class Count(NamedTuple):
    """Exactly ``number`` of ``facts`` hold, in every state."""

    name: str
    facts: tuple[int, ...]
    number: int


@dataclass(frozen=True)
class Task:
    """A planning task over numbered facts; hashable, and printable by `describe`."""

    name: str
    facts: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    counts: tuple[Count, ...]
    movers: frozenset[int]
    """Facts that say where a piece stands; the others (free cells) follow from these."""
    start: frozenset[int]
    operators: tuple[Operator, ...]
    goals: tuple[Condition, ...] = ()
    stops: tuple[Condition, ...] = ()
    in_sequence: bool = False
    composable: bool = False
    """Two moves in a row of one piece are one move (or none), so no shortest plan has them."""
    symmetries: tuple[tuple[int, ...], ...] = ()
    """Permutations of the facts that keep operators, start and goal."""
    length: int | None = None
    """Every plan applies just so many operators (a jump takes one peg, a cube is put once)."""
    longest: int | None = None
    """No plan applies more operators than this; `most` is what is known of either."""
    chains: bool = False
    """An operator whose origin is the landing of the one before it continues that one's move."""
    alternates: frozenset[int] = frozenset()
    """Facts of one group of which every operator turns one on or one off: plans have a parity."""

    @property
    def most(self) -> int | None:
        """How many moves a plan has at most, where that is known."""
        return self.longest if self.length is None else self.length

    @cached_property
    def displacing(self) -> bool:
        """Whether every operator moves one mover fact to another, and does nothing else."""
        return (
            bool(self.movers)
            and not self.chains
            and all(
                len(o.deletes & self.movers) == len(o.adds & self.movers) == 1 and not o.shifts
                for o in self.operators
            )
        )

    @cached_property
    def displacements(self) -> dict[tuple[int, int], tuple[frozenset[int], ...]]:
        """(source, target) -> the minimal sets of facts that let one mover go from here to there.

        Only for tasks whose operators delete one mover fact and add one.
        """
        found: dict[tuple[int, int], list[frozenset[int]]] = {}
        for operator in self.operators:
            (source,) = operator.deletes & self.movers
            (target,) = operator.adds & self.movers
            needs = operator.requires - {source}
            found.setdefault((source, target), []).append(needs)
        return {pair: tuple(sets) for pair, sets in found.items()}

    def holds(self, condition: Condition, facts: frozenset[int]) -> bool:
        """Whether a condition is true of a set of facts."""
        return all(any(f in facts for f in clause) for clause in condition)

    def visited(self, facts: frozenset[int], before: int) -> int:
        """The stops visited (a bit each) once ``facts`` hold; in sequence, earlier ones first."""
        for k, stop in enumerate(self.stops):
            earlier = (1 << k) - 1
            if self.in_sequence and before & earlier != earlier:
                break
            if self.holds(stop, facts):
                before |= 1 << k
        return before

    def successors(self, facts: frozenset[int]) -> Iterator[tuple[Operator, frozenset[int]]]:
        """Every state one move away, with the (last) operator that leads there."""
        for operator in self.operators:
            if operator.applies(facts):
                after = operator.apply(facts)
                yield operator, after
                if self.chains:
                    yield from self._continued(operator.landing, after)

    def _continued(
        self, landing: int, facts: frozenset[int]
    ) -> Iterator[tuple[Operator, frozenset[int]]]:
        for operator in self.operators:
            if operator.origin == landing and operator.applies(facts):
                after = operator.apply(facts)
                yield operator, after
                yield from self._continued(operator.landing, after)

    def describe(self) -> str:
        """The whole task as text, a line each fact group, count, operator and goal."""

        def names(facts: frozenset[int] | tuple[int, ...]) -> str:
            return " ".join(self.facts[f] for f in sorted(facts))

        lines = [f"task {self.name}: {len(self.facts)} facts, {len(self.operators)} operators"]
        lines += [f"exactly one: {names(group)}" for group in self.groups]
        lines += [f"exactly {c.number} ({c.name}): {names(c.facts)}" for c in self.counts]
        lines += [f"start: {names(self.start)}"]
        lines += [
            f"operator {o.name}: {names(o.requires)} -> not {names(o.deletes)}, {names(o.adds)}"
            for o in self.operators
        ]
        for word, conditions in (("goal", self.goals), ("stop", self.stops)):
            lines += [
                f"{word}: " + " and ".join(" or ".join(self.facts[f] for f in c) for c in condition)
                for condition in conditions
            ]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Grounding:
    """A task, and how its facts are read back as a state of the rules."""

    task: Task
    state: Callable[[frozenset[int]], State]
    """True facts -> the canonical state, without the stops visited."""
    board_symmetries: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Symmetries of the board by name, as images of the facts, whatever start and goal are."""
    kinds: tuple[tuple[int, ...], ...] = ()
    """Where a state is made of pieces: the facts of each kind, in the order of the state."""
    entries: Mapping[int, tuple[int, int]] | None = None
    """Where each fact says one entry of the state: fact -> (index, value)."""
    exact: bool = True
    """Whether no two sets of facts are one state of the rules."""
