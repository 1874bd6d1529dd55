"""The blocks of a labelling, and their records.

A block has packed states, ascending, ``width`` bytes each; as records (`verify.records`) they are
the body of a certificate.  While a search goes on its last blocks stay as they are.  Those for
which there is no room are packed, as they will stand in the certificate: compressed records, in a
temporary file.  They take one or two bytes a state there, and are unpacked where a plan needs them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import sub
from typing import TypeAlias, overload

from puzzleproof.provers.deflated import DeflatedPart, Place
from puzzleproof.verify.records import Readable, Records

KEPT = 200_000
"""Varints that are kept."""
WORD_BYTES = 8
"""Numbers of at most so many bytes go through numpy, where it is installed."""

PLAIN_BYTES = 1 << 25
"""Bytes of blocks that stay as they are: tables that have no more are never packed."""
SHARE = 8
"""Where memory is limited, an eighth of it at most."""

RecordMaker: TypeAlias = Callable[[bytes], Iterable[bytes]]
"""From a block to its records, in pieces."""


class Blocks(Sequence[bytes]):
    """Blocks that are appended, and unpacked when they are asked for."""

    def __init__(self, width: int, memory: int | None = None) -> None:
        """Of states of ``width`` bytes; ``memory`` in bytes is what the search may take."""
        self.width = width
        self.sizes: list[int] = []
        """The states of each block."""
        self._most = PLAIN_BYTES if memory is None else min(PLAIN_BYTES, memory // SHARE)
        self._plain: deque[bytes] = deque()
        """The last blocks."""
        self._bytes = 0
        """What they take."""
        self._packed: PackedBlocks | None = None

    def append(self, block: bytes) -> None:
        """Keep one more block."""
        self.sizes.append(len(block) // self.width)
        self._plain.append(block)
        self._bytes += len(block)
        while self._bytes > self._most:
            self._pack_first()

    def __len__(self) -> int:
        return len(self.sizes)

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | Sequence[bytes]:
        if isinstance(index, slice):
            return [self[k] for k in range(len(self))[index]]
        k, packed = range(len(self))[index], len(self) - len(self._plain)
        if k >= packed:
            return self._plain[k - packed]
        assert self._packed is not None, "the first blocks are packed"
        return self._packed.block(k, self.sizes[k])

    def kept(self) -> Sequence[bytes]:
        """The same blocks, for good: all as they are, or all packed where some are."""
        if self._packed is None:
            return tuple(self._plain)
        while self._plain:
            self._pack_first()
        return self

    @property
    def part(self) -> DeflatedPart:
        """The records of all blocks that `kept` has packed."""
        assert self._packed is not None, "some were packed"
        return self._packed.part

    def _pack_first(self) -> None:
        """Pack the oldest block that is not."""
        if self._packed is None:
            self._packed = PackedBlocks(self.width)
        block = self._plain.popleft()
        self._bytes -= len(block)
        self._packed.append(block)


class PackedBlocks:
    """Blocks that were appended, of states of ``width`` bytes."""

    def __init__(self, width: int) -> None:
        self.part = DeflatedPart()
        self._width = width
        self._records = record_maker(width, many=True)
        self._places: list[Place] = []
        """Where each begins."""

    def append(self, block: bytes) -> None:
        """Pack one more block."""
        self._places.append(self.part.mark())
        for piece in self._records(block):
            self.part.put(piece)

    def block(self, k: int, size: int) -> bytes:
        """One of them, of that many states."""
        rest = _Rest(self.part.read(self._places[k]))
        return read_block(rest, self._width, size)


class _Rest:
    """What the readers of records read: pieces, to the end."""

    left = 1

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces

    def read_bounded(self, _growth: int, _where: str) -> bytes:
        return next(self._pieces, b"")


def read_block(body: Readable, width: int, size: int) -> bytes:
    """The block of the next ``size`` records."""
    if width <= WORD_BYTES:
        try:
            from puzzleproof.provers.labelling.arrays import read_block as in_arrays
        except ImportError:
            pass
        else:
            return in_arrays(body, width, size)
    parts = Records(body, width).block("block", size)
    return b"".join([number.to_bytes(width, "big") for part in parts for number in part])


def block_sizes(blocks: Sequence[bytes], width: int) -> list[int]:
    """The states of each block; none is unpacked."""
    if isinstance(blocks, Blocks):
        return blocks.sizes
    return [len(block) // width for block in blocks]


def sorted_block(packed: list[int], width: int) -> bytes:
    """Packed states, ascending, ``width`` bytes each."""
    packed.sort()
    return b"".join([number.to_bytes(width, "big") for number in packed])


def numbers_in(block: bytes, width: int) -> list[int]:
    """The packed states of a block, ascending."""
    cuts = range(0, len(block), width)
    return [int.from_bytes(block[k : k + width], "big") for k in cuts]


def record_maker(width: int, *, many: bool) -> RecordMaker:
    """The function from blocks to records; in arrays where there are many."""
    if many and width <= WORD_BYTES:
        try:
            from puzzleproof.provers.labelling.arrays import records
        except ImportError:
            pass
        else:
            return lambda block: records(block, width)
    encode = record_encoder(width)
    return lambda block: (encode(block),)


def record_encoder(width: int) -> Callable[[bytes], bytes]:
    """The function from a block of ascending numbers to its records (`verify.records`).

    Each number is written as what it adds to the one before it, seven bits a byte, the lowest first
    (LEB128).

    >>> record_encoder(2)(bytes([0, 5, 1, 5])).hex()
    '068002'
    """
    varints = _Varints()

    def encode(block: bytes) -> bytes:
        if len(varints) > KEPT:
            varints.clear()
        numbers = numbers_in(block, width)
        return b"".join(map(varints.__getitem__, map(sub, numbers, [-1, *numbers])))

    return encode


class _Varints(dict[int, bytes]):
    """Number -> its varint, made when first met."""

    def __missing__(self, number: int) -> bytes:
        data, rest = bytearray(), number
        while rest > 0x7F:
            data.append(rest & 0x7F | 0x80)
            rest >>= 7
        data.append(rest)
        self[number] = varint = bytes(data)
        return varint
