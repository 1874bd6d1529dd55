"""Boards whose keys are the packed numbers themselves: frogs, pegs and sliding tiles as arrays.

If the bits of a packed number are facts, a move is an *action*: some bits must be set, others must
be clear, and some of these change (`packed_moves`).  One comparison and one XOR apply an action to
many states at once.

The packed number of sliding tiles has a digit for each cell: the tile's label, or 0 for the blank.
A move takes the blank along a *line* of cells (`shifts_of`): each tile on the line goes to the cell
before its own.  If some tiles are alike, the digits are the cells of the blank and the named tiles.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from puzzleproof.models.arrays.board import ArrayBoard
from puzzleproof.models.arrays.words import Sets, Truths, Words, united
from puzzleproof.models.capabilities import (
    goal_states,
    packed_moves,
    part,
    place_lines,
    shifts_or_none,
)
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import GOALS_LISTED, AnyPuzzle, State
from puzzleproof.models.strips import PackedMoves

KEY_BYTES = 7
"""The greatest size of a packed number, in bytes, so that it fits into a signed word."""
ONES = [(1 << k, (1 << 64) // ((1 << (1 << k)) + 1) & (1 << 63) - 1) for k in range(6)]
"""(shift, word) for 1, 2, 4, …, 32: in the word ``shift`` ones and ``shift`` zeros alternate."""


class NumberBoard(ArrayBoard):
    """A board whose keys are packed numbers, with a list of its goals."""

    def __init__(
        self, puzzle: AnyPuzzle, goals: Iterable[State], memory: int | None = None
    ) -> None:
        super().__init__(puzzle, memory)
        self._goals = np.array(list(map(puzzle.pack, goals)), np.int64)

    def keys(self, numbers: Sets) -> Words:
        """Return the numbers as keys; raises ValueError at the first number without a state."""
        keys = numbers.astype(np.int64)
        for number in numbers[self.strange(keys)].tolist():
            try:
                self.puzzle.unpack(number)
            except ValueError as error:
                raise ValueError(f"record {number}: {error}") from None
        return keys

    @abstractmethod
    def strange(self, keys: Words) -> Truths:
        """Tell for each number whether it may belong to no state; if so, the rules decide."""

    def numbers(self, keys: Words) -> Sets:
        """Return the keys, which are the numbers."""
        return keys.view(np.uint64)

    def is_goal(self, keys: Words) -> Truths:
        found: Truths = np.isin(keys, self._goals)
        return found


class ActionBoard(NumberBoard):
    """A board whose moves are actions."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        goals: Iterable[State],
        moves: PackedMoves,
        memory: int | None = None,
    ) -> None:
        super().__init__(puzzle, goals, memory)
        self._actions = [(a.positive | a.negative, a.positive, a.toggles) for a in moves.actions]
        self._kinds = moves.kinds

    def strange(self, keys: Words) -> Truths:
        """Mark numbers with unknown bits, two kinds on one cell, or a wrong count of a kind."""
        found, rest, taken = np.zeros(len(keys), np.bool_), keys, np.zeros(len(keys), np.int64)
        for width, number in self._kinds:
            cells = rest & (1 << width) - 1
            found |= cells & taken != 0
            if number is not None:
                found |= ones(cells) != number
            rest, taken = rest >> width, taken | cells
        found |= rest != 0
        return found

    def arcs(self, keys: Words) -> Iterator[tuple[Words, Words]]:
        """Yield the keys after each action that applies, each with the index of its source."""
        for both, positive, toggles in self._actions:
            at = np.flatnonzero(keys & both == positive)
            yield keys[at] ^ toggles, at

    def sources(self, here: Words, state: State) -> Words:
        """Return the states of a layer from which one move leads to this state."""
        (key,) = self.keys_of([state]).tolist()
        found = [
            key ^ toggles
            for both, positive, toggles in self._actions
            if (key ^ toggles) & both == positive
        ]
        return self.common(united([np.array(found, np.int64)]), here)

    def moving(self, keys: Words) -> Truths:
        """Tell for each state whether it has a move."""
        found = np.zeros(len(keys), np.bool_)
        for both, positive, _ in self._actions:
            found |= keys & both == positive
        return found


class LineBoard(NumberBoard):
    """A board whose moves take a blank along lines."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        goals: Iterable[State],
        lines: Sequence[Sequence[int]],
        memory: int | None = None,
    ) -> None:
        super().__init__(puzzle, goals, memory)
        shift = [part(puzzle, cell, 1).bit_length() - 1 for cell in range(len(puzzle.start))]
        self._digit = (1 << shift[-2] - shift[-1]) - 1
        self._lines: dict[int, list[list[tuple[int, int]]]] = {}
        """Shift of a cell's digit -> the lines that begin there, each a list of pairs of shifts."""
        for line in lines:
            steps = [(shift[one], shift[other]) for one, other in pairwise(line)]
            self._lines.setdefault(steps[0][0], []).append(steps)
        self._shifts = shift

    def strange(self, keys: Words) -> Truths:
        """Mark numbers that lack a label, repeat one, or have bits beyond the digits."""
        seen = np.zeros(len(keys), np.int64)
        for shift in self._shifts:
            seen |= 1 << (keys >> shift & self._digit)
        found: Truths = seen != (1 << len(self._shifts)) - 1
        found |= keys >> self._shifts[0] & ~self._digit != 0
        return found

    def arcs(self, keys: Words) -> Iterator[tuple[Words, Words]]:
        """Yield the keys after the blank moves along each line, with their sources' indices."""
        for blank, lines in self._lines.items():
            at = np.flatnonzero(keys >> blank & self._digit == 0)
            here = keys[at]
            for line in lines:
                after = here
                for one, other in line:
                    label = after >> other & self._digit
                    after = after ^ (label << other) | label << one
                yield after, at


class PlaceBoard(NumberBoard):
    """A board whose packed numbers have the cells of the blank and of pieces as digits."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        goals: Iterable[State],
        digits: int,
        lines: Sequence[Sequence[int]],
        memory: int | None = None,
    ) -> None:
        super().__init__(puzzle, goals, memory)
        self._cells = len(puzzle.start)
        bits = (self._cells - 1).bit_length()
        self._shifts, self._low = range(0, digits * bits, bits), (1 << bits) - 1
        """The shift of each digit, the blank's the last; and the mask of a digit."""
        self._lines: dict[int, list[tuple[int, Words]]] = {}
        """Blank's cell -> for each line: what to add to this cell, and to each cell of a piece."""
        for line in lines:
            added = np.zeros(1 << bits, np.int64)
            for one, other in pairwise(line):
                added[other] = one - other
            self._lines.setdefault(line[0], []).append((line[-1] - line[0], added))

    def strange(self, keys: Words) -> Truths:
        """Mark numbers with a repeated cell, a digit that is no cell, or too many digits."""
        seen, found = np.zeros(len(keys), np.int64), keys >> self._shifts.stop > 0
        for shift in self._shifts:
            cell = keys >> shift & self._low
            found |= seen >> cell & 1 != 0
            found |= cell >= self._cells
            seen |= 1 << cell
        return found

    def arcs(self, keys: Words) -> Iterator[tuple[Words, Words]]:
        """Yield the keys after the blank moves along each line, with their sources' indices."""
        *pieces, blank = self._shifts
        for cell, lines in self._lines.items():
            at = np.flatnonzero(keys >> blank == cell)
            here = keys[at]
            cells = [(shift, here >> shift & self._low) for shift in pieces]
            for by, added in lines:
                after = here + (by << blank)
                for shift, places in cells:
                    after += added[places] << shift
                yield after, at


def ones(words: Words) -> Words:
    """Count the bits 1 of each word (H. S. Warren, Hacker's Delight, 2nd ed., figure 5-1).

    >>> ones(np.array([0, 0b1011, 1 << 55])).tolist()
    [0, 3, 1]
    """
    for shift, mask in ONES:
        words = (words & mask) + (words >> shift & mask)
    return words


def number_board(puzzle: AnyPuzzle, memory: int | None = None) -> NumberBoard | None:
    """Return the board; None if numbers are too long, goals too many, or moves of another form."""
    if puzzle.pack_width > KEY_BYTES:
        return None
    try:
        moves, shifts = packed_moves(puzzle), shifts_or_none(puzzle)
    except Unsupported:
        return None
    places = place_lines(puzzle)
    goals = goal_states(puzzle, GOALS_LISTED) if moves or shifts or places else None
    if goals is None:
        return None
    if moves:
        return ActionBoard(puzzle, goals, moves, memory)
    if places:
        return PlaceBoard(puzzle, goals, *places, memory)
    return LineBoard(puzzle, goals, shifts.lines, memory) if shifts else None
