"""Sums over the cells of a packed board, a few cells at a time.

What tile t on cell c adds is a table; a number's sum is looked up for some cells at once, and what
these cells hold is remembered, as boards near each other differ in few of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

TOGETHER = 4
"""Cells of one lookup."""
REMEMBERED = 1 << 19
"""Contents of so many cells are remembered, for all lookups together; then it is begun anew."""
SUMS = 1 << 22
"""What the sums of one bound take of a budget (`puzzleproof.verify.bounds.Budget`)."""
FOUR = 4


def cell_sums(
    digits: int, adds: Sequence[Sequence[int]]
) -> Callable[[Iterable[int]], Iterator[int]]:
    """The function from packed boards to their sums; ``adds[c][t]`` for tile t on cell c.

    ``digits`` are the bits of a label; the first cell's are the highest.

    >>> list(cell_sums(4, [[0, 10], [0, 7]])([0x01, 0x10]))
    [7, 10]
    """
    chunks, firsts = list[_Chunk](), range(0, len(adds), TOGETHER)
    for first in firsts:
        some = adds[first : first + TOGETHER]
        shift = digits * (len(adds) - first - len(some))
        chunks.append(_Chunk(digits, shift, some, REMEMBERED // len(firsts)))
    return _of_four(chunks) if len(chunks) == FOUR else _of_any(chunks)


class _Chunk(dict[int, int]):
    """Contents of some cells -> what they add."""

    def __init__(self, digits: int, shift: int, adds: Sequence[Sequence[int]], most: int) -> None:
        super().__init__()
        self._most = most
        self.shift, self.mask = shift, (1 << digits * len(adds)) - 1
        self._digits, self._adds = digits, adds

    def __missing__(self, contents: int) -> int:
        if len(self) >= self._most:
            self.clear()
        low, rest, total = (1 << self._digits) - 1, contents, 0
        for added in reversed(self._adds):
            total += added[rest & low]
            rest >>= self._digits
        self[contents] = total
        return total


def _of_any(chunks: Sequence[_Chunk]) -> Callable[[Iterable[int]], Iterator[int]]:
    def sums(numbers: Iterable[int]) -> Iterator[int]:
        for number in numbers:
            yield sum(chunk[number >> chunk.shift & chunk.mask] for chunk in chunks)

    return sums


def _of_four(chunks: Sequence[_Chunk]) -> Callable[[Iterable[int]], Iterator[int]]:
    """The same for boards of 13 to 16 cells, spelt out: most of the time goes here.

    Only the last chunk may have fewer cells than the others; its mask is its own.
    """
    a, b, c, d = chunks
    one, two, three, low = a.shift, b.shift, c.shift, d.mask
    high = b.mask

    def sums(numbers: Iterable[int]) -> Iterator[int]:
        for n in numbers:
            yield a[n >> one] + b[n >> two & high] + c[n >> three & high] + d[n & low]

    return sums
