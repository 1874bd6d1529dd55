"""The compiled loops of `explore.engines.compiled.engine`; importing this imports numba.

A table is a hash table with open addressing and linear probing (Knuth 1973, section 6.4): rows of
one or two words, the lower one 0 where the slot is empty.  All numbers are unsigned: numba would
make a float of a signed and an unsigned one.  One or two words of cells, decided at run time, were
measured slower by half than always two, perhaps as the loops then no longer become one function.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.keys import Words
from puzzleproof.explore.engines.compiled.jit import njit

Numbers: TypeAlias = npt.NDArray[np.uint32]
Flags: TypeAlias = npt.NDArray[np.uint8]

ZERO = np.uint64(0)
ONE = np.uint64(1)
HALF = np.uint64(32)
SPREAD_LOW = np.uint64(0x9E3779B97F4A7C15)
SPREAD_HIGH = np.uint64(0xC2B2AE3D27D4EB4F)
SPREAD_MIXED = np.uint64(0xD6E8FEB86659FD93)


class Pieces(NamedTuple):
    """The layout as arrays: fields of the key, places, nodes, and room to work in."""

    upper: Flags
    """For each field whether it is in the upper word, then where, how wide, ..."""
    shift: Words
    mask: Words
    base: Words
    first: Numbers
    last: Numbers
    cover: Words
    """For each place its cells, in two words, then those that a first step enters."""
    around: Words
    rests: Flags
    place_of: Numbers
    """For each node its place; its steps are numbered from ``steps[node]``."""
    steps: Numbers
    reached: Numbers
    entered: Words
    """For each step the node that it leads to, and the cells that are covered there."""
    place: Words
    seen: Words
    queue: Numbers


@njit
def _slot(table: Words, shift: np.uint64, low: np.uint64, high: np.uint64) -> np.uint64:
    mixed = low * SPREAD_LOW
    if table.shape[1] > 1:
        mixed ^= high * SPREAD_HIGH
    return ((mixed ^ mixed >> HALF) * SPREAD_MIXED) >> shift


@njit
def _add(table: Words, shift: np.uint64, low: np.uint64, high: np.uint64) -> bool:
    """Enter a key, unless it is there."""
    last = np.uint64(table.shape[0] - 1)
    slot = _slot(table, shift, low, high)
    if table.shape[1] == 1:
        while table[slot, 0] != ZERO:
            if table[slot, 0] == low:
                return False
            slot = (slot + ONE) & last
        table[slot, 0] = low
        return True
    while table[slot, 0] != ZERO:
        if table[slot, 0] == low and table[slot, 1] == high:
            return False
        slot = (slot + ONE) & last
    table[slot, 0] = low
    table[slot, 1] = high
    return True


@njit
def enter(keys: Words, count: int, table: Words, shift: np.uint64) -> None:
    """Enter the first keys of a layer."""
    for i in range(count):
        _add(table, shift, keys[i, 0], keys[i, keys.shape[1] - 1])


@njit
def find_common(keys: Words, table: Words, shift: np.uint64) -> int:
    """The number of some key that is in the table, -1 where there is none."""
    last = np.uint64(table.shape[0] - 1)
    end = keys.shape[1] - 1
    for i in range(keys.shape[0]):
        slot = _slot(table, shift, keys[i, 0], keys[i, end])
        while table[slot, 0] != ZERO:
            if table[slot, 0] == keys[i, 0] and table[slot, end] == keys[i, end]:
                return i
            slot = (slot + ONE) & last
    return -1


@njit
def _read(low: np.uint64, high: np.uint64, pieces: Pieces) -> None:
    """Note the place of each piece."""
    for p in range(pieces.shift.shape[0]):
        word = high if pieces.upper[p] else low
        pieces.place[p] = pieces.base[p] + (word >> pieces.shift[p] & pieces.mask[p])


@njit
def find_goal(keys: Words, pieces: Pieces, goals: Numbers, clauses: Numbers, meets: Flags) -> int:
    """The number of some key that meets each clause of a goal, -1 where there is none.

    Of goal g these are the clauses from ``goals[g]`` on, of clause c the pieces ``clauses[c]``.
    """
    for i in range(keys.shape[0]):
        _read(keys[i, 0], keys[i, keys.shape[1] - 1], pieces)
        for goal in range(goals.shape[0] - 1):
            met = True
            for clause in range(goals[goal], goals[goal + 1]):
                met = met and _meets(clause, pieces, clauses, meets)
            if met:
                return i
    return -1


@njit
def _meets(clause: int, pieces: Pieces, clauses: Numbers, meets: Flags) -> bool:
    for p in range(clauses[clause, 0], clauses[clause, 1]):
        if meets[clause, pieces.place[p]]:
            return True
    return False


@njit
def _flood(piece: int, low: np.uint64, high: np.uint64, pieces: Pieces, stamp: np.uint64) -> int:
    """Queue the nodes that a piece gets to, itself first, when all other pieces stay.

    ``low`` and ``high`` are the cells covered.
    """
    at = pieces.place[piece]
    low ^= pieces.cover[at, 0]
    high ^= pieces.cover[at, 1]
    pieces.seen[at] = stamp
    pieces.queue[0] = at
    end, here = 1, 0
    while here < end:
        node = pieces.queue[here]
        here += 1
        for step in range(pieces.steps[node], pieces.steps[node + 1]):
            if pieces.entered[step, 0] & low | pieces.entered[step, 1] & high:
                continue
            to = pieces.reached[step]
            if pieces.seen[to] != stamp:
                pieces.seen[to] = stamp
                pieces.queue[end] = to
                end += 1
    return end


@njit
def _moved(
    piece: int, to: np.uint64, low: np.uint64, high: np.uint64, pieces: Pieces
) -> tuple[np.uint64, np.uint64]:
    """The key after a piece has gone to another place: the fields of its kind stay ascending."""
    place, p = pieces.place, piece
    held = place[p]
    step = 1 if to > held else -1
    end = pieces.last[p] if to > held else pieces.first[p]
    while True:
        inner = p != end and (place[p + step] < to) == (step == 1)
        after = place[p + step] if inner else to
        change = (held - pieces.base[p] ^ after - pieces.base[p]) << pieces.shift[p]
        if pieces.upper[p]:
            high ^= change
        else:
            low ^= change
        if not inner:
            return low, high
        held = after
        p += step


@njit
def expand(
    keys: Words,
    progress: Words,
    table: Words,
    shift: np.uint64,
    limit: int,
    out: Words,
    room: int,
    pieces: Pieces,
) -> None:
    """Put the keys one move away, if not in the table, into ``out`` and the table.

    ``progress`` is updated: the keys done, the entries of the table, the keys found.  Stops before
    a key when the entries exceed ``limit`` or the keys found ``room``.
    """
    end = keys.shape[1] - 1
    used, found = progress[1], progress[2]
    stamp = ZERO
    for n in range(pieces.seen.shape[0]):
        pieces.seen[n] = ZERO
    i = np.int64(progress[0])
    while i < keys.shape[0] and used <= limit and found <= room:
        key_low, key_high = keys[i, 0], keys[i, end]
        _read(key_low, key_high, pieces)
        low, high = ZERO, ZERO
        for p in range(pieces.place.shape[0]):
            low |= pieces.cover[pieces.place[p], 0]
            high |= pieces.cover[pieces.place[p], 1]
        for p in range(pieces.place.shape[0]):
            at = pieces.place[p]
            if not (pieces.around[at, 0] & ~low | pieces.around[at, 1] & ~high):
                continue
            stamp += ONE
            for n in range(1, _flood(p, low, high, pieces, stamp)):
                node: int = pieces.queue[n]
                to = pieces.place_of[node]
                if to == at or not pieces.rests[to]:
                    continue
                new_low, new_high = _moved(p, to, key_low, key_high, pieces)
                if _add(table, shift, new_low, new_high):
                    out[found, 0] = new_low
                    if end:
                        out[found, 1] = new_high
                    used += ONE
                    found += ONE
        i += 1
    progress[0], progress[1], progress[2] = i, used, found
