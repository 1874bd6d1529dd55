"""What the batch machinery costs: a job, ten thousand through a ledger, an audit, a cluster.

``python -m benchmarks.batches``.  The reference of each ratio is measured in the same
run: the same jobs done one after the other in this process.  Boards are random, with seeds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.explore.generate.sliding import random_sliding
from puzzleproof.models import imported
from puzzleproof.models.errors import PuzzleProofError
from puzzleproof.models.instances import load, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch.batch import run_batch
from puzzleproof.provers.batch.cluster import Cluster
from puzzleproof.provers.batch.jobs import DEFAULT, Job
from puzzleproof.provers.batch.ledger import open_ledger
from puzzleproof.provers.batch.pool import run_jobs
from puzzleproof.provers.batch.work import Runner
from puzzleproof.provers.process import Limits, processors
from puzzleproof.provers.request import Request

FEW, MANY, BOARDS, ALIKE = 300, 10_000, 100, 40
LIMITS = Limits(60.0)
AT_LEAST = 8
"""Moves: the bound that is proven by refutation."""
KINDS: tuple[dict[str, Any], ...] = (
    {"kind": "start", "like": "ane-rouge", "distance": (60, 200)},
    {"kind": "packed", "size": (4, 5), "empty": 4, "distance": (15, 1000)},
    {"kind": "start", "like": "pennant", "distance": (40, 200)},
    {"kind": "packed", "size": (4, 4), "empty": 3, "distance": (15, 1000)},
)
"""What the boards of the audit are drawn from."""


class Figure(NamedTuple):
    """A line of the table."""

    what: str
    seconds: float
    note: str


def trivial() -> Iterator[Job]:
    """Boards of 2 x 4 cells with six pieces and a goal: a few hundred states each, all distinct."""
    random, seen = Random(1), set[tuple[str, int]]()  # noqa: S311  no secret
    while True:
        cells, goal = list("BCDEF..."), random.randrange(8)
        random.shuffle(cells)
        drawing = "".join(cells)
        if (drawing, goal) in seen:
            continue
        seen.add((drawing, goal))
        target = ["."] * 8
        target[goal] = "B"
        text = f"{drawing[:4]}\n{drawing[4:]}"
        ends = f"{''.join(target[:4])}\n{''.join(target[4:])}"
        document = f'family = "sliding"\nlabelled = "B"\nboard = """\n{text}\n"""\n'
        yield _job(f"trivial-{len(seen)}", loads(f'{document}goal = """\n{ends}\n"""\n'))


def boards(kinds: Sequence[dict[str, Any]] = KINDS) -> Iterator[Job]:
    """Random boards: packed ones, and starts of two puzzles of the library."""
    seed = 0
    while True:
        seed += 1
        try:
            puzzle = random_sliding(seed=seed, **kinds[seed % len(kinds)])
        except PuzzleProofError:
            continue
        yield _job(f"board-{seed}", puzzle)


def _job(name: str, puzzle: AnyPuzzle) -> Job:
    return Job(name, puzzle, DEFAULT, LIMITS)


def taken(work: Callable[[], Any]) -> float:
    """Seconds of wall time."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def overhead(runs: int, few: int) -> Iterator[Figure]:
    """What a job takes by itself, in a worker, and with a ledger."""
    jobs = list(islice(trivial(), few))
    jobs[0].run()

    def with_ledger() -> None:
        with TemporaryDirectory() as folder, open_ledger(Path(folder) / "l.db") as ledger:
            list(run_batch(jobs, 1, ledger))

    ways: dict[str, Callable[[], Any]] = {
        "in this process": lambda: [job.run() for job in jobs],
        "by one worker": lambda: list(run_jobs(enumerate(jobs), 1)),
        "by one worker, into a ledger": with_ledger,
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, work in ways.items():
            times[name].append(taken(work) / few)
    alone = median(times["in this process"])
    for name, found in times.items():
        each = median(found)
        more = f"{1000 * (each - alone):+.1f} ms, {each / alone:.2f} times"
        yield Figure(f"a trivial job {name}", each, more)


def through_ledger(many: int) -> Figure:
    """Many trivial jobs, on all cores."""
    jobs = list(islice(trivial(), many))
    with TemporaryDirectory() as folder, open_ledger(Path(folder) / "l.db") as ledger:
        seconds = taken(lambda: list(run_batch(jobs, processors(), ledger)))
        kept = sum(1 for _ in ledger.rows())
    return Figure(f"{many:,} trivial jobs, a ledger, all cores", seconds, f"{kept:,} kept")


def of_boards(jobs: Sequence[Job], runner: Runner, workers: int) -> tuple[float, str]:
    """Random boards, proven; seconds, and how they were."""
    begin, sizes, open_ones = time.perf_counter(), list[int](), 0
    for _, outcome in run_batch(jobs, workers, runner=runner):
        verdict = getattr(outcome, "verdict", None)
        assert verdict is not None, outcome.reason
        sizes.append(max((row.states or 0 for row in verdict.evidence), default=0))
        open_ones += verdict.grade != "certified"
    seconds = time.perf_counter() - begin
    return (
        seconds,
        f"{max(sizes):,} states at most, {median(sizes):,.0f} median, {open_ones} not certified",
    )


Pools: TypeAlias = Callable[[int], AbstractContextManager[tuple[Runner, int]]]
"""From a number of workers to what does jobs, and how many processes it is to use here."""


@contextmanager
def local_workers(number: int) -> Generator[tuple[Runner, int]]:
    """Processes of this machine, whose certificates need no second check."""
    yield run_jobs, number


@contextmanager
def dask_workers(number: int) -> Generator[tuple[Runner, int]]:
    """A cluster on this machine, each of whose workers has done a job already."""
    make: Any = imported("distributed:LocalCluster")
    with make(
        n_workers=number, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        runner = Cluster(str(cluster.scheduler_address))
        list(run_batch(list(islice(trivial(), 20)), 1, runner=runner))
        yield runner, processors()


def in_turn(what: str, jobs: Sequence[Job], make: Pools, runs: int) -> Iterator[Figure]:
    """The same jobs by one worker and by two, in turn; what comes back is checked on all cores."""
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(runs):
        for workers, found in times.items():
            with make(workers) as (runner, processes):
                found.append(of_boards(jobs, runner, processes)[0])
    one, two = median(times[1]), median(times[2])
    yield Figure(f"{len(jobs)} {what}: one worker", one, "")
    yield Figure(f"{len(jobs)} {what}: two", two, f"{two / one:.2f} of one worker's time")


def on_cluster(number: int, runs: int) -> Iterator[Figure]:
    """Labellings, of which a check takes half as long as the proof, and refutations, a seventh."""
    alike = list(islice(boards(KINDS[:1]), number))
    refute = Request("sat", ("refutation",), AT_LEAST)
    simple = load("simplicity")
    starts = (random_sliding("start", like=simple, distance=(15, 99), seed=k) for k in range(99))
    hard = [Job(f"start-{k}", one, refute) for k, one in enumerate(islice(starts, number // 4))]
    yield from in_turn("labellings, processes here", alike, local_workers, runs)
    yield from in_turn("labellings, Dask", alike, dask_workers, runs)
    yield from in_turn("refutations, Dask", hard, dask_workers, runs)


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """Measure what is asked for."""
    share = 10 if options.quick else 1
    if "overhead" in options.parts:
        yield from overhead(options.runs, FEW // share)
    if "ledger" in options.parts:
        yield through_ledger(MANY // share)
    if "audit" in options.parts:
        jobs = list(islice(boards(), BOARDS // share))
        seconds, note = of_boards(jobs, run_jobs, processors())
        yield Figure(f"{len(jobs)} boards, all cores", seconds, note)
    if "cluster" in options.parts:
        yield from on_cluster(max(8, ALIKE // share), options.runs)


def main(words: Sequence[str] | None = None) -> None:
    """Print the table as it is measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parts = ("overhead", "ledger", "audit", "cluster")
    parser.add_argument("parts", nargs="*", default=parts, help=", ".join(parts))
    parser.add_argument("--quick", action="store_true", help="a tenth of each")
    parser.add_argument("--runs", type=int, default=3, help="times (default: 3)")
    print("| what | seconds | |\n|---|---|---|", flush=True)
    for what, seconds, note in figures(parser.parse_args(words)):
        print(f"| {what} | {seconds:.4g} | {note} |", flush=True)


if __name__ == "__main__":
    main()
