"""Blocks as they will stand in the certificate: compressed records, in a temporary file.

They take one or two bytes a state, and need not be made again when the certificate is written.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzleproof.provers.deflated import DeflatedPart, Place
from puzzleproof.provers.labelling.blocks import WORD_BYTES, record_maker
from puzzleproof.verify.records import Readable, Records


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
