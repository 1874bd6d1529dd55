"""A board (`models/board.py`) on sorted arrays, which computes moves of many states at a time.

Each state has a *key*, a word of 64 bits or a string of bytes; keys sort as packed numbers do.  The
class of a family converts packed numbers to keys and back, finds the goals among keys, and yields
the keys after moves (`ArrayBoard.arcs`).
"""

import weakref
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from puzzleproof.models.arrays.words import (
    Numbers,
    Truths,
    Words,
    block_of,
    found_in,
    integers,
    interleaved,
    merged,
    new_ones,
    numbers_from,
    numbers_of,
    united,
    without,
)
from puzzleproof.models.board import Astray, Budget, RuleBoard
from puzzleproof.models.budget import spend
from puzzleproof.models.errors import InternalError
from puzzleproof.models.puzzle import AnyPuzzle, State

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror

CHUNK = 1 << 15
"""The number of states whose moves are generated together: their arrays fit into a cache."""
USUAL = 1 << 30
"""The budget for layers in memory, in bytes, if none is given."""
ROOM = 512
"""Bytes for each state of a chunk, including its successors."""
WAITING = 16 << 20
"""Bytes of successors that are collected before they are merged."""


class ArrayBoard(ABC):
    """A layer is an ascending array of keys; ``memory`` limits the bytes of all layers together."""

    dtype: npt.DTypeLike = np.int64
    """The type of a key."""
    mirror: "Mirror | None" = None
    """The symmetry, if keys stand for representatives alone."""

    def __init__(self, puzzle: AnyPuzzle, memory: int | None = None) -> None:
        self.puzzle, self.budget = puzzle, Budget(memory)
        usual = USUAL if memory is None else memory
        self._chunk = min(CHUNK, max(256, usual // (8 * ROOM)))
        self._waiting = min(WAITING, usual // 8)
        self._rising: int | None = None
        """From the last call of `astray`: the number of moves from the band's end to ``above``."""

    # --- what a family defines --------------------------------------------------------------

    @abstractmethod
    def keys(self, numbers: Numbers) -> Words:
        """Convert packed numbers to keys; raises ValueError at the first number without a state."""

    @abstractmethod
    def numbers(self, keys: Words) -> Numbers:
        """Return the packed numbers of keys."""

    @abstractmethod
    def is_goal(self, keys: Words) -> Truths:
        """Tell for each key whether its state is a goal."""

    @abstractmethod
    def arcs(self, keys: Words) -> Iterator[tuple[Words, Words]]:
        """Yield the keys after moves, in any order, with their sources' indices in ``keys``."""

    # --- conversions ------------------------------------------------------------------------

    def keys_of(self, states: Iterable[State]) -> Words:
        """Return the keys of canonical states, in their order."""
        packed = map(self.puzzle.pack, states)
        return self._exact(numbers_from(packed, self.puzzle.pack_width))

    def states(self, here: Words) -> list[State]:
        """Return the states of keys, in their order."""
        numbers = integers(self.numbers(here), self.puzzle.pack_width)
        try:
            return list(map(self.puzzle.unpack, numbers))
        except ValueError as error:
            raise InternalError(f"a key on arrays stands for no state: {error}") from None

    def block(self, here: Words) -> bytes:
        return block_of(self.numbers(here), self.puzzle.pack_width)

    def read(self, block: bytes) -> Words:
        return self.numbered([numbers_of(block, self.puzzle.pack_width)])

    def numbered(self, parts: Iterable[Numbers]) -> Words:
        return self._kept(np.concatenate([np.empty(0, self.dtype), *map(self._exact, parts)]))

    def _exact(self, numbers: Numbers) -> Words:
        """Return the keys of numbers; raise InternalError unless each number has its own key.

        Then a mistake in the keys cannot make the board take one state for another.
        """
        keys = self.keys(numbers)
        if not np.array_equal(self.numbers(keys), numbers):
            raise InternalError("a key on arrays stands for another number than its own")
        return keys

    def named(self, keys: Words) -> Words:
        """Return the keys of the representatives; without a symmetry, the same keys."""
        return keys

    def renamed(self, layers: Iterable[Words]) -> Iterator[Words]:
        """Yield layers of representatives, each in the first layer that has it or its image."""
        seen = np.empty(0, self.dtype)
        for layer in layers:
            names = without(united([self.named(layer)]), seen)
            seen = united([seen, names])
            yield names

    # --- layers -----------------------------------------------------------------------------

    def of(self, states: Iterable[State]) -> Words:
        names = states if self.mirror is None else map(self.mirror.least, states)
        return self._kept(united([self.keys_of(names)]))

    def moves(self, keys: Words) -> Words:
        """Return the keys of all successors, unordered and with repetitions."""
        return np.concatenate([keys[:0], *(after for after, _ in self.arcs(keys))])

    def after(self, here: Words, known: Sequence[Words]) -> Words:
        """Return the successors of these states that are in no known layer.

        The successors are generated for a chunk of states at a time, sorted and merged, as in
        frontier search (R. E. Korf et al., Frontier search, Journal of the ACM 52, 2005).  Raises
        LimitReached if they would not fit into memory.
        """
        runs = (here[k : k + self._chunk] for k in range(0, len(here), self._chunk))
        parts = (united([self.moves(run)]) for run in runs)
        room, ask = ROOM * self._chunk, self.budget.ask
        return self._kept(merged(parts, self._waiting, ask, room, known, here.dtype))

    def joined(self, one: Words, other: Words) -> Words:
        self.budget.ask(one.nbytes + other.nbytes)
        return self._kept(interleaved(one, other))

    def common(self, one: Words, other: Words) -> Words:
        one, other = sorted((one, other), key=len)
        return one[found_in(other, one)]

    def goals(self, here: Words) -> Words:
        runs = (here[k : k + CHUNK] for k in range(0, len(here), CHUNK))
        return np.concatenate([here[:0], *(run[self.is_goal(run)] for run in runs)])

    def sources(self, here: Words, state: State) -> Words:
        """Return the states of a layer from which one move leads to this state.

        This works only if moves can be undone; boards with other moves override it.
        """
        return self.common(united([self.moves(self.of([state]))]), here)

    band = CHUNK

    def astray(self, below: Words, band: Sequence[Words], above: Words) -> Astray[Words]:
        """Find moves from the layers of a band that skip a layer.

        If moves can be undone, as many moves lead from a layer to the next as lead back.  If the
        numbers differ, the arrays lose moves in one direction, and InternalError is raised.
        """
        if not len(below):
            self._rising = None
        layers = (below, *band, above)
        return (self._astray if len(band) > 1 else self._astray_alone)(layers)

    def _astray(self, layers: Sequence[Words]) -> Astray[Words]:
        """Look up all successors of the inner layers in one array of keys with their labels."""
        label = np.repeat(np.arange(len(layers)), list(map(len, layers)))
        keys = np.concatenate(layers)
        order = np.argsort(keys, kind="stable")  # if a key has two labels, the lower comes first
        keys, label = keys[order], label[order]
        own = np.flatnonzero((label > 0) & (label < len(layers) - 1))
        spend(len(own), 64 * len(keys))
        wrong, rises = list[tuple[Words, Words]](), [np.zeros(len(layers), np.int64)] * 2
        for begin in range(0, len(own), self._chunk):
            some = own[begin : begin + self._chunk]
            for after, at in self.arcs(keys[some]):
                spend(len(after) // 4)
                place = np.searchsorted(keys, after)
                np.minimum(place, len(keys) - 1, out=place)
                here, known = label[some[at]], keys[place] == after
                rise = label[place] - here
                skips = ~known | (rise > 1)
                if self.puzzle.reversible:
                    skips |= rise < -1
                if skips.any():
                    wrong.append((here[skips], after[skips]))
                for k, by in enumerate((1, -1)):
                    rises[k] = rises[k] + np.bincount(here[rise == by], minlength=len(layers))
        if not wrong:
            self._balance(layers, *(rise[1:-1].tolist() for rise in rises))
            return None
        labels, found = (np.concatenate(parts) for parts in zip(*wrong, strict=True))
        first = int(labels.min())
        return first - 1, united([found[labels == first]])

    def _astray_alone(self, layers: Sequence[Words]) -> Astray[Words]:
        """Look up all successors of the middle one of three large layers in all three layers."""
        here, skipping, rises = layers[1], list[Words](), [0, 0, 0]
        for begin in range(0, len(here), self._chunk):
            run = here[begin : begin + self._chunk]
            spend(len(run), 32 * sum(map(len, layers)))
            after = np.sort(self.moves(run), kind="stable")
            new = np.flatnonzero(new_ones(after))
            number, after = np.diff(new, append=len(after)), after[new]
            spend(len(after) // 4)
            for k in (2, 1, 0):
                hit = found_in(layers[k], after)
                rises[k] += int(number[hit].sum())
                number, after = number[~hit], after[~hit]
            skipping.append(after)
        if found := [some for some in skipping if len(some)]:
            return 0, united(found)
        self._balance(layers, [rises[2]], [rises[0]])
        return None

    def _balance(self, layers: Sequence[Words], up: list[int], down: list[int]) -> None:
        """Compare the number of moves from each layer to the next with the number of moves back."""
        if not self.puzzle.reversible or self.mirror is not None:
            return  # classes have different sizes, so the two numbers may differ
        rising = [self._rising, *up]
        self._rising = up[-1]
        if any(more not in (None, fewer) for more, fewer in zip(rising, down, strict=False)):
            every = np.sort(np.concatenate(layers))
            if new_ones(every).all():  # otherwise the table has a state twice
                raise InternalError("arrays lose moves in one direction")

    def missing(self, states: Iterable[State], known: Iterable[Words]) -> list[State]:
        left = united([self.keys_of(states)])
        for layer in known:
            left = left[~found_in(layer, left)]
        return self.states(left)

    def compare(self, here: Words, place: int) -> None:
        """Compare the moves of one state, and whether it is a goal, with the rules."""
        rules, one = RuleBoard(self.puzzle, self.mirror), here[place : place + 1]
        states = rules.of(self.states(one))
        if rules.after(states, ()) != set(self.states(united([self.moves(one)]))):
            raise InternalError("arrays and the rules disagree about moves")
        if rules.goals(states) != set(self.states(self.goals(one))):
            raise InternalError("arrays and the rules disagree about goals")

    def size(self, here: Words) -> int:
        return len(here)

    def _kept(self, keys: Words) -> Words:
        """Count the bytes of a layer as long as it is in use."""
        if keys.base is not None:
            keys = keys.copy()
        self.budget.held += keys.nbytes
        weakref.finalize(keys, self.budget.keep, -keys.nbytes)
        return keys
