"""The grounded planning form of an instance: facts, operators, a start and a goal.

A *fact* is a number with a name.  Of each *group* exactly one fact holds in every state; of each
*count* a fixed number of facts hold.  Both are invariants: true at the start and kept by every
operator.  An *operator* may be applied where all facts that it requires hold.  It then makes its
deletes false and its adds true; for each of its *shifts* (from, to), if the fact `from` held, it
makes `from` false and `to` true.  A *condition* is a conjunction of clauses (each a disjunction of
facts).  The goal is reached if one of several conditions holds; or, on a tour, if each *stop* (a
condition) has held at some step.

A family's encoder proposes symmetries: the mirror images and rotations of its board
(`puzzleproof.models.symmetries`).  `is_symmetry` checks each against the task itself, so a wrong
proposal is dropped and never trusted.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from puzzleproof.models.puzzle import State

Condition: TypeAlias = tuple[tuple[int, ...], ...]


class Operator(NamedTuple):
    """A grounded move, or a part of a move; its sets contain numbers of facts."""

    name: str
    requires: frozenset[int]
    deletes: frozenset[int]
    adds: frozenset[int]
    shifts: tuple[tuple[int, int], ...] = ()
    """Conditional effects (from, to): if fact ``from`` holds, it becomes false and ``to`` true."""
    origin: int = -1
    landing: int = -1
    """The places that a piece leaves and reaches; only a task with `Task.chains` uses them."""
    rests: bool = True
    """Whether a chain may end with this operator."""

    def apply(self, facts: frozenset[int]) -> frozenset[int]:
        """Return the facts after the operator."""
        gone = {f for f, _ in self.shifts if f in facts}
        come = {g for f, g in self.shifts if f in facts}
        return (facts - self.deletes - gone) | self.adds | come


class FactCount(NamedTuple):
    """Exactly ``number`` of ``facts`` hold, in every state."""

    name: str
    facts: tuple[int, ...]
    number: int


class Slides(NamedTuple):
    """The places of pieces and the single slides between them, for moves that are paths of slides.

    A place where a piece may rest has a location fact; other places are only passed, and have none.
    A path may pass a place if each of its cells is free, or covered by the piece before it moved.
    """

    kinds: tuple[int, ...]
    """For each place: the kind of its pieces."""
    rests: tuple[int, ...]
    """For each place: its location fact, or -1 if no piece may rest there."""
    free: tuple[tuple[int, ...], ...]
    """For each place: the facts 'this cell is free' of its cells."""
    steps: tuple[tuple[int, int, int], ...]
    """Two places one slide apart and the axis of the slide, 0 or 1; each pair of places once."""
    straight: bool
    """Whether all slides of a path must have the same axis."""


@dataclass(frozen=True)
class Task:
    """A planning task over numbered facts; hashable."""

    name: str
    facts: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    counts: tuple[FactCount, ...]
    movers: frozenset[int]
    """Location facts: where a piece stands; the other facts (free cells) follow from them."""
    start: frozenset[int]
    operators: tuple[Operator, ...]
    goals: tuple[Condition, ...] = ()
    stops: tuple[Condition, ...] = ()
    in_sequence: bool = False
    composable: bool = False
    """Whether two moves in a row by one piece can always become one move or be left out."""
    symmetries: tuple[tuple[int, ...], ...] = ()
    """Permutations of the facts that map operators, start and goal to themselves."""
    length: int | None = None
    """The number of operators in a plan, if all plans agree in it (each jump takes one peg)."""
    chains: bool = False
    """Whether a move is a chain of operators: each begins where the operator before it landed."""
    slides: Slides | None = None
    """The single slides, if the moves are exactly the paths of slides."""
    alternates: frozenset[int] = frozenset()
    """Facts of a group: every operator either makes one of them true or makes one of them false."""

    @cached_property
    def displacing(self) -> bool:
        """Whether every operator turns one location fact into another, and does nothing else."""
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
        """(source, target) -> for each route of the piece, the facts required (if `displacing`)."""
        found: dict[tuple[int, int], tuple[frozenset[int], ...]] = {}
        for operator in self.operators:
            (source,) = operator.deletes & self.movers
            (target,) = operator.adds & self.movers
            routes = found.get((source, target), ())
            found[source, target] = (*routes, operator.requires - {source})
        return found

    def holds(self, condition: Condition, facts: frozenset[int]) -> bool:
        """Tell whether a condition is true of a set of facts."""
        return all(any(f in facts for f in clause) for clause in condition)

    def visited(self, facts: frozenset[int], before: int) -> int:
        """Return the stops visited, one bit each: ``before``, and the stops that hold in ``facts``.

        If the tour is in sequence, a stop counts only after all earlier stops.
        """
        for k, stop in enumerate(self.stops):
            earlier = (1 << k) - 1
            if self.in_sequence and before & earlier != earlier:
                break
            if self.holds(stop, facts):
                before |= 1 << k
        return before


@dataclass(frozen=True, slots=True)
class Grounding:
    """A task, and a function from sets of its facts to states of the rules."""

    task: Task
    state: Callable[[frozenset[int]], State]
    """Set of true facts -> the canonical state, without the stops visited.

    Only a family with interchangeable views (cubes) has several sets of facts for one state."""


# --- symmetries ----------------------------------------------------------------------------


def with_symmetries(task: Task, candidates: Iterable[tuple[int, ...]]) -> Task:
    """Add to the task those candidates (fact -> image) that are symmetries of it."""
    return replace(task, symmetries=tuple(one for one in candidates if is_symmetry(task, one)))


def is_symmetry(task: Task, image: Sequence[int]) -> bool:
    """Tell whether a permutation (fact -> image) maps operators, start and goals to themselves."""
    if sorted(image) != list(range(len(task.facts))):
        return False

    def moved(facts: Iterable[int]) -> frozenset[int]:
        return frozenset(image[f] for f in facts)

    def same(conditions: tuple[Condition, ...], ordered: bool) -> bool:
        before = [frozenset(map(frozenset, one)) for one in conditions]
        after = [frozenset(map(moved, one)) for one in conditions]
        return before == after if ordered else set(before) == set(after)

    operators = {
        (o.requires, o.deletes, o.adds, frozenset(o.shifts), o.rests) for o in task.operators
    }
    return (
        moved(task.start) == task.start
        and same(task.goals, False)
        and same(task.stops, task.in_sequence)
        and all(
            (moved(r), moved(d), moved(a), frozenset((image[f], image[g]) for f, g in s), rests)
            in operators
            for r, d, a, s, rests in operators
        )
    )
