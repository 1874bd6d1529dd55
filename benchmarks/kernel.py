"""Have Coq's kernel judge theorems about the library, and write its table in docs/results.md.

``python -m benchmarks.kernel``.  Each row is a cold ``export --as coq`` and a cold
coqc.  A row is written only where the kernel accepts, resting on nothing; a failure is printed, and
leaves the page as it is.  The files of `FILES` are put beside the page.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.kernel_page import FILES, THEOREMS, TheoremKey, cells_of
from benchmarks.peers import Bench
from benchmarks.results import PAGE, Failed, say
from benchmarks.results_page import read_page, write_page
from benchmarks.run import exit_code
from benchmarks.timing import run_once
from puzzleproof.models.errors import NotationError
from puzzleproof.provers.opinions import coq

LIMIT = 3600.0
"""Seconds for a search, and for the kernel."""
UNCHECKED = 10
"""What ``export --no-check`` answers."""


def kept_file(page: Path, key: TheoremKey) -> Path:
    """Where the file of a theorem is kept, if it is."""
    return page.parent / "certificates" / f"{'_'.join(key).replace('-', '_')}.v"


def row(key: TheoremKey, page: Path, stamp: str, bench: Bench) -> list[str]:
    """Export a theorem and have it judged; raises Failed unless it is accepted."""
    name, metric = key
    file = bench.folder / kept_file(page, key).name
    words = ("export", name, "--metric", metric, "--as", "coq", "--no-check", "--json")
    command = [sys.executable, "-m", "puzzleproof", *words, "--output", file.stem]
    made = run_once(command, bench.folder, LIMIT, bench.environment())
    if made.code != UNCHECKED:
        raise Failed(f"export: exit code {made.code}: {made.error.strip()[-200:]}")
    found = json.loads(made.output)
    judged = run_once([str(coq.needed()), "-q", file.name], bench.folder, LIMIT)
    if judged.code or judged.output.strip() != coq.CLOSED:
        raise Failed(f"coqc: {(judged.error or judged.output).strip()[-200:]}")
    kept = None
    if key in FILES:
        target = kept_file(page, key)
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(file, target)
        kept = f"{target.parent.name}/{target.name}"
    size = file.stat().st_size
    return cells_of(
        key, _claim(found["at_least"], found["minimum"]), size, kept, judged.cpu, judged.peak, stamp
    )


def _claim(at_least: int | None, minimum: bool) -> str:
    if at_least is None:
        return "no plan"
    return f"the minimum is {at_least}" if minimum else f"at least {at_least}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which rows."""
    parser.add_argument("--only", action="append", metavar="NAME", help="instances (repeatable)")
    parser.add_argument("--page", type=Path, default=PAGE, metavar="FILE", help="the page")


def run(options: argparse.Namespace) -> int:
    """Run the rows; 1 where one of them failed."""
    wanted = [key for key in THEOREMS if options.only is None or key[0] in options.only]
    if not wanted:
        raise NotationError(f"--only {options.only}: no such row")
    stamp, failed = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S"), 0
    version = run_once([str(coq.needed()), "--print-version"], Path.cwd(), LIMIT).output.split()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for key in wanted:
            try:
                cells = row(key, options.page, stamp, bench)
            except Failed as error:
                failed += 1
                say(f"{' '.join(key)}: FAILED: {error}")
                continue
            page = read_page(options.page)
            page.theorems[key] = cells
            page.runs[stamp] = f"theorems, one at a time; coq {version[0]}, ocaml {version[1]}"
            write_page(options.page, page)
            say(" | ".join(cells[:-1]))
    return 1 if failed else 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the rows as a module."""
    parser = argparse.ArgumentParser(prog="benchmarks.kernel", description=__doc__)
    add_arguments(parser)
    return exit_code(run, parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
