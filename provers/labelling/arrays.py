"""Blocks and records of many states, in numpy: the same bytes as `search` makes one by one."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.encoders.task import Grounding
from puzzleproof.explore.engines.arrays.engine import ArrayEngine
from puzzleproof.models.puzzle import AnyPuzzle

Words: TypeAlias = npt.NDArray[np.uint64]

LIMB_BYTES = 7
"""The bytes of the words that hold packed numbers (`StateKeys.numbered`)."""
WORD_BYTES = 8
SEVEN = 7
"""Bits of a number that one byte of a varint holds."""
BATCH = 1 << 14
"""How many numbers are converted at a time."""


def block_of(
    puzzle: AnyPuzzle, grounding: Grounding, engine: ArrayEngine
) -> Callable[[Any], bytes]:
    """The function from a layer of an engine to its packed states, ascending."""
    entries, width = grounding.entries, puzzle.pack_width

    def part(index: int, fact: int) -> int:
        if entries is None:
            return puzzle.part(index, grounding.state(frozenset({fact}))[0])
        return puzzle.part(*entries[fact]) if fact in entries else 0

    tables = engine.encoding.tables(part, -(-width // LIMB_BYTES))

    def block(layer: Any) -> bytes:
        limbs = _ascending(engine.encoding.numbered(layer, tables))
        starts = range(0, len(limbs[0]), BATCH)
        return b"".join([_rows(limbs, slice(start, start + BATCH), width) for start in starts])

    return block


def _rows(limbs: list[Words], some: slice, width: int) -> bytes:
    words = (limb[some].astype(">u8") for limb in reversed(limbs))
    rows = [word.view(np.uint8).reshape(-1, WORD_BYTES) for word in words]
    return np.hstack([row[:, WORD_BYTES - LIMB_BYTES :] for row in rows])[:, -width:].tobytes()


def _ascending(limbs: list[Words]) -> list[Words]:
    """The numbers in order; most often they are."""
    if len(limbs) == 1:
        if (limbs[0][1:] < limbs[0][:-1]).any():
            limbs[0].sort()
        return limbs
    order = np.lexsort(limbs)
    return [limb[order] for limb in limbs]


def records(block: bytes, width: int) -> Iterator[bytes]:
    """The records of a block of numbers of ``width`` bytes, eight at most (`verify.records`)."""
    last = np.uint64(2**64 - 1)  # before the first number comes -1
    for start in range(0, len(block), width * BATCH):
        numbers = _numbers(block[start : start + width * BATCH], width)
        yield varints(np.diff(numbers, prepend=last))
        last = numbers[-1]


def _numbers(block: bytes, width: int) -> Words:
    rows = np.frombuffer(block, np.uint8).reshape(-1, width)
    padded = np.zeros((len(rows), WORD_BYTES), np.uint8)
    padded[:, WORD_BYTES - width :] = rows
    return padded.view(">u8").ravel().astype(np.uint64)


def smallest_common(one: bytes, other: bytes, width: int) -> int | None:
    """The smallest number that is in both blocks, of eight bytes at most each."""
    both = np.intersect1d(_numbers(one, width), _numbers(other, width), assume_unique=True)
    return int(both[0]) if len(both) else None


def varints(numbers: Words) -> bytes:
    """LEB128: seven bits a byte, the lowest first, the top bit on in all but the last.

    >>> varints(np.array([5, 256], np.uint64)).hex()
    '058002'
    """
    columns = max(1, -(-int(numbers.max()).bit_length() // SEVEN))
    found = np.empty((len(numbers), columns), np.uint8)
    used = np.ones((len(numbers), columns), np.bool_)
    for k in range(columns):
        found[:, k] = numbers & np.uint64(0x7F)
        numbers = numbers >> np.uint64(SEVEN)
        if k + 1 < columns:
            more = numbers != 0
            used[:, k + 1] = more
            found[:, k] |= more.astype(np.uint8) << SEVEN
    return found[used].tobytes()
