"""``puzzleproof export``: a claim as files that other programs read."""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from puzzleproof.cli.exits import Exit
from puzzleproof.cli.verbs.common import add_instance, add_limits, check_target, chosen, print_json
from puzzleproof.models.errors import InstanceError, NotationError
from puzzleproof.models.puzzle import AnyPuzzle

FORMATS = ("lrat",)
FORMS = ("ranks", "horizon")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, what to write, where to, and the limits."""
    add_instance(parser)
    parser.add_argument(
        "--as", choices=FORMATS, required=True, dest="format",
        help="lrat: a formula (DIMACS) and a proof that it has no solution",
    )  # fmt: skip
    parser.add_argument(
        "--output", required=True, metavar="BASE", help="writes BASE.cnf and BASE.lrat"
    )
    parser.add_argument(
        "--form", choices=FORMS, default="ranks",
        help="ranks: one step and a table of labels, short; horizon: 'at most minimum - 1 moves' "
        "with no labels in the formula, long (default: ranks)",
    )  # fmt: skip
    parser.add_argument(
        "--binary",
        action="store_true",
        help="the proof as CLRAT, in BASE.clrat, for ACL2's checker",
    )
    parser.add_argument(
        "--at-least", type=int, metavar="L", help="claim this bound (default: the minimum)"
    )
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """Search, write both files, and say what they prove; nothing is checked here."""
    from puzzleproof.provers.process import run as supervised

    begin = time.perf_counter()
    _, puzzle = chosen(options)
    base = _base(options)
    asked = options.at_least
    if asked is not None and asked < 1:
        raise NotationError(f"--at-least {asked}: expected 1 or more")
    found = list[Any]()
    with _folder(base) as folder:
        work = Work(options.form, asked, options.binary, Path(folder), options.memory_limit)
        arguments = (puzzle, base, work)
        supervised(_work, arguments, found.append, options.time_limit, options.memory_limit)
    (exported,) = found
    short = asked is not None and exported.at_least is not None and exported.at_least < asked
    claim = "unsolvable" if exported.at_least is None else f"at least {exported.at_least} moves"
    if options.json or options.json_stream:
        print_json(
            {
                "form": options.form,
                "metric": puzzle.metric,
                "at_least": exported.at_least,
                "clauses": exported.clauses,
                "formula": str(exported.formula),
                "proof": str(exported.proof),
                "checked": False,
                "seconds": round(time.perf_counter() - begin, 3),
            }
        )
        return Exit.PLAN_ONLY if short else Exit.PROVEN
    print(f"{exported.formula}: {claim} (metric {puzzle.metric}), {exported.clauses:,} clauses")
    print(f"{exported.proof}: the proof, not checked yet")
    if not options.quiet:
        words = ("puzzleproof", "verify", str(exported.formula), "--proof", str(exported.proof))
        print(f"check: {shlex.join(words)}")
    if short:
        print(f"note: 'at least {asked} moves' (metric {puzzle.metric}) is false: "
              f"there is a plan of {exported.at_least}")  # fmt: skip
    return Exit.PLAN_ONLY if short else Exit.PROVEN


def _base(options: argparse.Namespace) -> Path:
    """The files' common name, where both can be written."""
    base = Path(options.output)
    if base.name in ("", "..") or options.output.endswith("/"):
        raise NotationError(f"--output {options.output!r}: expected a name, as in folder/pennant")
    for suffix in (".cnf", ".clrat" if options.binary else ".lrat"):
        check_target("--output", base.with_name(base.name + suffix), options.instance)
    return base


def _folder(base: Path) -> TemporaryDirectory[str]:
    """For unfinished files, beside the finished ones."""
    try:
        return TemporaryDirectory(dir=base.parent, prefix=".puzzleproof-")
    except OSError as error:
        raise InstanceError(f"--output {str(base)!r}: {error.strerror or error}") from None


class Work(NamedTuple):
    """What to write, and with what."""

    form: str
    at_least: int | None
    binary: bool
    folder: Path
    memory: int | None


def _work(puzzle: AnyPuzzle, base: Path, work: Work, emit: Callable[[Any], None]) -> None:
    from puzzleproof.provers.lrat.export import export_lrat
    from puzzleproof.provers.memory import array_budget, half_of_spare_memory

    exported = export_lrat(
        puzzle, base, work.form, at_least=work.at_least, binary=work.binary, work=work.folder,
        memory=array_budget(work.memory or half_of_spare_memory()),
    )  # fmt: skip
    emit(exported)
