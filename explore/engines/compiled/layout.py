"""Sliding pieces as small numbers: the key of a state, and where a piece gets to from each place.

A *place* is a fact that is no free cell.  A *kind* is a set of places of which a fixed number are
taken; its pieces are interchangeable, so their places, ascending, are the fields of the *key*.
A *node* is a place together with what a chain may do from there: any step (it has just begun, or
may turn corners), or only some (it must go on in one line).  All of this is read off the task,
and checked: whatever else a task holds is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from puzzleproof.explore.packed_task import PackedStep, PackedTask, numbers
from puzzleproof.models.errors import Unsupported

KEY_BITS = 63
"""Of a 64-bit word; the highest bit of the lower word is always on, as 0 means an empty slot."""
CELLS = 128


@dataclass(frozen=True, slots=True)
class PieceField:
    """One piece in a key; the fields of a kind are neighbours, ``first`` to ``last``."""

    word: int
    shift: int
    bits: int
    base: int
    """The number of the first place of its kind."""
    first: int
    last: int


@dataclass(frozen=True)
class Node:
    """A place and the nodes one step away from it."""

    place: int
    steps: tuple[int, ...]


class Layout:
    """Places are numbered kind by kind, in each kind those first where a piece may rest."""

    def __init__(self, task: PackedTask) -> None:
        if task.stops or not task.pattern or not task.reversible:
            raise Unsupported("the accelerator takes sliding pieces alone, and no tours")
        self.task = task
        self.cells = {fact: cell for cell, fact in enumerate(numbers(task.pattern))}
        if len(self.cells) > CELLS:
            raise Unsupported(f"the accelerator takes boards of at most {CELLS} cells drawn")
        self._check()

    # --- places -----------------------------------------------------------------------------

    @cached_property
    def kinds(self) -> list[tuple[list[int], int]]:
        """(the facts where a piece of the kind may rest, how many pieces)."""
        resting = self.task.start
        for step in self.task.steps:
            if step.rests:
                resting |= step.mask ^ step.change
        return [
            (list(numbers(facts & resting)), number)
            for facts, number in self.task.counts
            if not facts & self.task.pattern and number
        ]

    @cached_property
    def places(self) -> list[int]:
        """The fact of each place."""
        task = self.task
        found: list[int] = [fact for facts, _ in self.kinds for fact in facts]
        resting = set(found)
        return found + [fact for fact in numbers(task.movers) if fact not in resting]

    @cached_property
    def number(self) -> dict[int, int]:
        """The place of each fact."""
        return {fact: place for place, fact in enumerate(self.places)}

    @cached_property
    def resting(self) -> int:
        """How many of the places, the first ones, are places of rest."""
        return sum(len(facts) for facts, _ in self.kinds)

    @cached_property
    def covers(self) -> list[int]:
        """For each place, its cells as facts."""
        return [self.task.covers.get(1 << fact, 0) for fact in self.places]

    def cell_bits(self, facts: int) -> int:
        """A set of cells, as bits from 0."""
        return sum(1 << self.cells[fact] for fact in numbers(facts))

    @cached_property
    def fields(self) -> list[PieceField]:
        """The key: each field in the lower word if it fits there; raises Unsupported beyond two."""
        fields: list[PieceField] = []
        used, base = [0, 0], 0
        for facts, number in self.kinds:
            bits = max(1, (len(facts) - 1).bit_length())
            first = len(fields)
            for _ in range(number):
                word = 0 if used[0] + bits <= KEY_BITS else 1
                fields.append(PieceField(word, used[word], bits, base, first, first + number - 1))
                used[word] += bits
            base += len(facts)
        if used[1] > KEY_BITS:
            raise Unsupported(
                f"a state needs {sum(used)} bits; the accelerator takes {2 * KEY_BITS}"
            )
        return fields

    @property
    def words(self) -> int:
        """How many words a key has."""
        return 1 + max(field.word for field in self.fields)

    @property
    def most_moves(self) -> int:
        """No state has more neighbours."""
        return sum(len(facts) * number for facts, number in self.kinds)

    # --- steps ------------------------------------------------------------------------------

    def source(self, step: PackedStep) -> int:
        """The place that a step leaves."""
        return self.number[self.task.source(step).bit_length() - 1]

    def target(self, step: PackedStep) -> int:
        """The place that a step leads to."""
        return self.number[((step.mask ^ step.change) & ~self.task.pattern).bit_length() - 1]

    @cached_property
    def nodes(self) -> list[Node]:
        """The first nodes are the places themselves, where a chain begins."""
        leaving: dict[int, list[PackedStep]] = {}
        onward: dict[int, list[PackedStep]] = {}
        for step in self.task.steps:
            leaving.setdefault(self.source(step), []).append(step)
            if self.task.chains:
                onward.setdefault(step.origin, []).append(step)
        known: dict[tuple[int, frozenset[PackedStep]], int] = {}
        for place in range(len(self.places)):
            known[place, frozenset(leaving.get(place, ()))] = place
        queue, found = list(known), list[Node]()
        for place, steps in queue:
            reached: list[int] = []
            for step in sorted(steps):
                key = self.target(step), frozenset(onward.get(step.landing, ()))
                if key not in known:
                    known[key] = len(queue)
                    queue.append(key)
                reached.append(known[key])
            found.append(Node(place, tuple(dict.fromkeys(reached))))
        return found

    # --- checks -----------------------------------------------------------------------------

    def _check(self) -> None:
        """Refuse what the key or the flood fill would get wrong."""
        pattern, groups = self.task.pattern, self.task.groups
        kinds = [facts for facts, number in self.task.counts if number and not facts & pattern]
        whole = sum(kinds)
        disjoint = whole.bit_count() == sum(facts.bit_count() for facts in kinds)
        cells = [group & pattern for group in groups]
        exact = sum(cells) == pattern and all(cell.bit_count() == 1 for cell in cells)
        if not (disjoint and exact and whole | pattern == self.task.all_facts):
            raise Unsupported("the accelerator takes pieces of fixed numbers on cells alone")
        if not all(self._moves_one_piece(step, kinds) for step in self.task.steps):
            raise Unsupported("the accelerator takes steps of one piece alone")
        places = {step.origin: self.source(step) for step in self.task.steps}
        if self.task.chains and not all(
            places.get(step.landing, self.target(step)) == self.target(step)
            and places[step.origin] == self.source(step)
            for step in self.task.steps
        ):
            raise Unsupported("the accelerator takes chains of one piece alone")

    def _moves_one_piece(self, step: PackedStep, kinds: list[int]) -> bool:
        """Whether a step takes one piece to another place of its kind, into free cells."""
        pattern, after = self.task.pattern, step.mask ^ step.change
        source, target = step.mask & ~pattern, after & ~pattern
        if source.bit_count() != 1 or target.bit_count() != 1 or source == target:
            return False
        here = self.covers[self.number[source.bit_length() - 1]]
        there = self.covers[self.number[target.bit_length() - 1]]
        return (
            step.mask & pattern == there & ~here
            and after & pattern == here & ~there
            and any(source & kind and target & kind for kind in kinds)
            and step.rests == (self.number[target.bit_length() - 1] < self.resting)
        )
