"""``puzzleproof serve``: the page, for this machine or its network."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress

from puzzleproof.cli.printing import print_json, wants_json
from puzzleproof.cli.verbs import bytes_of, seconds_of
from puzzleproof.models.errors import Unsupported

SECONDS, MEMORY, JOBS = 60.0, "1G", 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the address, and the limits of the proofs that visitors start."""
    parser.add_argument(
        "--port", type=_port, default=8000, metavar="N", help="default: 8000; 0: any free one"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="default: 127.0.0.1, this machine alone"
    )
    parser.add_argument(
        "--jobs", type=_jobs, default=JOBS, metavar="N", help=f"proofs at once (default: {JOBS})"
    )
    parser.add_argument(
        "--time-limit",
        type=seconds_of,
        default=SECONDS,
        metavar="S",
        help=f"seconds of a proof (default: {SECONDS:g})",
    )
    parser.add_argument(
        "--memory-limit",
        type=bytes_of,
        default=bytes_of(MEMORY),
        metavar="B",
        help=f"bytes of memory of a proof (default: {MEMORY})",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    try:
        from puzzleproof.web.jobs import Limits
        from puzzleproof.web.serve import serve
    except ModuleNotFoundError as error:
        from puzzleproof.provers.libraries import lacking

        if (library := lacking(error)) is None:
            raise
        raise Unsupported(f"the page needs {library}") from None

    def announce(url: str) -> None:
        if wants_json(options):
            print_json({"url": url})
        else:
            print(f"{url} (Ctrl-C ends)")
        sys.stdout.flush()

    limits = Limits(options.time_limit, options.memory_limit)
    with suppress(KeyboardInterrupt):
        serve(options.host, options.port, options.jobs, limits, announce)
    return 0


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r}: expected 0 to 65535")
    return int(text)


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError(f"{text!r}: expected 1 to 64")
    return int(text)
