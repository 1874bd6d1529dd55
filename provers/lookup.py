"""Answers from a table (docs/answers.md) whose certificate the checker has accepted here.

The certificate has the hash of the boards with their distances, so a table is believed nothing.  A
plan follows the distances down, by the rules.  That a certificate was accepted is remembered in the
user's cache folder, by the hash of its bytes.
"""

import csv
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from puzzleproof.models.answers import board_line, letters_of, table_hash
from puzzleproof.models.cache import cache_folder, keeps_a_cache
from puzzleproof.models.errors import CertificateRejected, InstanceError, NotationError, OutputError
from puzzleproof.models.files import opened
from puzzleproof.models.output import written_whole
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.events import Emit, EvidenceFound, PlanFound, Working
from puzzleproof.provers.verdict import Evidence
from puzzleproof.release import __version__
from puzzleproof.verify.certificate import (
    HEADER_LIMIT,
    Certificate,
    check_stream,
    compare,
    read_header,
)

MARKED = b"accepted"
CHECKER = "verify.survey"


def tables_in(place: str) -> list[Path]:
    """List the tables of a folder, or the file itself; raises InstanceError if there is none."""
    path = Path(place)
    found = [path]
    if path.is_dir():
        found = sorted(one for one in path.iterdir() if one.suffix.lower() in READERS)
    if not found or not found[0].is_file():
        raise InstanceError(f"--answers {place!r}: expected a table or a folder with tables")
    return found


def look_up(puzzle: AnyPuzzle, position: AnyPuzzle, place: str, emit: Emit) -> bool:
    """Emit evidence and a plan from a position of the puzzle; tell whether a table is about it.

    A folder may have no table of the puzzle.  Raises InstanceError for a file about another one,
    for a rejected certificate, and for a table that is not the one of its certificate.
    """
    for path in tables_in(place):
        begin, rows = time.perf_counter(), _reader(path)
        about = next(rows)
        try:
            certificate = _certificate(path, about)
            claimed = read_header(BytesIO(certificate))
            if not _is_about(claimed, puzzle, by_force=not Path(place).is_dir()):
                continue
            accept(certificate, emit)
            emit(Working("reading the table"))
            table = dict(rows)
            _compare_hash(table, claimed, "answers_anywhere" if about["all_states"] else "answers")
        except (CertificateRejected, NotationError, KeyError) as error:
            raise InstanceError(f"{str(path)!r}: {error}") from None
        plan = _plan(position, letters_of(puzzle), table)
        moves, seconds = None if plan is None else len(plan), time.perf_counter() - begin
        if plan is not None:
            emit(PlanFound(plan, "models"))
        row = Evidence.certified("exhaustion", moves, CHECKER, seconds, len(table), str(path))
        emit(EvidenceFound(row))
        return True
    return False


def _is_about(claimed: Certificate, puzzle: AnyPuzzle, *, by_force: bool) -> bool:
    """Compare the puzzles; ``by_force``: raise CertificateRejected if they are different."""
    try:
        compare(claimed.puzzle, puzzle)
    except CertificateRejected:
        if by_force:
            raise
        return False
    return True


def _compare_hash(table: dict[str, int | None], claimed: Certificate, which: str) -> None:
    sealed = claimed.kind == "survey" and claimed.extra["claims"].get(which)
    if table_hash(table.items()) != sealed:
        raise CertificateRejected(f"the table does not have the hash {which!r} of its certificate")


def _plan(
    puzzle: AnyPuzzle, letters: dict[int, str], table: dict[str, int | None]
) -> tuple[str, ...] | None:
    """Return moves that each lead one move nearer to a goal; None if none can be reached."""

    def moves_from(one: State) -> int | None:
        return table[board_line(puzzle.draw(one), letters)]

    state, plan = puzzle.start, list[str]()
    left = moves_from(state)
    while left:
        ends = ((move, puzzle.play(state, move)) for move in puzzle.moves(state))
        move, state = next(pair for pair in ends if moves_from(pair[1]) == left - 1)
        plan.append(puzzle.format_move(move))
        left -= 1
    return None if left is None else tuple(plan)


# --- certificates -------------------------------------------------------------------------------


def _certificate(path: Path, about: dict[str, Any]) -> bytes:
    """Read the certificate beside a table; raises InstanceError if the table names none."""
    name = about.get("certificate")
    if not isinstance(name, str):
        fault = "it names no certificate; 'export --to answers --certificate FILE' writes one"
        raise InstanceError(f"{str(path)!r}: {fault}")
    with opened(str(path.with_name(Path(name).name))) as file:
        return file.readline(HEADER_LIMIT)


def accept(certificate: bytes, emit: Emit) -> None:
    """Check a certificate, unless it is remembered; raises CertificateRejected."""
    mark = _mark(certificate)
    with suppress(OSError):
        if mark.read_bytes() == MARKED:
            return
    emit(Working("checking the table's certificate by the rules"))
    check_stream(BytesIO(certificate), "its certificate")
    remember(certificate)


def remember(certificate: bytes) -> None:
    """Remember that this version has accepted a certificate, if a cache is kept."""
    if keeps_a_cache():
        with suppress(OutputError), written_whole(_mark(certificate)) as part:
            part.write_bytes(MARKED)


def _mark(certificate: bytes) -> Path:
    return cache_folder() / f"accepted-{sha256(__version__.encode() + certificate).hexdigest()}"


# --- files --------------------------------------------------------------------------------------


def _reader(path: Path) -> Iterator[Any]:
    """Yield the header of a table, then pairs of a board and its moves; raises InstanceError."""
    read = READERS.get(path.suffix.lower())
    if read is None:
        raise InstanceError(f"{str(path)!r}: expected one of {', '.join(READERS)}")
    try:
        rows = read(path)
        yield dict(next(rows))
        for board, moves in rows:
            if type(board) is not str or type(moves) not in (int, type(None)):
                raise TypeError(f"a row of {board!r:.80} and {moves!r:.20}")
            yield board, moves
    except (OSError, ValueError, LookupError, TypeError, csv.Error, sqlite3.Error) as error:
        raise InstanceError(f"{str(path)!r}: no answer table ({error})") from None


def _csv(path: Path) -> Iterator[Any]:
    with path.open(encoding="utf-8", newline="") as file:
        yield json.loads(file.readline().removeprefix("# "))
        for row in csv.DictReader(file):
            yield row["board"], int(row["moves"]) if row["moves"] else None


def _json_lines(path: Path) -> Iterator[Any]:
    with path.open(encoding="utf-8") as file:
        yield json.loads(file.readline())
        yield from ((row["board"], row["moves"]) for row in map(json.loads, file))


def _sqlite(path: Path) -> Iterator[Any]:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as base:
        yield base.execute("SELECT key, value FROM about")
        yield from base.execute("SELECT board, moves FROM answers")


READERS: dict[str, Callable[[Path], Iterator[Any]]] = {
    ".csv": _csv,
    ".jsonl": _json_lines,
    ".sqlite": _sqlite,
}
"""The suffix of a table -> the function that reads it."""
