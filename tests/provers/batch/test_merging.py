"""Merging: what others offer is checked, and says no more here than it proves."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models import budget
from puzzleproof.models.documents import loads
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.instances import load
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.ledger import Ledger, Means, open_ledger
from puzzleproof.provers.batch.merging import Merger, Told, files_in
from puzzleproof.provers.batch.row import Outcome
from puzzleproof.provers.process import NO_LIMITS
from puzzleproof.provers.request import Request
from puzzleproof.provers.verdict import Evidence
from tests.support.batch_jobs import job, row_in

SMALL = loads('family = "frogs"\nboard = "FT.F"\n')


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "mine.db") as ledger:
        yield ledger


def merged(mine: Ledger, *files: Path) -> list[Told]:
    return list(Merger(mine, NO_LIMITS).merge(files, Means(1)))


def offered(folder: Path, one: Job, **changes: Any) -> Path:
    """A ledger with the answer of a job, in whose verdict something was changed."""
    path, found = folder / "theirs.db", one.run()
    assert found.verdict is not None
    with open_ledger(path) as ledger:
        ledger.record(one, replace(found, verdict=replace(found.verdict, **changes)))
    return path


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(statement)


def test_a_claim_without_a_certificate_counts_as_its_plan_and_stops_no_search(
    tmp_path: Path, mine: Ledger
) -> None:
    one = job("frogs-2-2")
    agree = tuple(
        Evidence("exhaustion", 8, False, name, by, 1.0)  # type: ignore[arg-type]
        for name, by in (("a", "models"), ("b", "encoders"))
    )
    path = offered(tmp_path, one, grade="cross-checked", evidence=agree)
    change(
        path,
        "UPDATE results SET certificate = NULL, "
        "result = json_set(result, '$.certificate_sha256', NULL)",
    )
    (told,) = merged(mine, path)
    assert told.fate == "kept"
    assert told.known is not None
    assert (told.known.upper, told.known.proven, told.known.grade) == (8, 0, "claimed")
    row = row_in(mine, one.key)
    assert row is not None
    assert not any(evidence.bound for evidence in row.evidence)
    assert not job("frogs-2-2", seconds=0.01).is_answered(row.written())


def test_a_board_has_one_name_and_a_name_one_board(tmp_path: Path, mine: Ledger) -> None:
    with open_ledger(tmp_path / "theirs.db") as theirs:
        for name, puzzle in (("hughes", SMALL), ("own", load("frogs-1-1")), ("x", load("hughes"))):
            theirs.record(one := Job(name, puzzle), one.run())
    mine.record(own := Job("own", SMALL), Outcome("own", "move", None, reason="none yet"))
    told = merged(mine, tmp_path / "theirs.db")
    assert sorted(one.fate for one in told) == ["kept"] * 3
    assert [row.puzzle for row in mine.rows()] == ["own", "frogs-1-1", "hughes"]
    mine.close()
    with open_ledger(tmp_path / "empty.db") as empty:
        first, *_ = merged(empty, tmp_path / "theirs.db")
        assert first.fate == "another board"
        assert row_in(empty, own.key) is None


def test_of_two_boards_offered_at_once_under_one_name_the_first_is_kept(
    tmp_path: Path, mine: Ledger
) -> None:
    with open_ledger(tmp_path / "theirs.db") as theirs:
        for board in ("FT.F", "F.TF"):
            one = Job("own", loads(f'family = "frogs"\nboard = "{board}"\n'))
            theirs.record(one, one.run())

    def at_once(jobs: Any, _workers: int, _listen: Any) -> Iterator[Any]:
        yield from [(number, job.run()) for number, job in list(jobs)]

    means = Means(2, runner=at_once)
    told = list(Merger(mine, NO_LIMITS).merge([tmp_path / "theirs.db"], means))
    assert [one.fate for one in told] == ["kept", "another board"]
    assert [row.puzzle for row in mine.rows()] == ["own"]


def test_a_check_that_needs_too_much_rejects_nothing(
    tmp_path: Path, mine: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, work = offered(tmp_path, job("hughes")), {"WORK": 1, "WORK_A_BYTE": 0}
    for name, value in work.items():
        monkeypatch.setattr(budget, name, value)

    def here(jobs: Any, _workers: int, _listen: Any) -> Iterator[Any]:
        yield from ((number, job.run()) for number, job in jobs)

    (told,) = Merger(mine, NO_LIMITS).merge([path], Means(1, runner=here))
    assert told.fate == "too large"
    assert "the check needs" in told.because
    assert not list(mine.rows())


def test_only_files_of_a_folder_are_read_and_their_names_are_printed_clean(
    tmp_path: Path, mine: Ledger
) -> None:
    (tmp_path / "folder.db").mkdir()
    path = tmp_path / "a\x1b[2K.cert"
    path.write_bytes(job("frogs-1-1").run().certificate or b"")
    assert [*files_in([str(tmp_path)])] == sorted([path, mine.path])
    (told,) = merged(mine, path)
    assert told.fate == "kept"
    assert "\x1b" not in told.offer
    with pytest.raises(InstanceError, match="'': expected a ledger"):
        list(files_in([""]))


LIES = {
    "certificate = NULL": ("unreadable", "its certificate: it is not there"),
    "result = '{'": ("unreadable", "the row is damaged"),
    "result = json_set(result, '$.plan', json('[]'), '$.upper', 0)": ("rejected", "its plan"),
    "result = json_set(result, '$.evidence[0].bound', 22, '$.plan', NULL)": (
        "rejected",
        "takes more",
    ),
    "result = json_set(result, '$.instance_hash', printf('%064d', 1))": ("unreadable", "its hash"),
}


@pytest.mark.parametrize("lie", LIES)
def test_nothing_is_kept_of_an_offer_that_does_not_hold(
    tmp_path: Path, mine: Ledger, lie: str
) -> None:
    path = offered(tmp_path, job("hughes"))
    change(path, f"UPDATE results SET {lie}")  # noqa: S608  our own words
    (told,) = merged(mine, path)
    assert told.fate == LIES[lie][0]
    assert LIES[lie][1] in told.because
    assert not list(mine.rows())


def test_a_better_claim_replaces_one_here_that_does_not_hold(tmp_path: Path, mine: Ledger) -> None:
    one = job("hughes")
    mine.record(one, one.run())
    text = "json_set(result, '$.upper', 20, '$.lower', 20, '$.evidence[0].bound', 20)"
    change(mine.path, f"UPDATE results SET result = {text}")  # noqa: S608  our own words
    path = offered(tmp_path, job("hughes", Request(seed=1)))
    (told,) = merged(mine, path)
    assert told.fate == "kept"
    row = row_in(mine, one.key)
    assert row is not None
    assert (row.known.optimum, mine.doubt_about(row)) == (21, "")


def test_a_ledger_whose_table_computes_is_not_read(tmp_path: Path, mine: Ledger) -> None:
    path = offered(tmp_path, job("frogs-1-1"))
    change(path, "ALTER TABLE results RENAME TO kept; CREATE VIEW results AS SELECT * FROM kept")
    (told,) = merged(mine, path)
    assert (told.fate, list(mine.rows())) == ("unreadable", [])
    assert "whose tables differ from this program's" in told.because
