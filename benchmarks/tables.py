"""What the runs of a group took, as rows of a table in Markdown."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.registry import BenchTable, Group, Job
from benchmarks.timing import Run

FIGURES = "wall s | median | × | CPU s | × | peak MB | ×"
HEAD = f"| command | {FIGURES} | what a stranger can check |"
COLUMNS = HEAD.count("|") - 1
LEAST = 0.001
"""Seconds: what a clock can measure; no ratio is to less."""


@dataclass
class JobRow:
    """A job and its runs; ``fault`` says why there are none, or none that count."""

    job: Job
    runs: list[Run] = field(default_factory=list[Run])
    fault: str | None = None
    absent: bool = False
    """Whether it is a program that is not installed."""

    def add(self, run: Run) -> None:
        """Count a run; one that did not end as it should makes the job a failure."""
        if run.stopped is not None:
            self.fault = run.stopped
        elif run.code not in self.job.codes:
            last = (run.error.strip() or run.output.strip() or "no message").splitlines()[-1]
            self.fault = f"exit code {run.code}: {last}"
        elif not re.search(self.job.figure, run.output):
            self.fault = f"{self.job.figure!r} is not in its output"
        else:
            self.runs.append(run)

    @property
    def good(self) -> bool:
        """Whether it ran, and as it should."""
        return self.fault is None and bool(self.runs)

    def best(self, of: str) -> float:
        """The least wall or CPU time of a run."""
        return min(float(getattr(run, of)) for run in self.runs)

    @property
    def peak(self) -> int:
        """The most bytes resident in any run; 0 where it ended before the first sample."""
        return max(run.peak for run in self.runs)

    def ratio(self, first: JobRow, of: str) -> float | None:
        """Best wall or CPU time to the best of the group's first job."""
        if not (self.good and first.good):
            return None
        return self.best(of) / max(first.best(of), LEAST)

    def figures(self, first: JobRow) -> list[float | None]:
        """The cells of `FIGURES`: what it took, and how that compares with the first job."""
        room = self.peak / first.peak if first.good and self.peak and first.peak else None
        wall = [self.best("wall"), statistics.median(run.wall for run in self.runs)]
        wall_and_cpu = [
            *wall,
            self.ratio(first, "wall"),
            self.best("cpu"),
            self.ratio(first, "cpu"),
        ]
        return [*wall_and_cpu, self.peak / 1e6 or None, room]


def heading(table: BenchTable) -> str:
    """The first lines of a table."""
    return f"\n### {table.title}\n\n{HEAD}\n|{'---|' * COLUMNS}"


def markdown(group: Group, rows: Sequence[JobRow]) -> Iterator[str]:
    """The lines of a group; ratios are to its first job."""
    yield f"| **{group.title}** |{' |' * (COLUMNS - 1)}"
    for row in rows:
        yield f"| {row.job.title or f'`{row.job.command}`'} | {' | '.join(_cells(row, rows[0]))} |"


def _cells(row: JobRow, first: JobRow) -> list[str]:
    """A program that has no answer leaves nothing to check."""
    if not row.good:
        said = "not installed" if row.absent else f"failed: {row.fault or 'not run'}"
        return [said.replace("|", "\\|"), *[""] * (COLUMNS - 2)]
    numbers = ["" if x is None else f"{x:,.2f}" for x in row.figures(first)]
    return [*numbers, row.job.check]
