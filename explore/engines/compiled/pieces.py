"""From a layout to the arrays that the compiled loops read; states to keys and back, in numpy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

import numpy as np

from puzzleproof.explore.engines.arrays.keys import Words
from puzzleproof.explore.engines.compiled.kernels import Flags, Numbers, Pieces
from puzzleproof.explore.engines.compiled.layout import Layout
from puzzleproof.explore.packed_task import numbers
from puzzleproof.models.errors import Unsupported

MARK = np.uint64(1 << 63)
WORD = (1 << 64) - 1


def pieces_of(layout: Layout) -> Pieces:
    """The arrays of a layout."""
    fields, nodes = layout.fields, layout.nodes
    covers = [layout.cell_bits(cover) for cover in layout.covers]
    entered = [covers[nodes[to].place] for node in nodes for to in node.steps]
    around = [0] * len(covers)
    for place, node in enumerate(nodes[: len(covers)]):
        for to in node.steps:
            around[place] |= covers[nodes[to].place] & ~covers[place]
    return Pieces(
        upper=np.array([field.word for field in fields], np.uint8),
        shift=_words(field.shift for field in fields),
        mask=_words((1 << field.bits) - 1 for field in fields),
        base=_words(field.base for field in fields),
        first=_numbers(field.first for field in fields),
        last=_numbers(field.last for field in fields),
        cover=_halves(covers),
        around=_halves(around),
        rests=np.array([place < layout.resting for place in range(len(covers))], np.uint8),
        place_of=_numbers(node.place for node in nodes),
        steps=_numbers(accumulate((len(node.steps) for node in nodes), initial=0)),
        reached=_numbers(to for node in nodes for to in node.steps),
        entered=_halves(entered),
        place=np.zeros(len(fields), np.uint64),
        seen=np.zeros(len(nodes), np.uint64),
        queue=np.zeros(len(nodes), np.uint32),
    )


def goals_of(layout: Layout) -> tuple[Numbers, Numbers, Flags]:
    """See `find_goal`; raises Unsupported where a goal asks for free cells."""
    goals = layout.task.goals
    clauses = [clause for goal in goals for clause in goal]
    if any(clause & layout.task.pattern for clause in clauses):
        raise Unsupported("the accelerator takes goals of pieces alone")
    meets = np.zeros((len(clauses), len(layout.places)), np.uint8)
    fields = np.zeros((len(clauses), 2), np.uint32)
    for c, clause in enumerate(clauses):
        places = [layout.number[fact] for fact in numbers(clause)]
        meets[c, places] = 1
        bases = {field.base for field in layout.fields if _has(field.base, places, layout)}
        mine = [p for p, field in enumerate(layout.fields) if field.base in bases]
        fields[c] = (min(mine, default=0), max(mine, default=-1) + 1)
    return _numbers(accumulate(map(len, goals), initial=0)), fields, meets


def _has(base: int, places: Sequence[int], layout: Layout) -> bool:
    """Whether any of the places is of the kind that begins at ``base``."""
    bases = sorted({field.base for field in layout.fields} | {layout.resting})
    end = bases[bases.index(base) + 1]
    return any(base <= place < end for place in places)


def keys_of(states: Sequence[int], layout: Layout) -> Words:
    """The keys of states, in their order; raises Unsupported for a piece between its places."""
    size = layout.task.width + 7 >> 3
    joined = b"".join(state.to_bytes(size, "little") for state in states)
    bits = np.unpackbits(
        np.frombuffer(joined, np.uint8).reshape(len(states), size), axis=1, bitorder="little"
    )
    row, place = np.nonzero(bits[:, layout.places])
    kinds = [field.base for field in layout.fields]
    if len(place) != len(kinds) * len(states) or (row[:: len(kinds)] != range(len(states))).any():
        raise Unsupported("the accelerator takes the pieces of the start alone")
    table = place.reshape(len(states), len(kinds))
    keys = np.zeros((len(states), layout.words), np.uint64)
    keys[:, 0] = MARK
    for column, field in zip(table.T, layout.fields, strict=True):
        local = column.astype(np.uint64) - np.uint64(field.base)
        if (local >> np.uint64(field.bits)).any():
            raise Unsupported("the accelerator takes pieces at places of rest alone")
        keys[:, field.word] |= local << np.uint64(field.shift)
    return keys


def states_of(keys: Words, layout: Layout) -> Iterator[int]:
    """The states of keys, in their order: each piece covers its cells, all others are free."""
    size = layout.task.width + 7 >> 3
    pieces = [1 << fact | cover for fact, cover in zip(layout.places, layout.covers, strict=True)]
    known = np.array([list(bits.to_bytes(size, "little")) for bits in pieces], np.uint8)
    pattern = np.array(list(layout.task.pattern.to_bytes(size, "little")), np.uint8)
    states = np.repeat(pattern[None, :], len(keys), axis=0)
    for field in layout.fields:
        mask = np.uint64((1 << field.bits) - 1)
        local = keys[:, field.word] >> np.uint64(field.shift) & mask
        states ^= known[local.astype(np.intp) + field.base]
    joined = states.tobytes()
    for start in range(0, len(joined), size):
        yield int.from_bytes(joined[start : start + size], "little")


def _words(values: Iterable[int]) -> Words:
    return np.array(list(values), np.uint64)


def _numbers(values: Iterable[int]) -> Numbers:
    return np.array(list(values), np.uint32)


def _halves(values: Sequence[int]) -> Words:
    """Sets of cells, each as two words."""
    rows = [(value & WORD, value >> 64) for value in values]
    return np.array(rows, np.uint64).reshape(len(rows), 2)
