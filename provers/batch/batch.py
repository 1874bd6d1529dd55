"""A batch: work done by workers, with what a book knows already left out.

The *book* of proofs is a ledger, whose rows are checked again before they are answers (`recall`);
that of surveys is a table of one (`provers.atlas.job`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from puzzleproof.provers.batch.jobs import Job, Outcome
from puzzleproof.provers.batch.ledger import Key, Ledger
from puzzleproof.provers.batch.pool import no_listener, run_jobs
from puzzleproof.provers.batch.recall import Recall
from puzzleproof.provers.batch.row import DamagedRow, Row
from puzzleproof.provers.batch.work import Listen, R, Runner, WorkOrder
from puzzleproof.provers.events import Note
from puzzleproof.provers.verdict import INTERRUPTED

BEAT_SECONDS = 15.0
"""How often a batch tells its ledger that it lives."""
WAIT_SECONDS = 1.0
"""Between two looks at jobs that another process is at work on."""
LISTEN_SECONDS = 0.1
"""How often it is asked meanwhile whether the work is to go on."""
K = TypeVar("K")
J = TypeVar("J", bound=WorkOrder[Any], contravariant=True)
R_book = TypeVar("R_book")
K_co = TypeVar("K_co", covariant=True)


class Book(Protocol[J, R_book, K_co]):
    """Where results are kept, and who works on what."""

    def has(self, job: J) -> bool:
        """Whether something is kept that may answer the job's question."""
        ...

    def answers(
        self, jobs: Iterable[tuple[int, J]], workers: int, listen: Listen
    ) -> Iterator[tuple[int, K_co]]:
        """Yield the number of each job that what is kept answers, and the answer."""
        ...

    def take(self, job: J) -> bool:
        """Say that this process works on a job; False: another one does, and lives."""
        ...

    def owner(self, job: J) -> str | None:
        """Who works on a job, in words."""
        ...

    def record(self, job: J, outcome: R_book) -> R_book:
        """Keep an outcome; with what was known before."""
        ...

    def beat(self) -> None:
        """Say that this process lives."""
        ...


def run_batch(
    jobs: Sequence[Job],
    workers: int,
    ledger: Ledger | None = None,
    listen: Listen = no_listener,
    runner: Runner[Job, Outcome] = run_jobs,
) -> Iterator[tuple[int, Outcome]]:
    """Yield each proof's number and its outcome; what the ledger knows is checked, not proven."""
    if ledger is None:
        yield from runner(enumerate(jobs), workers, listen)
    else:
        yield from run_with_book(jobs, workers, ProofBook(ledger), listen, runner)


def run_with_book(
    jobs: Sequence[WorkOrder[R]],
    workers: int,
    book: Book[Any, R, K],
    listen: Listen = no_listener,
    runner: Runner[Any, R] = run_jobs,
) -> Iterator[tuple[int, R | K]]:
    """Yield each job's number and its outcome, or what the book knows already.

    A job that another process is at work on is left to it and looked up at the end; should that
    process be gone by then, the job is done here.
    """
    yield from _Shared(jobs, book, listen).run(workers, runner)


class ProofBook:
    """A ledger as the book of proofs: a row is an answer once it is checked, by processes here."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.beat = ledger.beat
        self._refused = set[Key]()
        """Questions whose rows were looked at, and are no answers."""

    def has(self, job: Job) -> bool:
        """Whether there is a row that says enough, and was not found wanting."""
        return Key.of(job) not in self._refused and self._row(job) is not None

    def answers(
        self, jobs: Iterable[tuple[int, Job]], workers: int, listen: Listen
    ) -> Iterator[tuple[int, Outcome]]:
        """Yield what the rows say and was checked; each other one is told, and then left out."""
        asked = dict[int, Job]()

        def rows() -> Iterator[tuple[int, Recall]]:
            for number, job in jobs:
                row = None if Key.of(job) in self._refused else self._row(job, listen)
                if row is not None:
                    asked[number] = job
                    path = self._ledger.certificate_path(row)
                    yield number, Recall(job, row, None if path is None else str(path))

        for number, outcome in run_jobs(rows(), workers, listen):
            if not outcome.doubt:
                yield number, outcome
            elif outcome.doubt != INTERRUPTED:
                self._refuse(asked[number], outcome.doubt, listen)

    def take(self, job: Job) -> bool:
        """As `Ledger.take`; False as well where an answer was written just before."""
        key = Key.of(job)
        if not self._ledger.take(key):
            return False
        if self.has(job):
            self._ledger.leave(key)
            return False
        return True

    def owner(self, job: Job) -> str | None:
        """As `Ledger.owner`."""
        return self._ledger.owner(Key.of(job))

    def record(self, job: Job, outcome: Outcome) -> Outcome:
        """Keep what was not interrupted."""
        if outcome.verdict is None or not outcome.verdict.interrupted:
            return self._ledger.record(Key.of(job), job, outcome)
        return outcome

    def _row(self, job: Job, listen: Listen = no_listener) -> Row | None:
        try:
            row = self._ledger.find(Key.of(job))
        except DamagedRow as error:
            self._refuse(job, str(error), listen)
            return None
        return row if row is not None and is_answer(row, job) else None

    def _refuse(self, job: Job, why: str, listen: Listen) -> None:
        self._refused.add(Key.of(job))
        text = f"the ledger's row of {job.name!r} (metric {job.metric}) is not used"
        listen(None, Note(f"{text}, and proven anew: {why}", "warning"))


class _Shared(Generic[R, K]):
    """Jobs whose results go to a book, which others may write to at the same time."""

    def __init__(self, jobs: Sequence[WorkOrder[R]], book: Book[Any, R, K], listen: Listen) -> None:
        self.jobs, self.book, self._listen = jobs, book, listen
        self.elsewhere = list[int]()
        self.told = time.monotonic()
        self.waits = False

    def run(self, workers: int, runner: Runner[Any, R]) -> Iterator[tuple[int, R | K]]:
        """Yield as `run_with_book` does."""
        left = list(range(len(self.jobs)))
        while left:
            known, come = set[int](), 0
            for k, found in self.book.answers(self._orders(left), workers, self._hear):
                known.add(k)
                yield k, found
            self.elsewhere = list[int]()
            for k, outcome in runner(self._taken(left, known), workers, self._hear):
                come += 1
                yield k, self.book.record(self.jobs[k], outcome)
            left = self.elsewhere
            if left and not come and not known:
                self._wait(left)

    def _orders(self, numbers: Iterable[int]) -> Iterator[tuple[int, WorkOrder[R]]]:
        return ((k, self.jobs[k]) for k in numbers)

    def _taken(self, numbers: Iterable[int], known: set[int]) -> Iterator[tuple[int, WorkOrder[R]]]:
        """The jobs that are to be done here, each taken when it is asked for."""
        for k in numbers:
            if k in known:
                continue
            if not self.book.has(self.jobs[k]) and self.book.take(self.jobs[k]):
                yield k, self.jobs[k]
            else:
                self.elsewhere.append(k)

    def _wait(self, left: Sequence[int]) -> None:
        """Let others work for a while; say once that this waits, and for whom."""
        if not self.waits:
            owners = Counter(filter(None, (self.book.owner(self.jobs[k]) for k in left)))
            if owners:
                self.waits = True
                who = ", ".join(f"{owner} ({number} of them)" for owner, number in owners.items())
                text = f"waiting for answers that other processes are at work on: {who}"
                self._hear(None, Note(text, "warning"))
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until:
            self._hear(None, None)
            time.sleep(LISTEN_SECONDS)

    def _hear(self, number: int | None, event: Any) -> None:
        if time.monotonic() - self.told > BEAT_SECONDS:
            self.told = time.monotonic()
            self.book.beat()
        self._listen(number, event)


def is_answer(row: Row, job: Job) -> bool:
    """Whether what a row says need not be sought again, if it is true.

    It is certified, or there was no less time and memory to find it out.
    """
    if row.grade == "certified":
        least = job.request.at_least
        if row.status in ("optimal", "unsolvable") or (
            least is not None and (row.proven or 0) >= least
        ):
            return True
    given = job.limits._asdict()

    def enough(name: str) -> bool:
        had, has = row.limits.get(name), given[name]
        return had is None or (has is not None and has <= had)

    return row.state == "done" and all(map(enough, given))
