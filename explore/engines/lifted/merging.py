"""The pieces of a task that are alike but for their names, and the task that forgets these names.

Two kinds of pieces are *alike* if they cover the same sets of cells and the exchange of their facts
keeps all steps.  The *base* task knows the first kind of each class alone; a labelled state is a
configuration of the base and an *arrangement*: for each class the word of the letters (kinds) in
the order of the places taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import factorial, prod
from typing import TypeAlias

from puzzleproof.explore.engines.lifted.permutations import Word, multinomial
from puzzleproof.explore.packed_task import (
    PackedCondition,
    PackedStep,
    PackedTask,
    bits_of,
    numbers,
)

Requirement: TypeAlias = tuple[frozenset[tuple[int, int]], ...]
"""What a goal asks of an arrangement: in each set one (position, letter) at least."""


@dataclass(frozen=True)
class AlikeKinds:
    """A class of kinds that are alike."""

    facts: int
    """Those of the first kind, which stand for all."""
    numbers: tuple[int, ...]
    """How many pieces of each kind."""
    places: tuple[dict[int, int], ...]
    """For each kind: fact of the first kind -> its own fact for the same place."""
    offset: int
    """The position of the class's first letter in the words of all classes."""

    @property
    def pieces(self) -> int:
        """How many pieces of all kinds."""
        return sum(self.numbers)


class Merged:
    """A labelled task as a base and its arrangements."""

    def __init__(self, task: PackedTask) -> None:
        self.task = task
        self.classes = tuple(_classes(task))
        self.points = sum(alike.pieces for alike in self.classes)
        """How many letters a word has, over all classes."""
        self.arrangements = prod(multinomial(alike.numbers) for alike in self.classes)
        self.all_distinct = all(n == 1 for alike in self.classes for n in alike.numbers)
        """Whether all pieces are labelled differently, so that words are permutations."""
        self.permutations = prod(factorial(alike.pieces) for alike in self.classes)
        """How many permutations of the positions keep the classes."""

    @cached_property
    def _merged(self) -> dict[int, int]:
        """Fact that the base does not have -> the one that stands for it."""
        found: dict[int, int] = {}
        for alike in self.classes:
            for places in alike.places[1:]:
                found |= {own: fact for fact, own in places.items()}
        return found

    @cached_property
    def base(self) -> PackedTask:
        """The task in which the pieces of a class are interchangeable; facts keep their numbers.

        Its goals are necessary for those of the labelled task, not sufficient; it has no tours.
        """
        task, gone = self.task, bits_of(self._merged)
        counts = {alike.facts: alike.pieces for alike in self.classes}
        kinds = set(counts)
        counts |= {f: n for f, n in task.counts if not f & gone and f not in kinds}
        groups = (group & ~gone for group in task.groups if group not in kinds)
        return replace(
            task,
            start=self.forget(task.start),
            steps=tuple(s for s in task.steps if not (s.mask | s.change) & gone),
            groups=tuple(group for group in groups if group),
            counts=tuple(counts.items()),
            goals=tuple(tuple(map(self.forget, goal)) for goal in task.goals),
            stops=(),
            in_sequence=False,
            symmetries=(),
        )

    @cached_property
    def _shared(self) -> int:
        """The facts of the base that stand for those of several kinds."""
        return bits_of(fact for alike in self.classes for fact in numbers(alike.facts))

    def forget(self, state: int) -> int:
        """The configuration of the base."""
        return bits_of(self._merged.get(fact, fact) for fact in numbers(state))

    def word(self, state: int) -> Word:
        """The arrangement of a labelled state."""
        letters: list[int] = []
        for alike in self.classes:
            standing = (
                (fact, letter)
                for letter, places in enumerate(alike.places)
                for fact, own in places.items()
                if state >> own & 1
            )
            letters += [letter for _, letter in sorted(standing)]
        return tuple(letters)

    def raised(self, configuration: int, word: Sequence[int]) -> int:
        """The labelled state above a configuration of the base."""
        state = configuration
        for alike in self.classes:
            taken = configuration & alike.facts
            state ^= taken
            for rank, fact in enumerate(numbers(taken)):
                state |= 1 << alike.places[word[alike.offset + rank]][fact]
        return state

    # --- arrangements ---------------------------------------------------------------------

    def words(self) -> Iterator[Word]:
        """All arrangements in lexicographic order."""
        classes = [(alike, list(alike.numbers)) for alike in self.classes]
        slots = [left for alike, left in classes for _ in range(alike.pieces)]
        word: list[int] = []

        def extended() -> Iterator[Word]:
            if len(word) == self.points:
                yield tuple(word)
                return
            left = slots[len(word)]
            for letter in range(len(left)):
                if left[letter]:
                    word.append(letter)
                    left[letter] -= 1
                    yield from extended()
                    left[letter] += 1
                    word.pop()

        return extended()

    # --- goals ----------------------------------------------------------------------------

    def requirements(self, configuration: int) -> Iterator[Requirement]:
        """What each goal that this configuration can satisfy asks of the arrangement."""
        if not self.base.is_goal(configuration):
            return
        for goal in self.task.goals:
            found = self._requirement(goal, configuration)
            if found is not None:
                yield found

    def _requirement(self, goal: PackedCondition, configuration: int) -> Requirement | None:
        asked: set[frozenset[tuple[int, int]]] = set()
        # The base shares the facts of pieces that are alike to none: those need no letter.
        alone = configuration & ~self._shared
        for clause in goal:
            if clause & alone:
                continue
            letters = frozenset(self._letters(clause, configuration))
            if not letters:
                return None
            asked.add(letters)
        return tuple(asked)

    def _letters(self, clause: int, configuration: int) -> Iterator[tuple[int, int]]:
        """(position, letter) that make a clause true."""
        for alike in self.classes:
            for rank, fact in enumerate(numbers(configuration & alike.facts)):
                for letter, places in enumerate(alike.places):
                    if clause >> places[fact] & 1:
                        yield alike.offset + rank, letter


# --- which kinds are alike ----------------------------------------------------------------


def _classes(task: PackedTask) -> Iterator[AlikeKinds]:
    """Classes of two kinds or more."""
    kinds = _kinds(task) if task.pattern else []
    if not all(_moves_one(task, step, kinds) for step in task.steps):
        return
    found: list[list[tuple[int, int]]] = []
    for kind in kinds:
        for known in found:
            if _are_alike(task.steps, _same_places(task, known[0][0], kind[0])):
                known.append(kind)
                break
        else:
            found.append([kind])
    offset = 0
    for members in found:
        if len(members) > 1:
            first = members[0][0]
            places = tuple(_same_places(task, first, facts) for facts, _ in members)
            alike = AlikeKinds(first, tuple(n for _, n in members), places, offset)
            offset += alike.pieces
            yield alike


def _kinds(task: PackedTask) -> list[tuple[int, int]]:
    """(facts, how many are true) of what moves: counts, and groups of one piece's places."""
    kinds = [(facts, n) for facts, n in task.counts if not facts & task.pattern]
    counted = bits_of(f for facts, _ in kinds for f in numbers(facts))
    kinds += [(g, 1) for g in task.groups if not g & (task.pattern | counted)]
    return kinds


def _moves_one(task: PackedTask, step: PackedStep, kinds: Sequence[tuple[int, int]]) -> bool:
    """Whether a step needs and moves one piece, of one kind."""
    left, taken = task.source(step), task.target(step)
    one = left.bit_count() == 1 and taken.bit_count() == 1 and bool(left & step.change)
    return one and any(left & facts and taken & facts for facts, _ in kinds)


def _same_places(task: PackedTask, first: int, second: int) -> dict[int, int]:
    """Fact of the first kind -> that of the second which covers the same; {} where they differ."""
    ours = {task.covers.get(1 << fact, 0): fact for fact in numbers(first)}
    theirs = {task.covers.get(1 << fact, 0): fact for fact in numbers(second)}
    if ours.keys() != theirs.keys() or 0 in ours or len(ours) < first.bit_count():
        return {}
    return {fact: theirs[covered] for covered, fact in ours.items()}


def _are_alike(steps: Sequence[PackedStep], same: dict[int, int]) -> bool:
    """Whether the exchange of these facts takes the steps, and what follows what, to themselves."""
    if not same:
        return False
    exchange = same | {second: first for first, second in same.items()}

    def image(facts: int) -> int:
        return bits_of(exchange.get(fact, fact) for fact in numbers(facts))

    # Steps of the same mask and change differ in origin alone and are listed in the same order.
    images = sorted(((image(s.mask), image(s.change), s.rests), k) for k, s in enumerate(steps))
    ours = sorted(((s.mask, s.change, s.rests), k) for k, s in enumerate(steps))
    if [key for key, _ in images] != [key for key, _ in ours]:
        return False
    links = {
        pair
        for (_, k), (_, j) in zip(images, ours, strict=True)
        for pair in (
            (steps[k].origin, steps[j].origin),
            (steps[k].landing, steps[j].landing),
        )
    }
    return len(links) == len({a for a, _ in links}) == len({b for _, b in links})
