"""Answer tables: for every state the fewest moves to a goal, and a best move.

A program in any language finds its board's row by one string (`puzzleproof.models.answers`).  Each
row is checked when it is written: a goal has distance 0, and the distance of any other state is one
more than the least distance among the states to which the rules' moves lead.  By induction, these
distances are the least numbers of moves.
"""

import csv
import gc
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.explore.graph.distances import Distances
from puzzleproof.explore.graph.lists import ListGraph, list_graph
from puzzleproof.explore.graph.spaces import space_of
from puzzleproof.models.answers import board_line, letters_of, table_hash
from puzzleproof.models.errors import InternalError, LimitReached, OutputError, Unsupported
from puzzleproof.models.graph_view import ALL_STATES
from puzzleproof.models.marks import fingerprint
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.texts import count
from puzzleproof.provers.events import NotWritten
from puzzleproof.provers.export import ExportRequest
from puzzleproof.provers.lookup import TABLES, remember
from puzzleproof.provers.survey.certify import Certifier, Refused, claims_of
from puzzleproof.release import versions
from puzzleproof.verify.survey import MOST_STATES

MOST = 5_000_000
"""A table has at most this many states."""


class Answer(NamedTuple):
    """The row of a state; the fields are the columns of the file."""

    board: str
    """The state in one line."""
    moves: int | None
    """The fewest moves to a goal, or None if no goal can be reached."""
    best: str | None
    """A best move in the family's notation; None for a goal, and if no goal can be reached."""
    after: str | None
    """The board after the best move."""
    ways: int
    """The number of different states to which best moves lead."""


class Answers(Mapping["State | str", Answer]):
    """The answers for the states of a puzzle; a key is a state, or a board in one line."""

    def __init__(
        self, puzzle: AnyPuzzle, *, all_states: bool = False, certified: bool = False
    ) -> None:
        """Search the states that the start reaches, or every placement of the pieces.

        Raises Unsupported for a tour, for a puzzle without a state graph, and for more states than
        `MOST`, or than the checker's `MOST_STATES` if the table is to be ``certified``.
        """
        most, why = (MOST_STATES, " in a certified table") if certified else (MOST, "")
        space = space_of(puzzle)
        if space.tour:
            raise Unsupported("answers: a tour has no goal")
        try:
            self.graph: ListGraph = list_graph(space, most, reachable=not all_states)
        except LimitReached:
            raise Unsupported(f"answers: more than {most:,} states{why}") from None
        self.puzzle = puzzle
        self.depths: Distances = self.graph.to_goals()
        letters, draw = letters_of(puzzle), puzzle.draw
        self.boards = [board_line(draw(one), letters) for one in self.graph.states]
        """The drawing of each state in one line; pieces of the same kind share a letter."""

    def __repr__(self) -> str:
        """Return the number of states, and the metric."""
        return f"<Answers: {count(len(self), 'state')} (metric {self.puzzle.metric})>"

    def __len__(self) -> int:
        """Count the states."""
        return len(self.graph)

    def __iter__(self) -> Iterator[State]:
        """Yield the states, the start first."""
        return iter(self.graph.states)

    def __getitem__(self, one: State | str) -> Answer:
        """Return the answer for a state, or for a board in one line; raises KeyError."""
        if isinstance(one, str):
            return self.answer(self._vertices[one])
        return self.answer(self.graph.index[self.puzzle.canonical(one)])

    @cached_property
    def _vertices(self) -> dict[str, int]:
        return {board: vertex for vertex, board in enumerate(self.boards)}

    def answer(self, vertex: int) -> Answer:
        """Return the row of a vertex, after checking its distance by the rules."""
        state, depth_of, row = self.graph.states[vertex], self.depths, self.graph.rows[vertex]
        depth = depth_of[vertex]
        near = min((d for after in row if (d := depth_of[after]) is not None), default=None)
        is_goal = self.puzzle.is_goal(state)
        if is_goal != (depth == 0) or (not is_goal and (near is None) != (depth is None)):
            raise InternalError("a distance disagrees with the rules")
        if not depth:
            return Answer(self.boards[vertex], depth, None, None, 0)
        if near != depth - 1:
            raise InternalError("a distance disagrees with the rules")
        best = {self.graph.states[after]: after for after in row if depth_of[after] == near}
        for move in self.puzzle.moves(state):
            after = best.get(self.puzzle.canonical(self.puzzle.play(state, move)))
            if after is not None:
                name = self.puzzle.format_move(move)
                return Answer(self.boards[vertex], depth, name, self.boards[after], len(best))
        raise InternalError("no legal move leads to a nearer state of the graph")

    def findings(self) -> dict[str, Any]:
        """Return what a survey certificate says of the table (`provers.survey.certify`)."""
        found, whole = table_hash(zip(self.boards, self.depths, strict=True)), self.graph.whole
        if whole:
            return {"whole": True, "states": len(self), "answers_anywhere": found}
        return {"start": {"reached": len(self)}, "answers": found}


# --- files --------------------------------------------------------------------------------------


def write_answers(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write the table in the format of the file's suffix; raises Unsupported for other suffixes."""
    write = WRITERS.get(paths[0].suffix.lower())
    if write is None:
        raise Unsupported(f"answers: {paths[0].suffix!r}: expected one of {', '.join(WRITERS)[2:]}")
    gc.disable()  # no objects are in cycles, and the search for cycles takes a tenth of the time
    certified = request.certificate is not None
    table = Answers(puzzle, all_states=request.form == ALL_STATES, certified=certified)
    about = {
        "format": "puzzleproof answers",
        "name": puzzle.info.name,
        "family": puzzle.family,
        "metric": puzzle.metric,
        "states": len(table),
        "all_states": table.graph.whole,
        "fingerprint": fingerprint("answers", puzzle=puzzle),
    }
    if request.certificate is not None:
        about["certificate"] = Path(request.certificate).name
    write(paths[0], about, map(table.answer, range(len(table))))
    if request.certificate is not None:
        _certify(puzzle, table, Path(request.certificate))
    unsolved = table.depths.count(None)
    rest = f", of which {unsolved:,} reach no goal" if unsolved else ""
    return f"answers for {count(len(table), 'state')}{rest}"


def _certify(puzzle: AnyPuzzle, table: Answers, target: Path) -> None:
    """Write the certificate of the table, once it is accepted."""

    def listen(event: object) -> None:
        if isinstance(event, Refused):
            raise event.error
        if isinstance(event, NotWritten):
            raise OutputError(event.text)

    findings = table.findings()
    if not claims_of(puzzle, findings).keys() & set(TABLES):
        raise Unsupported("--certificate: the checker does not compute the hash of this table")
    Certifier(puzzle, str(target), versions(), listen).certify(findings)
    remember(target.read_bytes())


Rows: TypeAlias = Iterable[Answer]


def _write_csv(path: Path, about: Mapping[str, Any], rows: Rows) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(f"# {json.dumps(about, ensure_ascii=False)}\n")
        out = csv.writer(file, lineterminator="\n")
        out.writerow(Answer._fields)
        out.writerows(rows)


def _write_json_lines(path: Path, about: Mapping[str, Any], rows: Rows) -> None:
    with path.open("w", encoding="utf-8") as file:
        for one in chain([about], map(Answer._asdict, rows)):
            file.write(json.dumps(one, ensure_ascii=False) + "\n")


def _write_sqlite(path: Path, about: Mapping[str, Any], rows: Rows) -> None:
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE about (key TEXT PRIMARY KEY, value)")
        base.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        columns = "board TEXT PRIMARY KEY, moves INTEGER, best TEXT, after TEXT, ways INTEGER"
        base.execute(f"CREATE TABLE answers ({columns}) WITHOUT ROWID")
        base.executemany("INSERT INTO answers VALUES (?, ?, ?, ?, ?)", rows)
    base.close()


WRITERS: dict[str, Callable[[Path, Mapping[str, Any], Rows], None]] = {
    "": _write_csv,  # standard output
    ".csv": _write_csv,
    ".jsonl": _write_json_lines,
    ".sqlite": _write_sqlite,
}
"""The suffix of a file -> the function that writes it."""
