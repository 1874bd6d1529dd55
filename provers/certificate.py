"""Certificate files: a header that says what is claimed, of which instance, then the body.

The header comes first and says the length and the hash of what follows, so the compressed body
goes to a temporary file beside the target, which memory need not hold; then header and body are
put together, forced to the disk, and only then take the target's name.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import Any, BinaryIO

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.instances import printed
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Emit, Working, ignore
from puzzleproof.verify.certificate import (
    FORMAT,
    HEADER_LIMIT,
    SEAL,
    VERSION,
    CheckedCertificate,
    check_file,
    plan_fits,
)

LEVEL, PIECE = 6, 1 << 16
DENSE = 12
"""A body that shrinks by more is packed at most eightfold instead: checkers take such for bombs."""
NO_BODY = {"body_bytes": 0, "sha256": hashlib.sha256().hexdigest()}


@dataclass(frozen=True, slots=True)
class Claim:
    """'Every plan has ``at_least`` moves or more' (None: there is no plan), and a plan if known."""

    kind: str
    at_least: int | None
    plan: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Workspace:
    """Where certificates stand until they are checked, and what goes into all of them."""

    part: Path
    """The accepted certificate; it takes its own name when the work is over."""
    folder: Path
    """For files that are large and soon done with; whoever made it removes it."""
    versions: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def fresh(self) -> Path:
        """A certificate that is not checked yet."""
        return self.part.with_name(self.part.name + ".new")

    def publish(self, write: Callable[[Path], None], emit: Emit = ignore) -> CheckedCertificate:
        """Write a certificate, check it, and only then put it in the place of an earlier one."""
        return self._checked(write, emit, keep=True)

    def try_out(self, write: Callable[[Path], None], emit: Emit = ignore) -> CheckedCertificate:
        """Write a certificate, check it and remove it: another one stands already."""
        return self._checked(write, emit, keep=False)

    def _checked(
        self, write: Callable[[Path], None], emit: Emit, *, keep: bool
    ) -> CheckedCertificate:
        def watch(read: int, total: int) -> None:
            emit(Working("checking the certificate by the rules", read, total))

        try:
            emit(Working("writing the certificate"))
            write(self.fresh)
            checked = check_file(self.fresh, watch=watch)
            if keep:
                self.fresh.replace(self.part)
        finally:
            self.fresh.unlink(missing_ok=True)
        return checked

    def remove(self) -> None:
        """Leave no unfinished file behind."""
        self.part.unlink(missing_ok=True)
        self.fresh.unlink(missing_ok=True)


def write_file(
    path: Path,
    puzzle: AnyPuzzle,
    claim: Claim,
    versions: Mapping[str, str],
    body: Iterable[bytes] = (),
    **more: Any,
) -> None:
    """Write a certificate of any kind, all of it or nothing; ``body`` in pieces of any length.

    ``more`` are the header's keys of the kind of evidence, as JSON has them.  Raises InstanceError
    where the file cannot be written.
    """
    try:
        _write(path, puzzle, claim, versions, body, more)
    except OSError as error:
        reason = error.strerror or error
        raise InstanceError(f"{str(path)!r}: cannot be written: {reason}") from None


def _write(
    path: Path,
    puzzle: AnyPuzzle,
    claim: Claim,
    versions: Mapping[str, str],
    body: Iterable[bytes],
    more: Mapping[str, Any],
) -> None:
    with TemporaryFile(dir=path.parent) as packed, TemporaryFile(dir=path.parent) as sparse:
        size = _compress(body, packed)
        if size["body_bytes"] > DENSE * packed.tell():
            size = _compress(_inflated(packed), sparse, zlib.Z_HUFFMAN_ONLY)
            packed = sparse
        packed.seek(0)
        _put(path, header(puzzle, claim, versions, **more, **size), packed)


def header(puzzle: AnyPuzzle, claim: Claim, versions: Mapping[str, str], **more: Any) -> bytes:
    """The first line, which is the whole file where ``more`` describes no body.

    A plan that is too long for the checker is left out.  Raises Unsupported where the rest is.
    """
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


def _inflated(packed: BinaryIO) -> Iterator[bytes]:
    """The body again, in pieces."""
    stream, piece = zlib.decompressobj(), b""
    packed.seek(0)
    while piece := stream.unconsumed_tail or packed.read(PIECE):
        yield stream.decompress(piece, PIECE)


def _compress(
    body: Iterable[bytes], packed: BinaryIO, strategy: int = zlib.Z_DEFAULT_STRATEGY
) -> dict[str, Any]:
    """Compress the body into a file; what the header says of it.  Without a byte, no stream."""
    stream = zlib.compressobj(LEVEL, strategy=strategy)
    digest, length = hashlib.sha256(), 0

    def put(data: bytes) -> None:
        digest.update(data)
        packed.write(data)

    for piece in body:
        length += len(piece)
        put(stream.compress(piece))
    if length:
        put(stream.flush())
    else:
        packed.truncate(0)
        digest = hashlib.sha256()
    return {"body_bytes": length, "sha256": digest.hexdigest()}


def _put(path: Path, line: bytes, body: BinaryIO) -> None:
    """Give the target its content in one step."""
    with NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        try:
            file.write(line)
            shutil.copyfileobj(body, file)
            file.flush()
            os.fsync(file.fileno())
            _usual_rights(file.name)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _usual_rights(name: str) -> None:
    """A temporary file is its owner's alone; a certificate is a file like any other."""
    mask = os.umask(0)
    os.umask(mask)
    Path(name).chmod(0o666 & ~mask)
