"""Certificate files: a header with the claim and the instance, then the body.

The header has the length and the hash of the body.  So the compressed body first goes to a
temporary file beside the target.  Then header and body are put together and forced to the disk, and
only then take the target's name.
"""

import hashlib
import json
import math
import os
import shutil
import zlib
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from tempfile import SpooledTemporaryFile, TemporaryDirectory
from typing import Any, BinaryIO, TypeAlias

from puzzleproof.models.documents import printed
from puzzleproof.models.errors import OutputError, PuzzleProofError, Unsupported
from puzzleproof.models.files import folder_beside, written_whole
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Emit, NotWritten, Working, ignore
from puzzleproof.verify.certificate import (
    FORMAT,
    HEADER_LIMIT,
    SEAL,
    VERSION,
    CheckedCertificate,
    check_file,
    check_stream,
    compare,
    plan_fits,
    read_header,
)

LEVEL, SMALL_PIECE = 6, 1 << 10
"""The level of compression, and the bytes that are decompressed at a time."""
SMALL = 1 << 20
"""The most bytes of a body that stay in memory while it is made."""
DENSE = 12
"""A body that shrinks by more is packed at most eightfold: checkers would take it for a bomb."""
WAITING = "waiting-"
"""The first letters of the names of unchecked certificates that a search leaves."""
NO_BODY = {"body_bytes": 0, "sha256": hashlib.sha256().hexdigest()}


@dataclass(frozen=True, slots=True)
class Claim:
    """'Every plan has ``at_least`` moves or more' (None: there is no plan), and a plan if known."""

    kind: str
    at_least: int | None
    plan: tuple[str, ...] | None


Target: TypeAlias = Path | BinaryIO
"""Where a certificate is written: a file that gets this name, or memory."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folders of unchecked certificates, and the data that all of them share."""

    folder: Path | None
    """The folder for large temporary files; None if the system gives none."""
    beside: Path | None
    """The folder of the accepted certificate, on the disk of its target."""
    target: Path | None = None
    """The name that the certificate takes when the work is over, if one is wanted."""
    fault: str = ""
    """Why there is no folder beside the target."""
    versions: Mapping[str, str] = field(default_factory=dict[str, str])
    puzzle: AnyPuzzle | None = None
    """A certificate about another puzzle or metric is not accepted."""
    forced: bool = True
    """Whether the certificate is forced to the disk before it takes its name."""

    @property
    def part(self) -> Path | None:
        """The accepted certificate."""
        return None if self.beside is None else self.beside / "accepted"

    def _left(self) -> Iterable[Path]:
        """The unchecked certificates."""
        return () if self.beside is None else self.beside.glob(f"{WAITING}*")

    def waiting(self) -> list[int]:
        """The moves that unchecked certificates claim, ascending."""
        numbers = (file.name.removeprefix(WAITING) for file in self._left())
        return sorted(map(int, numbers))

    def leave(self, at_least: int, write: Callable[[Target], None]) -> None:
        """Write a certificate that waits, if the disk takes it: `adopt` checks it later."""
        if self.beside is not None:
            with suppress(OutputError):
                write(self.beside / f"{WAITING}{at_least}")

    def adopt(self, at_least: int, emit: Emit = ignore) -> CheckedCertificate:
        """Publish the certificate that waits; raises CertificateRejected, or OutputError."""
        assert self.beside is not None, "a certificate waits"
        return _checked(None, emit, self.beside / f"{WAITING}{at_least}", self.part, self.puzzle)

    def publish(
        self, write: Callable[[Target], None], emit: Emit = ignore, *, keep: bool = True
    ) -> CheckedCertificate:
        """Write a certificate, check it, and only then let it replace an earlier one (``keep``).

        If the disk does not take it, it is checked in memory and not kept, and an event says so.
        Waiting certificates are then removed, as the published one is better.
        """
        checked = self._published(write, emit, keep=keep)
        for older in self._left() if keep else ():
            older.unlink(missing_ok=True)
        return checked

    def _published(
        self, write: Callable[[Target], None], emit: Emit, *, keep: bool
    ) -> CheckedCertificate:
        folder, fault = self.beside if keep else self.folder, self.fault
        if folder is not None:
            try:
                part = self.part if keep else None
                return _checked(write, emit, folder / "new", part, self.puzzle)
            except OutputError as error:
                fault = error.reason
        if keep and self.target is not None:
            emit(NotWritten(f"{str(self.target)!r}: cannot be written: {fault}"))
        with BytesIO() as file:
            write(file)
            file.seek(0)
            return check_stream(file, "certificate", self.puzzle)

    def more_in_target(self) -> str:
        """What an older certificate at the target claims (unchecked), if it is more; else empty."""
        if self.part is None or self.target is None or self.puzzle is None:
            return ""
        new, older = (_claimed(path, self.puzzle) for path in (self.part, self.target))
        if new is None or older is None or older <= new:
            return ""
        bound, has_plan = older
        claim = "no plan" if bound == math.inf else f"at least {count(int(bound), 'move')}"
        return f"{claim!r}{' and has a plan' if has_plan else ''}"

    def put(self) -> None:
        """Give the accepted certificate its name; raises OutputError."""
        if self.part is not None and self.target is not None:
            try:
                if self.forced:
                    with self.part.open("rb+") as file:
                        os.fsync(file.fileno())
                self.part.replace(self.target.resolve())
            except OSError as error:
                raise OutputError.at(repr(str(self.target)), error) from None


def _claimed(path: Path, puzzle: AnyPuzzle) -> tuple[float, bool] | None:
    """The bound in a certificate's header, and whether it has a plan; None for another puzzle."""
    try:
        with path.open("rb") as file:
            certificate = read_header(file)
        compare(certificate.puzzle, puzzle)
    except (PuzzleProofError, OSError):
        return None
    return certificate.bound, certificate.plan is not None


def _checked(
    write: Callable[[Target], None] | None,
    emit: Emit,
    fresh: Path,
    place: Path | None,
    puzzle: AnyPuzzle | None,
) -> CheckedCertificate:
    """Write a file if it is not written yet, check it, and give it its ``place``, or remove it."""
    try:
        if write is not None:
            emit(Working("writing the certificate"))
            write(fresh)
        checked = check_file(
            fresh, puzzle, tell=lambda what, done, total: emit(Working(what, done, total))
        )
        if place is not None:
            fresh.replace(place)
    finally:
        fresh.unlink(missing_ok=True)
    return checked


@contextmanager
def workspace(
    certificate: str | None,
    versions: Mapping[str, str],
    puzzle: AnyPuzzle | None = None,
    *,
    passing: Path | None = None,
) -> Generator[Workspace]:
    """Yield a workspace for a certificate of that name, if any; it removes all other files.

    It works without folders if none can be made.  ``passing``: the name instead, in a folder that
    is itself temporary.  That is then the workspace, and no file is forced to the disk.
    """
    if passing is not None:
        yield Workspace(passing.parent, passing.parent, passing, "", versions, puzzle, forced=False)
        return
    target, fault = Path(certificate) if certificate else None, ""
    with ExitStack() as stack:
        folder: Path | None = None
        with suppress(OSError):
            made = TemporaryDirectory(prefix="puzzleproof-", ignore_cleanup_errors=True)
            folder = Path(stack.enter_context(made))
        beside = folder
        if target is not None:
            try:
                beside = stack.enter_context(folder_beside(target))
            except OutputError as error:
                beside, fault = None, error.reason
        yield Workspace(folder, beside, target, fault, versions, puzzle)


def write_file(
    target: Target,
    puzzle: AnyPuzzle,
    claim: Claim,
    versions: Mapping[str, str],
    body: Iterable[bytes] = (),
    **more: Any,
) -> None:
    """Write a certificate, all or nothing; ``more`` are keys of its kind.  Raises OutputError."""
    head = partial(header, puzzle, claim, versions, **more)
    if not isinstance(target, Path):
        _write(target, BytesIO, head, body)
        return
    # A file without a name: in memory, or, if it is large, on the disk of the target.
    unnamed: Any = partial(SpooledTemporaryFile, SMALL, dir=str(target.parent))
    try:
        with written_whole(target) as part, part.open("wb") as file:
            _write(file, unnamed, head, body)
    except OSError as error:
        raise OutputError.at(repr(str(target)), error) from None


def _write(
    file: BinaryIO,
    unnamed: Callable[[], BinaryIO],
    head: Callable[..., bytes],
    body: Iterable[bytes],
) -> None:
    """Compress the body into one of two files, then write the header and the body."""
    with unnamed() as packed, unnamed() as sparse:
        size, whole = _compress(body, packed), packed
        if size["body_bytes"] > DENSE * packed.tell():
            packed.seek(0)
            stream = zlib.decompressobj()
            pieces = iter(partial(packed.read, SMALL_PIECE), b"")
            size = _compress(map(stream.decompress, pieces), sparse, zlib.Z_HUFFMAN_ONLY)
            whole = sparse
        whole.seek(0)
        file.write(head(**size))
        shutil.copyfileobj(whole, file)


def header(puzzle: AnyPuzzle, claim: Claim, versions: Mapping[str, str], **more: Any) -> bytes:
    """The first line, without a plan that is too long; Unsupported if the rest is too long."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "kind": claim.kind,
        "instance": printed(puzzle),
        "metric": puzzle.metric,
        "at_least": claim.at_least,
        "plan": None if claim.plan is None or not plan_fits(claim.plan) else list(claim.plan),
        **NO_BODY,
        **more,
        "versions": dict(versions),
    }
    line = sealed(document)
    if len(line) >= HEADER_LIMIT:
        raise Unsupported(f"the certificate's header would have {len(line):,} bytes")
    return line


def sealed(document: Mapping[str, Any]) -> bytes:
    """A header as a line, with its own hash at the end."""
    line = json.dumps(document, ensure_ascii=False).encode()
    digest = hashlib.sha256(line).hexdigest().encode()
    return line[:-1] + SEAL % digest + b"\n"


def _compress(
    body: Iterable[bytes], packed: BinaryIO, strategy: int = zlib.Z_DEFAULT_STRATEGY
) -> dict[str, Any]:
    """Compress the body into a file; return its keys for the header.  No body, no stream."""
    stream = zlib.compressobj(LEVEL, strategy=strategy)
    digest, length = hashlib.sha256(), 0
    for piece in chain(filter(None, body), [b""]):  # the last one ends the stream
        data = stream.compress(piece) if piece else stream.flush() if length else b""
        length += len(piece)
        digest.update(data)
        packed.write(data)
    return {"body_bytes": length, "sha256": digest.hexdigest()}
