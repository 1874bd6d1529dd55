"""Time whole commands, each in a new process, and print tables of times, memory and ratios.

Call it as ``make bench``, or ``python -m benchmarks.run`` in the repository.  ``registry.toml``
holds tables of groups of jobs.  A job is a command line (its first word is one of
`peers.COMMAND_KINDS` or `peers.PLANNERS`) and a pattern for a known number that its output must
contain.  The jobs of a group take turns, so a slow period of the machine affects all of them; a
ratio compares the best value of a job with the best of the group's first job.  If a job fails, its
row says so, and the other jobs run on.

A table of ``questions`` and ``programs`` has a group for each question, with a job for each
program: ``{board}``, ``{metric}`` and ``{moves}`` stand for those of the question.
"""

import argparse
import re
import statistics
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.peers import Bench, Missing, Run, run_once
from puzzleproof import options as kinds
from puzzleproof.models.errors import NotationError, PuzzleProofError

RUNS, FEW_RUNS = 5, 2
SECONDS, PEERS_SECONDS = 900, 15
"""The default time limit of one command, in seconds."""
PEERS_MEMORY = 2_000_000_000
HEAD = "| command | wall s | median | × | CPU s | × | peak MB | × | what a stranger can check |"
COLUMNS = HEAD.count("|") - 1
LEAST = 0.001
"""The least time in seconds that a clock can measure; ratios are to no smaller number."""


class Job(NamedTuple):
    """A command, and the output and exit code that it must have."""

    command: str
    figure: str = ""
    """A regular expression that the output must match."""
    code: int | Sequence[int] = 0
    """The exit code that the command must have, or several that are allowed."""
    title: str = ""
    """The name of the job in a comparison of programs."""
    check: str = ""
    """The part of the answer that a stranger can check."""


class Group(NamedTuple):
    """Jobs that answer the same question; the others are compared with the first."""

    title: str
    jobs: Sequence[Job]
    quick: bool = False
    """Whether ``--quick`` runs the group."""
    long: bool = False
    """Whether the group takes minutes; it runs once, and only with ``--long``."""


class BenchTable(NamedTuple):
    """Groups that are printed together."""

    name: str
    title: str
    groups: Sequence[Group]
    peers: bool = False
    """Whether the table compares programs; it runs only if it is named."""


def _groups(table: dict[str, Any]) -> Iterator[Group]:
    for row in table.get("group", ()):
        yield Group(**row | {"jobs": [Job(**job) for job in row["jobs"]]})
    for asked in table.get("questions", ()):
        filled = [
            Job(**row | {key: row[key].format(**asked) for key in ("command", "figure")})
            for row in table["programs"]
        ]
        yield Group(asked["title"], filled)


REGISTRY = tomllib.loads(Path(__file__).with_name("registry.toml").read_text("utf-8"))
TABLES = [
    BenchTable(table["name"], table["title"], list(_groups(table)), "programs" in table)
    for table in REGISTRY["table"]
]


@dataclass
class JobRow:
    """A job and its runs; ``fault`` says why the job failed."""

    job: Job
    runs: list[Run] = field(default_factory=list[Run])
    fault: str | None = None

    def add(self, run: Run) -> None:
        """Add a run, or set ``fault`` if it did not end as it should."""
        codes = (self.job.code,) if isinstance(self.job.code, int) else self.job.code
        if fault := run.fault(codes):
            self.fault = fault
        elif not re.search(self.job.figure, run.output):
            self.fault = f"{self.job.figure!r} is not in its output"
        else:
            self.runs.append(run)

    def best(self) -> tuple[float, float, float]:
        """Return the least wall and CPU time and the most MB of all runs, or 0 if unknown."""
        if self.fault is not None:
            return 0, 0, 0
        walls, cpus, peaks = zip(*((run.wall, run.cpu, run.peak) for run in self.runs), strict=True)
        return min(walls), min(cpus), max(peaks) / 1e6

    def cells(self, first: "JobRow") -> list[str]:
        """Return the job's costs and their ratios to the first job's, or why the job failed."""
        if self.fault is not None:
            return [f"failed: {self.fault}".replace("|", "\\|"), *[""] * (COLUMNS - 2)]
        pairs = zip(self.best(), first.best(), strict=True)
        (wall, slower), (cpu, busier), (peak, larger) = (
            (mine, mine / max(its, LEAST) if mine and its else 0) for mine, its in pairs
        )
        median = statistics.median(run.wall for run in self.runs)
        numbers = (wall, median, slower, cpu, busier, peak, larger)
        return [*(f"{x:,.2f}" if x else "" for x in numbers), self.job.check]


def markdown(group: Group, rows: Sequence[JobRow]) -> Iterator[str]:
    """Yield the lines of the table for a group."""
    yield f"| **{group.title}** |{' |' * (COLUMNS - 1)}"
    for row in rows:
        title = row.job.title or f"`{row.job.command}`"
        yield f"| {title} | {' | '.join(row.cells(rows[0]))} |"


def run(options: argparse.Namespace) -> int:
    """Run the chosen jobs and print the tables."""
    wanted = [
        (table, [one for one in table.groups if _wanted(options, table, one)]) for table in TABLES
    ]
    if not any(groups for _, groups in wanted) or options.runs == 0:
        raise NotationError("bench: nothing to measure (see --runs, --only, --table, --long)")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for table, groups in wanted:
            seconds, memory = (PEERS_SECONDS, PEERS_MEMORY) if table.peers else (SECONDS, None)
            few = FEW_RUNS if options.quick or table.peers else RUNS
            if groups:
                print(f"\n### {table.title}\n\n{HEAD}\n|{'---|' * COLUMNS}", flush=True)
            for group in groups:
                rounds = options.runs or (1 if group.long else few)
                rows = measured(bench, group, rounds, options.time_limit or seconds, memory)
                print("\n".join(markdown(group, rows)), flush=True)
    return 0


def _wanted(options: argparse.Namespace, table: BenchTable, group: Group) -> bool:
    return (
        (options.table == table.name or (options.table is None and not table.peers))
        and options.only.casefold() in group.title.casefold()
        and (group.quick or table.peers or not options.quick)
        and (options.long or not group.long)
    )


def measured(
    bench: Bench, group: Group, rounds: int, timeout: float, memory: int | None
) -> list[JobRow]:
    """Run the jobs of a group in turn, for several rounds; a failed job does not run again."""
    rows = [JobRow(job) for job in group.jobs]
    for row in rows * rounds:
        if row.fault is None:
            try:
                command = bench.command(*row.job.command.split())
                row.add(run_once(command, bench.folder, timeout, memory))
            except (Missing, PuzzleProofError) as error:
                row.fault = str(error)
    return rows


def main(argv: Sequence[str] | None = None) -> int:
    """Run the module as a command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    add, names = parser.add_argument, ", ".join(table.name for table in TABLES)
    add("--quick", action="store_true", help="a few groups, in half a minute")
    add("--long", action="store_true", help="also the groups that take minutes")
    rounds = f"rounds (default: {RUNS}; {FEW_RUNS} for other programs)"
    add("--runs", type=kinds.whole(0).of_text, metavar="N", help=rounds)
    add("--table", metavar="NAME", help=f"one table: {names}")
    add("--only", default="", metavar="TEXT", help="groups with this text in the title")
    limit = f"seconds for one command (default: {SECONDS}; {PEERS_SECONDS} for other programs)"
    add("--time-limit", type=kinds.SECONDS.of_text, metavar="S", help=limit)
    return exit_code(run, parser.parse_args(argv))


def exit_code(command: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Run a module's command; prints a user's mistake and returns 40 for it."""
    try:
        return command(options)
    except PuzzleProofError as error:
        print(error, file=sys.stderr)
        return 40


if __name__ == "__main__":
    sys.exit(main())
