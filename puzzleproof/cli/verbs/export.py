"""``puzzleproof export``: a claim as files that other programs read."""

from __future__ import annotations

import argparse
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzleproof.cli import Exit
from puzzleproof.cli.printing import count, print_json, wants_json
from puzzleproof.cli.targets import check_target
from puzzleproof.cli.verbs import add_force, add_instance, add_limits, chosen, limits_of
from puzzleproof.models.errors import NotationError
from puzzleproof.models.files import folder_beside
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.export import EXPORTERS, Exported, Exporter

if TYPE_CHECKING:
    from puzzleproof.provers.events import Emit


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
    from puzzleproof.provers.events import ignore
    from puzzleproof.provers.process import call

    begin = time.perf_counter()
    _, puzzle = chosen(options)
    exporter, asked = EXPORTERS[options.format], options.at_least
    form = options.form or next(iter(exporter.forms))
    base = _base(options, exporter.binary_suffixes if options.binary else exporter.suffixes)
    if asked is not None and asked < 1:
        raise NotationError(f"--at-least {asked}: expected 1 or more")
    limits = limits_of(options)
    with folder_beside(base, f"--output {str(base)!r}") as folder:
        how = {"at_least": asked, "binary": options.binary, "work": folder}
        how["check"] = not options.no_check
        arguments = exporter, (puzzle, base, form), {**how, "memory": limits.memory}
        exported: Exported = call(_export, arguments, ignore, limits)
    reached = exported.at_least
    short = asked is not None and reached is not None and reached < asked
    if wants_json(options):
        seconds = round(time.perf_counter() - begin, 3)
        document = {"form": form, "metric": puzzle.metric, **exported.to_json()}
        print_json({**document, "seconds": seconds})
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
    if base.name in ("", "..") or options.output.endswith("/"):
        raise NotationError(f"--output {options.output!r}: expected a name, as in folder/pennant")
    for suffix in suffixes:
        target = base.with_name(base.name + suffix)
        check_target("--output", target, options.instance, suffix, force=options.force)
    return base


def _export(
    exporter: Exporter, what: tuple[AnyPuzzle, Path, str], how: dict[str, Any], _emit: Emit
) -> Exported:
    """Write the files, in the child."""
    from puzzleproof.provers.process import array_budget, half_of_spare_memory

    how["memory"] = array_budget(how["memory"] or half_of_spare_memory())
    return exporter.load()(*what, **how)
