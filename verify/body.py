"""The body of a certificate: decompressed as it is read, in bounded memory, and hashed on the way.

The header says how many bytes the body has once it is decompressed (``body_bytes``) and the
SHA-256 of what follows the first line of the file, as it stands there.  No more than a chunk is
ever decompressed ahead, and no byte beyond ``body_bytes``, so that a bomb ends at once.  Reference:
RFC 1950 (P. Deutsch, J.-L. Gailly, ZLIB compressed data format, 1996).
"""

from __future__ import annotations

import hashlib
import zlib
from typing import BinaryIO

from puzzleproof.models.errors import CertificateRejected

CHUNK = 1 << 16
"""Bytes read from the file, or decompressed, at a time."""

EARLY = "the body ends too early"
LATE = "the body goes on after its end"


class Body:
    """Reads what follows the header; whoever has read it calls `finish`."""

    def __init__(self, file: BinaryIO, length: int, sha256: str) -> None:
        self._file, self._sha256 = file, sha256
        self._left = length
        """Bytes that are still to be decompressed."""
        self._stream = zlib.decompressobj()
        self._hash = hashlib.sha256()
        self._spare = bytearray()
        self.taken = 0
        """How many bytes were read from the file."""
        self._any = length > 0
        """Where the length is 0 nothing follows the header, no empty stream either."""

    @property
    def left(self) -> int:
        """How many bytes have not been given out."""
        return self._left + len(self._spare)

    def read(self, count: int) -> bytes:
        """Exactly so many bytes; raises CertificateRejected where the body is shorter."""
        if count > self.left:
            raise CertificateRejected(EARLY)
        while len(self._spare) < count:
            self._spare += self._more()
        data = bytes(self._spare[:count])
        del self._spare[:count]
        return data

    def read_some(self) -> bytes:
        """The next bytes, a chunk at most; none at the end."""
        if self._spare:
            return self.read(min(CHUNK, len(self._spare)))
        return self._more() if self._left else b""

    def finish(self) -> None:
        """Nothing is left over, the stream is closed with its checksum, the hash is as said."""
        if self.left:
            raise CertificateRejected(LATE + f": {self.left} bytes were not asked for")
        while self._any and not self._stream.eof:
            if self._decompress(1):
                raise CertificateRejected(LATE + " as 'body_bytes' says")
        if self._stream.unused_data or self._file.read(1):
            raise CertificateRejected(LATE + ": the file has more bytes")
        if self._hash.hexdigest() != self._sha256:
            raise CertificateRejected("the body was changed: its 'sha256' is not as said")

    def _more(self) -> bytes:
        """The next decompressed bytes, at least one."""
        while not (data := self._decompress(min(CHUNK, self._left))):
            if self._stream.eof:
                raise CertificateRejected(EARLY)
        self._left -= len(data)
        return data

    def _decompress(self, most: int) -> bytes:
        data = self._stream.unconsumed_tail
        if not data and not self._stream.eof:
            data = self._file.read(CHUNK)
            self._hash.update(data)
            self.taken += len(data)
            if not data:
                raise CertificateRejected(EARLY)
        try:
            return self._stream.decompress(data, most)
        except zlib.error as error:
            raise CertificateRejected(f"the body cannot be decompressed: {error}") from None
