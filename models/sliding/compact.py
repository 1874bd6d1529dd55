"""Sliding blocks, one integer a state: the same rules, made quick for checkers of many states.

A *board* is an integer: its low bits are the cells occupied, numbered as in a mask; above them
stands a bit for each place of each group of interchangeable pieces.  A move is one exclusive or.
The moves depend only on which cells are occupied, and few such patterns occur, so the rules of
`SlidingPuzzle` are asked once for each pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from operator import add

from puzzleproof.models.drawing import Grid
from puzzleproof.models.puzzle import State

PATTERNS_KEPT, DIGITS_KEPT = 50_000, 500_000
FEW_PATTERNS, FEW_BOARDS = 250, 100
"""The first tables are made whole and kept; further ones where each serves this many boards."""

Displacements = Callable[[int, int], Iterable[tuple[int, str]]]
"""(mask of a piece, cells that the others occupy) -> (mask, path) of each move."""

MoveTable = list[tuple[int, tuple[int, ...]]]
"""(the bit of a place, what each move of a piece there changes)."""


class Digits(dict[int, int]):
    """A digit of the packed number -> the sum of the codes of its group's places."""

    def __init__(self, places: list[tuple[int, ...]], codes: dict[int, int]) -> None:
        super().__init__()
        self.radix = prod(map(len, places))
        self._places, self._codes = places, codes

    def __missing__(self, digit: int) -> int:
        if len(self) >= DIGITS_KEPT:
            self.clear()
        total, rest, last = 0, digit, None
        for masks in reversed(self._places):
            rest, rank = divmod(rest, len(masks))
            if last is not None and rank >= last:
                raise ValueError(f"digit {digit}: pieces of one shape are not in order")
            total, last = total + self._codes[masks[rank]], rank
        self[digit] = total
        return total


class CompactBoards:
    """The boards of a puzzle without a tour.

    ``places`` are the masks of each piece's resting places, ``kinds`` the groups of pieces, and
    ``goals`` pairs: (piece, mask) for each labelled piece, a mask for each that is not.
    """

    def __init__(
        self,
        grid: Grid,
        places: tuple[tuple[int, ...], ...],
        kinds: tuple[slice, ...],
        displacements: Displacements,
        goals: Iterable[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]],
    ) -> None:
        self._grid, self._displacements = grid, displacements
        self.cells = (1 << grid.all.bit_length()) - 1
        self._codes: list[dict[int, int]] = []
        self._places: dict[int, tuple[int, dict[int, int]]] = {}
        """The bit of a place -> its mask, and the codes of its group."""
        shift = grid.all.bit_length()
        for kind in kinds:
            first: int = kind.start
            masks = places[first]
            self._codes.append({m: m | 1 << k for k, m in enumerate(masks, shift)})
            self._places |= {1 << k: (m, self._codes[-1]) for k, m in enumerate(masks, shift)}
            shift += len(masks)
        self._kinds = kinds
        groups = zip(kinds, self._codes, strict=True)
        self._digits = [Digits(list(places[kind]), codes) for kind, codes in groups][::-1]
        self._tables: dict[int, MoveTable] = {}
        self._met = 0
        self._goals = [self._holding(*goal) for goal in goals]

    def of_numbers(self, numbers: Sequence[int]) -> list[int]:
        """The boards of packed numbers, in order; raises ValueError for a number of no state."""
        boards, rest = [0] * len(numbers), numbers
        for digits in self._digits:
            radix = digits.radix
            boards = list(map(add, boards, [digits[number % radix] for number in rest]))
            rest = [number // radix for number in rest]
        for number, left in zip(numbers, rest, strict=True):
            if left:
                raise ValueError(f"record {number}: no state has this number")
        return boards

    def of_state(self, state: State) -> int:
        """The board of a canonical state."""
        pairs = zip(self._kinds, self._codes, strict=True)
        return sum(codes[mask] for kind, codes in pairs for mask in state[kind])

    def _holding(
        self, labelled: Iterable[tuple[int, int]], shapes: Iterable[int]
    ) -> tuple[int, ...]:
        """Sets of bits: on a goal's board one bit of each is set."""
        kind_of = [k for k, kind in enumerate(self._kinds) for _ in range(kind.stop - kind.start)]
        wanted = [self._codes[kind_of[piece]][mask] for piece, mask in labelled]
        for mask in shapes:
            holders = [codes[mask] & ~self.cells for codes in self._codes if mask in codes]
            wanted.append(sum(holders))
        return tuple(bits & ~self.cells for bits in wanted)

    def goal(self, compact_states: Iterable[int]) -> int | None:
        """Some board on which a goal stands."""
        for goal in self._goals:
            holding = compact_states
            for bits in goal:
                holding = [board for board in holding if board & bits]
            for board in holding:
                return board
        return None

    def state(self, compact: int) -> State:
        """The inverse of `of_state`."""
        above = compact & ~self.cells
        return tuple(mask for codes in self._codes for mask, code in codes.items() if code & above)

    def after(self, compact_states: Iterable[int]) -> set[int]:
        """All boards one move away from some of these."""
        groups = dict[int, list[int]]()
        for board in compact_states:
            groups.setdefault(board & self.cells, []).append(board)
        found = set[int]()
        for occupied, boards in groups.items():
            self._met += len(boards)
            table = self._tables.get(occupied)
            if table is None:
                table = self._new_table(occupied, boards)
            found.update(
                [
                    board ^ change
                    for board in boards
                    for bit, changes in table
                    if board & bit
                    for change in changes
                ]
            )
        return found

    def _new_table(self, occupied: int, boards: list[int]) -> MoveTable:
        """A whole table, which is kept, where patterns are few; else one for these boards alone."""
        kept = len(self._tables)
        if kept < PATTERNS_KEPT and (kept < FEW_PATTERNS or FEW_BOARDS * kept < self._met):
            self._tables[occupied] = table = self._table(occupied, self._places)
            return table
        pieces = 0
        for board in boards:
            pieces |= board
        pieces &= ~self.cells
        places = list[int]()
        while pieces:
            places.append(pieces & -pieces)
            pieces ^= places[-1]
        return self._table(occupied, places)

    def _table(self, occupied: int, places: Iterable[int]) -> MoveTable:
        """What the rules allow pieces on these places (bits) with these cells occupied."""
        near = self._grid.beside(self._grid.all & ~occupied)
        reached = dict[int, list[int]]()
        table = MoveTable()
        for bit in places:
            mask, codes = self._places[bit]
            if not mask & near or mask & ~occupied:
                continue
            if mask not in reached:
                found = self._displacements(mask, occupied ^ mask)
                reached[mask] = [after for after, _ in found]
            if reached[mask]:
                code = codes[mask]
                table.append((bit, tuple([code ^ codes[after] for after in reached[mask]])))
        return table
