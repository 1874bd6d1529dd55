"""Answer tables: for every state the fewest moves to a goal, and a best move.

A program in any language finds its board by building one string: the drawing in one line, rows
divided by ``/``, alike pieces by the letter that the first of them has in the instance.  Each row
is checked as it is written: a goal has distance 0, and any other state is one move farther than the
nearest of the states that the rules' moves lead to.  By induction these distances are the least.
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

from puzzleproof.explore.graph.distances import Distances, layer_sizes
from puzzleproof.explore.graph.lists import ListGraph, list_graph
from puzzleproof.explore.graph.spaces import space_of
from puzzleproof.explore.survey import distances_found
from puzzleproof.models.errors import InternalError, LimitReached, OutputError, Unsupported
from puzzleproof.models.output import fingerprint
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.events import NotWritten
from puzzleproof.provers.export import ExportRequest
from puzzleproof.provers.survey.certify import Certifier, Refused
from puzzleproof.release import versions
from puzzleproof.verify.replay import in_one_line

MOST = 5_000_000
"""The most states of a table."""


class Answer(NamedTuple):
    """The entry of a table for a state; the fields are the columns of the file."""

    board: str
    """The state in one line."""
    moves: int | None
    """The fewest moves to a goal; None: no goal can be reached."""
    best: str | None
    """A best move in the project's notation; None in a goal, and where no goal can be reached."""
    after: str | None
    """The board after the best move."""
    ways: int
    """The number of states that one best move leads to."""


class Answers(Mapping["State | str", Answer]):
    """The answers of a puzzle, by states or by boards as the table writes them."""

    def __init__(self, puzzle: AnyPuzzle, *, all_states: bool = False) -> None:
        """Search what the start reaches, or every placement of the pieces.

        Raises Unsupported for a puzzle without a state graph, a tour, or more than `MOST` states.
        """
        space = space_of(puzzle)
        if space.tour:
            raise Unsupported("answers: a tour has no goal")
        try:
            self.graph: ListGraph = list_graph(space, MOST, reachable=not all_states)
        except LimitReached:
            raise Unsupported(f"answers: more than {MOST:,} states") from None
        self.puzzle = puzzle
        self.depths: Distances = self.graph.to_goals()
        letters = _letters(puzzle)
        self.boards = [in_one_line(puzzle, one).translate(letters) for one in self.graph.states]
        """The drawing of each state in one line, alike pieces with one letter."""

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
        """Return the row of a vertex, checked by the rules."""
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
        best = [after for after in row if depth_of[after] == near]
        first = min(best)
        move = _move(self.puzzle, state, self.graph.states[first])
        return Answer(self.boards[vertex], depth, move, self.boards[first], len(best))

    def findings(self) -> dict[str, Any]:
        """Return what a survey certificate says of these distances (`provers.survey.certify`)."""
        graph, found = self.graph, distances_found(self.graph, self.puzzle.draw)
        found |= {"whole": graph.whole, "states": len(graph)}
        if graph.whole and not graph.directed and found["goal"]["states"]:
            found["from_goals"] = {"layers": layer_sizes(self.depths)}
        return found


def _letters(puzzle: AnyPuzzle) -> dict[int, str]:
    """Map each letter of a sliding piece to the first of its kind; other drawings stay."""
    if not isinstance(puzzle, SlidingPuzzle):
        return {}
    return {ord(name): group[0] for group in puzzle.groups for name in group}


def _move(puzzle: AnyPuzzle, state: State, wanted: State) -> str:
    """Name a move from one state to another; raises InternalError if the rules have none."""
    for move in puzzle.moves(state):
        if puzzle.canonical(puzzle.play(state, move)) == wanted:
            return puzzle.format_move(move)
    raise InternalError("no move leads to a state that the rules list")


# --- files --------------------------------------------------------------------------------------


def write_answers(puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path]) -> str:
    """Write the table in the format that the suffix names; raises Unsupported for another one."""
    write = WRITERS.get(paths[0].suffix.lower())
    if write is None:
        raise Unsupported(f"answers: {paths[0].suffix!r}: expected one of {', '.join(WRITERS)[2:]}")
    gc.disable()  # there are no cycles, and searching for them takes a tenth of the time
    table = Answers(puzzle, all_states=request.all_states)
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
        about["certificate"] = _certified(puzzle, table, str(request.certificate))
    write(paths[0], about, map(table.answer, range(len(table))))
    unsolved = table.depths.count(None)
    rest = f", of which {unsolved:,} reach no goal" if unsolved else ""
    return f"answers for {count(len(table), 'state')}{rest}"


def _certified(puzzle: AnyPuzzle, table: Answers, target: str) -> str:
    """Write the certificate of the table's distances, once it is accepted; returns its name."""

    def listen(event: object) -> None:
        if isinstance(event, Refused):
            raise event.error
        if isinstance(event, NotWritten):
            raise OutputError(event.text)

    Certifier(puzzle, target, versions(), listen).certify(table.findings())
    return target


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
