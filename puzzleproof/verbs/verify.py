"""``puzzleproof verify``: check a certificate in a process that knows the rules only."""

from __future__ import annotations

import argparse
import time

from puzzleproof.verbs.common import print_json
from puzzleproof.verify.certificate import check_file

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file."""
    parser.add_argument("file", help="a certificate that 'prove --certificate' wrote")


def run(options: argparse.Namespace) -> int:
    """Check, and print in words what the certificate proves."""
    begin = time.perf_counter()
    checked = check_file(options.file)
    if options.json or options.json_stream:
        print_json(
            {
                "file": options.file,
                "accepted": True,
                "kind": checked.kind,
                "puzzle": checked.puzzle.info.name,
                "metric": checked.puzzle.metric,
                "at_least": checked.at_least,
                "optimum": checked.optimum,
                "unsolvable": checked.at_least is None,
                "states": checked.states,
                "seconds": round(time.perf_counter() - begin, 3),
            }
        )
    else:
        print(f"accepted: {checked.words()}")
    return 0
