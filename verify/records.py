"""The records of a labelling: blocks of ascending numbers, written as differences.

A record is the difference between a number and the one before it in the block (for the first
number, -1).  It is written as a varint: seven bits a byte, the lowest first, the top bit set in all
but the last byte (LEB128; DWARF Debugging Information Format 3, 2005, section 7.6).  Neighbouring
states have numbers close to each other, so most records have one to four bytes.

For speed a regular expression splits a chunk of bytes, and varints met before are looked up.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from puzzleproof.models.errors import CertificateRejected

if TYPE_CHECKING:
    from puzzleproof.verify.certificate import Body

GROWTH = 16
"""How many bytes one byte of the file may become when decompressed.  Each of these bytes may stand
for a state, which takes a hundred bytes of memory.  Honest labellings grow twofold or less."""

VARINT = re.compile(rb"[\x80-\xff]*[\x00-\x7f]")
"""Use it only on bytes that end with a whole varint: on others a search takes quadratic time."""
UNFINISHED = bytes(range(0x80, 0x100))
NUMBERS_KEPT = 1 << 20


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
        """The number, computed."""
        value = 0
        for byte in reversed(varint):
            value = value << 7 | byte & 0x7F
        return value


class Records:
    """Reads the blocks of a body one after the other; every number fits into ``width`` bytes."""

    def __init__(self, body: "Body", width: int) -> None:
        self._body, self._bits = body, 8 * width
        self._longest = (self._bits + 7) // 7
        self._varints = Varints()
        self._open = b""
        """The beginning of a varint that ends in the next chunk."""
        self._ready: Any = []
        """Differences that were read and are not all used yet."""
        self._used = 0

    def block(self, name: str, size: int) -> Iterator[Any]:
        """Yield the numbers of the next block in parts (here lists); all parts must be read.

        Raises CertificateRejected naming the first record, from 1, that is wrong.
        """
        last, done = -1, 0
        while done < size:
            if self._used == len(self._ready):
                self._fill(name, done)
                continue
            added = self._ready[self._used : self._used + size - done]
            numbers = self._numbers(added, last, name, done)
            self._used += len(added)
            last, done = int(numbers[-1]), done + len(numbers)
            yield numbers

    def finish(self) -> None:
        """Raise CertificateRejected if the body has not been read to its end."""
        if self._used < len(self._ready) or self._open or self._body.left:
            raise CertificateRejected("the body goes on after the last record")

    def _numbers(self, added: Sequence[int], last: int, name: str, done: int) -> Any:
        """The numbers: sums of the differences from ``last`` on, after ``done`` records."""
        numbers = list(accumulate(added, initial=last))[1:]
        if 0 in added:
            at = done + added.index(0) + 1
            raise CertificateRejected(f"{name}, record {at}: repeats the one before it")
        if numbers[-1] >> self._bits:
            at = next(k for k, number in enumerate(numbers, done + 1) if number >> self._bits)
            raise CertificateRejected(f"{name}, record {at}: no state has so large a number")
        return numbers

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
        """The numbers of the whole varints in ``data``; checks the length of the open one too."""
        varints = VARINT.findall(data)
        if max(map(len, [*varints, self._open])) > self._longest:
            raise CertificateRejected(f"{where} or later: a number of too many bytes")
        if b"\0" in data and any(varint[-1] == 0 < len(varint) - 1 for varint in varints):
            raise CertificateRejected(f"{where} or later: a number that ends in a needless zero")
        return list(map(self._varints.__getitem__, varints))
