"""Time whole commands, each in a new process, and print tables of times, memory and ratios.

Call it as ``make bench``, or ``python -m benchmarks.run`` in the repository.  ``registry.toml``
holds tables of groups of jobs.  A job is a command line and a pattern for a known number that its
output must contain.  The jobs of a group take turns, so a slow period of the machine affects all of
them; a ratio compares the best value of a job with the best value of the group's first job.  If a
job fails, its row says so, and the other jobs run on.  A table of ``questions`` and ``programs``
has a group for each question, with a job for each program: ``{board}``, ``{metric}`` and
``{moves}`` stand for the board, the metric and the moves of the question.

The first word of a job says which program runs.  ``puzzleproof``, ``fresh`` (with an empty cache
each time) and ``rules`` (the simple search of `puzzleproof.verify`) run this project; `PLANNERS`
are programs of others, none of which has to be installed.  The input of a command (a board, PDDL)
is made before the clock starts.

CPU time and the memory of the largest process come from ``wait4``, which includes all children that
were waited for.  The total memory of a process and its children is sampled as well, less and less
often, so that the sampling does not distort the times.
"""

import argparse
import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, NamedTuple

import psutil

from benchmarks import file_of, puzzle_of
from puzzleproof import options as kinds
from puzzleproof.encoders.pddl import pddl
from puzzleproof.models.errors import NotationError, PuzzleProofError

ROOT = Path(__file__).resolve().parents[1]
RULES = """
import sys
from puzzleproof.models.instances import load
from puzzleproof.verify.bfs import bfs
found = bfs(load(sys.argv[1]))
print("optimum", found.optimum)
print("states", found.states)
"""
DRIVER = "PUZZLEPROOF_FAST_DOWNWARD"
"""The environment variable for the path of a ``fast-downward.py`` that is installed elsewhere."""
FIRST_SAMPLE, SHARE, LONGEST_PAUSE = 0.005, 0.05, 0.25
"""The seconds until the first sample; each later pause, as a share of the time gone; the longest
pause, in seconds."""
UNIT = 1 if sys.platform == "darwin" else 1024
"""The unit of the peak that ``wait4`` reports, in bytes."""
PLANNERS = {
    "planner": ("--search", "astar(blind())"),
    "ipdb": ("--search", "astar(ipdb())"),
    "pyperplan": ("--search", "bfs"),
}
"""First word of a job -> the planner's options after a domain and a problem in PDDL. Each planner
claims that its plan is a shortest one; all but pyperplan are Fast Downward."""
RUNS, FEW_RUNS = 5, 2
SECONDS, PEERS_SECONDS = 900, 15
"""The default time limits of one command, in seconds: of this project, of other programs."""
PEERS_MEMORY = 2_000_000_000
HEAD = "| command | wall s | median | × | CPU s | × | peak MB | × | what a stranger can check |"
COLUMNS = HEAD.count("|") - 1
LEAST = 0.001
"""The least time in seconds that a clock can measure; no ratio has a smaller denominator."""


class Missing(Exception):
    """Something that a command needs is not on this machine."""


def fast_downward() -> list[str] | None:
    """Return the command of Fast Downward, or None if it is not installed."""
    named = os.environ.get(DRIVER)
    spec = None if named else find_spec("up_fast_downward")
    if spec is not None and spec.origin is not None:
        named = str(Path(spec.origin).parent / "downward" / "fast-downward.py")
    return [sys.executable, named] if named and Path(named).is_file() else None


class Bench:
    """Prepares commands, and writes the files that they need into ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def command(self, kind: str, *words: str) -> list[str]:
        """Return the words to run for a line of the registry; raises `Missing`."""
        named = list(map(file_of, words))
        match kind:
            case "puzzleproof":
                return [sys.executable, "-m", "puzzleproof", *named]
            case "fresh":  # like a user's first run
                cache = f"PUZZLEPROOF_CACHE={tempfile.mkdtemp(dir=self.folder)}"
                return ["env", cache, sys.executable, "-m", "puzzleproof", *named]
            case "rules":  # BOARD
                return [sys.executable, "-c", RULES, *named]
            case _:
                return self._planner(kind, *words)

    def _planner(self, name: str, board: str, metric: str) -> list[str]:
        """Return the command of a planner for a board; it includes the planner's translation."""
        pyperplan = [sys.executable, "-m", "pyperplan"] if find_spec("pyperplan") else None
        found = pyperplan if name == "pyperplan" else fast_downward()
        if found is None:
            raise Missing(f"{name} is not installed (make peers)")
        texts = pddl(puzzle_of(board, metric))
        for part in ("domain", "problem"):
            path = self.folder / f"{board}-{metric}-{part}.pddl"
            path.write_text(getattr(texts, part), "utf-8")
            found.append(str(path))
        return [*found, *PLANNERS[name]]


class Run(NamedTuple):
    """The costs of one run; ``code`` is the exit code, or minus the number of a signal."""

    wall: float
    cpu: float
    peak: int
    code: int
    output: str
    error: str
    stopped: str | None = None
    """The limit that stopped the run, in words; None if it ended by itself."""

    def fault(self, codes: Sequence[int]) -> str | None:
        """Say why the run did not end with one of the codes, or return None if it did."""
        if self.stopped is not None or self.code in codes:
            return self.stopped
        last = (self.error.strip() or self.output.strip() or "no message").splitlines()[-1]
        return f"exit code {self.code}: {last}"


def run_once(
    command: Sequence[str], folder: Path, timeout: float, memory: int | None = None
) -> Run:
    """Run a command with this source tree's modules, in a folder.

    The command and its children are killed after ``timeout`` seconds, or when a sample of their
    resident memory is above ``memory`` bytes.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begin, peak, stopped, over = time.perf_counter(), 0, None, threading.Event()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            start_new_session=True,
        )

        def watch() -> None:
            """Sample the memory until the process ends; kill its process group at a limit."""
            nonlocal peak, stopped
            pause = FIRST_SAMPLE
            while not over.wait(pause):
                peak, gone = max(peak, _resident(process.pid)), time.perf_counter() - begin
                if gone >= timeout or (memory is not None and peak > memory):
                    limit = f"{timeout:g} s" if gone >= timeout else f"{(memory or 0) / 1e9:g} GB"
                    with suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGKILL)
                        stopped = stopped or f"stopped at {limit}"
                pause = max(FIRST_SAMPLE, min(SHARE * gone, LONGEST_PAUSE, timeout - gone))

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        over.set()
        watcher.join()
        # A new process begins with its parent's size, so a peak below the parent's is not its own.
        if usage.ru_maxrss > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss:
            peak = max(peak, usage.ru_maxrss * UNIT)
        cpu = usage.ru_utime + usage.ru_stime
        return Run(wall, cpu, peak, process.returncode, _text(out), _text(err), stopped)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def _resident(pid: int) -> int:
    try:
        first = psutil.Process(pid)
        return sum(p.memory_info().rss for p in (first, *first.children(recursive=True)))
    except psutil.Error:
        return 0


# --- tables of jobs ---------------------------------------------------------------------


class Job(NamedTuple):
    """A command, and the output and exit code that it must have."""

    command: str
    figure: str = ""
    """A regular expression that the output must match."""
    code: Sequence[int] = (0,)
    """The exit codes that the command may have."""
    title: str = ""
    """The name of the job in a comparison of programs."""
    check: str = ""
    """The part of the answer that a stranger can check."""


class Group(NamedTuple):
    """Jobs that answer the same question; the other jobs are compared with the first job."""

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
        if fault := run.fault(self.job.code):
            self.fault = fault
        elif not re.search(self.job.figure, run.output):
            self.fault = f"{self.job.figure!r} is not in its output"
        else:
            self.runs.append(run)

    def best(self) -> tuple[float, float, float]:
        """Return the least wall and CPU times and the largest peak in MB; zeros after a failure."""
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
