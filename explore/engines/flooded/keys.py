"""Keys: a state of sliding pieces as one word, with a field for the rank of each piece.

The first piece has the top field, and the ranks of interchangeable pieces ascend.  So keys have the
order of the rules' packed numbers, and each state has one key.  If that takes too many bits, all
pieces of a kind share one field: the number of the set of their ranks in the combinatorial number
system (D. E. Knuth, The Art of Computer Programming 4A, 2011, section 7.2.1.3).

Cells and anchors are numbered row by row, so a step in one direction is one shift of a set of
anchors.  Walls, the edges of the board and locked axes are expressed by `Kind.entered` alone, which
has exactly the steps of the task.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb

import numpy as np

from puzzleproof.explore.engines.arrays.keys import WORD, ByteRows, Ranks, StateKeys, Words
from puzzleproof.explore.engines.arrays.sorted_words import ascending
from puzzleproof.explore.packed_task import PackedStep, PackedTask, Symmetry, numbers
from puzzleproof.models.errors import Unsupported


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
    def set_bits(self) -> int:
        """Bits of a set of ranks, one for each piece."""
        return max(1, (comb(len(self.facts), self.number) - 1).bit_length())

    def ring(self, anchor: int) -> int:
        """The cells that one step from an anchor enters; if none is free, the piece cannot move."""
        found = 0
        for step, entered in self.entered.items():
            to = anchor + step
            if to >= 0 and entered >> to & 1:
                found |= self.shape << to
        return found & ~(self.shape << anchor)


def _displaces(task: PackedTask, step: PackedStep) -> bool:
    """Whether a step takes one mover from place to place, and needs only free cells."""
    source, target = task.source(step), task.target(step)
    one = source.bit_count() == target.bit_count() == 1
    return one and step.change & ~task.pattern == source | target


def kinds_of(task: PackedTask) -> list[Kind]:
    """The kinds in the order of the task, so that keys and packed numbers ascend together."""
    found = list[Kind]()
    steps = {(task.source(s).bit_length() - 1, task.target(s).bit_length() - 1) for s in task.steps}
    for facts, number in task.counts:
        if not facts & task.pattern and number:
            found.append(_kind(task, steps, sum(kind.number for kind in found), number, facts))
    return found


def _kind(
    task: PackedTask, steps: set[tuple[int, int]], first: int, number: int, facts: int
) -> Kind:
    assert task.plane is not None, "pieces slide"
    at, resting = task.plane.positions, tuple(numbers(facts & ~task.passed))
    covered = {fact: list(numbers(task.covers.get(1 << fact, 0))) for fact in numbers(facts)}
    shapes = {sum(1 << at[cell] - at[fact] for cell in cells) for fact, cells in covered.items()}
    if len(shapes) != 1:
        raise Unsupported("pieces of one kind differ in shape")
    entered: dict[int, int] = {}
    for source, target in steps:
        if facts >> source & 1:
            step = at[target] - at[source]
            entered[step] = entered.get(step, 0) | 1 << at[target]
    anchors = tuple(at[fact] for fact in resting)
    rests = sum(1 << anchor for anchor in anchors)
    return Kind(first, number, resting, anchors, shapes.pop(), entered, rests)


SETS = 1 << 22
"""Sets of ranks are listed if that takes at most this many words."""


class KindField:
    """The ranks of the pieces of one kind; ``shifts`` says where each, or their set, stands."""

    def __init__(self, kind: Kind, shifts: Sequence[int]) -> None:
        self.kind, self.number = kind, kind.number
        self.contents = [1 << fact for fact in kind.facts]
        self.combined = combined = len(shifts) < kind.number
        self._sets = self._listed() if combined else None
        """For each piece of the kind, its rank in every set of ranks."""
        bits = kind.set_bits if combined else kind.bits
        self._shifts = [np.uint64(shift) for shift in shifts]
        self._mask = np.uint64((1 << bits) - 1)
        self.added = [self._added(k) for k in range(kind.number)]
        """For each piece of the kind, in order, what its rank adds to the key."""

    def _added(self, k: int) -> Words:
        ranks = range(len(self.kind.facts))
        values = [comb(rank, k + 1) if self._sets else rank for rank in ranks]
        return np.array(values, np.uint64) << self._shifts[0 if self._sets else k]

    def _listed(self) -> list[Ranks]:
        """List the sets of ranks; those with a lower highest rank come first."""
        listed, tops = list[Ranks](), range(len(self.kind.facts))
        for k in range(self.kind.number):
            below = [comb(top, k) for top in tops]
            listed = [np.concatenate([ranks[:number] for number in below]) for ranks in listed]
            listed.append(np.repeat(np.array(tops), below))
        return listed

    def ranks(self, keys: Words) -> list[Ranks]:
        """The ranks of the pieces of the kind, ascending."""
        held = [(keys >> shift & self._mask).view(np.int64) for shift in self._shifts]
        return held if self._sets is None else [ranks.take(held[0]) for ranks in self._sets]


def combined_kinds(kinds: Sequence[Kind]) -> frozenset[int]:
    """The kinds to combine so that all fit into a word: those that save most."""
    needed, chosen = sum(kind.number * kind.bits for kind in kinds), set[int]()
    saved = {k: kind.number * kind.bits - kind.set_bits for k, kind in enumerate(kinds)}
    for k in sorted(saved, key=saved.__getitem__, reverse=True):
        listable = kinds[k].number * comb(len(kinds[k].facts), kinds[k].number) <= SETS
        if needed > WORD and saved[k] > 0 and listable:
            chosen.add(k)
            needed -= saved[k]
    return frozenset(chosen)


def laid_out(kinds: Sequence[Kind]) -> list[KindField]:
    """The fields of kinds, the last one lowest; raises Unsupported without room."""
    shift, fields, combined = 0, list[KindField](), combined_kinds(kinds)
    for k, kind in reversed(list(enumerate(kinds))):
        bits, number = (kind.set_bits, 1) if k in combined else (kind.bits, kind.number)
        fields.append(KindField(kind, [shift + bits * n for n in reversed(range(number))]))
        shift += bits * number
    if shift > WORD:
        raise Unsupported(f"a state takes {shift} bits; a key has {WORD}")
    return fields[::-1]


class SlidingKeys(StateKeys):
    """The keys of a task of sliding pieces."""

    def __init__(self, task: PackedTask) -> None:
        """Raise Unsupported unless all pieces slide on a board, and keys have room."""
        slides = task.pattern and all(_displaces(task, step) for step in task.steps)
        if task.plane is None or task.stops or not task.reversible or not slides:
            raise Unsupported("only pieces that slide on a board flood it, and no tours")
        if any(clause & task.pattern for goal in task.goals for clause in goal):
            raise Unsupported("a goal asks for free cells")
        self.plane, self.kinds = task.plane, kinds_of(task)
        self.fields = laid_out(self.kinds)
        super().__init__(task, self.fields, task.pattern, task.covers)
        self.words = max(map(self.plane.positions.__getitem__, numbers(task.pattern))) // WORD + 1
        """How many words a set of cells has."""
        self._facts = [fact for kind in self.kinds for fact in kind.facts]
        self._added = [added for field in self.fields for added in field.added]

    def of_ranks(self, ranks: Sequence[Ranks]) -> Words:
        """The keys of pieces at these ranks."""
        found: Words = np.zeros(len(ranks[0]), np.uint64)
        for added, rank in zip(self._added, ranks, strict=True):
            found += added.take(rank, mode="clip")
        return found

    def packed(self, rows: ByteRows) -> Words:
        """The keys of states; raises Unsupported for other pieces or places."""
        bits = np.unpackbits(rows, axis=1, bitorder="little")
        place = np.nonzero(bits[:, self._facts])[1]
        if len(place) != len(self._added) * len(rows):
            raise Unsupported("a state has other pieces than the start, or some between places")
        columns, first = place.reshape(len(rows), -1).T, 0
        ranks = list[Ranks]()
        for field in self.fields:
            ranks += [columns[len(ranks) + k] - first for k in range(field.number)]
            first += len(field.contents)
        return self.of_ranks(ranks)


# --- images ------------------------------------------------------------------------------------


RUN = 1 << 14
"""Keys whose images are made at a time."""


class Images:
    """Images of keys under a symmetry, which takes the places of a kind to those of one kind."""

    def __init__(self, keys: SlidingKeys, symmetry: Symmetry) -> None:
        self._keys = keys
        self._targets = list[tuple[int, Ranks]]()
        """For each kind: the kind that its pieces become, and the image of each rank."""
        kinds = [field.kind.facts for field in keys.fields]
        for facts in kinds:
            images = [symmetry.images[fact] for fact in facts]
            target = next(k for k, others in enumerate(kinds) if images[0] in others)
            self._targets.append((target, np.array([kinds[target].index(fact) for fact in images])))

    @property
    def ordered(self) -> bool:
        """Whether the lesser of a key and its image is that of the lesser packed number.

        It need not be if a kind becomes another, or if ranks are combined.
        """
        same = all(target == k for k, (target, _) in enumerate(self._targets))
        return same and not any(field.combined for field in self._keys.fields)

    def _of_some(self, keys: Words) -> Words:
        found, pieces = [list[Ranks]() for _ in self._targets], iter(self._keys.ranks(keys))
        for (target, image), field in zip(self._targets, self._keys.fields, strict=True):
            moved = [image.take(next(pieces)) for _ in range(field.kind.number)]
            found[target] = list(np.sort(np.array(moved), axis=0))
        return self._keys.of_ranks(list(chain.from_iterable(found)))

    def of(self, keys: Words) -> Words:
        """The keys of the images."""
        return np.concatenate(list(map(self._of_some, np.array_split(keys, len(keys) // RUN + 1))))

    def least(self, keys: Words) -> Words:
        """The smaller of each key and its image, which are equally far from goals; ascending."""
        return ascending([np.minimum(keys, self.of(keys))])
