"""The ledger: one SQLite file with results, their time, machine and versions.

Every result is committed with its certificate as soon as it is found; a killed program loses only
the current jobs.  Several processes may write to a ledger.  Each question (instance, metric,
request) has one row.  A batch checks the answers in the ledger, and workers do the other jobs.
"""

import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, NamedTuple

from puzzleproof.models.errors import InstanceError, OutputError, PuzzleProofError
from puzzleproof.models.texts import clean, shortened
from puzzleproof.options import Workers
from puzzleproof.provers.batch.jobs import FIGURE, SURVEY, Job
from puzzleproof.provers.batch.pool import (
    Check,
    DamagedRow,
    Key,
    Listen,
    Question,
    R,
    Runner,
    check_of,
    no_listener,
    run_jobs,
)
from puzzleproof.provers.batch.row import Row
from puzzleproof.provers.events import Note
from puzzleproof.provers.process import processors
from puzzleproof.provers.verdict import INTERRUPTED

APPLICATION, VERSION = 0x50507266, 3
"""The application's number and the table's version, as SQLite's header has them."""
PATIENCE_SECONDS = 60.0
"""A process waits at most this many seconds while another process writes."""
TABLE = """
CREATE TABLE results (
  id INTEGER PRIMARY KEY,
  instance_hash TEXT NOT NULL, metric TEXT NOT NULL, request TEXT NOT NULL,
  result TEXT NOT NULL, certificate BLOB,
  UNIQUE (instance_hash, metric, request)
)
"""
FIGURES = f"{FIGURE}%"
"""The SQL pattern for requests of statistics."""
INSERT = (
    "INSERT OR REPLACE INTO results (instance_hash, metric, request, result, certificate) "
    "VALUES (?, ?, ?, ?, ?)"
)
SELECT = (
    "SELECT id, result, certificate FROM results "
    "WHERE instance_hash = ? AND metric = ? AND request = ?"
)


class Ledger:
    """An open ledger; use it in one thread, and close it."""

    def __init__(self, path: Path, *, new: bool = True) -> None:
        """Open a ledger: with ``new`` to write, creating the file if it is missing; else to read.

        Raises InstanceError for a file that is no ledger, is damaged or has another version.
        """
        self.path = path
        if path.is_dir():
            raise InstanceError(f"{str(path)!r}: a folder: expected a ledger")
        if not new and not path.exists():
            raise InstanceError(f"{str(path)!r}: there is no such ledger")
        self._db = _opened(path, new=new)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # --- results ------------------------------------------------------------------------------

    def report(self, job: Question[R]) -> R | None:
        """Return the recorded answer to a job, or None if there is none; raises DamagedRow."""
        for _, text, certificate in self._found(job.key):
            if job.is_answered(text):
                return job.reported(text, certificate)
        return None

    def record(self, job: Question[R], outcome: R) -> R:
        """Commit a result with its certificate; return it joined with the earlier result.

        The earlier row is checked.  The better plan and the better proof are kept, new or old.
        Raises OutputError if the file cannot be written.
        """
        while True:
            before, best = self._found(job.key), outcome
            for _, text, certificate in before:
                with suppress(DamagedRow):
                    old = check_of(job, job.reported(text, certificate)).run().outcome
                    best = job.merged(outcome, old)
            kept = job.kept(best)
            if kept is None:
                return outcome
            try:
                with self._db as db:
                    db.execute("BEGIN IMMEDIATE")
                    if self._found(job.key) == before:
                        db.execute(INSERT, (*job.key, *kept))
                        return best
            except sqlite3.Error as error:
                reason = f"the ledger {str(self.path)!r} cannot be written: {error}"
                raise OutputError(reason) from None

    def _found(self, key: Key) -> list[tuple[Any, ...]]:
        """Read the row of a question, if there is one; ignore a certificate that is not bytes."""
        rows = self._read(SELECT, key)
        return [(*row, data if isinstance(data, bytes) else None) for *row, data in rows]

    # --- reading ------------------------------------------------------------------------------

    def texts(self) -> list[object]:
        """List the texts of the proofs' rows, in the order in which they were recorded."""
        sql = "SELECT result FROM results WHERE request != ? AND request NOT LIKE ? ORDER BY id"
        return [text for (text,) in self._read(sql, (SURVEY, FIGURES))]

    def rows(self) -> Iterator[Row]:
        """Yield the proofs in the order in which they were recorded; raises DamagedRow."""
        for text in self.texts():
            try:
                yield Row.read(text)
            except DamagedRow as error:
                raise DamagedRow(f"{str(self.path)!r}: {error}") from None

    def number_of(self, requests: str) -> int:
        """Count the rows whose request matches this pattern (of SQL's LIKE)."""
        sql = "SELECT count(*) FROM results WHERE request LIKE ?"
        return int(self._read(sql, (requests,))[0][0])

    def certificate(self, row: Row) -> bytes | None:
        """Return the certificate of a row, or None if it has none; raises DamagedRow."""
        return row.checked(next((data for *_, data in self._found(row.key)), None)).certificate

    def doubt_about(self, row: Row, *, or_limit: bool = True) -> str:
        """Say how a row differs from its certificate and its plan; return '' if they agree.

        With ``or_limit``, a check that reached a limit is also a doubt.
        """
        try:
            reported = row.outcome(self.certificate(row))
            found = check_of(Job(row.puzzle, row.load()), reported).run()
            return "" if found.is_limit and not or_limit else found.doubt
        except PuzzleProofError as error:
            return shortened(clean(str(error)))

    def _read(self, sql: str, values: tuple[str, ...] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query; raises InstanceError for a damaged file."""
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise InstanceError(f"{str(self.path)!r}: damaged: {error}") from None


def open_ledger(path: str | Path, *, new: bool = True) -> closing[Ledger]:
    """Open a ledger; the ``with`` statement closes it."""
    return closing(Ledger(Path(path), new=new))


# --- batches ------------------------------------------------------------------------------


class Means(NamedTuple):
    """The workers, ledger, listener and runner of a batch."""

    workers: int
    ledger: Ledger | None = None
    listen: Listen = no_listener
    runner: Runner = run_jobs


@contextmanager
def means_of(asked: Workers, listen: Listen = no_listener) -> Generator[Means]:
    """Yield the requested workers and ledger; the ledger is closed at the end."""
    runner: Runner = run_jobs
    if asked.scheduler is not None:
        from puzzleproof.provers.batch.cluster import Cluster

        runner = Cluster(asked.scheduler)
    with nullcontext() if asked.ledger is None else open_ledger(asked.ledger) as ledger:
        yield Means(asked.processes or processors(), ledger, listen, runner)


def run_batch(jobs: Sequence[Question[R]], means: Means) -> Iterator[tuple[int, R]]:
    """Yield each job's number and outcome; answers in the ledger are checked, not proven again."""
    workers, ledger, listen, runner = means
    if ledger is None:
        yield from runner(enumerate(jobs), workers, listen)
        return
    known = set[int]()
    for k, (outcome, doubt, _) in run_jobs(_reports(jobs, ledger, listen), workers, listen):
        if not doubt:
            known.add(k)
            yield k, outcome
        elif doubt != INTERRUPTED:
            _refuse(jobs[k], doubt, listen)
    left = ((k, job) for k, job in enumerate(jobs) if k not in known)
    for k, outcome in runner(left, workers, listen):
        yield k, ledger.record(jobs[k], outcome)


def _reports(
    jobs: Sequence[Question[R]], ledger: Ledger, listen: Listen
) -> Iterator[tuple[int, Check[R]]]:
    """Yield the ledger's answers to jobs, still to be checked."""
    for k, job in enumerate(jobs):
        try:
            report = ledger.report(job)
        except DamagedRow as error:
            _refuse(job, str(error), listen)
        else:
            if report is not None:
                yield k, check_of(job, report)


def _refuse(job: Question[R], why: str, listen: Listen) -> None:
    text = f"{job.about} is proven anew, as its row in the ledger cannot be used: {why}"
    listen(None, Note(text, "warning"))


# --- the file -----------------------------------------------------------------------------


def _opened(path: Path, *, new: bool) -> sqlite3.Connection:
    """Open the file: with ``new`` to write, creating it and its folder if needed; else to read."""
    where = repr(str(path))
    try:
        if new:
            path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=PATIENCE_SECONDS, isolation_level=None)
        if new:
            db.execute("BEGIN IMMEDIATE")
            if not any(_numbers(db)):
                db.execute(TABLE)
                db.execute(f"PRAGMA application_id = {APPLICATION}")
                db.execute(f"PRAGMA user_version = {VERSION}")
            db.execute("COMMIT")
        else:
            db.execute("PRAGMA query_only = 1")
        _check(db, where)
        if new:
            with suppress(sqlite3.OperationalError):  # another process is doing the same
                db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
        return db
    except (OSError, sqlite3.OperationalError) as error:
        raise InstanceError(f"{where}: cannot be opened as a ledger: {error}") from None
    except sqlite3.DatabaseError as error:
        raise InstanceError(f"{where}: not a ledger, or a damaged one: {error}") from None


def _numbers(db: sqlite3.Connection) -> tuple[int, int, int]:
    """Return the application's number and the version in the header, and the number of tables."""
    asked = "PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master"
    application, version, tables = (db.execute(sql).fetchone()[0] for sql in asked)
    return application, version, tables


def _check(db: sqlite3.Connection, where: str) -> None:
    """Raise InstanceError if the file is no ledger, or is damaged."""
    application, version, tables = _numbers(db)
    if not application and not tables:
        raise InstanceError(f"{where}: an empty file: expected a ledger")
    if application != APPLICATION:
        raise InstanceError(f"{where}: a database of another program: expected a ledger")
    if version != VERSION:
        raise InstanceError(f"{where}: a ledger of version {version}: expected version {VERSION}")
    made = db.execute("SELECT sql FROM sqlite_master WHERE name = 'results'").fetchall()
    if made != [(TABLE.strip(),)]:  # a view would run its author's SQL
        raise InstanceError(f"{where}: a ledger whose tables differ from this program's")
    faults = db.execute("PRAGMA quick_check(1)").fetchall()
    if faults != [("ok",)]:
        raise InstanceError(f"{where}: a damaged ledger: {faults[0][0]}")
