"""Time whole commands, cold, in turn: tables of times, memory and ratios in one run.

``make bench``, or ``python -m benchmarks.run`` in the repository.  In each group the jobs take
turns, so the machine's ups and downs meet all of them; a ratio is the best time of a job to the
best of the group's first one.  A job that fails says so in its row and the bench goes on.
``--table peers`` compares programs: what each takes, and what can be checked of its answer.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.peers import Bench, Missing, NotInstalled
from benchmarks.registry import TABLES, BenchTable, Group
from benchmarks.tables import JobRow, heading, markdown
from benchmarks.timing import run_once
from puzzleproof import options as kinds
from puzzleproof.models.errors import NotationError, PuzzleProofError

RUNS, FEW_RUNS = 5, 2
SECONDS, PEERS_SECONDS = 900, 15
"""By default, for one command."""
PEERS_MEMORY = 2_000_000_000


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    _check(options)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for table in TABLES:
            groups = [group for group in table.groups if _wanted(options, table, group)]
            seconds, memory = (PEERS_SECONDS, PEERS_MEMORY) if table.peers else (SECONDS, None)
            if groups:
                print(heading(table), flush=True)
            for group in groups:
                rounds = _rounds(options, group, table.peers)
                rows = measured(bench, group, rounds, options.time_limit or seconds, memory)
                print("\n".join(markdown(group, rows)), flush=True)
    return 0


def _check(options: argparse.Namespace) -> None:
    names = [table.name for table in TABLES]
    if options.table is not None and options.table not in names:
        raise NotationError(f"--table {options.table!r}: expected one of {', '.join(names)}")
    if options.runs is not None and options.runs < 1:
        raise NotationError(f"--runs {options.runs}: expected 1 or more")
    if not any(_wanted(options, table, group) for table in TABLES for group in table.groups):
        raise NotationError("bench: nothing to measure (see --only, --table, --long)")


def _wanted(options: argparse.Namespace, table: BenchTable, group: Group) -> bool:
    return (
        (options.table == table.name or (options.table is None and not table.peers))
        and options.only.casefold() in group.title.casefold()
        and (group.quick or table.peers or not options.quick)
        and (options.long or not group.long)
    )


def _rounds(options: argparse.Namespace, group: Group, peers: bool) -> int:
    if options.runs is not None:
        return int(options.runs)
    return 1 if group.long else FEW_RUNS if options.quick or peers else RUNS


def measured(
    bench: Bench, group: Group, rounds: int, timeout: float, memory: int | None = None
) -> list[JobRow]:
    """Run the jobs of a group in turn, round after round."""
    rows = [JobRow(job) for job in group.jobs]
    for row in _turns(rows, rounds):
        try:
            command = bench.command(row.job.command)
        except (Missing, PuzzleProofError) as error:
            row.fault, row.absent = str(error), isinstance(error, NotInstalled)
            continue
        row.add(run_once(command, bench.folder, timeout, bench.environment(), memory))
    return rows


def _turns(rows: Sequence[JobRow], rounds: int) -> Iterator[JobRow]:
    """A job that has failed is not run again."""
    for _ in range(rounds):
        yield from (row for row in rows if row.fault is None)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the bench as a module."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    names = ", ".join(table.name for table in TABLES)
    parser.add_argument("--quick", action="store_true", help="a few groups, in half a minute")
    parser.add_argument("--long", action="store_true", help="also the groups that take minutes")
    parser.add_argument(
        "--runs", type=int, metavar="N", help=f"rounds (default: {RUNS}; of peers {FEW_RUNS})"
    )
    parser.add_argument("--table", metavar="NAME", help=f"one table: {names}")
    parser.add_argument("--only", default="", metavar="TEXT", help="groups with this in the title")
    parser.add_argument(
        "--time-limit",
        type=kinds.SECONDS.of_text,
        metavar="S",
        help=f"seconds for one command (default: {SECONDS}; of peers {PEERS_SECONDS})",
    )
    return exit_code(run, parser.parse_args(argv))


def exit_code(command: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Run a command of a module; a user's mistake is printed."""
    try:
        return command(options)
    except PuzzleProofError as error:
        print(error, file=sys.stderr)
        return 40


if __name__ == "__main__":
    sys.exit(main())
