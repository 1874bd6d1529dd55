"""Programs on one question as rows of a table: what each takes, and what a stranger can check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.registry import BenchTable, Group
from benchmarks.tables import JobRow

HEAD = "| program | wall s | × | peak MB | × | what a stranger can check |"
COLUMNS = HEAD.count("|") - 1


def heading(table: BenchTable) -> str:
    """The first lines of a table; the first program is what the others are compared with."""
    first = table.groups[0].jobs[0].title
    return f"\n### {table.title}\n\n×: to `{first}`, in this run.\n\n{HEAD}\n|{'---|' * COLUMNS}"


def markdown(group: Group, rows: Sequence[JobRow]) -> Iterator[str]:
    """The lines of a question."""
    yield f"| **{group.title}** |{' |' * (COLUMNS - 1)}"
    for row in rows:
        yield f"| {row.job.title} | {' | '.join(_cells(row, rows[0]))} |"


def _cells(row: JobRow, first: JobRow) -> list[str]:
    """A program that has no answer leaves nothing to check."""
    if not row.good:
        said = "not installed" if row.absent else (row.fault or "not run")
        return [said.replace("|", "\\|"), *[""] * (COLUMNS - 2)]
    peak = f"{row.peak / 1e6:.0f}" if row.peak else ""
    ratios = ["" if x is None else f"{x:.2f}" for x in (row.ratio(first, "wall"), row.room(first))]
    return [f"{row.best('wall'):.2f}", ratios[0], peak, ratios[1], row.job.check]
