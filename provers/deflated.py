"""Bodies that are compressed while they are made, in a file without a name.

A part is raw deflate data (RFC 1951) that ends at a byte, so that parts can be put one after the
other: with two bytes before them, and an empty block and a checksum behind, they are a zlib stream
(RFC 1950).  Now and then a part forgets what came before; from there it can be read again.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
import weakref
import zlib
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import IO, Any, NamedTuple

LEVEL, PIECE = 6, 1 << 16
IN_MEMORY = 1 << 24
"""Compressed bytes of a part that stay in memory; more go to the system's temporary folder."""
APART = 1 << 16
"""Bytes of the body between two places from which it can be read, at least."""
ZLIB_HEADER, LAST_BLOCK = b"\x78\x9c", b"\x03\x00"
ADLER = 65521
"""The prime of Adler-32, the checksum of zlib streams."""


class Place(NamedTuple):
    """Where something begins: so many bytes ``behind`` those compressed from ``offset`` on."""

    offset: int
    behind: int


class DeflatedPart:
    """A part that grows.  Its file is gone with it, also when the program is killed."""

    def __init__(self) -> None:
        self._file: IO[bytes] = BytesIO()
        self._most = IN_MEMORY
        """Compressed bytes up to which memory is enough."""
        self._stream = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._size = self._start = 0
        """Compressed bytes in the file, and before the last place to read from."""
        self._since = 0
        """Bytes put since that place."""
        self.length, self.checksum = 0, 1
        """Bytes of the body, and their Adler-32."""

    def put(self, data: bytes) -> None:
        """Compress more bytes.  Where the disk does not take them they stay in memory."""
        self._write(self._stream.compress(data))
        self.length += len(data)
        self._since += len(data)
        self.checksum = zlib.adler32(data, self.checksum)

    def mark(self) -> Place:
        """The place of what comes next."""
        if self._since >= APART:
            self._flush()
        return Place(self._start, self._since)

    def read(self, place: Place) -> Iterator[bytes]:
        """The bytes from a place to the end, in pieces; nothing may be put meanwhile."""
        self._flush()
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        skip = place.behind
        for piece in self._pieces(place.offset):
            data = stream.decompress(piece)
            if len(data) > skip:
                yield data[skip:]
            skip = max(0, skip - len(data))

    @property
    def size(self) -> int:
        """Bytes when they are compressed."""
        self._flush()
        return self._size

    def compressed(self) -> Iterator[bytes]:
        """All that was put, compressed, in pieces."""
        self._flush()
        return self._pieces(0)

    def _pieces(self, offset: int) -> Iterator[bytes]:
        while offset < self._size:
            self._file.seek(offset)
            piece = self._file.read(PIECE)
            offset += len(piece)
            yield piece

    def _flush(self) -> None:
        """End at a byte, and forget what came before."""
        if self._since:
            self._write(self._stream.flush(zlib.Z_FULL_FLUSH))
            self._start, self._since = self._size, 0

    def _write(self, data: bytes) -> None:
        if self._size + len(data) > self._most:
            self._move(self._to_disk)
        try:
            self._append(data)
        except OSError:  # the disk is full
            self._move(BytesIO)
            self._append(data)

    def _append(self, data: bytes) -> None:
        self._file.seek(self._size)
        if self._file.write(data) < len(data):
            raise OSError("written in part")
        self._size += len(data)

    def _move(self, make: Callable[[], IO[bytes]]) -> None:
        """Go on in another file, or where the disk has no room in memory."""
        pieces, self._most = self._pieces(0), sys.maxsize
        try:
            file = make()
            for piece in pieces:
                if file.write(piece) < len(piece):
                    raise OSError("written in part")
        except OSError:
            return
        self._file = file

    def _to_disk(self) -> IO[bytes]:
        file = tempfile.TemporaryFile(prefix="puzzleproof-", buffering=0)  # noqa: SIM115
        weakref.finalize(self, file.close)
        return file


class DeflatedBody:
    """The parts of a body together."""

    def __init__(self, parts: Sequence[DeflatedPart]) -> None:
        self._parts = parts
        self.length = sum(part.length for part in parts)
        """Bytes before they are compressed."""

    @property
    def size(self) -> int:
        """Bytes when they are compressed, but for what joins the parts."""
        return sum(part.size for part in self._parts)

    def described(self) -> dict[str, Any]:
        """What a header says of it."""
        digest = hashlib.sha256()
        for piece in self.compressed():
            digest.update(piece)
        return {"body_bytes": self.length, "sha256": digest.hexdigest()}

    def compressed(self) -> Iterator[bytes]:
        """The zlib stream, in pieces."""
        checksum = 1
        yield ZLIB_HEADER
        for part in self._parts:
            yield from part.compressed()
            checksum = joined_checksum(checksum, part.checksum, part.length)
        yield LAST_BLOCK + checksum.to_bytes(4, "big")


def joined_checksum(one: int, other: int, length: int) -> int:
    """The Adler-32 of some bytes with ``length`` others behind, from that of each (RFC 1950).

    >>> joined_checksum(zlib.adler32(b"from "), zlib.adler32(b"both ends"), 9) == zlib.adler32(
    ...     b"from both ends"
    ... )
    True
    """
    (low, high), (more, above) = ((sum_ & 0xFFFF, sum_ >> 16) for sum_ in (one, other))
    return (high + above + length * (low - 1)) % ADLER << 16 | (low + more - 1) % ADLER
