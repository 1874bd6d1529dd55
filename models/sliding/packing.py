"""States of sliding blocks as numbers, in mixed radix.

Each piece has a digit, the first piece the highest: the rank of its place among the resting places
of its shape, in ascending order.  The lowest bits are one for each stop of a tour, set if the stop
was visited.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from puzzleproof.models.puzzle import State


class Packing:
    """The numbers of the states of a board."""

    def __init__(
        self,
        places: Sequence[tuple[int, ...]],
        kinds: Sequence[slice],
        covered: int,
        stops: int,
    ) -> None:
        """Take the kinds of pieces, the number of stops, and how many cells all pieces cover.

        ``places`` are those of each piece, ascending; pieces of a shape share one tuple.
        """
        self._from_last, self._covered, self._stops = places[::-1], covered, stops
        self._alike = [kind for kind in kinds if kind.stop - kind.start > 1]
        self.width = max(1, ((prod(map(len, places)) << stops).bit_length() + 7) // 8)
        """Bytes of every number."""
        ranks, digits, weight = dict[int, dict[int, int]](), list[tuple[int, dict[int, int]]](), 1
        for some in self._from_last:
            if id(some) not in ranks:
                ranks[id(some)] = {mask: rank for rank, mask in enumerate(some)}
            digits.append((weight << stops, ranks[id(some)]))
            weight *= len(some)
        self._digits = digits[::-1]

    def number(self, state: State) -> int:
        """The number of a canonical state."""
        found = sum([w * ranks[m] for (w, ranks), m in zip(self._digits, state, strict=False)])
        return found | state[-1] if self._stops else found

    def part(self, index: int, mask: int) -> int:
        """The addend of the piece with this index, by its place."""
        weight, ranks = self._digits[index]
        return weight * ranks[mask]

    def state(self, number: int) -> State:
        """The inverse of `number`; raises ValueError if no canonical state has it."""
        visited, number = number & (1 << self._stops) - 1, number >> self._stops
        masks: list[int] = []
        for places in self._from_last:
            number, rank = divmod(number, len(places))
            masks.append(places[rank])
        if number:
            raise ValueError("no state has this number")
        masks.reverse()
        for kind in self._alike:
            if (peers := masks[kind]) != sorted(peers):
                raise ValueError("pieces of one shape are not in order")
        if sum(masks).bit_count() != self._covered:  # overlapping masks make the sum carry
            raise ValueError("pieces overlap")
        return (*masks, visited) if self._stops else tuple(masks)
