"""The ledger: what was proven, when, where and by which versions, in one SQLite file.

Every result is committed as it comes, and its certificate stands in its file before that; whoever
is killed loses the job in work and nothing else.  Several processes may share a ledger: each takes
a job by a row in ``working``, which counts for nothing once its process is gone or has not said for
a minute that it lives.  The same question (instance, metric, request) is answered once.
"""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from puzzleproof.models.errors import InstanceError, OutputError, PuzzleProofError
from puzzleproof.models.files import written_whole
from puzzleproof.models.instances import dumps
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.checked import merged
from puzzleproof.provers.batch.jobs import Job, Outcome, own_versions
from puzzleproof.provers.batch.row import (
    COLUMNS,
    NAMES,
    DamagedRow,
    Row,
    certificate_of,
    recorded,
    row_of,
)
from puzzleproof.provers.batch.schema import PATIENCE_SECONDS, opened
from puzzleproof.provers.batch.work import Checked, Key, check_of
from puzzleproof.provers.folders import is_alive


class Ledger:
    """An open ledger; to be used by one thread, and closed."""

    def __init__(self, path: Path, *, new: bool = True) -> None:
        """Open a ledger, or make one (``new``); one that is not ``new`` is read only.

        Raises InstanceError for a file that is no ledger, is damaged or comes from a newer version.
        """
        self.path = path
        self._files = Path(f"{path}.certificates")
        if path.is_dir():
            raise InstanceError(f"{str(path)!r}: a folder: expected a ledger")
        if not new and not path.exists():
            raise InstanceError(f"{str(path)!r}: there is no such ledger")
        self._db = opened(path, new=new)

    @property
    def ledger(self) -> Ledger:
        """Itself: it is the `batch.Book` of proofs."""
        return self

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """One transaction on the database; raises OutputError where it cannot be written."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            reason = f"the ledger {str(self.path)!r} cannot be written: {error}"
            raise OutputError(reason) from None

    # --- who works on what --------------------------------------------------------------------

    def take(self, key: Key) -> bool:
        """Say that this process works on a question; False: another one does, and lives."""
        with self.writing() as db:
            row = db.execute(f"SELECT machine, pid, alive FROM working WHERE {WHERE}", key)  # noqa: S608
            if any(_lives(*owner) for owner in row.fetchall()):
                return False
            mine = (*key, platform.node(), os.getpid(), time.time())
            db.execute("INSERT OR REPLACE INTO working VALUES (?, ?, ?, ?, ?, ?)", mine)
        return True

    def leave(self, key: Key) -> None:
        """Let others take a question again."""
        with self.writing() as db:
            db.execute(f"DELETE FROM working WHERE {WHERE}", key)  # noqa: S608

    def beat(self) -> None:
        """Say that this process lives."""
        with self.writing() as db:
            mine = time.time(), platform.node(), os.getpid()
            db.execute("UPDATE working SET alive = ? WHERE machine = ? AND pid = ?", mine)

    def release(self) -> None:
        """Let others take the questions of this process."""
        with self.writing() as db:
            mine = platform.node(), os.getpid()
            db.execute("DELETE FROM working WHERE machine = ? AND pid = ?", mine)

    def owner(self, key: Key) -> str | None:
        """Who works on a question, in words; None: nobody does."""
        sql = f"SELECT machine, pid FROM working WHERE {WHERE}"  # noqa: S608
        here = platform.node()
        for machine, pid in self.read(sql, key):
            return f"process {pid}" + ("" if machine == here else f" of {clean(str(machine))}")
        return None

    # --- proofs -------------------------------------------------------------------------------

    def find(self, key: Key) -> Row | None:
        """The result of a question, if it is there."""
        return next(self._select(WHERE, key), None)

    def report(self, job: Job) -> Callable[[], Checked[Outcome]] | None:
        """What reads the row that may answer a job; None: there is none.  Raises DamagedRow."""
        row = self.find(job.key)
        if row is None or not is_answer(row, job):
            return None
        return self._reader(row)

    def record(self, job: Job, outcome: Outcome) -> Outcome:
        """Commit a result, after its certificate stands in its file; what is known after it.

        What was known before is checked and kept, where it is more: the better plan and the better
        proof stay, whichever comes first.  What was interrupted is not recorded.
        """
        if outcome.known.interrupted:
            return outcome
        key = job.key
        while True:
            before = self.read(f"SELECT * FROM results WHERE {WHERE}", key)  # noqa: S608
            best = self._best(job, outcome)
            values = _values(job, best)
            self._keep(best)
            with self.writing() as db:
                db.execute(f"DELETE FROM working WHERE {WHERE}", key)  # noqa: S608
                if self.read(f"SELECT * FROM results WHERE {WHERE}", key) != before:  # noqa: S608
                    continue
                marks = ", ".join("?" * len(COLUMNS))
                sql = f"INSERT OR REPLACE INTO results ({', '.join(COLUMNS)}) VALUES ({marks})"  # noqa: S608
                db.execute(sql, [values[name] for name in COLUMNS])
            return best

    def _best(self, job: Job, outcome: Outcome) -> Outcome:
        """An outcome with what its row knows."""
        if outcome.is_certified:
            return outcome
        try:
            row = self.find(job.key)
        except DamagedRow:
            return outcome
        if row is None:
            return outcome
        return merged(job, outcome, check_of(job, self._reader(row)).run().outcome)

    def doubt_about(self, row: Row) -> str:
        """Why what a row says is not what its certificate and its plan show; empty: it is."""
        try:
            job = Job(row.puzzle, row.load())
        except PuzzleProofError as error:
            return shortened(clean(str(error)))
        return check_of(job, self._reader(row)).run().doubt

    def certificate(self, row: Row) -> bytes | None:
        """The certificate of a row; None: it names none.  Raises CertificateRejected."""
        return certificate_of(row, self.certificate_path(row))

    def _reader(self, row: Row) -> Callable[[], Checked[Outcome]]:
        return partial(recorded, row, self.certificate_path(row))

    def _keep(self, outcome: Outcome) -> None:
        """Write the certificate to a file that its hash names, unless it is there, and whole."""
        name = certificate_name(outcome.certificate_hash)
        if outcome.certificate is None or name is None:
            return
        target = self._files / name
        with suppress(OSError):
            if target.read_bytes() == outcome.certificate:
                return
        try:
            self._files.mkdir(exist_ok=True)
        except OSError as error:
            raise OutputError.at(repr(str(self._files)), error) from None
        with written_whole(target) as part:
            part.write_bytes(outcome.certificate)

    def certificate_path(self, row: Row) -> Path | None:
        """Where the certificate of a row stands: its hash says so, whatever the row names."""
        name = certificate_name(row.certificate_sha256)
        return None if name is None else self._files / name

    # --- reading ------------------------------------------------------------------------------

    def rows(self, **wanted: str | None) -> Iterator[Row]:
        """Yield results in the order in which they came; ``wanted`` are values of columns."""
        given = {name: value for name, value in wanted.items() if value is not None}
        assert given.keys() <= set(COLUMNS)
        where = " AND ".join(f"{name} = ?" for name in given) or "1"
        yield from self._select(where, tuple(given.values()))

    def number_of_surveys(self) -> int:
        """How many surveys it keeps; a ledger of version 1 has no table of them."""
        if not self.read("SELECT 1 FROM sqlite_master WHERE name = 'surveys'"):
            return 0
        ((number,),) = self.read("SELECT count(*) FROM surveys")
        return int(number)

    def _select(self, where: str, values: tuple[str, ...]) -> Iterator[Row]:
        sql = f"SELECT {', '.join(NAMES)} FROM results WHERE {where} ORDER BY id"  # noqa: S608
        for found in self.read(sql, values):
            yield row_of(dict(zip(NAMES, found, strict=True)), str(self.path))

    def read(self, sql: str, values: tuple[str, ...] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query; raises InstanceError for a damaged file."""
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise InstanceError(f"{str(self.path)!r}: damaged: {error}") from None


WHERE = "instance_hash = ? AND metric = ? AND request = ?"


@contextmanager
def open_ledger(path: str | Path, *, new: bool = True) -> Generator[Ledger]:
    """A ledger, closed at the end, with its questions released."""
    ledger = Ledger(Path(path), new=new)
    try:
        yield ledger
    finally:
        with suppress(OutputError):
            if new:
                ledger.release()
        ledger.close()


def _lives(machine: str, pid: int, alive: float) -> bool:
    """Whether the process that took a question may still be at work, and is another one."""
    if machine == platform.node():
        if pid == os.getpid():
            return False
        if not is_alive(pid):
            return False
    return time.time() - alive < PATIENCE_SECONDS


def certificate_name(digest: str | None) -> str | None:
    """The name of the file of a certificate with this hash."""
    return None if digest is None else f"{digest}.cert"


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


def _values(job: Job, outcome: Outcome) -> dict[str, Any]:
    verdict = outcome.verdict
    found: dict[str, Any] = {} if verdict is None else verdict.to_json()
    finished = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return {
        **job.key._asdict(),
        "puzzle": job.name,
        "family": job.puzzle.family,
        "title": job.puzzle.info.name,
        "instance": dumps(job.puzzle),
        "state": "failed" if verdict is None else "done",
        "reason": outcome.reason,
        **{k: found.get(k) for k in ("status", "grade", "lower", "proven", "upper", "optimum")},
        "plan": json.dumps(found.get("plan")),
        "evidence": json.dumps(found.get("evidence", [])),
        "certificate": certificate_name(outcome.certificate_hash),
        "certificate_sha256": outcome.certificate_hash,
        "seconds": round(outcome.seconds, 3),
        "machine": outcome.machine,
        "versions": json.dumps(dict(verdict.versions if verdict else own_versions())),
        "limits": json.dumps(job.limits._asdict()),
        "finished": outcome.recorded or finished,
    }
