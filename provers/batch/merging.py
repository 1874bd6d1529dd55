"""Merging: results proven elsewhere are checked, and the best results are kept in a ledger.

An *offer* is a row of another ledger, or a file with a certificate; both are data of unknown
origin.  Only the offer's board, certificate and plan count.  If the certificate or the plan claims
more than the ledger has, or as much as a row of the ledger that fails its check, a worker checks
certificate and plan; if one of them is wrong, nothing of the offer is kept.
"""

import math
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.models.errors import InstanceError, LimitReached
from puzzleproof.models.files import opened
from puzzleproof.models.instances import library_names
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.ledger import Ledger, Means
from puzzleproof.provers.batch.pool import Check, Checked, Key, attempted
from puzzleproof.provers.batch.row import Outcome, Row
from puzzleproof.provers.process import Limits, half_of_spare_memory
from puzzleproof.provers.session import Bounds
from puzzleproof.provers.verdict import INTERRUPTED, Evidence, Verdict
from puzzleproof.verify.about import library_name
from puzzleproof.verify.certificate import read_header

CERTIFICATE, LEDGER = ".cert", ".db"
"""In a folder, only files with these suffixes are read."""
LARGEST = 1 << 30
"""A larger certificate (in bytes) is refused if no limit of memory is set."""
NEVER = {"seconds": 0.0, "memory": 0}
"""The limits recorded with an answer from elsewhere: any search here has higher limits."""
ANOTHER = "a different board has the same name here"
Offer: TypeAlias = tuple[Job, Outcome]
"""A question, and an answer that is still to be checked."""


class Told(NamedTuple):
    """The fate of an offer (as `Merger.merge` names it), and the reason."""

    offer: str
    fate: str
    because: str
    known: Verdict | None = None
    """The ledger's verdict on the board after this offer, if the offer is kept or weaker."""


def files_in(names: Iterable[str]) -> Iterator[Path]:
    """Yield files, and what folders have; raises InstanceError for a folder without such files."""
    for name in names:
        if not name:
            raise InstanceError("'': expected a ledger, a certificate or a folder")
        path = Path(name)
        inside = (one for one in path.rglob("*") if one.suffix in (CERTIFICATE, LEDGER))
        inside = (one for one in inside if one.is_file())
        found = sorted(inside) if path.is_dir() else [path]
        if not found:
            raise InstanceError(f"{str(path)!r}: no file {CERTIFICATE} or {LEDGER} in this folder")
        yield from found


def _offers(path: Path, limits: Limits) -> Iterator[tuple[str, Offer | None, str, bool]]:
    """Yield for each offer in a file its place and the three values that `attempted` returns."""
    where = clean(str(path))
    if path.suffix == CERTIFICATE:
        yield where, *attempted(partial(_of_file, path, limits))
        return
    found, why, _ = attempted(partial(Ledger, path, new=False))
    if found is None:
        yield where, None, why, False
        return
    with closing(found) as ledger:
        for number, text in enumerate(ledger.texts(), 1):
            yield f"{where}, row {number}", *attempted(partial(_of_row, ledger, text, limits))


def _of_file(path: Path, limits: Limits) -> Offer:
    most = limits.memory or LARGEST
    with opened(str(path)) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise LimitReached(f"more than {most:,} bytes")
    header = read_header(BytesIO(data))
    kind: Any = header.kind
    name = clean(path.stem.removesuffix(f"-{header.puzzle.metric}"))
    job = Job(name, header.puzzle, limits=limits)
    rows = [Evidence.certified(kind, header.at_least, "its header", 0.0)]
    claimed = _claimed(job, rows, header.plan)
    return job, Outcome(job.name, job.puzzle.metric, claimed, data)


def _of_row(ledger: Ledger, text: object, limits: Limits) -> Offer:
    row = Row.read(text)
    job = Job(row.puzzle, row.load(), limits=limits)
    claimed = _claimed(job, [one for one in row.evidence if one.checked], row.plan)
    return job, replace(row.outcome(ledger.certificate(row)), verdict=claimed)


def _claimed(job: Job, rows: list[Evidence], plan: tuple[str, ...] | None) -> Verdict:
    """Return the verdict that follows from the evidence and the plan, if both are right."""
    bounds = Bounds(job.puzzle)
    bounds.evidence, bounds.plan = rows, plan
    return bounds.verdict(job.name, 0.0, (), {})


class Merger:
    """Merges offers into a ledger; each offer that is kept is committed at once."""

    def __init__(self, ledger: Ledger, limits: Limits) -> None:
        self.ledger = ledger
        self.limits = Limits(limits.seconds, limits.memory or half_of_spare_memory())
        self._rows, self._names = dict[Key, Row](), dict[str, str]()
        self._library = set(library_names())
        for text in ledger.texts():
            if (row := attempted(partial(Row.read, text))[0]) is not None:
                self._note(row)
        self._unchecked = set(self._rows)

    def _note(self, row: Row) -> None:
        self._rows[row.key], self._names[row.instance_hash] = row, row.puzzle

    def merge(self, files: Iterable[Path], means: Means) -> Iterator[Told]:
        """Yield the fate of each offer as soon as it is known: kept, weaker, rejected, ….

        After Ctrl-C, a second call with the same iterator of files continues the work.
        """
        told, waiting = list[Told](), dict[int, tuple[str, Job]]()

        def checks() -> Iterator[tuple[int, Check[Outcome]]]:
            offers = (offer for path in files for offer in _offers(path, self.limits))
            for number, (where, offer, why, is_limit) in enumerate(offers):
                if offer is None:
                    fate = "too large" if is_limit else "unreadable"
                    told.append(Told(where, fate, shortened(clean(why))))
                    continue
                about = f"{where}: {offer[0].about}"
                if (refused := self._refused(about, *offer)) is not None:
                    told.append(refused)
                    continue
                waiting[number] = about, offer[0]
                yield number, Check(*offer, self.limits)

        for number, found in means.runner(checks(), means.workers, means.listen):
            if found.doubt != INTERRUPTED:
                told.append(self._taken(*waiting.pop(number), found))
            yield from told
            told.clear()
        yield from told

    def _refused(self, where: str, job: Job, outcome: Outcome) -> Told | None:
        """Say why an offer need not be checked; return None if it has to be checked."""
        if self._name_of(job) is None:
            return Told(where, "another board", ANOTHER)
        own, new = self._rows.get(job.key), outcome.known
        known = own.known if own else Outcome(job.name, job.puzzle.metric, None).known
        if new.strength[1] > known.strength[1] or _moves(new) < _moves(known):
            return None
        as_much = new.strength[1] == known.strength[1] and _moves(new) == _moves(known)
        if own is not None and as_much and job.key in self._unchecked:
            self._unchecked.remove(job.key)
            if self.ledger.doubt_about(own, or_limit=False):
                del self._rows[job.key]
                return None
        return Told(where, "weaker", "no more than is recorded here", known)

    def _taken(self, where: str, job: Job, found: Checked[Outcome]) -> Told:
        """Record a checked answer."""
        if found.doubt:
            return Told(where, "too large" if found.is_limit else "rejected", found.doubt)
        if (name := self._name_of(job)) is None:  # an offer checked meanwhile took the name
            return Told(where, "another board", ANOTHER)
        own = self._rows.get(job.key)
        limits: Any = own.limits if own else NEVER
        job = replace(job, name=name, limits=Limits(**limits))
        best = self.ledger.record(job, found.outcome)
        if (kept := job.kept(best)) is not None:
            self._note(Row.read(kept[0]))
        return Told(where, "kept", "", best.known)

    def _name_of(self, job: Job) -> str | None:
        """Return the board's name in the ledger, or None if another board has the job's name."""
        own = self._names.get(job.key.instance_hash) or library_name(job.puzzle)
        is_taken = job.name in self._library or job.name in self._names.values()
        return own or (None if is_taken else job.name)


def _moves(known: Verdict) -> float:
    return math.inf if known.upper is None else known.upper
