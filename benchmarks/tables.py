"""What the runs of a group took, as rows of a table in Markdown or as JSON."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.registry import BenchTable, Group, Job
from benchmarks.timing import Run

HEAD = (
    "| command | wall s | median | CPU s | median | peak MB | wall × | CPU × | limit"
    " | states | states/s | B/state |"
)
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

    def best(self, of: str) -> float:
        """The least wall or CPU time of a run."""
        return min(float(getattr(run, of)) for run in self.runs)

    def median(self, of: str) -> float:
        """The median wall or CPU time."""
        return statistics.median(float(getattr(run, of)) for run in self.runs)

    @property
    def good(self) -> bool:
        """Whether it ran, and as it should."""
        return self.fault is None and bool(self.runs)

    @property
    def peak(self) -> int:
        """The most bytes resident in any run; 0 where it ended before the first sample."""
        return max(run.peak for run in self.runs)

    @property
    def states(self) -> int | None:
        """How many states it says that it has seen."""
        found = re.search(r"(?m)^(?:states|configurations) (\d+)$", self.runs[0].output)
        return int(found[1]) if found else None

    def ratio(self, first: JobRow, of: str) -> float | None:
        """Best to best of the first job of the group."""
        if not (self.good and first.good):
            return None
        return self.best(of) / max(first.best(of), LEAST)

    def room(self, first: JobRow) -> float | None:
        """Peak memory to that of the first job of the group, where both were sampled."""
        if not (self.good and first.good and self.peak and first.peak):
            return None
        return self.peak / first.peak

    def kept(self, first: JobRow) -> bool | None:
        """Whether the limit is kept; None where there is none, or nothing to compare."""
        ratio = self.ratio(first, self.job.of)
        if self.job.limit is None or (ratio is None and self.fault is None):
            return None
        return ratio is not None and ratio <= self.job.limit


def heading(table: BenchTable) -> str:
    """The first lines of a table."""
    return f"\n### {table.title}\n\n{HEAD}\n|{'---|' * COLUMNS}"


def markdown(group: Group, rows: Sequence[JobRow]) -> Iterator[str]:
    """The lines of a group; figures of states include the start of the process."""
    yield f"| **{group.title}** |{' |' * (COLUMNS - 1)}"
    for row in rows:
        yield f"| `{row.job.command}` | {' | '.join(_cells(row, rows[0]))} |"


def _cells(row: JobRow, first: JobRow) -> list[str]:
    if not row.good:
        said = (row.fault or "not run").replace("|", "\\|")
        return [f"failed: {said}", *[""] * (COLUMNS - 2)]
    times = [f"{f(of):.3f}" for of in ("wall", "cpu") for f in (row.best, row.median)]
    ratios = ["" if x is None else f"{x:.2f}" for x in _ratios(row, first)]
    peak = f"{row.peak / 1e6:.0f}" if row.peak else ""
    return [*times, peak, *ratios, _limit(row, first), *_rates(row)]


def _ratios(row: JobRow, first: JobRow) -> list[float | None]:
    """Wall and CPU, to the first job."""
    return [row.ratio(first, of) for of in ("wall", "cpu")]


def _limit(row: JobRow, first: JobRow) -> str:
    if row.job.limit is None:
        return ""
    said = {True: "kept", False: "missed", None: "not compared"}[row.kept(first)]
    return f"{row.job.of} {row.job.limit:g}: {said}"


def _rates(row: JobRow) -> list[str]:
    states = row.states
    if states is None:
        return ["", "", ""]
    each = f"{row.peak / states:,.0f}" if row.peak else ""
    return [f"{states:,}", f"{states / row.best('wall'):,.0f}", each]


def to_json(table: BenchTable, group: Group, rows: Sequence[JobRow]) -> dict[str, Any]:
    """One group as a document."""
    return {
        "table": table.name,
        "group": group.title,
        "jobs": [_job(row, rows[0]) for row in rows],
    }


def _job(row: JobRow, first: JobRow) -> dict[str, Any]:
    doc: dict[str, Any] = {"command": row.job.command, "figure": row.job.figure}
    if row.job.limit is not None:
        doc |= {"limit": row.job.limit, "of": row.job.of, "kept": row.kept(first)}
    if row.job.title:
        doc |= {"program": row.job.title, "installed": not row.absent}
    if not row.good:
        return {**doc, "failed": row.fault or "not run"}
    if row.job.check:
        doc |= {"check": row.job.check}
    wall, cpu = _ratios(row, first)
    return {
        **doc,
        "wall": [run.wall for run in row.runs],
        "cpu": [run.cpu for run in row.runs],
        "peak": row.peak or None,
        "states": row.states,
        "wall_ratio": wall,
        "cpu_ratio": cpu,
        "peak_ratio": row.room(first),
    }
