"""A puzzle as bits: what every engine of `puzzleproof.explore` searches.

A *fact* is a bit; a *state* is the integer whose bits are the true facts (on a tour the stops
visited stand above them).  A *step* applies where all of its `mask` is true and then changes the
state by one exclusive or.  A *move* is one step, or, if `PackedTask.chains` says so, a chain of
steps in which each begins where the one before it landed: along a line, around corners, jump after
jump.  Exactly one fact of each *group* is true, and a fixed number of each *count*: any state that
satisfies these is a *configuration*, reachable or not.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from puzzleproof.models.drawing import Plane

PackedCondition: TypeAlias = tuple[int, ...]
"""A condition: each of these masks has a bit in common with the state."""


class PackedStep(NamedTuple):
    """The smallest change; `mask` and `change` are sets of facts."""

    mask: int
    change: int
    origin: int
    landing: int
    """A chain goes on with the steps whose origin is this landing."""
    rests: bool
    """Whether a move may end here (half-way between cells it may not)."""


class Symmetry(NamedTuple):
    """A symmetry of the board; it keeps the steps."""

    name: str
    images: tuple[int, ...]

    def image(self, state: int) -> int:
        """The image of a state."""
        images = self.images
        return sum(1 << images[fact] for fact in numbers(state))


@dataclass(frozen=True)
class PackedTask:
    """The definition of a state graph: steps, properties of all states, start and goals."""

    width: int
    start: int
    steps: tuple[PackedStep, ...]
    chains: bool
    pattern: int
    """Facts (free cells, the blank) that decide, with the mover's own facts, which chains are
    possible; 0 if there are none."""
    groups: tuple[int, ...]
    counts: tuple[tuple[int, int], ...]
    """(facts, how many of them are true)."""
    goals: tuple[PackedCondition, ...]
    stops: tuple[PackedCondition, ...] = ()
    in_sequence: bool = False
    symmetries: tuple[Symmetry, ...] = ()
    """The symmetries of the board, whether or not start and goals have them."""
    plane: Plane | None = None
    """The plane, if pieces slide on a board."""
    passed: int = 0
    """The facts that are false between two moves: places that pieces only pass."""

    @cached_property
    def all_facts(self) -> int:
        """Every fact."""
        return (1 << self.width) - 1

    @cached_property
    def movers(self) -> int:
        """The facts outside the pattern."""
        return self.all_facts & ~self.pattern

    @cached_property
    def covers(self) -> dict[int, int]:
        """For each mover's fact (a single bit) the facts of the pattern that it makes false."""
        found: dict[int, int] = {}
        for group in self.groups:
            for fact in numbers(group & self.movers):
                found[1 << fact] = found.get(1 << fact, 0) | group & self.pattern
        return found

    def source(self, step: PackedStep) -> int:
        """The movers' facts that a step needs."""
        return step.mask & ~self.pattern

    def target(self, step: PackedStep) -> int:
        """The movers' facts that a step makes true."""
        return step.change & ~step.mask & ~self.pattern

    @cached_property
    def reversible(self) -> bool:
        """Whether every move can be taken back by one move."""
        known = {(step.mask, step.change) for step in self.steps}
        return not self.stops and all((s.mask ^ s.change, s.change) in known for s in self.steps)

    def is_goal(self, state: int) -> bool:
        """Whether a goal is satisfied, or the tour is done."""
        if self.stops:
            return state >> self.width == (1 << len(self.stops)) - 1
        return any(all(state & clause for clause in goal) for goal in self.goals)

    def visit(self, state: int) -> int:
        """Add the stops that the pieces stand on."""
        visited = state >> self.width
        for k, stop in enumerate(self.stops):
            earlier = (1 << k) - 1
            if self.in_sequence and visited & earlier != earlier:
                break
            if all(state & clause for clause in stop):
                visited |= 1 << k
        return state & self.all_facts | visited << self.width

    def facts(self, state: int) -> frozenset[int]:
        """The true facts of a state."""
        return frozenset(numbers(state & self.all_facts))

    def backwards(self) -> "PackedTask":
        """The task whose moves take back those of this one; not for tours."""
        if self.reversible:
            return self
        taken_back = ((s.mask ^ s.change, s.change, s.landing, s.origin) for s in self.steps)
        return replace(self, steps=tuple(PackedStep(*step, True) for step in taken_back))

    def steps_by(self, key: Callable[[PackedStep], int]) -> dict[int, list[PackedStep]]:
        """The steps, grouped by a key."""
        found: dict[int, list[PackedStep]] = {}
        for step in self.steps:
            found.setdefault(key(step), []).append(step)
        return found

    def goal_symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries that keep the set of goals: distances to the goal are the same."""
        goals = {frozenset(goal) for goal in self.goals}

        def keeps_goals(symmetry: Symmetry) -> bool:
            return {frozenset(map(symmetry.image, goal)) for goal in goals} == goals

        return () if self.stops else tuple(filter(keeps_goals, self.symmetries))


def numbers(bits: int) -> Iterator[int]:
    """The numbers of the bits that are on, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def bits_of(facts: Iterable[int]) -> int:
    """The mask with these bits on."""
    total = 0
    for fact in facts:
        total |= 1 << fact
    return total
