"""Sliding blocks, one integer a state: the same rules, made quick for checkers of many states.

A *board* is an integer: its low bits are the cells occupied, numbered as in `anchors`; above them
stands a bit for each place of each group of interchangeable pieces.  A move is one exclusive or.

A *handle* is one bit: a place, and a class of moves (`anchors.move_classes`).  A set of handles
says which pieces have been looked at already, in which classes: the marks of a checker.

A piece's moves are flooded: the anchors where its shape is free of the other pieces, and of these
the ones within reach.  Where few patterns of occupied cells occur, the moves of all places are
found once for each pattern and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import prod
from operator import add
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from puzzleproof.models.sliding.anchors import AnchorLayout, Clause, MoveClass, ShapeAnchors

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror

PATTERNS_KEPT, DIGITS_KEPT, REACHES_KEPT = 50_000, 500_000, 100_000
DIGITS_TOGETHER = 20_000
"""Kinds of pieces whose placements are fewer than this are read as one digit."""
FEW_PATTERNS, FEW_BOARDS = 250, 25
"""The first tables are made and kept; further ones where each has served this many boards."""

Slides: TypeAlias = list[tuple[int, int]]
"""(what a move changes on the board, the handle of the piece after it), for each move."""

Table: TypeAlias = tuple[int, dict[int, Slides]]
"""The handles of pieces that can move, and the moves of each."""


Coded: TypeAlias = list[tuple[int, ...]]
"""The codes of all places, in order, for each piece of a kind."""


class Digits(dict[int, int]):
    """Some digits of the packed number, as one -> the sum of the codes of their places."""

    def __init__(self, kinds: Sequence[Coded]) -> None:
        super().__init__()
        self.radix = prod(len(codes) for kind in kinds for codes in kind)
        self._kinds = kinds

    def __missing__(self, digit: int) -> int:
        if len(self) >= DIGITS_KEPT:
            self.clear()
        total, rest = 0, digit
        for kind in reversed(self._kinds):
            last = len(kind[0])
            for codes in reversed(kind):
                rest, rank = divmod(rest, len(codes))
                if rank >= last:
                    raise ValueError("pieces of one shape are not in order")
                total, last = total + codes[rank], rank
        self[digit] = total
        return total


def digits_of(kinds: Iterable[Coded]) -> list[Digits]:
    """The digits, lowest first, each of as many kinds as have few places together."""
    found = list[Digits]()
    together = list[Coded]()
    for kind in kinds:
        if together and Digits([*together, kind]).radix > DIGITS_TOGETHER:
            found.append(Digits(together))
            together = []
        together.append(kind)
    return [Digits(together), *reversed(found)]


class Flood:
    """The moves of one shape in one class of moves."""

    def __init__(
        self,
        anchors: ShapeAnchors,
        moves: MoveClass,
        width: int,
        codes: Mapping[int, int],
        handles: Mapping[int, int],
    ) -> None:
        """``codes`` and ``handles``: those of each resting place, by its anchor."""
        self._offsets, self._rests, self._width = anchors.offsets, anchors.rests, width
        self._masks, self._most = anchors.masks(moves.letters), moves.most
        self._codes, self._handles = codes, handles if moves.clique else dict.fromkeys(handles, 0)
        self._known: dict[int, Slides] = {}

    def slides(self, anchor: int, near: int, others: int) -> Slides:
        """(the code of the place, its handle) of each place that one move leads to.

        ``near`` are the anchors one step away on an empty board; into one of them there is a step.
        """
        blocked = others
        for offset in self._offsets:
            blocked |= others >> offset
        reached = self._reached(anchor, anchor | near & ~blocked, ~blocked)
        known = self._known.get(reached)
        return self._listed(reached) if known is None else known

    def _reached(self, anchor: int, seen: int, free: int) -> int:
        """The resting places within reach, from the first step on."""
        north, east, south, west = self._masks
        width, steps = self._width, 1
        while steps != self._most:
            entered = seen >> width & north | seen << 1 & east | seen << width & south
            more = seen | (entered | seen >> 1 & west) & free
            if more == seen:
                break
            seen, steps = more, steps + 1
        return (seen ^ anchor) & self._rests

    def _listed(self, reached: int) -> Slides:
        if len(self._known) >= REACHES_KEPT:
            self._known.clear()
        found, left = Slides(), reached
        while left:
            anchor = left & -left
            left ^= anchor
            found.append((self._codes[anchor], self._handles[anchor]))
        self._known[reached] = found
        return found


class Handle(NamedTuple):
    """A piece in its place, and a class of its moves."""

    fronts: tuple[int, ...]
    """The cells that each step enters: one of these sets must be free."""
    near: int
    """The anchors one step away."""
    anchor: int
    cells: int
    code: int
    flood: Flood


class KindImages(dict[int, tuple[int, int]]):
    """Places of the pieces of one kind, as bits -> the codes of their images, and their digits.

    ``image_of``: the bit of each place -> the code of its image; ``digits``: of each piece, what
    each place adds to a packed number, by the bit of the place.
    """

    def __init__(self, image_of: Mapping[int, int], digits: Sequence[Mapping[int, int]]) -> None:
        super().__init__()
        self.bits = sum(image_of)
        self._image_of, self._digits = image_of, digits

    def __missing__(self, bits: int) -> tuple[int, int]:
        if len(self) >= DIGITS_KEPT:
            self.clear()
        codes = sum(self._image_of[bit] for bit in _bits(bits))
        ascending = zip(self._digits, _bits(codes & self.bits), strict=True)
        self[bits] = found = codes, sum(digits[bit] for digits, bit in ascending)
        return found


def _bits(mask: int) -> Iterator[int]:
    """The bits of a mask, ascending."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


class CompactMirror:
    """The images of boards and handles (`puzzleproof.models.sliding.mirrors`)."""

    def __init__(self, kinds: Sequence[KindImages], handles: Mapping[int, int]) -> None:
        self._kinds, self.handle_of = kinds, handles

    def board(self, board: int) -> int:
        """The image of a board."""
        return sum([images[board & images.bits][0] for images in self._kinds])

    def number(self, board: int) -> int:
        """The packed number of the image."""
        return sum([images[board & images.bits][1] for images in self._kinds])


class CompactBoards:
    """The boards of a puzzle without a tour; ``places`` are the resting places of each kind."""

    def __init__(self, layout: AnchorLayout, places: Sequence[Sequence[int]]) -> None:
        self._layout = layout
        self.cells = (1 << layout.cells) - 1
        self._codes: list[dict[int, int]] = []
        shift = layout.cells
        for masks, anchors in zip(places, layout.shapes, strict=True):
            numbered = enumerate(zip(masks, anchors.resting, strict=True), shift)
            self._codes.append({m: anchors.cells(a) | 1 << k for k, (m, a) in numbered})
            shift += len(masks)
        self._places = shift - layout.cells
        pairs = zip(layout.shapes, layout.pieces, strict=True)
        self._bits = sum(pieces * (2 + len(shape.offsets)) for shape, pieces in pairs)
        """Of every board; sums of codes of places that overlap have fewer."""
        self._spread = sum(1 << k * self._places for k in range(len(layout.classes)))
        """Times the places of a board: their handles in all classes."""
        self._handles = dict(self._all_handles())
        kinds = zip(layout.pieces, self._codes, strict=True)
        self._digits = digits_of([tuple(codes.values())] * pieces for pieces, codes in kinds)
        self._tables: dict[int, Table] = {}
        self._served = 0
        self._goals = [tuple(map(self._holding, goal)) for goal in layout.goals]

    def _all_handles(self) -> Iterable[tuple[int, Handle]]:
        """Every handle."""
        width = self._layout.width
        for codes, anchors in zip(self._codes, self._layout.shapes, strict=True):
            of_anchor = dict(zip(anchors.resting, codes.values(), strict=True))
            for k, moves in enumerate(self._layout.classes):
                above = {a: (c & ~self.cells) << k * self._places for a, c in of_anchor.items()}
                flood = Flood(anchors, moves, width, of_anchor, above)
                for anchor, code in of_anchor.items():
                    near = anchors.near(anchor, moves.letters, width)
                    fronts = anchors.fronts(anchor, near)
                    covered = code & self.cells
                    yield above[anchor], Handle(fronts, near, anchor, covered, code, flood)

    @property
    def cliques(self) -> bool:
        """Whether moves make cliques (`anchors`), so that marks make sense."""
        return self._layout.classes[0].clique

    def mirror(self, mirror: Mirror) -> CompactMirror:
        """The same symmetry, of boards."""
        classes = mirror.classes(self._layout.classes)
        kinds, handles, weight = list[KindImages](), {0: 0}, 1
        rows = zip(self._codes, mirror.ranks, self._layout.pieces, strict=True)
        for codes, ranks, pieces in reversed(list(rows)):
            listed = list(codes.values())
            bits, digits = [code & ~self.cells for code in listed], list[dict[int, int]]()
            for _ in range(pieces):
                digits.insert(0, {bit: weight * rank for rank, bit in enumerate(bits)})
                weight *= len(bits)
            image_of = {bit: listed[to] for bit, to in zip(bits, ranks, strict=True)}
            kinds.append(KindImages(image_of, digits))
            for k, image in enumerate(classes):
                shifts = k * self._places, image * self._places
                for bit, to in zip(bits, ranks, strict=True):
                    handles[bit << shifts[0]] = bits[to] << shifts[1]
        return CompactMirror(kinds, handles)

    def of_numbers(self, numbers: Sequence[int]) -> list[int]:
        """The boards of packed numbers, in order; ValueError for the first of no state."""
        try:
            return self._converted(numbers)
        except ValueError:
            wrong = next(number for number in numbers if self._fault(number))
            raise ValueError(f"record {wrong}: {self._fault(wrong)}") from None

    def _fault(self, number: int) -> str:
        """Why a number is that of no state, if so."""
        try:
            self._converted([number])
        except ValueError as error:
            return str(error)
        return ""

    def _converted(self, numbers: Sequence[int]) -> list[int]:
        boards, rest = [0] * len(numbers), numbers
        for digits in self._digits:
            radix = digits.radix
            boards = list(map(add, boards, [digits[number % radix] for number in rest]))
            rest = [number // radix for number in rest]
        if any(rest):
            raise ValueError("no state has this number")
        if set(map(int.bit_count, boards)) - {self._bits}:
            raise ValueError("pieces overlap")
        return boards

    def of_state(self, state: Sequence[int]) -> int:
        """The board of a canonical state."""
        board, masks = 0, iter(state)
        for codes, pieces in zip(self._codes, self._layout.pieces, strict=True):
            board += sum(codes[mask] for mask in islice(masks, pieces))
        return board

    def _holding(self, clause: Clause) -> int:
        """Bits of which one is set where the clause holds."""
        codes = [list(codes.values()) for codes in self._codes]
        return sum(codes[kind][rank] & ~self.cells for kind, rank in clause)

    def goal(self, compact_states: Iterable[int]) -> int | None:
        """Some board on which a goal stands."""
        for goal in self._goals:
            holding = compact_states
            for bits in goal:
                holding = [board for board in holding if board & bits]
            for board in holding:
                return board
        return None

    def state(self, compact: int) -> tuple[int, ...]:
        """The inverse of `of_state`."""
        above = compact & ~self.cells
        return tuple(mask for codes in self._codes for mask, code in codes.items() if code & above)

    def after(self, compact_states: Iterable[int]) -> set[int]:
        """All boards one move away from some of these."""
        return {after for board in compact_states for after, _ in self.slides(board, 0)}

    def slides(self, board: int, marks: int) -> Slides:
        """(the board, the handle of the moved piece on it) of each move whose handle has no mark.

        Where moves make no cliques the handles are 0.
        """
        occupied = board & self.cells
        left = (board ^ occupied) * self._spread & ~marks
        found = Slides()
        table = self._tables.get(occupied) or self._new_table(occupied)
        if table is not None:
            self._served += 1
            mobile, slides = table
            left &= mobile
            while left:
                handle = left & -left
                left ^= handle
                found += [(board ^ change, mark) for change, mark in slides[handle]]
            return found
        handles = self._handles
        while left:
            handle = left & -left
            left ^= handle
            fronts, near, anchor, cells, code, flood = handles[handle]
            for front in fronts:
                if not front & occupied:
                    without = board ^ code
                    reached = flood.slides(anchor, near, occupied ^ cells)
                    found += [(without ^ there, mark) for there, mark in reached]
                    break
        return found

    def _new_table(self, occupied: int) -> Table | None:
        """The moves for a pattern, where patterns are few; None where they are many."""
        kept = len(self._tables)
        if kept >= FEW_PATTERNS and self._served <= FEW_BOARDS * kept:
            return None
        if kept >= PATTERNS_KEPT:
            return None
        table = self._tables[occupied] = self._table(occupied)
        return table

    def _table(self, occupied: int) -> Table:
        """The moves of every handle whose cells are occupied."""
        found, mobile = dict[int, Slides](), 0
        for handle, (fronts, near, anchor, cells, code, flood) in self._handles.items():
            if not cells & ~occupied and any(not front & occupied for front in fronts):
                reached = flood.slides(anchor, near, occupied ^ cells)
                found[handle] = [(code ^ there, mark) for there, mark in reached]
                mobile |= handle
        return mobile, found
