"""Sets of a table's entries as integers, with a bit for each entry; and tables as bytes.

A table is written a set at a time into eight *planes*: plane k has the entries whose value has
bit k.  The entries may be *placements* of some pieces on the cells of a board.  A placement is a
number in the base 'number of cells': each digit is a piece's cell, the lowest digit is the first
piece's.  If a piece goes from one cell to another, the number changes by a constant, so one shift
moves the piece in a whole set.
"""

from collections.abc import Iterable, Sequence

from puzzleproof.models.strips import bits

CAP = 254
"""Larger values are written as this one, so the bound remains admissible."""
NO_WAY = 255
"""The value of entries from which no way leads to a goal."""
DIGITS = bytes.maketrans(b"01", b"\0\1")


def give(planes: list[int], value: int, entries: int) -> None:
    """Write a value from 0 to 255 into entries that have no value yet."""
    for bit in range(8):
        if value >> bit & 1:
            planes[bit] |= entries


def as_bytes(planes: Sequence[int], size: int) -> bytes:
    """Return the values of the first ``size`` entries.

    >>> planes = [0] * 8
    >>> give(planes, 3, 0b10)
    >>> list(as_bytes(planes, 2))
    [0, 3]
    """
    total = 0
    for bit, plane in enumerate(planes):
        ones = f"{plane:0{size}b}".encode().translate(DIGITS)
        total |= int.from_bytes(ones, "big") << bit
    return total.to_bytes(size, "little")


def repeated(block: int, period: int, times: int) -> int:
    """Return the bits of a block repeated ``times`` times, each time ``period`` bits higher.

    >>> bin(repeated(0b1, 2, 3))
    '0b10101'
    """
    found, height = 0, 0
    while times:
        if times & 1:
            found |= block << height
            height += period
        block, period, times = block | block << period, 2 * period, times >> 1
    return found


def union(sets: Iterable[int]) -> int:
    """Return the union of these sets.

    >>> union([0b001, 0b100])
    5
    """
    found = 0
    for one in sets:
        found |= one
    return found


class Placements:
    """All placements of some pieces on a number of cells."""

    def __init__(self, cells: int, pieces: int) -> None:
        self.cells = cells
        self.places: list[int] = [cells**k for k in range(pieces)]
        """For each piece, what a step to the next cell adds to the number."""
        self.size: int = cells**pieces
        self.all: int = (1 << self.size) - 1

    def within(self, piece: int, cells: int) -> int:
        """Return the placements in which a piece is on one of the ``cells`` (a mask)."""
        place = self.places[piece]
        block = sum(((1 << place) - 1) << place * cell for cell in bits(cells))
        return repeated(block, place * self.cells, self.size // (place * self.cells))

    def moved(self, some: int, piece: int, by: int) -> int:
        """Return the placements after a piece has gone ``by`` cells; no digit may overflow."""
        by *= self.places[piece]
        return some << by if by > 0 else some >> -by
