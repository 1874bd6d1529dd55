"""The records of a labelling: blocks of ascending numbers, each written as what it adds.

A record says by how much its number is above the one before it in the block (above -1, of the
first), as a varint: seven bits a byte, the lowest first, the top bit set in all but the last byte
(LEB128; DWARF Debugging Information Format 3, 2005, section 7.6).  Numbers of neighbouring states
are near each other, so most records have one to four bytes.

They are read by built-ins, a chunk at a time: one regular expression cuts the bytes, and the gaps
of one bit between sevens are closed in all numbers at once, as one long integer.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterator
from itertools import accumulate

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.body import Body

FREE, GROWTH = 1_000_000, 16
"""Each state is a byte at least, and takes a hundred in memory; so a body is decompressed to no
more bytes than this, and so many for each byte of the file.  Labellings grow twofold or less."""

VARINT = re.compile(rb"[\x80-\xff]*[\x00-\x7f]")
"""To be looked for in bytes that end with the last of a varint; else it takes time squared."""
UNFINISHED = bytes(range(0x80, 0x100))
WORD = 8
"""Varints of so many bytes are read together."""
GAPS = ((0x7F007F007F007F00, 1), (0x3FFF00003FFF0000, 2), (0x0FFFFFFF00000000, 4))
"""Which bits of a word go down by how many, so that first pairs of sevens are joined, then pairs
of fourteens, then both halves."""
SEVENS = 0x7F7F7F7F7F7F7F7F


class Records:
    """The blocks of a body, one after the other; ``width`` bytes hold every number."""

    def __init__(self, body: Body, width: int) -> None:
        self._body, self._bits, self._bytes = body, 8 * width, 0
        self._longest = (self._bits + 7) // 7
        self._open = b""
        """The beginning of a varint that the next chunk ends."""
        self._ready: list[int] = []
        self._used = 0

    def block(self, name: str, size: int) -> Iterator[list[int]]:
        """The numbers of the next block, in parts; it must be read to its end.

        Raises CertificateRejected naming the first record, from 1, that is wrong.
        """
        last, done = -1, 0
        while done < size:
            if self._used == len(self._ready):
                self._fill(name, done)
                continue
            added = self._ready[self._used : self._used + size - done]
            numbers = list(accumulate(added, initial=last))[1:]
            if 0 in added:
                at = done + added.index(0) + 1
                raise CertificateRejected(f"{name}, record {at}: repeats the one before it")
            if numbers[-1] >> self._bits:
                at = next(k for k, number in enumerate(numbers, done + 1) if number >> self._bits)
                raise CertificateRejected(f"{name}, record {at}: no state has so large a number")
            self._used += len(added)
            last, done = numbers[-1], done + len(numbers)
            yield numbers

    def finish(self) -> None:
        """Nothing may be left of the body but its end."""
        if self._used < len(self._ready) or self._open or self._body.left:
            raise CertificateRejected("the body goes on after the last record")

    def _fill(self, name: str, done: int) -> None:
        """Read the next chunk; its first record is the next one of the block."""
        where = f"{name}, record {done + 1}"
        chunk = self._body.read_some()
        if not chunk:
            raise CertificateRejected(f"{where}: the body ends too early")
        self._bytes += len(chunk)
        if self._bytes > FREE + GROWTH * self._body.taken:
            raise CertificateRejected(
                f"{where}: the body grows more than {GROWTH}-fold when it is decompressed"
            )
        data = self._open + chunk
        whole = len(data.rstrip(UNFINISHED))
        varints, self._open = VARINT.findall(data[:whole]), data[whole:]
        if max(map(len, [*varints, self._open])) > self._longest:
            raise CertificateRejected(f"{where} or later: a number of too many bytes")
        if b"\0" in data and any(varint[-1] == 0 < len(varint) - 1 for varint in varints):
            raise CertificateRejected(f"{where} or later: a number that ends in a needless zero")
        self._ready, self._used = values(varints), 0


def values(varints: list[bytes]) -> list[int]:
    """What some varints say.

    >>> values([bytes([5]), bytes([0x80, 2]), bytes([0xFF] * 9 + [1])])
    [5, 256, 18446744073709551615]
    """
    words = b"".join([varint.ljust(WORD, b"\0") for varint in varints])
    if len(words) != WORD * len(varints):
        short = [varint if len(varint) <= WORD else b"" for varint in varints]
        found = values(short)
        for k, varint in enumerate(varints):
            if len(varint) > WORD:
                found[k] = sum((byte & 0x7F) << 7 * at for at, byte in enumerate(varint))
        return found
    whole = int.from_bytes(words, "little") & _in_all(SEVENS, len(varints))
    for mask, shift in GAPS:
        upper = whole & _in_all(mask, len(varints))
        whole = whole ^ upper | upper >> shift
    numbers = array("Q", whole.to_bytes(len(words), "little"))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tolist()


def _in_all(word: int, count: int) -> int:
    """A word, so many times."""
    return int.from_bytes(word.to_bytes(WORD, "little") * count, "little")
