"""``puzzleproof verify``: check a certificate in a process that knows the rules only.

Nothing but `puzzleproof.verify` is imported, unless a second opinion is asked for.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from puzzleproof.cli.verbs.common import add_limits, print_json
from puzzleproof.models.errors import CertificateRejected, NotationError
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.certificate import check_file, compare
from puzzleproof.verify.formula.dimacs import is_formula

OPINIONS = ("acl2", "sat")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, the instance that it has to be about, and who else is to be asked."""
    parser.add_argument(
        "file", help="what 'prove --certificate' wrote, or a formula that 'export --as lrat' wrote"
    )
    parser.add_argument("--proof", metavar="FILE", help="of a formula: its LRAT or CLRAT proof")
    parser.add_argument(
        "--instance",
        metavar="FILE|NAME",
        help="reject a certificate about another board, goal, rule or metric than this one's",
    )
    parser.add_argument("--metric", help="with --instance: the metric (default: the instance's)")
    parser.add_argument(
        "--second-opinion",
        choices=OPINIONS,
        help="acl2: the formally verified LRAT checker too ('make acl2' builds it), on labellings, "
        "refutations and formulas; sat: a SAT solver and the encoders' clauses too, on labellings",
    )
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """Check, and print in words what the certificate proves."""
    if options.metric is not None and options.instance is None:
        raise NotationError("--metric goes with --instance")
    wanted = None if options.instance is None else load(options.instance)
    if wanted is not None and options.metric is not None:
        wanted = wanted.with_metric(options.metric)
    begin = time.perf_counter()
    told = _within_limits(options, wanted)
    told["seconds"] = round(time.perf_counter() - begin, 3)
    second = _second(options)
    if options.json or options.json_stream:
        words, lines = told.pop("words"), told.pop("lines")
        told |= {"words": words, "checked": lines[0]} | (
            {"second_opinion": second} if second else {}
        )
        print_json(told)
        return 0
    print(f"accepted: {told['words']}")
    if not options.quiet:
        for line in told["lines"]:
            print(line)
    if second:
        print(f"second opinion, {second['by']}: {second['line']} ({second['words']}; "
              f"{second['seconds']:.1f} s)")  # fmt: skip
    return 0


def _within_limits(options: argparse.Namespace, wanted: AnyPuzzle | None) -> dict[str, Any]:
    """Check here, or, where there are limits, in a process that can be ended."""
    if options.time_limit is None and options.memory_limit is None:
        return _check(options, wanted)
    from puzzleproof.provers.process import run as supervised

    found = list[Any]()
    limits = options.time_limit, options.memory_limit
    supervised(_tell, (options, wanted), found.append, *limits)
    told: dict[str, Any] = found[0]
    return told


def _tell(
    options: argparse.Namespace, wanted: AnyPuzzle | None, emit: Callable[[Any], None]
) -> None:
    emit(_check(options, wanted))


def _check(options: argparse.Namespace, wanted: AnyPuzzle | None) -> dict[str, Any]:
    """Check the file; what is to be said of it."""
    if options.proof is not None:
        return _check_formula(options, wanted)
    if is_formula(options.file):
        raise NotationError(f"{options.file!r} is a formula: name its proof with --proof FILE")
    checked = check_file(options.file, wanted)
    return {
        "file": options.file,
        "accepted": True,
        "kind": checked.kind,
        "puzzle": checked.puzzle.info.name,
        "instance": options.instance,
        "metric": checked.puzzle.metric,
        "at_least": checked.at_least,
        "optimum": checked.optimum,
        "unsolvable": checked.at_least is None,
        "plan": None if checked.plan is None else list(checked.plan),
        "states": checked.states,
        "words": checked.words(),
        "lines": [checked.details(wanted is not None)],
    }


def _check_formula(options: argparse.Namespace, wanted: AnyPuzzle | None) -> dict[str, Any]:
    from puzzleproof.verify.formula.check import check_formula

    checked = check_formula(options.file, options.proof)
    if wanted is not None:
        try:
            compare(checked.puzzle, wanted)
        except CertificateRejected as error:
            raise CertificateRejected(f"{options.file}: {error}") from None
    return {
        "file": options.file,
        "proof": options.proof,
        "accepted": True,
        "kind": f"formula ({checked.form})",
        "puzzle": checked.puzzle.info.name,
        "instance": options.instance,
        "metric": checked.puzzle.metric,
        "at_least": checked.at_least,
        "unsolvable": checked.at_least is None,
        "clauses": checked.clauses,
        "hints": checked.hints,
        "words": checked.words(),
        "lines": [checked.details()],
    }


def _second(options: argparse.Namespace) -> dict[str, Any] | None:
    """The second opinion; raises CertificateRejected where it is a no."""
    if options.second_opinion is None:
        return None
    from puzzleproof.provers.opinions.second_opinion import ask, ask_of_formula

    limits = options.time_limit, options.memory_limit
    if options.proof is not None:
        second = ask_of_formula(options.second_opinion, options.file, options.proof, *limits)
    else:
        second = ask(options.second_opinion, options.file, *limits)
    if not second.accepted:
        raise CertificateRejected(
            f"{options.file}: accepted by the rules, but not by {second.by}: {second.line}"
        )
    return {
        "by": second.by, "accepted": True, "line": second.line, "words": second.words,
        "seconds": round(second.seconds, 3),
    }  # fmt: skip
