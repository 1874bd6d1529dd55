"""Certificate files: a header with the claim and the instance, then the body.

The header has the length and the hash of the body.  So the compressed body is first written to a
temporary file beside the target.  A file with header and body then gets the target's name.
"""

import hashlib
import json
import math
import shutil
import zlib
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from tempfile import SpooledTemporaryFile, TemporaryDirectory
from typing import Any, BinaryIO, TypeAlias

from puzzleproof.models.errors import OutputError, Unsupported
from puzzleproof.models.output import folder_beside, printed, written_whole
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
    header_about,
    plan_fits,
)

LEVEL, SMALL_PIECE = 6, 1 << 10
"""The level of compression, and the number of bytes that are decompressed at a time."""
SMALL = 1 << 20
"""While a body is written, it stays in memory if it has at most this many bytes."""
DENSE = 12
"""A larger factor of compression is reduced to 8 or less: checkers refuse zip bombs."""
NO_BODY = {"body_bytes": 0, "sha256": hashlib.sha256().hexdigest()}


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim 'at least ``at_least`` moves' (None: 'there is no plan'), and a plan if known."""

    kind: str
    at_least: int | None
    plan: tuple[str, ...] | None


Target: TypeAlias = Path | BinaryIO
"""The place where a certificate is written: the path of a file, or memory."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folders for unchecked certificates, and the data that these certificates share."""

    folder: Path | None
    """The folder for large temporary files, or None if none can be created."""
    beside: Path | None
    """The folder of the accepted certificate, on the disk of its target."""
    target: Path | None = None
    """The name that the certificate takes when the work is over, if one is requested."""
    fault: str = ""
    """Why there is no folder beside the target."""
    versions: Mapping[str, str] = field(default_factory=dict[str, str])
    puzzle: AnyPuzzle | None = None
    """The puzzle in its metric; a certificate about another puzzle is not accepted."""

    @property
    def part(self) -> Path | None:
        """The path of the accepted certificate."""
        return None if self.beside is None else self.beside / "accepted"

    @property
    def on_trial(self) -> "Workspace":
        """The workspace of a certificate that is checked but not kept."""
        return replace(self, beside=self.folder, target=None)

    def publish(self, write: Callable[[Target], None], emit: Emit = ignore) -> CheckedCertificate:
        """Write a certificate, check it, and only then let it replace an earlier certificate.

        If no file can be written, the certificate is only checked, in memory; an event says so.
        """
        fault = self.fault
        if self.beside is not None:
            try:
                emit(Working("writing the certificate"))
                write(self.beside / "new")
                return self.take(self.beside / "new", emit)
            except OutputError as error:
                fault = error.reason
        if self.target is not None:
            emit(NotWritten(f"{str(self.target)!r}: cannot be written: {fault}"))
        with BytesIO() as file:
            write(file)
            file.seek(0)
            return check_stream(file, "certificate", self.puzzle)

    def take(self, fresh: Path, emit: Emit = ignore) -> CheckedCertificate:
        """Check a file and make it the accepted certificate; raises CertificateRejected."""
        try:
            checked = check_file(
                fresh, self.puzzle, tell=lambda what, done, total: emit(Working(what, done, total))
            )
            if self.part is not None:
                fresh.replace(self.part)
        finally:
            fresh.unlink(missing_ok=True)
        return checked

    def more_in_target(self) -> str:
        """Describe the unchecked claim of an older certificate at the target, if it claims more."""
        if self.part is None or self.target is None or self.puzzle is None:
            return ""
        new, older = (header_about(path, self.puzzle) for path in (self.part, self.target))
        if new is None or older is None:
            return ""
        has_plan = older.plan is not None
        if (older.bound, has_plan) <= (new.bound, new.plan is not None):
            return ""
        claim = "no plan"
        if older.bound != math.inf:
            claim = f"at least {count(int(older.bound), 'move')}"
        return f"{claim!r}{' and has a plan' if has_plan else ''}"

    def put(self) -> None:
        """Give the accepted certificate its name; raises OutputError."""
        if self.part is not None and self.target is not None:
            try:
                self.part.replace(self.target.resolve())
            except OSError as error:
                raise OutputError.at(repr(str(self.target)), error) from None


@contextmanager
def workspace(
    certificate: str | Path | None, versions: Mapping[str, str], puzzle: AnyPuzzle | None = None
) -> Generator[Workspace]:
    """Yield a workspace for the certificate of this name, if any; then remove its folders.

    If no folder can be created, the workspace has no folder.
    """
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
    """Write a whole certificate or no file; ``more`` has keys of its kind.  Raises OutputError."""
    head = partial(header, puzzle, claim, versions, **more)
    if not isinstance(target, Path):
        _write(target, partial(SpooledTemporaryFile, 0), head, body)  # stays in memory
        return
    with written_whole(target) as part, part.open("wb") as file:
        # A large body is kept on the disk of the target.
        _write(file, partial(SpooledTemporaryFile, SMALL, dir=str(target.parent)), head, body)


def _write(
    file: BinaryIO, unnamed: Callable[[], Any], head: Callable[..., bytes], body: Iterable[bytes]
) -> None:
    """Compress the body into a file without a name, then write the header and the body."""
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
    """Return the header, without an overlong plan; raises Unsupported if the header is too long."""
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
    """Write a header as a line, with its own hash at the end."""
    line = json.dumps(document, ensure_ascii=False).encode()
    digest = hashlib.sha256(line).hexdigest().encode()
    return line[:-1] + SEAL % digest + b"\n"


def _compress(
    body: Iterable[bytes], packed: BinaryIO, strategy: int = zlib.Z_DEFAULT_STRATEGY
) -> dict[str, Any]:
    """Compress the body, if there is one, into a file; return the header's keys for the body."""
    stream = zlib.compressobj(LEVEL, strategy=strategy)
    digest, length = hashlib.sha256(), 0
    for piece in chain(filter(None, body), [b""]):  # the empty piece ends the stream
        data = stream.compress(piece) if piece else stream.flush() if length else b""
        length += len(piece)
        digest.update(data)
        packed.write(data)
    return {"body_bytes": length, "sha256": digest.hexdigest()}
