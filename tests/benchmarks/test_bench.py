"""The bench: what it is made of prepares, runs, fails and prints as it says."""

import re
import sys
from pathlib import Path

import pytest

from benchmarks import run as bench_run
from benchmarks.peers import COMMAND_KINDS, PLANNERS, Bench, Missing, Run, run_once
from benchmarks.run import COLUMNS, TABLES, BenchTable, Group, Job, JobRow, markdown

JOBS = [job for table in TABLES for group in table.groups for job in group.jobs]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_a_run_is_measured(tmp_path: Path) -> None:
    work = "x = bytearray(60_000_000); s = sum(range(10**6)); print(s)"
    found = run_once([sys.executable, "-c", work], tmp_path, 60)
    assert (found.code, found.output.strip()) == (0, str(sum(range(10**6))))
    assert found.cpu > 0
    assert found.wall > 0
    assert found.peak > 60_000_000


@pytest.mark.parametrize(
    ("size", "seconds", "memory", "fault"),
    [(0, 0.3, None, "stopped at 0.3 s"), (200_000_000, 60, 100_000_000, "stopped at 0.1 GB")],
)
def test_a_command_that_takes_too_much_is_killed(
    tmp_path: Path, size: int, seconds: float, memory: int | None, fault: str
) -> None:
    work = f"import time; x = bytearray({size}); time.sleep(60)"
    found = run_once([sys.executable, "-c", work], tmp_path, seconds, memory=memory)
    taken = JobRow(Job("much", ""))
    taken.add(found)
    assert (found.code < 0, taken.fault) == (True, fault)


@pytest.mark.parametrize("job", JOBS, ids=lambda job: str(getattr(job, "command", job)))
def test_every_job_can_be_prepared_or_says_why_not(
    job: Job, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def nothing(_command: object, **_how: object) -> None:
        """Build nothing."""

    monkeypatch.setattr("subprocess.run", nothing)
    kind = job.command.split()[0]
    assert kind in {*COMMAND_KINDS, *PLANNERS}
    re.compile(job.figure)
    try:
        assert Bench(tmp_path).command(*job.command.split())
    except Missing:
        assert kind in PLANNERS


def row(job: Job, *runs: tuple[float, float], code: int = 0, output: str = "states 10") -> JobRow:
    made = JobRow(job)
    for wall, cpu in runs:
        made.add(Run(wall, cpu, 1000, code, output, "first\nlast"))
    return made


def test_ratios_are_of_the_best_runs() -> None:
    """A failure is shown, and is no ratio."""
    first = row(Job("a", ""), (2, 1), (3, 4))
    other = row(Job("b", ""), (6, 3), (4, 5), (9, 9))
    assert other.cells(first)[:5] == ["4.00", "6.00", "2.00", "3.00", "3.00"]
    crashed = row(Job("b", ""), (1, 1), code=3)
    wrong = row(Job("c", "optimum 81"), (1, 1), output="optimum 82")
    assert crashed.fault == "exit code 3: last"
    assert wrong.fault is not None
    lines = list(markdown(Group("g", ()), [first, crashed, wrong]))
    assert "failed: exit code 3: last" in lines[2]
    assert "failed: 'optimum 81' is not in its output" in lines[3]
    assert all(line.count("|") == COLUMNS + 1 for line in lines)


JOBS_OF_TILES = (Job("rules tiles-2x2", "optimum 6"), Job("puzzleproof nonsense", ""))
GROUPS = (
    Group("tiles", JOBS_OF_TILES, quick=True),
    Group("never", (Job("rules hifi", ""),), long=True),
)
SMALL = (BenchTable("small", "Small", GROUPS),)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_run, "TABLES", SMALL)


def test_the_table_in_markdown(few: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_run.main(["--quick", "--runs", "1"]) == 0
    printed = capsys.readouterr().out
    assert "### Small" in printed
    assert "| `rules tiles-2x2` | " in printed
    assert "| `puzzleproof nonsense` | failed: exit code 40" in printed
    assert "hifi" not in printed


@pytest.mark.parametrize(
    "words", [["--table", "none"], ["--runs", "0"], ["--only", "no such group"]]
)
def test_what_cannot_be_measured_is_bad_input(
    words: list[str], few: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_run.main(words) == 40
    assert len(capsys.readouterr().err.splitlines()) == 1
