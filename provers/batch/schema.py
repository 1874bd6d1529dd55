"""The tables of a ledger, and how its file is opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from puzzleproof.models.errors import InstanceError

APPLICATION = 0x50507266
"""What SQLite's header says of the file."""
PATIENCE_SECONDS = 60.0
"""Seconds that a process waits for another's write, and that a process may be silent."""
RESULTS = """
CREATE TABLE results (
  id INTEGER PRIMARY KEY,
  instance_hash TEXT NOT NULL,
  metric TEXT NOT NULL,
  request TEXT NOT NULL,
  puzzle TEXT NOT NULL,
  family TEXT NOT NULL,
  title TEXT NOT NULL,
  instance TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('done', 'failed')),
  reason TEXT NOT NULL,
  status TEXT, grade TEXT,
  lower INTEGER, proven INTEGER, upper INTEGER, optimum INTEGER,
  plan TEXT, evidence TEXT,
  certificate TEXT, certificate_sha256 TEXT,
  seconds REAL NOT NULL,
  machine TEXT NOT NULL,
  versions TEXT NOT NULL,
  limits TEXT NOT NULL,
  finished TEXT NOT NULL,
  UNIQUE (instance_hash, metric, request)
);
CREATE TABLE working (
  instance_hash TEXT NOT NULL,
  metric TEXT NOT NULL,
  request TEXT NOT NULL,
  machine TEXT NOT NULL,
  pid INTEGER NOT NULL,
  alive REAL NOT NULL,
  PRIMARY KEY (instance_hash, metric, request)
);
"""
SURVEYS = """
CREATE TABLE surveys (
  id INTEGER PRIMARY KEY,
  piece_set TEXT NOT NULL,
  metric TEXT NOT NULL,
  name TEXT NOT NULL,
  kept INTEGER NOT NULL,
  survey TEXT NOT NULL,
  seconds REAL NOT NULL,
  machine TEXT NOT NULL,
  versions TEXT NOT NULL,
  finished TEXT NOT NULL,
  UNIQUE (piece_set, metric)
);
"""
SCHEMAS = (RESULTS, SURVEYS)
"""What each version adds to the one before it; the version is in SQLite's header."""
VERSION = len(SCHEMAS)


def opened(path: Path, *, new: bool) -> sqlite3.Connection:
    """Open a ledger; with ``new`` make one and its folder, or the tables that an older one has not.

    One that is not ``new`` is read only.  Raises InstanceError for a file that is no ledger, is
    damaged or comes from a newer version.
    """
    where = repr(str(path))
    try:
        if new:
            path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=PATIENCE_SECONDS, isolation_level=None)
        if new:
            _complete(db)
        else:
            db.execute("PRAGMA query_only = 1")
        _check(db, where)
        if new:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
        return db
    except (OSError, sqlite3.OperationalError) as error:
        raise InstanceError(f"{where}: cannot be opened as a ledger: {error}") from None
    except sqlite3.DatabaseError as error:
        raise InstanceError(f"{where}: not a ledger, or a damaged one: {error}") from None


def _numbers(db: sqlite3.Connection) -> tuple[int, int, int]:
    """The application and the version that the header names, and how many tables there are."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return application, version, tables


def _complete(db: sqlite3.Connection) -> None:
    """Make the tables that a new file, or an older ledger, has not."""
    db.execute("BEGIN IMMEDIATE")
    application, version, tables = _numbers(db)
    new = not (application or version or tables)
    if new or (application == APPLICATION and version < VERSION):
        for schema in SCHEMAS[version:]:
            for statement in filter(str.strip, schema.split(";")):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def _check(db: sqlite3.Connection, where: str) -> None:
    """Raise InstanceError for a file of another kind, and for a damaged one."""
    application, version, tables = _numbers(db)
    if not application and not tables:
        raise InstanceError(f"{where}: an empty file: expected a ledger")
    if application != APPLICATION:
        raise InstanceError(f"{where}: a database of another program: expected a ledger")
    if version > VERSION:
        raise InstanceError(f"{where}: a ledger of version {version}: this program knows {VERSION}")
    faults = db.execute("PRAGMA quick_check(1)").fetchall()
    if faults != [("ok",)]:
        raise InstanceError(f"{where}: a damaged ledger: {faults[0][0]}")
