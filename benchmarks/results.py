"""Prove every row of the library, check what comes out, and write docs/results.md.

``make results`` or ``python -m benchmarks.results``.  Each row is two cold commands,
``prove`` and ``verify``, as a user types them; a cell holds what they said, and no number stands in
this file.  The page is written after each row.  A row that a limit has stopped does not replace one
that was proven to its end, and one that is known to take longer than the limit is skipped.  The
certificates of `KEPT`, up to a megabyte each, are put beside the page.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from threading import Lock
from typing import Any

from benchmarks.peers import ROOT, Bench
from benchmarks.results_page import (
    Proof,
    RowKey,
    cells_of,
    has_ended,
    keys,
    read_page,
    taken,
    write_page,
)
from benchmarks.run import exit_code
from benchmarks.timing import Run, run_once
from puzzleproof.models.errors import NotationError
from puzzleproof.models.puzzle import Known
from puzzleproof.release import versions

PAGE = ROOT / "docs" / "results.md"
TIME_LIMIT = 60.0
GRACE = 60.0
"""Seconds beyond its limit after which a command is killed."""
CHECK_LIMIT = 3600.0
SLACK = 5.0
"""Seconds: what was stopped took a little more than its limit, and may be tried again with it."""
ANSWERS = (0, 10, 20, 30)
"""Exit codes of `prove` that come with a verdict."""
KEPT_BYTES = 1_000_000
KEPT: tuple[RowKey, ...] = tuple(
    (name, metric)
    for metric, names in {
        "piece": "ane-rouge pennant quuzzle quuzzle-killer century century-and-a-half d209 soap"
        " super-century-230 super-dries supercompo little-house simplicity traffic-cop",
        "line": "ane-rouge rush-49",
        "unit": "ane-rouge",
        "jump": "european-centre",
        "move": "triangle-5-apex triangle-6 frogs-6-6 english-13 english-22 english-centre"
        " european-43-35 european-centre-two",
        "cube": "one-colour-cubes",
        "single": "tiles-3x3 taquin-swapped taquin-t1 korf-01",
        "multi": "tiles-3x3-multi",
    }.items()
    for name in names.split()
)


class Failed(Exception):
    """A command did not answer, or its certificate was rejected."""


class Runner:
    """Runs rows, and writes the page after each."""

    def __init__(self, page: Path, limit: float, about: str, bench: Bench) -> None:
        self.page, self.limit, self.about, self.bench = page, limit, about, bench
        self.stamp = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
        self.failures = 0
        self._lock = Lock()

    def row(self, key: RowKey, known: Known | None) -> None:
        """Prove and check a row; a failure is printed and counted and leaves the page as it is."""
        try:
            self._put(key, known, self._proof(key))
        except Failed as error:
            self.failures += 1
            say(f"{' '.join(key)}: FAILED: {error}")

    def _proof(self, key: RowKey) -> tuple[Proof, Path]:
        name, metric = key
        file = self.bench.folder / f"{name}-{metric}.cert"
        words = ("prove", name, "--metric", metric, "--certificate", str(file))
        made = self._run(*words, "--time-limit", f"{self.limit:g}", limit=self.limit + GRACE)
        verdict = _answer(made, ANSWERS)
        if verdict["certificate"] is None:
            return Proof(verdict, made.wall), file
        words = ("verify", str(file), "--instance", name, "--metric", metric)
        done = self._run(*words, limit=CHECK_LIMIT)
        checked = _answer(done, (0,))
        return Proof(verdict, made.wall, checked, done.wall, file.stat().st_size), file

    def _run(self, *words: str, limit: float) -> Run:
        command = [sys.executable, "-m", "puzzleproof", *words, "--json"]
        return run_once(command, self.bench.folder, limit, self.bench.environment())

    def _put(self, key: RowKey, known: Known | None, found: tuple[Proof, Path]) -> None:
        """Write the row, unless the old one says more; keep the certificate if there is one."""
        proof, file = found
        with self._lock:
            page = read_page(self.page)
            before = page.rows.get(key)
            if taken(before)[1] and not has_ended(proof.verdict):
                say(f"{' '.join(key)}: stopped; the row of an earlier run stays")
            else:
                proof = self._keep(key, proof, file)
                page.rows[key] = cells = cells_of(key, known, proof, self.stamp)
                page.runs[self.stamp] = self.about
                write_page(self.page, page)
                say(" | ".join(cells[:-1]))
        file.unlink(missing_ok=True)

    def _keep(self, key: RowKey, proof: Proof, file: Path) -> Proof:
        """Put a certificate beside the page; an older one is removed in any case."""
        target = kept_path(self.page, key)
        target.unlink(missing_ok=True)
        if key not in KEPT or proof.checked is None or not has_ended(proof.verdict):
            return proof
        if proof.size > KEPT_BYTES:
            say(f"{' '.join(key)}: {proof.size:,} bytes are too many to be kept")
            return proof
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(file, target)
        return proof._replace(kept=f"{target.parent.name}/{target.name}")


def kept_path(page: Path, key: RowKey) -> Path:
    """Where the certificate of a row is kept, if it is."""
    return page.parent / "certificates" / f"{'-'.join(key)}.cert"


def _answer(run: Run, codes: Sequence[int]) -> dict[str, Any]:
    """The document that a command printed."""
    if run.stopped is not None:
        raise Failed(run.stopped)
    if run.code not in codes:
        last = (run.error.strip() or run.output.strip() or "no message").splitlines()[-1]
        raise Failed(f"exit code {run.code}: {last}")
    return dict[str, Any](json.loads(run.output))


def say(line: str) -> None:
    """Progress, on standard error."""
    print(line, file=sys.stderr, flush=True)


def chosen(options: argparse.Namespace) -> dict[RowKey, Known | None]:
    """The rows to run."""
    page = read_page(options.page)
    wanted = {key: known for key, known in keys().items() if _wanted(options, key)}
    if not wanted:
        raise NotationError("results: no such row in the library (see --only, --metric)")
    left = dict[RowKey, Known | None]()
    for key, known in wanted.items():
        seconds, ended = taken(page.rows.get(key))
        if seconds > options.time_limit + SLACK:
            say(f"{' '.join(key)}: skipped, it took {seconds:g} s (see --time-limit)")
        elif not (ended and options.unfinished):
            left[key] = known
    return left


def _wanted(options: argparse.Namespace, key: RowKey) -> bool:
    only = options.only or ["*"]
    return any(fnmatchcase(key[0], pattern) for pattern in only) and options.metric in (
        None,
        key[1],
    )


def about(options: argparse.Namespace, reference: float) -> str:
    """What the page says of a run; of the machine only what a simple search takes on it."""
    tools = ", ".join(f"{name} {version}" for name, version in versions().items())
    return (
        f"limit {options.time_limit:g} s a row, {options.jobs} at a time; {tools}; "
        f"for comparison `verify.bfs` on `ane-rouge`: {reference:.2f} s"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which rows, and how long."""
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="instances, as in 'korf-*' (repeatable)"
    )
    parser.add_argument("--metric", metavar="NAME", help="rows in this metric")
    parser.add_argument(
        "--unfinished", action="store_true", help="only what is not proven to its end on the page"
    )
    seconds = f"seconds to prove a row (default: {TIME_LIMIT:g})"
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT, metavar="S", help=seconds)
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="rows at a time (default: 1)"
    )
    page = "the page; certificates are kept in the folder 'certificates' beside it"
    parser.add_argument("--page", type=Path, default=PAGE, metavar="FILE", help=page)


def run(options: argparse.Namespace) -> int:
    """Run the rows; 1 where one of them failed."""
    if options.jobs < 1 or not 0 < options.time_limit < float("inf"):
        raise NotationError("--jobs and --time-limit: expected numbers above 0")
    if not options.page.parent.is_dir():
        raise NotationError(f"--page {str(options.page)!r}: there is no such folder")
    rows = chosen(options)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        reference = run_once(
            bench.command("rules ane-rouge"), bench.folder, GRACE, bench.environment()
        )
        runner = Runner(options.page, options.time_limit, about(options, reference.wall), bench)
        with ThreadPoolExecutor(options.jobs) as pool:
            try:
                list(pool.map(runner.row, rows, rows.values()))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    say(f"{len(rows)} rows, {runner.failures} failed: {options.page}")
    return 1 if runner.failures else 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the rows as a module."""
    parser = argparse.ArgumentParser(prog="benchmarks.results", description=__doc__)
    add_arguments(parser)
    return exit_code(run, parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
