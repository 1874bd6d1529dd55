"""Prove all problems of a peg board that begin with one vacancy and end with one peg.

``python -m benchmarks.peg_problems BOARD …`` writes docs/atlas/one-peg.csv: a row for each problem
that a board's position classes allow, up to symmetry.  A row is two cold commands, ``prove`` and
``verify``, with an empty cache; no number stands in this file.  Rows of other boards stay as they
are, and a row that was proven to its end is left alone.  ``--same-hole`` asks of a board only the
problems that end where they begin, under a name of their own.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import sys
import tempfile
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from benchmarks.peers import ROOT
from benchmarks.run import exit_code
from benchmarks.timing import Run, run_once
from puzzleproof.explore.pegs.finals import PositionClasses
from puzzleproof.models.errors import NotationError
from puzzleproof.models.pegs.boards import Hole, PegBoard, named_board, read_board
from puzzleproof.verify.peg_positions import jump_lines, symmetries

TABLE = ROOT / "docs" / "atlas" / "one-peg.csv"
TIME_LIMIT, CHECK_LIMIT, GRACE = 600.0, 600.0, 60.0
COLUMNS = (
    "board",
    "vacated",
    "last peg",
    "minimum",
    "grade",
    "states labelled",
    "certificate, bytes",
    "make, CPU s",
    "make, s",
    "check, CPU s",
)
AT_LEAST = "at least"
Cells: TypeAlias = tuple[str, ...]
SAME_HOLE = ", ending in the hole that was vacated"
"""What is added to a board of which no other problems are asked."""


class Problem(NamedTuple):
    """A hole vacated at the start, and the hole of the last peg."""

    vacate: Hole
    finish: Hole


def problems(board: PegBoard) -> list[Problem]:
    """Those that position classes allow, one for each orbit of the board's symmetries.

    >>> len(problems(named_board("english"))), len(problems(named_board("european")))
    (21, 10)
    """
    holes, group = range(len(board.holes)), symmetries(board)
    full = (1 << len(holes)) - 1
    classes = PositionClasses(1 << a | 1 << b | 1 << c for a, b, c in jump_lines(board))
    allowed = [
        (v, f) for v in holes for f in holes if classes.of(full ^ 1 << v) == classes.of(1 << f)
    ]
    least = [pair for pair in allowed if pair == min((g[pair[0]], g[pair[1]]) for g in group)]
    return [Problem(board.holes[v], board.holes[f]) for v, f in least]


def problems_of(title: str) -> list[Problem]:
    """Those of the rows with this name of a board.

    >>> len(problems_of("english")), len(problems_of("english" + SAME_HOLE))
    (21, 7)
    """
    same = title.endswith(SAME_HOLE)
    found = problems(board_of(title.removesuffix(SAME_HOLE)))
    return [one for one in found if one.vacate == one.finish or not same]


def board_of(name: str) -> PegBoard:
    """A board by its name, or ``squareN``, of N by N holes.

    >>> len(board_of("square6").holes)
    36
    """
    if found := re.fullmatch("square([2-9])", name):
        side = int(found[1])
        return read_board(f"{'o' * side}\n" * side)
    return named_board(name)


def prove_problem(board: PegBoard, problem: Problem, limit: float) -> Cells:
    """Run both commands; the cells of the row."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        keys = {"vacate": problem.vacate, "finish": problem.finish}
        lines = ['family = "pegs"', f"board = {json.dumps(board.name)}"]
        lines += [f"{key} = {list(hole)}" for key, hole in keys.items()]
        (folder / "problem.toml").write_text("\n".join(lines) + "\n")
        words = ("prove", "problem.toml", "--certificate", "problem.cert")
        made = _run(folder, limit + GRACE, *words, "--time-limit", f"{limit:g}")
        verdict = dict[str, Any](json.loads(made.output))
        ends = [str(board.number(hole)) for hole in problem]
        row = _result(verdict)
        file = folder / "problem.cert"
        if verdict["certificate"] is None or not file.exists():
            return (*ends, *row, "", "", f"{made.cpu:.1f}", f"{made.wall:.1f}", "")
        checked = _run(folder, CHECK_LIMIT, "verify", "problem.cert")
        if checked.code:
            raise NotationError(f"{' '.join(ends)}: rejected: {checked.error}")
        states = json.loads(checked.output)["states"]
        sizes = (f"{states:,}", f"{file.stat().st_size:,}")
        return (*ends, *row, *sizes, f"{made.cpu:.1f}", f"{made.wall:.1f}", f"{checked.cpu:.1f}")


def _run(folder: Path, limit: float, *words: str) -> Run:
    from benchmarks.peers import Bench

    command = [sys.executable, "-m", "puzzleproof", *words, "--json"]
    environment = {**Bench(folder).environment(), "PUZZLEPROOF_CACHE": str(folder / "cache")}
    return run_once(command, folder, limit, environment)


def _result(verdict: dict[str, Any]) -> tuple[str, str]:
    """The minimum, or what is certified of it, and the grade of that."""
    if verdict["status"] == "optimal":
        return str(verdict["optimum"]), verdict["grade"]
    if verdict["status"] == "unsolvable":
        return "no plan", verdict["grade"]
    certified = [row["bound"] for row in verdict["evidence"] if row["checked"]]
    bound, grade = (max(certified), "certified") if certified else (verdict["lower"], "claimed")
    more = f" ({verdict['lower']} claimed)" if bound < verdict["lower"] else ""
    plan = f", a plan of {verdict['upper']}" if verdict["upper"] is not None else ""
    return f"{AT_LEAST} {bound}{more}{plan}", grade


def read_rows(file: Path) -> dict[str, list[Cells]]:
    """The rows of the file, by the name of the board."""
    tables = dict[str, list[Cells]]()
    with file.open(encoding="utf-8", newline="") if file.exists() else io.StringIO() as lines:
        for name, *cells in islice(csv.reader(lines), 1, None):
            tables.setdefault(name, []).append(tuple(cells))
    return tables


def write_rows(file: Path, tables: dict[str, list[Cells]]) -> None:
    """Write all rows."""
    with file.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((name, *row) for name, rows in tables.items() for row in rows)


def is_ended(row: Cells) -> bool:
    """Whether a row was proven to its end, not to a lower bound alone."""
    return row[3] == "certified" and not row[2].startswith(AT_LEAST)


def run(options: argparse.Namespace) -> int:
    """Prove the problems of each board that are not in the file yet."""
    for name in options.board:
        board, title = board_of(name), name + SAME_HOLE * options.same_hole
        tables = read_rows(options.file)
        done = {row[:2]: row for row in tables.get(title, ())}
        rows = list[Cells]()
        for problem in problems_of(title):
            ends = tuple(str(board.number(hole)) for hole in problem)
            row = done.get(ends)
            if options.vacate and int(ends[0]) not in options.vacate:
                continue
            if row is None or not is_ended(row):
                row = prove_problem(board, problem, options.time_limit)
                print(f"{name}: {' | '.join(row)}", file=sys.stderr, flush=True)
            rows.append(row)
            left = [done[key] for key in done if key not in {row[:2] for row in rows}]
            write_rows(options.file, tables | {title: rows + left})
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Prove and write as a module."""
    parser = argparse.ArgumentParser(prog="benchmarks.peg_problems", description=__doc__)
    parser.add_argument(
        "board", nargs="+", help="named boards, as in 'english european triangle5', or square6"
    )
    limit = f"seconds to prove a row (default: {TIME_LIMIT:g})"
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT, metavar="S", help=limit)
    same = "only the problems whose last peg is in the hole that was vacated"
    parser.add_argument("--same-hole", action="store_true", help=same)
    only = "only the problems that begin with one of these holes empty, by their numbers"
    parser.add_argument("--vacate", type=int, nargs="+", metavar="HOLE", help=only)
    parser.add_argument("--file", type=Path, default=TABLE, help="the table")
    return exit_code(run, parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
