"""``puzzleproof export``: a puzzle, or a claim about it, as files that other programs read."""

import argparse
import os
import shlex
import time
from pathlib import Path

from puzzleproof.cli import Exit
from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import count, heading, print_either
from puzzleproof.cli.questions import chosen
from puzzleproof.cli.verbs import add_instance, add_limits
from puzzleproof.models.errors import NotationError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import add_options, given
from puzzleproof.provers.export import EXPORTERS, ExportRequest
from puzzleproof.provers.export.work import export
from puzzleproof.written import check_target

SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, the format, the file to write, and the limits."""
    add_instance(parser)
    add_options(parser, ExportRequest, "form")
    pairs = "; ".join(
        f"{name}: BASE{' and BASE'.join(row.suffixes)}"
        for name, row in EXPORTERS.items()
        if len(row.suffixes) > 1 or row.claims
    )
    output = f"the file (default, or '-': standard output); {pairs}"
    parser.add_argument("--output", metavar="FILE|BASE", help=output)
    add_limits(parser)


def run(options: Context) -> int:
    """Write the files, and say what they contain or prove."""
    begin = time.perf_counter()
    name, puzzle = chosen(options)
    request = given(ExportRequest, vars(options))
    output = _output(options, puzzle, request)
    exported = export(puzzle, output, request, options.limits)
    seconds = round(time.perf_counter() - begin, 3)
    is_claim, lines = request.exporter.claims, list(exported.lines)
    what = {"format": request.format, "form": request.form_or_default} if is_claim else {}
    document = {**heading(name, puzzle), **what, **exported.document, "seconds": seconds}
    asked, reached = request.at_least, exported.at_least
    short = is_claim and asked is not None and reached is not None and reached < asked
    if is_claim and not options.quiet:
        lines.append(f"check: {shlex.join(exported.command)}")
    if short:
        claim = f"'at least {count(asked or 0, 'move')}' (metric {puzzle.metric})"
        lines.append(f"claim: {claim}: refuted, there is a plan of {count(reached or 0, 'move')}")
    print_either(options, "", document, lines)
    if short:
        return Exit.REFUTED_CLAIM
    return Exit.PLAN_ONLY if is_claim and not request.check else Exit.PROVEN


def _output(options: Context, puzzle: AnyPuzzle, request: ExportRequest) -> Path | None:
    """Check the files to write; returns the file or the base of several names (None: print)."""
    name, force = options.output, options.force
    if request.certificate is not None:
        # A certificate of the same board may belong to another table.
        check_target("--certificate", Path(request.certificate), options.instance, force=force)
    if name in (None, "-"):
        if not request.alone:
            files = " and ".join(f"BASE{suffix}" for suffix in request.suffixes)
            raise NotationError(f"--to {request.format}: expected --output BASE, for {files}")
        return None
    base = Path(name)
    if base.name in ("", "..") or name.endswith(SEPARATORS):
        raise NotationError(f"--output {name!r}: expected a name, as in folder/pennant")
    for target in request.targets(base):
        check_target("--output", target, options.instance, request.about(puzzle), force=force)
    return base
