"""The body of a certificate, and the records of a labelling in it: blocks of ascending numbers.

A body is decompressed and hashed as it is read (RFC 1950, P. Deutsch, J.-L. Gailly, 1996).

A record is the difference between a number and the one before it in the block (-1 before the first
number).  It is written as a varint: seven bits per byte, the lowest first, the top bit set in all
but the last byte (LEB128; DWARF Debugging Information Format 3, 2005, section 7.6).
Neighbouring states have numbers close to each other, so most records have one to four bytes.

For speed a regular expression splits a chunk of bytes, and varints met before are looked up.
"""

import hashlib
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any, BinaryIO, TypeAlias

from puzzleproof.models.budget import evidence
from puzzleproof.models.errors import CertificateRejected

BODY_CHUNK = 1 << 16
"""The number of bytes of the body that are read, or decompressed, at a time."""
FREE_BYTES = 1_000_000
"""A body may have this many bytes once decompressed, however small the file is."""
DAMAGED = "the file is damaged or was changed"
EARLY, LATE = "the body ends too early", "the body goes on after its end"
Tell: TypeAlias = Callable[[str, int, int], None]
"""A function called with the kind of work, the amount done, and the whole amount."""
CHECKING = "checking the certificate by the rules"
"""The kind of work, counted in bytes, that `Tell` is called with while the body is read."""
GROWTH = 16
"""A byte of the file may become at most this many bytes when decompressed.  Each of those may stand
for a state, which takes a hundred bytes of memory.  Honest labellings grow twofold or less."""

VARINT = re.compile(rb"[\x80-\xff]*[\x00-\x7f]")
"""Use it only on bytes that end with a whole varint: on other bytes it takes quadratic time."""
UNFINISHED = bytes(range(0x80, 0x100))
NUMBERS_KEPT = 1 << 20


class Body:
    """The bytes after the header, decompressed while they are read, in bounded memory, and hashed.

    It is decompressed a chunk at a time, and never beyond ``length`` bytes, so a decompression bomb
    ends at once.  After reading it all, call `finish`.
    """

    def __init__(self, file: BinaryIO, length: int, sha256: str) -> None:
        self._file, self._length, self._sha256 = file, length, sha256
        self.left = length
        """Bytes still to be decompressed."""
        self._stream = zlib.decompressobj()
        self._hash = hashlib.sha256()
        self._taken = 0
        """Bytes read from the file."""
        self.tell: Tell | None = None
        """Called whenever bytes have been read."""

    def read_some(self) -> bytes:
        """Return the next bytes, at most a chunk; no bytes at the end."""
        data = b""
        while self.left and not (data := self._decompress(min(BODY_CHUNK, self.left))):
            if self._stream.eof:
                raise CertificateRejected(EARLY)
        self.left -= len(data)
        if self.tell is not None:
            self.tell(CHECKING, self._length - self.left, self._length)
        return data

    def read_bounded(self, growth: int, where: str) -> bytes:
        """Return the bytes of `read_some`; raises CertificateRejected if the body grew too much."""
        data = self.read_some()
        if self._length - self.left > FREE_BYTES + growth * self._taken:
            raise CertificateRejected(
                f"{where}: the body grows more than {growth}-fold when it is decompressed"
            )
        return data

    def finish(self) -> None:
        """Raise CertificateRejected unless the whole body was read and its hash is right.

        If the length is 0, nothing may follow the header, not even an empty stream.
        """
        if self.left:
            raise CertificateRejected(LATE + f": {self.left} bytes were not asked for")
        while self._length and not self._stream.eof:
            if self._decompress(1):
                raise CertificateRejected(LATE + ", given by 'body_bytes'")
        if self._stream.unused_data or self._file.read(1):
            raise CertificateRejected(LATE + ": the file has more bytes")
        self._check_hash()

    def check_whole(self) -> None:
        """Raise CertificateRejected if the rest of the file shows that its bytes were changed.

        It is called after another fault was found, which damage to the file may have caused.  A
        stream that has ended was whole.  Reading stops at zlib's worst case, so that it ends.
        """
        if self._stream.eof or not self._length:
            return
        most = self._length + (self._length >> 8) + BODY_CHUNK
        while self._taken < most and (data := self._file.read(BODY_CHUNK)):
            self._hash.update(data)
            self._taken += len(data)
        self._check_hash()

    def _check_hash(self) -> None:
        if self._hash.hexdigest() != self._sha256:
            raise CertificateRejected(
                f"{DAMAGED}: its body does not have the 'sha256' that its header states"
            )

    def _decompress(self, most: int) -> bytes:
        data = self._stream.unconsumed_tail
        if not data and not self._stream.eof:
            data = evidence(self._file.read(BODY_CHUNK))
            self._hash.update(data)
            self._taken += len(data)
            if not data:
                raise CertificateRejected(EARLY)
        try:
            return self._stream.decompress(data, most)
        except zlib.error as error:
            raise CertificateRejected(f"the body cannot be decompressed: {error}") from None


class Varints(dict[bytes, int]):
    """The bytes of a varint -> its number, computed when the varint is first met.

    >>> numbers = Varints()
    >>> [numbers[one] for one in (bytes([5]), bytes([0x80, 2]))]
    [5, 256]
    """

    def __missing__(self, varint: bytes) -> int:
        number = self.value(varint)
        if len(self) < NUMBERS_KEPT:
            self[varint] = number
        return number

    def value(self, varint: bytes) -> int:
        """Compute the number."""
        value = 0
        for byte in reversed(varint):
            value = value << 7 | byte & 0x7F
        return value


class Records:
    """Reads the blocks of a body one after the other; every number fits into ``width`` bytes."""

    def __init__(self, body: Body, width: int) -> None:
        self._body, self._bits = body, 8 * width
        self._longest = (self._bits + 7) // 7
        self._varints = Varints()
        self._open = b""
        """The beginning of a varint that ends in the next chunk."""
        self._ready: Any = []
        """Differences that were read and are not all used yet."""
        self._used = 0

    def block(self, name: str, size: int) -> Iterator[Any]:
        """Yield the numbers of the next block in parts (lists in this class); read all parts.

        Raises CertificateRejected naming the first record, from 1, that is wrong.
        """
        last, done = -1, 0
        while done < size:
            if self._used == len(self._ready):
                self._fill(name, done)
                continue
            added = self._ready[self._used : self._used + size - done]
            numbers, last = self._numbers(added, last, name, done)
            self._used += len(added)
            done += len(numbers)
            yield numbers

    def finish(self) -> None:
        """Raise CertificateRejected if the body has not been read to its end."""
        if self._used < len(self._ready) or self._open or self._body.left:
            raise CertificateRejected("the body goes on after the last record")

    def _numbers(self, added: Sequence[int], last: int, name: str, done: int) -> tuple[Any, int]:
        """Add differences to ``last``, after ``done`` records; return the sums and the last sum."""
        numbers = list(accumulate(added, initial=last))[1:]
        if 0 in added:
            at = done + added.index(0) + 1
            raise CertificateRejected(f"{name}, record {at}: repeats the one before it")
        if numbers[-1] >> self._bits:
            at = next(k for k, number in enumerate(numbers, done + 1) if number >> self._bits)
            raise CertificateRejected(f"{name}, record {at}: no state has so large a number")
        return numbers, numbers[-1]

    def _fill(self, name: str, done: int) -> None:
        """Read the next chunk; its first record is the next one of the block."""
        where = f"{name}, record {done + 1}"
        chunk = self._body.read_bounded(GROWTH, where)
        if not chunk:
            raise CertificateRejected(f"{where}: the body ends too early")
        data = self._open + chunk
        whole = len(data.rstrip(UNFINISHED))
        self._open = data[whole:]
        self._ready, self._used = self._differences(data[:whole], where), 0

    def _differences(self, data: bytes, where: str) -> Any:
        """Read the whole varints in ``data``; check the length of the open one too."""
        varints = VARINT.findall(data)
        if max(map(len, [*varints, self._open])) > self._longest:
            raise CertificateRejected(f"{where} or later: a number of too many bytes")
        if b"\0" in data and any(varint[-1] == 0 < len(varint) - 1 for varint in varints):
            raise CertificateRejected(f"{where} or later: a number that ends in a needless zero")
        return list(map(self._varints.__getitem__, varints))
