"""Kinds of sliding pieces, read from a task: their anchors, shapes, and the anchors they may enter.

Cells and anchors are numbered row by row, so a step in one direction is one shift of a set of
anchors.  Walls, the edges of the board and locked axes are expressed by `Kind.entered` alone, which
has exactly the steps of the task.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from puzzleproof.explore.packed_task import PackedStep, PackedTask, numbers
from puzzleproof.models.errors import Unsupported

WORD = 64


@dataclass(frozen=True)
class Kind:
    """Interchangeable pieces; sets of anchors and cells are masks of their numbers."""

    first: int
    """The index of the first of its pieces; the others follow."""
    number: int
    facts: tuple[int, ...]
    """Where a piece may rest, ascending: the rank of a place is its index here."""
    anchors: tuple[int, ...]
    shape: int
    """The cells covered, moved so that the anchor is number 0."""
    entered: dict[int, int]
    """Direction (what it adds to the anchor's number) -> the anchors that are entered so."""
    rests: int

    @property
    def bits(self) -> int:
        """Bits of a rank."""
        return max(1, (len(self.facts) - 1).bit_length())

    @property
    def passing(self) -> bool:
        """Whether there are places that a piece may only pass."""
        every = 0
        for anchors in self.entered.values():
            every |= anchors
        return bool(every & ~self.rests)

    def ring(self, anchor: int) -> int:
        """The cells that one step from an anchor enters; if none is free, the piece cannot move."""
        found = 0
        for step, entered in self.entered.items():
            to = anchor + step
            if to >= 0 and entered >> to & 1:
                found |= self.shape << to
        return found & ~(self.shape << anchor)


def _only_slides(task: PackedTask) -> bool:
    """Whether each step takes one mover from place to place, and needs only free cells."""
    return bool(task.pattern) and all(_displaces(task, step) for step in task.steps)


def _displaces(task: PackedTask, step: PackedStep) -> bool:
    source, target = task.source(step), task.target(step)
    one = source.bit_count() == target.bit_count() == 1
    return one and step.change & ~task.pattern == source | target


class Layout:
    """The kinds of a task; raises Unsupported unless all pieces slide on a board."""

    def __init__(self, task: PackedTask) -> None:
        if task.plane is None or task.stops or not task.reversible or not _only_slides(task):
            raise Unsupported("only pieces that slide on a board flood it, and no tours")
        self.task = task
        self.columns, self._positions, self.corners, self.longest = task.plane

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """In the order of the task, so that keys and packed numbers ascend together."""
        found = list[Kind]()
        for facts, number in self.task.counts:
            if not facts & self.task.pattern and number:
                found.append(self._kind(sum(kind.number for kind in found), number, facts))
        return tuple(found)

    @cached_property
    def pieces(self) -> int:
        """How many."""
        return sum(kind.number for kind in self.kinds)

    @cached_property
    def words(self) -> int:
        """How many words a set of cells has."""
        return max(self._positions[fact] for fact in numbers(self.task.pattern)) // WORD + 1

    def _kind(self, first: int, number: int, facts: int) -> Kind:
        at = self._positions
        resting = tuple(numbers(facts & ~self.task.passed))
        shapes = {self._shape(fact) for fact in numbers(facts)}
        if len(shapes) != 1:
            raise Unsupported("pieces of one kind differ in shape")
        entered: dict[int, int] = {}
        for source, target in self._steps:
            if facts >> source & 1:
                step = at[target] - at[source]
                entered[step] = entered.get(step, 0) | 1 << at[target]
        anchors = tuple(at[fact] for fact in resting)
        rests = sum(1 << anchor for anchor in anchors)
        return Kind(first, number, resting, anchors, shapes.pop(), entered, rests)

    def _shape(self, fact: int) -> int:
        """The cells of a place, from its anchor on."""
        covered = self.task.covers.get(1 << fact, 0)
        return sum(1 << self._positions[cell] - self._positions[fact] for cell in numbers(covered))

    @cached_property
    def _steps(self) -> set[tuple[int, int]]:
        """(place, place) of each step."""
        source, target = self.task.source, self.task.target
        found = {(source(step), target(step)) for step in self.task.steps}
        return {(a.bit_length() - 1, b.bit_length() - 1) for a, b in found}
