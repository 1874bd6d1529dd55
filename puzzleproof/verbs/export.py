"""``puzzleproof export``: a claim as files that other programs read."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verbs.common import add_instance, add_limits, check_target, chosen, print_json

__all__ = ["add_arguments", "run"]

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
    from puzzleproof.provers.supervise import run as supervised

    begin = time.perf_counter()
    _, puzzle = chosen(options)
    base = Path(options.output)
    suffixes = (".cnf", ".clrat" if options.binary else ".lrat")
    for suffix in suffixes:
        check_target("--output", base.with_name(base.name + suffix), options.instance)
    found = list[Any]()
    with TemporaryDirectory(dir=base.parent, prefix=".puzzleproof-") as folder:
        arguments = (puzzle, base, options.form, options.at_least, options.binary, Path(folder))
        supervised(_work, arguments, found.append, options.time_limit, options.memory_limit)
    (exported,) = found
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
        return 0
    print(f"{exported.formula}: {claim} (metric {puzzle.metric}), {exported.clauses:,} clauses")
    print(f"{exported.proof}: the proof, not checked yet")
    if not options.quiet:
        print(f"check: puzzleproof verify {exported.formula} --proof {exported.proof}")
    return 0


def _work(
    puzzle: AnyPuzzle, base: Path, form: str, at_least: int | None, binary: bool, work: Path,
    emit: Callable[[Any], None],
) -> None:  # fmt: skip
    from puzzleproof.provers.exports import export_lrat

    emit(export_lrat(puzzle, base, form, at_least=at_least, binary=binary, work=work))
