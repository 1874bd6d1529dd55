"""Answers from a table (docs/answers.md) whose certificate the checker has accepted.

The certificate has the hash of all boards with their distances; nothing else of a table is trusted.
By the rules, each move of a plan lowers the distance by one.  That a certificate was accepted is
remembered in the user's cache folder, by the hash of its bytes and of the checker's source files.
"""

import csv
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from puzzleproof.models.answers import board_line, letters_of, table_hash
from puzzleproof.models.errors import InstanceError, OutputError, PuzzleProofError
from puzzleproof.models.marks import fingerprint
from puzzleproof.models.output import cache_folder, written_whole
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.events import Emit, EvidenceFound, PlanFound, Working
from puzzleproof.provers.verdict import Evidence
from puzzleproof.verify.certificate import HEADER_LIMIT, check_stream, compare, read_header

Table: TypeAlias = dict[str, int | None]
"""A board in one line -> the fewest moves to a goal; None: no goal can be reached."""
ACCEPTED = b"accepted"
TABLES = "answers", "answers_anywhere"
"""The statistics of a certificate that are hashes of tables."""


def tables_in(place: str) -> list[Path]:
    """List a folder's tables, or the file itself; raises InstanceError if there is no table."""
    path = Path(place)
    found = sorted(path.iterdir()) if path.is_dir() else [path]
    found = [one for one in found if one.suffix.lower() in READERS and one.is_file()]
    if not found:
        kinds = ", ".join(READERS)
        raise InstanceError(f"--answers {place!r}: expected a table ({kinds}) or a folder of them")
    return found


def look_up(puzzle: AnyPuzzle, position: AnyPuzzle, place: str, emit: Emit) -> bool:
    """Emit evidence and a plan from a position of the puzzle; tell whether a table answers.

    In a folder, files about other boards and files of other programs are skipped.  Raises
    InstanceError if the file, or every table of this puzzle in the folder, has a fault: a rejected
    certificate, or a table that does not have the hash that its certificate claims.
    """
    begin, wanted = time.perf_counter(), fingerprint("answers", puzzle=puzzle)
    faults, in_folder = list[InstanceError](), Path(place).is_dir()
    for path in tables_in(place):
        is_ours, rows = False, _rows(path)
        try:
            about = next(rows)
            if not (is_ours := about.get("fingerprint") == wanted):
                raise InstanceError("a table of another board or metric")
            table: Table = dict(rows)
            _check(path, about, puzzle, table, emit)
            plan = _plan(position, letters_of(puzzle), table)
        except (PuzzleProofError, OSError, LookupError, TypeError, ValueError) as error:
            if is_ours or not in_folder:
                faults.append(InstanceError(f"--answers {str(path)!r}: {error}"))
            continue
        if plan is not None:
            emit(PlanFound(plan, "models"))
        answer = None if plan is None else len(plan), "verify.survey"
        seconds, size = time.perf_counter() - begin, len(table)
        emit(EvidenceFound(Evidence.certified("exhaustion", *answer, seconds, size, str(path))))
        return True
    if faults:
        raise faults[0]
    return False


def _check(path: Path, about: Any, puzzle: AnyPuzzle, table: Table, emit: Emit) -> None:
    """Check the table's hash, and its certificate unless it is remembered as accepted."""
    name = about.get("certificate")
    if type(name) is not str:
        raise InstanceError("names no certificate, which 'export --certificate' writes")
    try:
        with path.parent.joinpath(Path(name).name).open("rb") as file:
            line = file.readline(HEADER_LIMIT)
    except (OSError, ValueError) as error:
        raise InstanceError(f"certificate {name!r}: {error}") from None
    certificate = read_header(BytesIO(line))
    compare(certificate.puzzle, puzzle)
    mark = _mark(line)
    if mark is None or not mark.is_file() or mark.read_bytes() != ACCEPTED:
        emit(Working("checking the table's certificate by the rules"))
        check_stream(BytesIO(line), "its certificate")
        remember(line)
    claims: dict[str, Any] = certificate.extra["claims"] if certificate.kind == "survey" else {}
    if table_hash(table.items()) not in map(claims.get, TABLES):
        raise InstanceError("the table does not have the hash that its certificate claims")


def remember(certificate: bytes) -> None:
    """Remember that this checker has accepted a certificate, if a cache is kept."""
    if mark := _mark(certificate):
        with suppress(OutputError), written_whole(mark) as part:
            part.write_bytes(ACCEPTED)


def _mark(certificate: bytes) -> Path | None:
    folder = cache_folder()
    return folder and folder / f"accepted-{sha256(checker_hash() + certificate).hexdigest()}"


@cache
def checker_hash() -> bytes:
    """Hash the source files of the rules and the checkers."""
    root, found = Path(__file__).parents[1], sha256()
    for path in sorted([*root.glob("models/**/*.py"), *root.glob("verify/**/*.py")]):
        found.update(path.read_bytes())
    return found.digest()


def _plan(puzzle: AnyPuzzle, letters: dict[int, str], table: Table) -> tuple[str, ...] | None:
    """Return moves that each lead one move nearer to a goal; None if no goal can be reached."""

    def moves_from(one: State) -> int | None:
        if (line := board_line(puzzle.draw(one), letters)) not in table:
            raise InstanceError(f"the table does not have the position {line!r}")
        return table[line]

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
    except FAULTS as error:
        raise InstanceError(f"no answer table ({error})") from None


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


FAULTS = OSError, ValueError, LookupError, TypeError, RecursionError, csv.Error, sqlite3.Error
"""The errors that arise when a file that is no table is read."""
READERS: dict[str, Callable[[Path], Iterator[Any]]] = {
    ".csv": _csv,
    ".jsonl": _json_lines,
    ".sqlite": _sqlite,
}
"""The suffix of a table -> the function that reads it."""
