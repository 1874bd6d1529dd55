"""``puzzleproof export``: a claim as files that other programs read."""

from __future__ import annotations

import argparse
import os
import shlex
import time
from pathlib import Path

from puzzleproof.cli import Exit
from puzzleproof.cli.printing import count, print_json, wants_json
from puzzleproof.cli.targets import check_target
from puzzleproof.cli.verbs import add_force, add_instance, add_limits, chosen, limits_of
from puzzleproof.models.errors import NotationError
from puzzleproof.provers.export import EXPORTERS, ExportRequest, export

SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))
"""What parts the folders of a path."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, what to write, where to, and the limits."""
    add_instance(parser)
    formats = "; ".join(f"{name}: {exporter.help}" for name, exporter in EXPORTERS.items())
    parser.add_argument("--as", choices=EXPORTERS, required=True, dest="format", help=formats)
    parser.add_argument(
        "--output", required=True, metavar="BASE", help="writes BASE.cnf and BASE.lrat"
    )
    forms = {form: text for exporter in EXPORTERS.values() for form, text in exporter.forms.items()}
    texts = "; ".join(f"{form}: {text}" for form, text in forms.items())
    parser.add_argument("--form", choices=forms, help=f"{texts} (default: {next(iter(forms))})")
    parser.add_argument(
        "--binary",
        action="store_true",
        help="the proof as CLRAT, in BASE.clrat, for ACL2's checker",
    )
    parser.add_argument(
        "--at-least", type=int, metavar="L", help="claim this bound (default: the minimum)"
    )
    parser.add_argument(
        "--no-check", action="store_true", help="do not check the files (exit code 10)"
    )
    add_force(parser, "--output", "formula or proof")
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """Search, write the files, check them as 'verify' does, and say what they prove."""
    begin = time.perf_counter()
    _, puzzle = chosen(options)
    asked = options.at_least
    if asked is not None and asked < 1:
        raise NotationError(f"--at-least {asked}: expected 1 or more")
    check = not options.no_check
    request = ExportRequest(options.format, options.form, options.binary, asked, check)
    exported = export(puzzle, _base(options, request.suffixes), request, limits_of(options))
    reached = exported.at_least
    short = asked is not None and reached is not None and reached < asked
    if wants_json(options):
        seconds = round(time.perf_counter() - begin, 3)
        document = {"form": request.form_or_default, "metric": puzzle.metric}
        print_json({**document, **exported.to_json(), "seconds": seconds})
    else:
        print("\n".join(exported.lines(puzzle.metric)))
        if not options.quiet:
            print(f"check: {shlex.join(exported.check_command())}")
        if short:
            claim = f"'at least {count(asked or 0, 'move')}' (metric {puzzle.metric})"
            print(f"claim: {claim}: refuted, there is a plan of {count(reached or 0, 'move')}")
    if short:
        return Exit.REFUTED_CLAIM
    return Exit.PLAN_ONLY if options.no_check else Exit.PROVEN


def _base(options: argparse.Namespace, suffixes: tuple[str, ...]) -> Path:
    """The files' common name, where all of them can be written."""
    base = Path(options.output)
    if base.name in ("", "..") or options.output.endswith(SEPARATORS):
        raise NotationError(f"--output {options.output!r}: expected a name, as in folder/pennant")
    for suffix in suffixes:
        target = base.with_name(base.name + suffix)
        check_target("--output", target, options.instance, suffix, force=options.force)
    return base
