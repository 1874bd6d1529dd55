"""Time whole commands, cold, in turn; print medians, peak memory, and ratios to the reference.

The reference is the simple breadth-first search of `puzzleproof.verify.bfs` on L'Âne Rouge in a
process of its own, run in the same round as everything else, so that the machine's ups and downs
cancel out.  A command that does not end as it should stops the bench.
``python -m benchmarks.run [--runs N] [--long] [--only TEXT]``.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import psutil

SAMPLE_SECONDS = 0.01

REFERENCE = """
from puzzleproof.models.instances import load
from puzzleproof.verify.bfs import bfs
assert bfs(load("ane-rouge")).optimum == 81
"""

LABELLING = (
    "ane-rouge", "pennant", "quuzzle", "quuzzle-killer", "simplicity", "simplicity2",
    "traffic-cop", "century", "super-century-138", "super-century-230", "supercompo",
    "little-house", "soap", "super-dries", "d209",
)  # fmt: skip

FAMILIES = {
    "solve four-cubes --all": 0,
    "solve twelve.toml": 0,
    "prove frogs-6-6": 0,
    "prove european-centre": 20,
    "solve english-centre --metric jump --engine sat": 10,
    "solve english-centre --metric jump --engine cpsat": 10,
    "solve european-43-35 --metric jump --engine sat": 10,
    "solve european-43-35 --metric jump --engine cpsat": 10,
    "prove eight-puzzle-867 --engine sat": 0,
    "prove eight-puzzle-867 --evidence labelling": 0,
    "prove taquin-t1": 0,
    "prove triangle-5-apex": 0,
}
"""Commands of the other families, and how they end; ``twelve.toml`` is a random solvable set."""


@dataclass
class Job:
    """A command and what its runs took."""

    name: str
    command: list[str]
    code: int = 0
    folder: str | None = None
    fresh: bool = False
    """Whether each run has an empty cache, as the first one of a user has."""
    walls: list[float] = field(default_factory=list[float])
    peak: int = 0

    def run(self) -> None:
        """Run once; the peak is the resident memory of all its processes together, sampled."""
        with tempfile.TemporaryDirectory() as cache:
            env = {**os.environ, "PUZZLEPROOF_CACHE": cache} if self.fresh else None
            begin = time.perf_counter()
            with subprocess.Popen(
                self.command, stdout=subprocess.DEVNULL, cwd=self.folder, env=env
            ) as process:
                while process.poll() is None:
                    self.peak = max(self.peak, _resident(process.pid))
                    time.sleep(SAMPLE_SECONDS)
            self.walls.append(time.perf_counter() - begin)
        if process.returncode != self.code:
            raise SystemExit(f"{self.name}: exit code {process.returncode}, not {self.code}")


def _resident(pid: int) -> int:
    try:
        first = psutil.Process(pid)
        return sum(p.memory_info().rss for p in (first, *first.children(recursive=True)))
    except psutil.NoSuchProcess:
        return 0


def family_jobs(folder: str) -> list[Job]:
    """The commands of `FAMILIES`, run where their files stand."""
    base = [sys.executable, "-m", "puzzleproof"]
    make = [*base, "generate", "cubes", "--number", "12", "--kind", "solvable", "--seed", "1"]
    text = subprocess.run(make, check=True, capture_output=True).stdout
    (Path(folder) / "twelve.toml").write_bytes(text)
    found = [Job(line, [*base, *line.split()], code, folder) for line, code in FAMILIES.items()]
    command = [*base, "prove", "taquin-t1"]
    return [*found, Job("prove taquin-t1, tables not cached", command, fresh=True)]


def jobs(long: bool) -> list[Job]:
    """The reference first."""
    prove = [sys.executable, "-m", "puzzleproof", "prove"]
    found = [Job("reference: verify.bfs on ane-rouge", [sys.executable, "-c", REFERENCE])]
    found.append(Job("--help", [sys.executable, "-m", "puzzleproof", "--help"]))
    found += [Job(f"prove {x}", [*prove, x, "--evidence", "labelling"]) for x in LABELLING]
    for metric in ("line", "unit"):
        command = [*prove, "ane-rouge", "--metric", metric, "--evidence", "labelling"]
        found.append(Job(f"prove ane-rouge --metric {metric}", command))
    for engine in ("sat", "cpsat"):
        command = [*prove, "simplicity", "--engine", engine]
        found.append(Job(f"prove simplicity --engine {engine}", command))
    if long:
        for bound in (31, 41, 51, 61):
            command = [*prove, "ane-rouge", "--engine", "sat", "--evidence", "refutation"]
            command += ["--at-least", str(bound)]
            found.append(Job(f"ane-rouge, at most {bound - 1} refuted by sat", command))
        names = ("pennant", "quuzzle", "ane-rouge")
        found += [Job(f"prove {x} --engine cpsat", [*prove, x, "--engine", "cpsat"]) for x in names]
    return found


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--long", action="store_true", help="also the horizons of minutes")
    parser.add_argument("--only", default="", help="commands with this in their name")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        first, *rest = [*jobs(options.long), *family_jobs(folder)]
        table = [first, *(job for job in rest if options.only in job.name)]
        for _ in range(options.runs):
            for job in table:
                job.run()
    _print(table)


def _print(table: list[Job]) -> None:
    reference = table[0].walls
    print("| command | median s | min | max | peak MB | wall, to the reference |")
    print("|---|---|---|---|---|---|")
    for job in table:
        median = statistics.median(job.walls)
        ratio = statistics.median(a / b for a, b in zip(job.walls, reference, strict=True))
        print(
            f"| `{job.name}` | {median:.2f} | {min(job.walls):.2f} | {max(job.walls):.2f} "
            f"| {job.peak / 1e6:.0f} | {ratio:.2f} |"
        )


if __name__ == "__main__":
    main()
