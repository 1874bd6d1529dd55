"""``puzzleproof export``: a puzzle, or a claim about it, as files that other programs read."""

from __future__ import annotations

import argparse
import os
import shlex
import time
from pathlib import Path

from puzzleproof.cli import Exit
from puzzleproof.cli.printing import count, heading, print_json, wants_json
from puzzleproof.cli.questions import chosen
from puzzleproof.cli.targets import check_target
from puzzleproof.cli.verbs import add_force, add_instance, add_limits, limits_of
from puzzleproof.models.errors import NotationError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import whole
from puzzleproof.provers.export import (
    EXPORTERS,
    ClaimFormat,
    Exported,
    ExportRequest,
)
from puzzleproof.provers.export.work import export

SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))
"""What parts the folders of a path."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, what to write, where to, and the limits."""
    add_instance(parser)
    formats = "; ".join(f"{name}: {exporter.help}" for name, exporter in EXPORTERS.items())
    parser.add_argument("--as", choices=EXPORTERS, required=True, dest="format", help=formats)
    pairs = "; ".join(
        f"{name}: BASE{' and BASE'.join(row.suffixes)}"
        for name, row in EXPORTERS.items()
        if len(row.suffixes) > 1 or isinstance(row, ClaimFormat)
    )
    parser.add_argument(
        "--output",
        metavar="FILE|BASE",
        help=f"the file (default, or '-': standard output); {pairs}",
    )
    _add_of_formats(parser)
    add_force(parser, "--output", "file of the format")
    add_limits(parser)


def _add_of_formats(parser: argparse.ArgumentParser) -> None:
    """What only some formats know."""
    forms = {form: text for exporter in EXPORTERS.values() for form, text in exporter.forms.items()}
    texts = "; ".join(
        f"{name}: {', '.join(f'{form} ({text})' for form, text in row.forms.items())}"
        for name, row in EXPORTERS.items()
        if row.forms
    )
    parser.add_argument("--form", choices=forms, help=f"of {texts}")
    horizon = "with dimacs and minizinc: plans of at most T moves"
    whole(0, metavar="T").add(parser, "--horizon", horizon)
    parser.add_argument(
        "--reachable",
        action="store_true",
        help="with graphml and dot: only what can be reached from the start (default: all "
        "placements of pieces)",
    )
    parser.add_argument(
        "--binary",
        action="store_true",
        help="with lrat: the proof as CLRAT, in BASE.clrat, for ACL2's checker",
    )
    bound = "with lrat and coq: claim this bound (default: the minimum)"
    whole(1, metavar="L").add(parser, "--at-least", bound)
    parser.add_argument(
        "--no-check",
        action="store_true",
        help="with lrat and coq: do not check the files (exit code 10)",
    )


def run(options: argparse.Namespace) -> int:
    """Write the files, and say what they hold, or what they prove."""
    begin = time.perf_counter()
    name, puzzle = chosen(options)
    request = ExportRequest(
        options.format,
        options.form,
        options.binary,
        options.at_least,
        not options.no_check,
        options.horizon,
        options.reachable,
    )
    exported = export(puzzle, _output(options, request), request, limits_of(options))
    seconds = round(time.perf_counter() - begin, 3)
    if isinstance(request.exporter, ClaimFormat):
        return _print_claim(options, request, puzzle, exported, seconds)
    return _print_files(options, name, puzzle, exported, seconds)


def _print_files(
    options: argparse.Namespace, name: str, puzzle: AnyPuzzle, exported: Exported, seconds: float
) -> int:
    """What the files hold; they claim nothing."""
    if wants_json(options):
        print_json({**heading(name, puzzle), **exported.document, "seconds": seconds})
    else:
        print("\n".join(exported.lines))
    return Exit.PROVEN


def _print_claim(
    options: argparse.Namespace,
    request: ExportRequest,
    puzzle: AnyPuzzle,
    exported: Exported,
    seconds: float,
) -> int:
    """What the files claim; the exit code says whether that was asked for and checked."""
    asked, reached = request.at_least, exported.at_least
    short = asked is not None and reached is not None and reached < asked
    if wants_json(options):
        document = {"form": None, "metric": puzzle.metric}
        print_json({**document, **exported.document, "seconds": seconds})
    else:
        print("\n".join(exported.lines))
        if not options.quiet:
            print(f"check: {shlex.join(exported.command)}")
        if short:
            claim = f"'at least {count(asked or 0, 'move')}' (metric {puzzle.metric})"
            print(f"claim: {claim}: refuted, there is a plan of {count(reached or 0, 'move')}")
    if short:
        return Exit.REFUTED_CLAIM
    return Exit.PROVEN if request.check else Exit.PLAN_ONLY


def _output(options: argparse.Namespace, request: ExportRequest) -> Path | None:
    """The file, or the files' common name, where all of them can be written; None: print it."""
    row, given = request.exporter, options.output
    if given in (None, "-"):
        if isinstance(row, ClaimFormat) or not row.alone:
            files = " and ".join(f"BASE{suffix}" for suffix in request.suffixes)
            raise NotationError(f"--as {request.format}: expected --output BASE, for {files}")
        return None
    base = Path(given)
    if base.name in ("", "..") or given.endswith(SEPARATORS):
        raise NotationError(f"--output {given!r}: expected a name, as in folder/pennant")
    targets = request.targets(base)
    kinds = request.suffixes if isinstance(row, ClaimFormat) else [row.kind] * len(targets)
    for target, kind in zip(targets, kinds, strict=True):
        check_target("--output", target, options.instance, kind, force=options.force)
    return base
