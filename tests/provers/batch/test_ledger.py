"""The ledger: what is committed stays, two may share it, other files are refused."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest

from puzzleproof.models.errors import InstanceError, OutputError
from puzzleproof.models.instances import load
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.ledger import Ledger, Means, open_ledger, run_batch
from puzzleproof.provers.batch.row import Row
from puzzleproof.verify.certificate import check_stream
from tests.support.batch_jobs import job, row_in

WORK = """
import sys
from puzzleproof.models.instances import loads
from puzzleproof.provers.batch.ledger import Means, run_batch
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.ledger import open_ledger

boards = ["FT.", "F.T", ".FT", "FFT.", "FTT.", "FF.T", "F.TT", "FFTT.", "FF.TT", "FTFT.", "F.TFT",
          "FFF.T", "FFFT.", "FTTT.", "F.TTT", ".FFT", ".FTT", "FFFF.", "T.FFF", "TT.FF"]
with open_ledger(sys.argv[1]) as ledger:
    jobs = [Job(b, loads(f'family = "frogs"\\nboard = "{b}"')) for b in boards]
    for number, result in run_batch(jobs, Means(2, ledger)):
        print(number, "recorded" if result.recorded else "proven", flush=True)
"""
JOBS = 20


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


def recorded(ledger: Ledger, one: Job) -> Row:
    ledger.record(one, one.run())
    row = row_in(ledger, one.key)
    assert row is not None
    return row


def test_a_second_run_proves_nothing_again(path: Path) -> None:
    """The same board under another name is known; in another metric it is another question."""
    puzzle = load("frogs-2-2")
    jobs = [job("frogs-1-1"), Job("one", load("hughes"))]
    with open_ledger(path) as ledger:
        first = dict(run_batch(jobs, Means(2, ledger)))
        again = [*jobs, Job("two", load("hughes")), Job("two", load("hughes").with_metric("unit"))]
        second = dict(run_batch([*again, Job("new", puzzle)], Means(2, ledger)))
    assert not any(result.recorded for result in first.values())
    assert [k for k, result in sorted(second.items()) if not result.recorded] == [3, 4]


def test_a_question_that_stayed_open_is_asked_again_with_more_time(path: Path) -> None:
    short = job("korf-03", seconds=0.3)
    with open_ledger(path) as ledger:
        row = recorded(ledger, short)
        assert row.status in ("bounded", "unknown")
        assert short.is_answered(row.written())
        assert not job("korf-03", seconds=1.0).is_answered(row.written())
        assert not job("korf-03").is_answered(row.written())


def working(path: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", WORK, str(path)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True)


def test_two_processes_write_to_one_ledger(path: Path) -> None:
    with working(path) as one, working(path) as two:
        told = [process.communicate()[0].split("\n")[:-1] for process in (one, two)]
    assert (one.returncode, two.returncode) == (0, 0)
    assert all(len(lines) == JOBS for lines in told)
    with open_ledger(path) as ledger:
        assert len(list(ledger.rows())) == JOBS
        assert row_in(ledger, job("hughes").key) is None


@pytest.mark.parametrize(
    "kills", [6, pytest.param(100, marks=pytest.mark.slow)], ids=["few", "a hundred"]
)
def test_kill_9_at_any_moment_loses_the_job_in_work_only(path: Path, kills: int) -> None:
    source, told = random.Random(kills), 0  # noqa: S311  no secret
    for _ in range(kills):
        with working(path) as process:
            time.sleep(source.uniform(0.0, 0.8))
            os.killpg(process.pid, signal.SIGKILL)
            told = max(told, process.communicate()[0].count("proven"))
        with open_ledger(path) as ledger:
            rows = list(ledger.rows())
            assert len(rows) >= told
            told = len(rows)
            for row in rows:
                assert ledger.certificate(row) is not None
        if told == JOBS:
            for name in path.parent.glob("results.db*"):
                name.unlink()
            told = 0
    with working(path) as process:
        lines = process.communicate()[0].split("\n")[:-1]
    assert len(lines) == JOBS
    with open_ledger(path) as ledger:
        for row in ledger.rows():
            certificate = ledger.certificate(row)
            assert certificate is not None
            check_stream(BytesIO(certificate), "it")


def fill(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def statement(path: Path, word: str) -> None:
    db = sqlite3.connect(path)
    db.execute(word)
    db.commit()
    db.close()


def tear(path: Path) -> None:
    with open_ledger(path) as ledger:
        for name in ("frogs-1-1", "frogs-2-2", "hughes", "tiles-2x2"):
            recorded(ledger, job(name))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def of_version(path: Path, version: int) -> None:
    Ledger(path).close()
    statement(path, f"PRAGMA user_version = {version}")


def spoil(path: Path) -> None:
    with open_ledger(path) as ledger:
        recorded(ledger, job("frogs-1-1"))
    statement(path, "UPDATE results SET result = '['")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (partial(fill, data=b"not a database, but long enough" * 100), "not a ledger, or"),
        (partial(fill, data=b"SQLite format 3\0" + b"\0" * 5000), "not a ledger|cannot be"),
        (partial(statement, word="CREATE TABLE other (x)"), "a database of another program"),
        (partial(of_version, version=2), "a ledger of version 2: expected version 3"),
        (partial(of_version, version=9), "a ledger of version 9: expected version 3"),
        (tear, "damaged"),
        (spoil, "the row is damaged"),
        (str, "there is no such ledger"),
    ],
)
def test_other_files_are_refused(path: Path, make: Callable[[Path], object], message: str) -> None:
    make(path)
    before = path.read_bytes() if path.exists() else None
    with (
        pytest.raises(InstanceError, match=message) as error,
        open_ledger(path, new=False) as ledger,
    ):
        list(ledger.rows())
    assert "\n" not in str(error.value)
    assert before == (path.read_bytes() if path.exists() else None)


def test_a_ledger_that_cannot_be_written_is_an_output_fault(path: Path) -> None:
    """Its folder is made, if it can be."""
    with open_ledger(path.parent / "new" / "results.db") as ledger:
        assert not list(ledger.rows())
    (path.parent / "file").touch()
    with pytest.raises(InstanceError, match="cannot be opened as a ledger"):
        open_ledger(path.parent / "file" / "results.db").__enter__()
    with open_ledger(path) as ledger:
        ledger._db.execute("PRAGMA query_only = 1")  # pyright: ignore[reportPrivateUsage]
        with pytest.raises(OutputError, match="cannot be written"):
            recorded(ledger, job("frogs-1-1"))
        ledger._db.execute("PRAGMA query_only = 0")  # pyright: ignore[reportPrivateUsage]
