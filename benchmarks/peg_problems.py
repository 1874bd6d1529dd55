"""Prove all problems of a peg board that begin with one vacancy and end with one peg.

``python -m benchmarks.peg_problems BOARD …`` writes docs/atlas/one-peg.csv: a row for each problem
that a board's position classes allow, up to symmetry.  Each row comes from two commands in new
processes, ``prove`` and ``verify``, with an empty cache; this module contains no results.  A row
whose minimum is certified is not computed again.
"""

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
from typing import Any, TypeAlias

from benchmarks.results import proved, say
from benchmarks.run import ROOT, Bench, exit_code
from puzzleproof.explore.pegs.finals import FinalPairs
from puzzleproof.models.pegs.boards import Hole, PegBoard, named_board, read_board

TABLE = ROOT / "docs" / "atlas" / "one-peg.csv"
TIME_LIMIT = 600.0
COLUMNS = (
    *("board", "vacated", "last peg", "minimum", "grade", "states labelled"),
    *("certificate, bytes", "make, CPU s", "make, s", "check, CPU s"),
)
AT_LEAST = "at least"
Cells: TypeAlias = tuple[str, ...]
Problem: TypeAlias = tuple[Hole, Hole]
"""The hole that is vacated at the start, and the hole of the last peg."""


def problems_of(name: str) -> list[Problem]:
    """List the problems that position classes allow, one of each set of symmetric problems.

    >>> len(problems_of("european")), len(problems_of("english"))
    (10, 21)
    """
    pairs = FinalPairs(board_of(name))
    group, holes = [symmetry.images for symmetry in pairs.symmetries], pairs.board.holes
    return [
        (holes[v], holes[f])
        for v, f in pairs.pairs
        if all((v, f) <= (image[v], image[f]) for image in group)
    ]


def board_of(name: str) -> PegBoard:
    """Return a board by its name; ``squareN`` has N by N holes.

    >>> len(board_of("square6").holes)
    36
    """
    if found := re.fullmatch("square([2-9])", name):
        side = int(found[1])
        return read_board(f"{'o' * side}\n" * side)
    return named_board(name)


def prove_problem(bench: Bench, board: PegBoard, problem: Problem, limit: float) -> Cells:
    """Prove a problem and check the proof; returns its row.  Raises `results.Failed`."""
    instance = bench.folder / "problem.toml"
    (vacate, finish), name = map(list, problem), json.dumps(board.name)
    instance.write_text(f'family = "pegs"\nboard = {name}\nvacate = {vacate}\nfinish = {finish}\n')
    proof = proved(bench, str(instance), "move", limit)
    sizes, seconds = ("", ""), ""
    if proof.check is not None:
        sizes = (f"{proof.checked['states']:,}", f"{proof.file.stat().st_size:,}")
        seconds = f"{proof.check.cpu:.1f}"
    ends = (str(board.number(hole)) for hole in problem)
    made = (f"{proof.made.cpu:.1f}", f"{proof.made.wall:.1f}")
    return (*ends, *_result(proof.verdict), *sizes, *made, seconds)


def _result(verdict: dict[str, Any]) -> tuple[str, str]:
    """Return the minimum in words, or the bounds that are known, and the grade."""
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
    """Read the rows of the file: name of a board -> its rows."""
    tables = dict[str, list[Cells]]()
    with file.open(encoding="utf-8", newline="") if file.exists() else io.StringIO() as lines:
        for name, *cells in islice(csv.reader(lines), 1, None):
            tables.setdefault(name, []).append(tuple(cells))
    return tables


def write_rows(file: Path, tables: dict[str, list[Cells]]) -> None:
    """Write the file with all rows."""
    with file.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((name, *row) for name, rows in tables.items() for row in rows)


def is_ended(row: Cells) -> bool:
    """Tell whether a row has a certified result and not only a lower bound."""
    return row[3] == "certified" and not row[2].startswith(AT_LEAST)


def run(options: argparse.Namespace) -> int:
    """Prove each board's problems, except those with a certified result in the file."""
    asked = [(name, one) for name in options.board for one in problems_of(name)]
    with tempfile.TemporaryDirectory() as folder:
        for name, problem in asked:
            board, tables = board_of(name), read_rows(options.file)
            rows = {row[:2]: row for row in tables.get(name, ())}
            ends = tuple(str(board.number(hole)) for hole in problem)
            if ends not in rows or not is_ended(rows[ends]):
                bench = Bench(Path(folder))
                rows[ends] = prove_problem(bench, board, problem, options.time_limit)
                say(f"{name}: {' | '.join(rows[ends])}")
                write_rows(options.file, tables | {name: list(rows.values())})
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the module as a command."""
    parser = argparse.ArgumentParser(prog="benchmarks.peg_problems", description=__doc__)
    boards = "names of boards, such as 'english european triangle5 square6'"
    parser.add_argument("board", nargs="+", help=boards)
    limit = f"seconds to prove a row (default: {TIME_LIMIT:g})"
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT, metavar="S", help=limit)
    parser.add_argument("--file", type=Path, default=TABLE, help="the table")
    return exit_code(run, parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
