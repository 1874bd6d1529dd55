"""The bench: what it is made of prepares, runs, fails and prints as it says."""

import re
import sys
from pathlib import Path

import pytest

from benchmarks import run as bench_run
from benchmarks.boards import puzzle_of
from benchmarks.peers import COMMAND_KINDS, PLANNERS, Bench, Missing, Run, compiler, run_once
from benchmarks.run import COLUMNS, TABLES, BenchTable, Group, Job, JobRow, markdown
from puzzleproof.verify.bfs import bfs

JOBS = [job for table in TABLES for group in table.groups for job in group.jobs]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def answer(bench: Bench, line: str) -> dict[str, int]:
    """The lines ``name number`` of a command."""
    found = run_once(bench.command(*line.split()), bench.folder, 60)
    assert found.code == 0, found.error
    lines = (line.split() for line in found.output.splitlines())
    return {name: int(number) for name, number in lines}


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
        assert kind in ("reference", *PLANNERS)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    if compiler() is None:
        pytest.skip("no C++ compiler")
    return Bench(tmp_path_factory.mktemp("reference"))


@pytest.mark.parametrize(
    ("board", "metric"),
    [
        *(("simplicity", metric) for metric in ("piece", "line", "unit")),
        *(("ane-rouge", "unit"), ("rush-49", "line"), ("tiles-2x3", "single")),
    ],
)
def test_the_reference_has_the_minimum_of_the_rules(built: Bench, board: str, metric: str) -> None:
    found = answer(built, f"reference solve {board} {metric}")
    assert found["optimum"] == bfs(puzzle_of(board, metric)).optimum


def test_reference_and_engines_see_the_same(built: Bench) -> None:
    """The figures of M. Larmouth, reported by M. Gardner, 1964 (docs/library.md), are published."""
    found = answer(built, "reference diameter ane-rouge")
    assert (found["configurations"], found["edges"]) == (65880, 114958)
    assert (found["components"], found["largest"], found["diameter"]) == (898, 25955, 145)
    degrees = (1368, 10048, 24960, 18572, 7642, 2292, 700, 264, 30, 4)
    assert tuple(found[f"degree-{k}"] for k in range(1, 11)) == degrees
    whole = answer(built, "reference whole tiles-2x3")
    assert whole == {"eccentricity": 21, "states": 360}
    for engine in ("auto", "plain", "numpy"):
        assert answer(built, f"engine tiles-2x3 --whole --engine {engine}") == whole
    pegs = answer(built, "reference pegs triangle-5-apex")
    assert pegs == {"levels": 14, "states": 1544}
    assert answer(built, "engine triangle-5-apex --engine pegs") == pegs
    figures = answer(built, "reference components simplicity")
    assert figures.items() >= {"configurations": 530, "edges": 1174, "components": 11}.items()


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


JOBS_OF_TILES = (Job("engine tiles-2x2 --whole", "states 12"), Job("puzzleproof nonsense", ""))
GROUPS = (
    Group("tiles", JOBS_OF_TILES, quick=True),
    Group("never", (Job("engine hifi", ""),), long=True),
)
SMALL = (BenchTable("small", "Small", GROUPS),)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_run, "TABLES", SMALL)


def test_the_table_in_markdown(few: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_run.main(["--quick", "--runs", "1"]) == 0
    printed = capsys.readouterr().out
    assert "### Small" in printed
    assert "| `engine tiles-2x2 --whole` | " in printed
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
