"""From a state of the rules to the facts of its task, the way back from `Grounding.state`.

A *reader* of each family says which facts a state tells itself: where a piece stands, which tile
lies on a cell.  The others, the free cells, follow from the groups.  Nobody has to trust it: each
set of facts is read back by the grounding and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from puzzleproof.encoders.task import Grounding
from puzzleproof.models.errors import InternalError, Unsupported
from puzzleproof.models.puzzle import State

Read: TypeAlias = Callable[[State], Iterable[int]]
Reader: TypeAlias = Callable[[Grounding], tuple[Iterable[int], Read]]
"""Makes the facts that states tell, and what tells them."""


def bits_of(facts: Iterable[int]) -> int:
    """Facts as a mask."""
    total = 0
    for fact in facts:
        total |= 1 << fact
    return total


def numbers(bits: int) -> Iterator[int]:
    """The facts of a mask, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class Facts:
    """Masks of facts for states, and states for masks; both without the stops of a tour."""

    def __init__(self, family: str, grounding: Grounding) -> None:
        if family not in READERS:
            raise Unsupported(f"family {family!r}: its states cannot be told as facts")
        self._grounding, self._task = grounding, grounding.task
        told, self._read = READERS[family](grounding)
        told = frozenset(told)
        self._follow = bits_of(set(range(len(self._task.facts))) - told)
        groups = [(bits_of(group), group) for group in self._task.groups]
        self._covers = {
            fact: bits_of((fact,))
            | self._follow & bits_of(f for _, g in groups if fact in g for f in g)
            for fact in told
        }

    def sets(self, state: State) -> list[int]:
        """Every mask that stands for a state: one, save where it is looked at from all sides."""
        bits = self._mask(state)
        if self._grounding.exact:
            return [bits]
        images = (bits_of(image[f] for f in numbers(bits)) for image in self._task.symmetries)
        return sorted({bits, *(one for one in images if self.state(one) == state)})

    def state(self, bits: int) -> State:
        """The state that a mask stands for."""
        return self._grounding.state(frozenset(numbers(bits)))

    def _mask(self, state: State) -> int:
        """The facts told, and those that no group denies; read back, they must be the state."""
        bits = self._follow
        try:
            for fact in self._read(state):
                bits ^= self._covers[fact]
        except (KeyError, ValueError):
            raise InternalError(f"the encoder has no facts for the state {state!r}") from None
        if self.state(bits) != state:
            raise InternalError(f"the encoder reads another state from the facts of {state!r}")
        return bits


def _pieces(grounding: Grounding) -> tuple[Iterable[int], Read]:
    """An entry a piece, kind by kind: where it stands, as a mask of cells."""
    task, tables = grounding.task, list[Mapping[int, int]]()
    for count in task.counts:
        if task.movers.issuperset(count.facts):
            table = {grounding.state(frozenset((f,)))[0]: f for f in count.facts}
            tables += [table] * count.number

    def read(state: State) -> list[int]:
        return [table[mask] for table, mask in zip(tables, state, strict=True)]

    return task.movers, read


def _masks(grounding: Grounding) -> tuple[Iterable[int], Read]:
    """An entry a kind of pegs or animals: the holes or cells that they stand on."""
    table = dict[tuple[int, int], int]()
    for fact in range(len(grounding.task.facts)):
        alone = grounding.state(frozenset((fact,)))
        table |= {(index, mask): fact for index, mask in enumerate(alone) if mask}

    def read(state: State) -> list[int]:
        return [table[index, 1 << bit] for index, mask in enumerate(state) for bit in numbers(mask)]

    return table.values(), read


def _labels(grounding: Grounding) -> tuple[Iterable[int], Read]:
    """An entry a cell: the label of the tile there, 0 the blank.  Facts are named ``7@0,1``."""
    names = [name.split("@") for name in grounding.task.facts]
    cells = sorted({tuple(map(int, cell.split(","))) for _, cell in names})
    place = {",".join(map(str, cell)): index for index, cell in enumerate(cells)}
    table = {
        (place[cell], 0 if label == "blank" else int(label)): fact
        for fact, (label, cell) in enumerate(names)
    }

    def read(state: State) -> list[int]:
        return [table[pair] for pair in enumerate(state)]

    return table.values(), read


def _stack(grounding: Grounding) -> tuple[Iterable[int], Read]:
    """How many cubes are stacked, then an entry a column: the colours used.

    Facts are named ``next@2``, ``used R@0`` and ``free R@0``.
    """
    names = {name: fact for fact, name in enumerate(grounding.task.facts)}
    uses = [name[5:] for name in names if name.startswith("used ")]
    columns = [[use for use in uses if use.endswith(f"@{j}")] for j in range(4)]

    def read(state: State) -> list[int]:
        facts = [names[f"next@{state[0]}"]]
        for column, mask in zip(columns, state[1:], strict=True):
            words = ("used" if mask >> k & 1 else "free" for k in range(len(column)))
            facts += [names[f"{word} {use}"] for word, use in zip(words, column, strict=True)]
        return facts

    return names.values(), read


READERS: dict[str, Reader] = {
    "cubes": _stack,
    "frogs": _masks,
    "pegs": _masks,
    "sliding": _pieces,
    "tiles": _labels,
}
