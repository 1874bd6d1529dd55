"""Certificate files: one line of JSON, then a body compressed by zlib; read without trust.

Header keys: ``format`` (``puzzleproof-certificate``), ``version`` (1), ``kind``, ``instance`` (the
TOML text), ``metric``, ``at_least`` (the bound claimed; null claims `unsolvable`), ``plan`` (moves,
or null), ``versions``; of a labelling ``sizes`` and ``width`` (of the body's records); of an
invariant ``argument`` (it has no body).  See docs/certificates.md.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from operator import lt
from pathlib import Path
from typing import Any, BinaryIO, cast

from puzzleproof.models.errors import (
    CertificateRejected,
    IllegalMove,
    InstanceError,
    NotationError,
    Unsupported,
)
from puzzleproof.models.instances import loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.replay import replay_to_goal

__all__ = ["CHECKERS", "Certificate", "Checked", "check_file", "records"]

FORMAT, VERSION = "puzzleproof-certificate", 1
HEADER_LIMIT = 8_000_000
CHUNK = 1 << 18
RECORDS = 1 << 15
"""So many are read, and checked, at a time: whatever is wrong ends there."""

CHECKERS = {
    "invariant": "puzzleproof.verify.invariant:check",
    "labelling": "puzzleproof.verify.labelling:check",
}

WITHOUT_BODY = ("invariant",)
"""Kinds that say everything in the header."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a header says, read and typed; the body follows in ``file``."""

    kind: str
    puzzle: AnyPuzzle
    at_least: int | None
    plan: tuple[str, ...] | None
    sizes: tuple[int, ...]
    width: int
    file: BinaryIO
    argument: Any = None
    """An invariant's argument, as JSON has it."""


@dataclass(frozen=True, slots=True)
class Checked:
    """An accepted certificate: what it proves, and how many states (or lemmas) were looked at."""

    kind: str
    puzzle: AnyPuzzle
    at_least: int | None
    plan: tuple[str, ...] | None
    states: int

    @property
    def optimum(self) -> int | None:
        """The minimum, where a plan reaches the lower bound."""
        reached = self.plan is not None and len(self.plan) == self.at_least
        return self.at_least if reached else None

    def words(self) -> str:
        """What was checked, in a line."""
        metric = f"metric {self.puzzle.metric}"
        if self.at_least is None:
            claim = f"unsolvable ({metric})"
        elif self.optimum is not None:
            claim = f"minimum {self.optimum} moves ({metric}), plan replayed"
        else:
            claim = f"at least {self.at_least} moves ({metric})"
        name = self.puzzle.info.name or "(no name)"
        size = f" of {self.states:,} states" if self.kind == "labelling" else ""
        return f"{name}: {claim}; {self.kind}{size}, by the rules"


def check_file(path: str | Path) -> Checked:
    """Check a certificate from the rules alone; raises CertificateRejected with the first fault."""
    try:
        with open(path, "rb") as file:
            certificate = read_header(file)
            module, _, name = CHECKERS[certificate.kind].partition(":")
            _check_plan(certificate)
            states: int = getattr(import_module(module), name)(certificate)
    except OSError as error:
        raise InstanceError(f"{str(path)!r}: cannot be read: {error.strerror or error}") from None
    except CertificateRejected as error:
        raise CertificateRejected(f"{path}: {error}") from None
    return Checked(
        certificate.kind, certificate.puzzle, certificate.at_least, certificate.plan, states
    )


def read_header(file: BinaryIO) -> Certificate:
    """Read the first line; raises CertificateRejected for whatever is not as documented."""
    line = file.readline(HEADER_LIMIT)
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        raise CertificateRejected("the first line is not a header in JSON") from None
    header = cast("dict[str, Any]", header) if isinstance(header, dict) else {}
    if header.get("format") != FORMAT:
        raise CertificateRejected(f"the header's 'format' is not {FORMAT!r}")
    if header.get("version") != VERSION:
        raise CertificateRejected(f"version {header.get('version')!r}: expected {VERSION}")
    return _typed(header, file)


def _typed(header: Mapping[str, Any], file: BinaryIO) -> Certificate:
    kind = header.get("kind")
    if not isinstance(kind, str) or kind not in CHECKERS:
        raise CertificateRejected(f"kind {kind!r}: expected one of {', '.join(CHECKERS)}")
    try:
        text = header["instance"]
        if not isinstance(text, str):
            raise TypeError(f"'instance' {text!r}: expected the text of a file")
        puzzle = loads(text, "instance").with_metric(header["metric"])
    except (InstanceError, Unsupported, KeyError, TypeError, AttributeError) as error:
        raise CertificateRejected(f"the header's instance or metric: {error}") from None
    bound, plan = header.get("at_least", -1), header.get("plan")
    if not (bound is None or _natural(bound)):
        raise CertificateRejected(f"'at_least' {bound!r}: expected a number or null")
    width = header.get("width", puzzle.pack_width if kind in WITHOUT_BODY else None)
    if width != puzzle.pack_width:
        raise CertificateRejected(f"'width' {width!r}: this instance packs in {puzzle.pack_width}")
    moves = None if plan is None else _list(header, "plan", lambda move: type(move) is str)
    sizes = () if kind in WITHOUT_BODY else _list(header, "sizes", _natural)
    argument = header.get("argument")
    return Certificate(kind, puzzle, bound, moves, sizes, puzzle.pack_width, file, argument)


def _natural(value: object) -> bool:
    return type(value) is int and value >= 0


def _list(header: Mapping[str, Any], key: str, fits: Callable[[object], bool]) -> tuple[Any, ...]:
    """Return a list of the header; raises CertificateRejected where an item does not fit."""
    value = header.get(key)
    items = cast("list[object]", value) if isinstance(value, list) else [None]
    if not all(map(fits, items)):
        raise CertificateRejected(f"the header's {key!r} is not a list as documented")
    return tuple(items)


def _check_plan(certificate: Certificate) -> None:
    if certificate.plan is None:
        return
    if certificate.at_least is None:
        raise CertificateRejected("claims 'unsolvable' and brings a plan")
    try:
        replay_to_goal(certificate.puzzle, certificate.plan)
    except (IllegalMove, NotationError) as error:
        raise CertificateRejected(f"the plan: {error}") from None


def records(certificate: Certificate) -> Iterator[Iterator[list[int]]]:
    """Decompress the body as it is read, block by block as ``sizes`` says, each in parts.

    In a block the records ascend, so that nothing is listed twice; nothing may be missing or left
    over.  Each block must be read to its end.
    """
    stream, spare = zlib.decompressobj(), bytearray()

    def block(label: int, size: int) -> Iterator[list[int]]:
        last, width = -1, certificate.width
        while size:
            count = min(size, RECORDS)
            while len(spare) < count * width:
                spare.extend(_more(stream, certificate.file))
            part = _numbers(bytes(spare[: count * width]), width)
            del spare[: count * width]
            if part[0] <= last or not all(map(lt, part, part[1:])):
                raise CertificateRejected(f"label {label}: the records do not ascend")
            last, size = part[-1], size - count
            yield part

    for label, size in enumerate(certificate.sizes):
        yield block(label, size)
    if spare or not _ended(stream, certificate.file):
        raise CertificateRejected("the body goes on after the last record")


def _numbers(data: bytes, width: int) -> list[int]:
    return [int.from_bytes(data[k : k + width], "big") for k in range(0, len(data), width)]


def _more(stream: Any, file: BinaryIO) -> bytes:
    """Return the next decompressed bytes, `CHUNK` at most; raises where the body ends."""
    data = stream.unconsumed_tail or file.read(CHUNK)
    if not data:
        raise CertificateRejected("the body ends too early")
    try:
        more: bytes = stream.decompress(data, CHUNK)
    except zlib.error as error:
        raise CertificateRejected(f"the body cannot be decompressed: {error}") from None
    return more


def _ended(stream: Any, file: BinaryIO) -> bool:
    """Whether the compressed stream closes here, with its checksum, and the file with it."""
    while not stream.eof:
        data = stream.unconsumed_tail or file.read(CHUNK)
        try:
            if not data or stream.decompress(data, CHUNK):
                return False
        except zlib.error:
            return False
    return not stream.unused_data and not file.read(1)
