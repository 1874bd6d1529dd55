"""What others have proven, merged into a ledger: checked here, and only what is better is kept.

An offer is a row of another ledger, or a file with a certificate; both are data of unknown origin.
A worker reads and checks it within limits.  Of a row counts what its certificate proves and its
plan shows.  If a row that calls itself certified says more than that, nothing of it is kept.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from puzzleproof.models.errors import InstanceError, PuzzleProofError
from puzzleproof.models.instances import library_names
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.ledger import Ledger, Means
from puzzleproof.provers.batch.pool import AnyJob, DamagedRow, Key, attempted
from puzzleproof.provers.batch.row import Outcome, Row
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.process import Limits, call, half_of_spare_memory
from puzzleproof.provers.request import Request
from puzzleproof.provers.session import Bounds
from puzzleproof.provers.verdict import INTERRUPTED, Evidence, Verdict
from puzzleproof.verify.about import library_name
from puzzleproof.verify.certificate import read_header

CERTIFICATE, LEDGER = ".cert", ".db"
"""Of the files of a folder that are offers."""
BYTES_A_SECOND = 50_000
"""Of certificates that a processor checks; those in docs/certificates take 5,000 to 150,000."""
NEVER = Limits(0.0, 0)
"""The limits of a row from elsewhere: a search here, however short, is more."""
Fate: TypeAlias = Literal[
    "kept", "known", "weaker", "another board", "too large", "rejected", "interrupted"
]


class Entry(NamedTuple):
    """An offer that has been found, and is not yet fetched."""

    where: str
    name: str
    """What its puzzle is called there."""
    size: int
    """Bytes of its certificate."""
    fetch: Callable[[], bytes | None]
    """Returns the certificate; raises InstanceError or OSError."""
    row: Row | None = None
    """The row, if it is from a ledger."""
    fault: str = ""
    """Why there is no row."""


class Judged(NamedTuple):
    """What became of an offer, and why; the checked outcome if there is one."""

    fate: Fate
    why: str = ""
    job: Job | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True)
class Offer(AnyJob[Judged]):
    """The check of an offer, unless it is ``judged`` already."""

    name: str
    limits: Limits
    row: Row | None = None
    certificate: bytes | None = None
    judged: Judged | None = None

    def run(self, emit: Emit = ignore) -> Judged:
        """Read and check the offer in a child process; nothing is raised."""
        if self.judged is not None:
            return self.judged
        work: Any = partial(call, Offer._checked, (self,), emit, self.limits)
        found, why, is_limit = attempted(work)
        return found or Judged("too large" if is_limit else "rejected", shortened(clean(why)))

    def failed(self, reason: str) -> Judged:
        """Return what became of an offer whose check was ended from outside."""
        return Judged("interrupted" if reason == INTERRUPTED else "too large", reason)

    def _checked(self, _: Emit) -> Judged:
        job, claimed = self._of_file() if self.row is None else self._of_row(self.row)
        outcome, doubt = job.checked(claimed)
        return Judged("rejected", doubt) if doubt else Judged("kept", "", job, outcome)

    def _of_file(self) -> tuple[Job, Outcome]:
        """Read the question and the claim of a certificate's header."""
        assert self.certificate is not None
        header = read_header(BytesIO(self.certificate))
        name = self.name.removesuffix(f"-{header.puzzle.metric}")
        job = Job(name, header.puzzle, limits=self.limits)
        kind: Any = header.kind
        row = Evidence.certified(kind, header.at_least, "its header", 0.0)
        claim = _claimed(header.puzzle, name, [row], header.plan)
        return job, Outcome(name, header.puzzle.metric, claim, self.certificate)

    def _of_row(self, row: Row) -> tuple[Job, Outcome]:
        """Read the question of a row, and what it says is certified or has a plan."""
        job = Job(row.puzzle, row.load(), Request(**json.loads(row.request)), self.limits)
        if job.key != row.key:
            raise DamagedRow("its request is none that this program writes")
        checked = tuple(one for one in row.evidence if one.checked)
        claim = row.known if row.grade == "certified" else None
        claim = claim or _claimed(job.puzzle, row.puzzle, checked, row.plan)
        return job, replace(row.checked(self.certificate), verdict=replace(claim, evidence=checked))


def _claimed(
    puzzle: AnyPuzzle, name: str, rows: Iterable[Evidence], plan: tuple[str, ...] | None
) -> Verdict:
    """Return the verdict that would follow if the evidence and the plan were right."""
    bounds = Bounds(puzzle)
    bounds.evidence, bounds.plan = list(rows), plan
    return bounds.verdict(name, 0.0, (), {})


# --- what is offered ----------------------------------------------------------------------


def entries_of(names: Iterable[str], stack: ExitStack) -> tuple[list[Entry], list[str]]:
    """List the offers of ledgers, certificates and folders, and the files that cannot be read.

    The ``stack`` closes the ledgers.
    """
    found, faults = list[Entry](), list[str]()
    for name in names:
        try:
            for path, inside in _files(Path(name)):
                try:
                    found += _entries(path, inside, stack)
                except (InstanceError, OSError) as error:
                    faults.append(str(error))
        except InstanceError as error:
            faults.append(str(error))
    return found, faults


def _files(path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of a folder, or the one file, with their names inside of it."""
    if not path.is_dir():
        yield path, path.name
        return
    kinds = CERTIFICATE, LEDGER
    files = [one for one in sorted(path.rglob("*")) if one.suffix in kinds and one.is_file()]
    if not files:
        raise InstanceError(f"{str(path)!r}: no file {' or '.join(kinds)} in this folder")
    yield from ((one, one.relative_to(path).as_posix()) for one in files)


def _entries(path: Path, inside: str, stack: ExitStack) -> Iterator[Entry]:
    if path.suffix == CERTIFICATE and path.is_file():
        name = inside.removesuffix(CERTIFICATE)
        yield Entry(str(path), name, path.stat().st_size, path.read_bytes)
        return
    ledger = stack.enter_context(closing(Ledger(path, new=False)))
    for text, size in ledger.texts():
        try:
            row = Row.read(text)
        except DamagedRow as error:
            yield Entry(f"{path}", "", 0, bytes, fault=str(error))
        else:
            where = f"{path}: {row.puzzle} (metric {row.metric})"
            yield Entry(where, row.puzzle, size, partial(ledger.certificate, row), row)


def effort(entries: Sequence[Entry], workers: int) -> tuple[int, int]:
    """Return the bytes of all certificates, and about how many seconds their checks will take."""
    size = sum(entry.size for entry in entries)
    return size, 1 + size // BYTES_A_SECOND // max(1, min(workers, len(entries)))


# --- merging ------------------------------------------------------------------------------


class Merger:
    """A ledger that takes offers; what it keeps is committed at once."""

    def __init__(self, ledger: Ledger, limits: Limits) -> None:
        self.ledger, self.limits = ledger, limits
        self.largest = limits.memory or half_of_spare_memory() or math.inf
        self.rows = dict[Key, Row]()
        self.names, self.digests = dict[str, str](), set[str | None]()
        for text, _ in ledger.texts():
            try:
                self._note(Row.read(text))
            except DamagedRow:  # 'record' and 'results --check' see to it
                continue

    def merge(self, entries: Sequence[Entry], means: Means) -> Iterator[tuple[int, Judged]]:
        """Yield the number of each entry and what became of it, as they come."""
        offers = ((number, self._offer(entry)) for number, entry in enumerate(entries))
        for number, judged in means.runner(offers, means.workers, means.listen):
            yield number, self._taken(judged)

    def _offer(self, entry: Entry) -> Offer:
        """Fetch an offer, if it has to be checked."""
        judged = Judged("rejected", entry.fault) if entry.fault else None
        if entry.size > self.largest:
            judged = Judged("too large", f"{entry.size:,} bytes")
        data = None
        try:
            data = None if judged else entry.fetch()
        except (PuzzleProofError, OSError) as error:
            judged = Judged("rejected", str(error))
        if not judged and self._has(entry.row, data):
            judged = Judged("known")
        return Offer(entry.name, self.limits, entry.row, None if judged else data, judged)

    def _has(self, row: Row | None, data: bytes | None) -> bool:
        """Tell whether the ledger holds this certificate, and a plan as short as this one."""
        digest = None if data is None else hashlib.sha256(data).hexdigest()
        if row is None:
            return digest in self.digests
        own = self.rows.get(row.key)
        if own is None or digest not in (None, own.certificate_sha256):
            return False
        return _moves(row.known) >= _moves(own.known)

    def _taken(self, judged: Judged) -> Judged:
        """Record a checked outcome that says more than the ledger does."""
        job, outcome = judged.job, judged.outcome
        if job is None or outcome is None:
            return judged
        key = job.key
        name = self.names.get(key.instance_hash) or library_name(job.puzzle)
        if name is None and job.name in {*self.names.values(), *library_names()}:
            return Judged("another board", f"{job.name!r} is the name of another one here")
        own, new = self.rows.get(key), outcome.known
        if own is None and new.plan is None and outcome.certificate is None:
            return Judged("weaker", "neither a certificate nor a plan")
        if own is not None and not _is_better(new, own.known):
            return Judged("weaker", "", job, own.outcome(None))
        had: Any = NEVER._asdict() if own is None else own.limits
        job = replace(job, name=name or job.name, limits=Limits(**had))
        best = self.ledger.record(job, outcome)
        if (kept := job.kept(best)) is not None:
            self._note(Row.read(kept[0]))
        return Judged("kept", "", job, best)

    def _note(self, row: Row) -> None:
        self.rows[row.key] = row
        self.names[row.instance_hash] = row.puzzle
        self.digests.add(row.certificate_sha256)


def _moves(known: Verdict) -> float:
    return math.inf if known.upper is None else known.upper


def _is_better(new: Verdict, old: Verdict) -> bool:
    """Tell whether a verdict has a better certified bound, or a shorter plan."""
    return new.strength[1] > old.strength[1] or _moves(new) < _moves(old)
