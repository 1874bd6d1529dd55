"""Time the checkers alone: ``python -m puzzleproof.benchmarks.checker CERTIFICATE ...``.

Each certificate is checked by the checker on arrays, where there is one for it, and by the
interpreted reference, each in a new process: a row of a table in Markdown for each.  Start-up is
left out, the import of numpy is not.  Small tables have no checker but the reference.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

ONE = """
import sys, time, resource
import puzzleproof.verify.labelling, puzzleproof.models.sliding.rules
from puzzleproof.verify.certificate import check_file

plain, path = sys.argv[1] == "plain", sys.argv[2]
begin = time.process_time()
checked = check_file(path, plain=plain)
seconds = time.process_time() - begin
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
name, rate = checked.puzzle.info.name, checked.states / seconds
print(f"| {name} | {checked.states:,} | {checked.by} | {seconds:.2f} | {rate:,.0f} | {peak} |")
"""
COLUMNS = "| certificate | states | checker | CPU s | states a CPU second | peak MB |"


def main(paths: Sequence[str]) -> None:
    """Print a row for each certificate and checker."""
    print(COLUMNS, "|---" * COLUMNS.count(" | ") + "|---|", sep="\n", flush=True)
    for path in paths:
        row = _row("large", path)
        print(row, flush=True)
        if "| interpreted |" not in row:
            print(_row("plain", path), flush=True)


def _row(how: str, path: str) -> str:
    """What a new process has measured."""
    command = [sys.executable, "-c", ONE, how, path]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return done.stdout.rstrip()


if __name__ == "__main__":
    main(sys.argv[1:])
