"""Answers from a table (docs/answers.md) whose certificate the checker has accepted here.

The certificate has the hash of all boards with their distances, so nothing else is believed: a plan
follows these distances down, by the rules.  That a certificate was accepted is remembered in the
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
from puzzleproof.models.errors import InstanceError, OutputError, PuzzleProofError
from puzzleproof.models.marks import fingerprint
from puzzleproof.models.output import cache_folder, keeps_a_cache, written_whole
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.events import Emit, EvidenceFound, PlanFound, Working
from puzzleproof.provers.verdict import Evidence
from puzzleproof.release import __version__
from puzzleproof.verify.certificate import HEADER_LIMIT, check_stream, compare, read_header

ACCEPTED = b"accepted"


def tables_in(place: str) -> list[Path]:
    """List the tables of a folder, or the file itself; raises InstanceError if there is none."""
    path = Path(place)
    found = sorted(path.iterdir()) if path.is_dir() else [path]
    found = [one for one in found if one.suffix.lower() in READERS and one.is_file()]
    if not found:
        kinds = ", ".join(READERS)
        raise InstanceError(f"--answers {place!r}: expected a table ({kinds}) or a folder of them")
    return found


def look_up(puzzle: AnyPuzzle, position: AnyPuzzle, place: str, emit: Emit) -> bool:
    """Emit evidence and a plan from a position of the puzzle; tell whether a table is about it.

    Raises InstanceError for a file about another board, for a rejected certificate, and for a table
    that does not have its hash.
    """
    begin, wanted = time.perf_counter(), fingerprint("answers", puzzle=puzzle)
    for path in tables_in(place):
        rows = _rows(path)
        about = next(rows)
        if about.get("fingerprint") == wanted:
            table = dict(rows)
            try:
                _check(path, about, puzzle, table, emit)
            except (PuzzleProofError, OSError, LookupError, TypeError) as error:
                raise InstanceError(f"{str(path)!r}: {error}") from None
            plan = _plan(position, letters_of(puzzle), table)
            if plan is not None:
                emit(PlanFound(plan, "models"))
            answer = None if plan is None else len(plan), "verify.survey"
            seconds, size = time.perf_counter() - begin, len(table)
            emit(EvidenceFound(Evidence.certified("exhaustion", *answer, seconds, size, str(path))))
            return True
    if not Path(place).is_dir():
        raise InstanceError(f"--answers {place!r}: a table of another board or metric")
    return False


def _check(
    path: Path,
    about: dict[str, Any],
    puzzle: AnyPuzzle,
    table: dict[str, int | None],
    emit: Emit,
) -> None:
    """Check the certificate beside a table, unless it is remembered, and the hash of the table."""
    if "certificate" not in about:
        raise InstanceError("names no certificate, which 'export --certificate' writes")
    with path.with_name(Path(about["certificate"]).name).open("rb") as file:
        line = file.readline(HEADER_LIMIT)
    certificate = read_header(BytesIO(line))
    compare(certificate.puzzle, puzzle)
    if not _mark(line).is_file() or _mark(line).read_bytes() != ACCEPTED:
        emit(Working("checking the table's certificate by the rules"))
        check_stream(BytesIO(line), "its certificate")
        remember(line)
    which = "answers_anywhere" if about["all_states"] else "answers"
    sealed = certificate.kind == "survey" and certificate.extra["claims"].get(which)
    if table_hash(table.items()) != sealed:
        raise InstanceError(f"the table does not have the hash {which!r} of its certificate")


def remember(certificate: bytes) -> None:
    """Remember that this version has accepted a certificate, if a cache is kept."""
    if keeps_a_cache():
        with suppress(OutputError), written_whole(_mark(certificate)) as part:
            part.write_bytes(ACCEPTED)


def _mark(certificate: bytes) -> Path:
    return cache_folder() / f"accepted-{sha256(__version__.encode() + certificate).hexdigest()}"


def _plan(
    puzzle: AnyPuzzle, letters: dict[int, str], table: dict[str, int | None]
) -> tuple[str, ...] | None:
    """Return moves that each lead one move nearer to a goal; None if none can be reached."""

    def moves_from(one: State) -> int | None:
        return table[board_line(puzzle.draw(one), letters)]

    state, plan = puzzle.start, list[str]()
    while left := moves_from(state):
        ends = ((move, puzzle.play(state, move)) for move in puzzle.moves(state))
        move, state = next(pair for pair in ends if moves_from(pair[1]) == left - 1)
        plan.append(puzzle.format_move(move))
    return None if left is None else tuple(plan)


def _rows(path: Path) -> Iterator[Any]:
    """Yield the header of a table, then pairs of a board and its moves; raises InstanceError."""
    try:
        rows = READERS[path.suffix.lower()](path)
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
