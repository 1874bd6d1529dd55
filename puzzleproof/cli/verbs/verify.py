"""``puzzleproof verify``: check a certificate in a process that knows the rules only.

Nothing but `puzzleproof.verify` is imported, unless a second opinion is asked for.
"""

from __future__ import annotations

import argparse
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from puzzleproof.cli.printing import listen, print_json, wants_json
from puzzleproof.cli.printing.watching import watching
from puzzleproof.cli.verbs import add_limits, limits_of
from puzzleproof.models.errors import CertificateRejected, NotationError
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.certificate import CheckedCertificate, Watch, check_file
from puzzleproof.verify.formula.dimacs import is_formula

if TYPE_CHECKING:
    from puzzleproof.provers.events import Emit
    from puzzleproof.verify.formula.check import CheckedFormula

CHECKING = "checking by the rules"
REVIEWERS = {
    "acl2": "the formally verified LRAT checker too ('make acl2' builds it), on labellings, "
    "refutations and formulas",
    "sat": "a SAT solver and the encoders' clauses too, on labellings",
}
"""A copy of names and help of `provers.opinions.second_opinion`, which is slow to import."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, the instance that it has to be about, and who else is to be asked."""
    parser.add_argument(
        "file", help="what 'prove --certificate' wrote, or a formula that 'export --as lrat' wrote"
    )
    parser.add_argument(
        "--proof", metavar="FILE", help="the formula's LRAT or CLRAT proof, where FILE is a formula"
    )
    parser.add_argument(
        "--instance",
        metavar="FILE|NAME",
        help="reject a certificate about another board, goal, rule or metric than this one's",
    )
    text = "with --instance: the metric (default: the instance's)"
    parser.add_argument("--metric", metavar="M", help=text)
    parser.add_argument(
        "--second-opinion",
        choices=REVIEWERS,
        help="; ".join(f"{name}: {text}" for name, text in REVIEWERS.items()),
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
    found = _within_limits(options, wanted)
    seconds = round(time.perf_counter() - begin, 3)
    second = _second_opinion(options)
    words, checked = found.pop("words"), found.pop("checked")
    if wants_json(options):
        opinion = {"second_opinion": second} if second else {}
        print_json({**found, "seconds": seconds, "words": words, "checked": checked, **opinion})
        return 0
    print(f"accepted: {words}")
    if not options.quiet:
        print(checked)
    if second:
        asked = f"{second['words']}; {second['seconds']:.1f} s"
        print(f"second opinion, {second['by']}: {second['line']} ({asked})")
    return 0


def _within_limits(options: argparse.Namespace, wanted: AnyPuzzle | None) -> dict[str, Any]:
    """Check here, or, where there are limits, in a process that can be ended."""
    if options.time_limit is None and options.memory_limit is None:
        with watching(options, CHECKING) as watch:
            return _check(options, wanted, watch)
    from puzzleproof.provers.events import ignore
    from puzzleproof.provers.process import call

    with nullcontext(ignore) if options.json_stream else listen(options, "") as on_event:
        work = _check_in_child, (options, wanted), on_event, limits_of(options)
        found: dict[str, Any] = call(*work)
    return found


def _check_in_child(
    options: argparse.Namespace, wanted: AnyPuzzle | None, emit: Emit
) -> dict[str, Any]:
    """Check, and send events of how far it is."""
    from puzzleproof.provers.events import Working

    return _check(options, wanted, lambda done, total: emit(Working(CHECKING, done, total)))


def _check(options: argparse.Namespace, wanted: AnyPuzzle | None, watch: Watch) -> dict[str, Any]:
    """Check the file; returns what is to be said of it."""
    if options.proof is not None:
        return _check_formula(options, wanted)
    if is_formula(options.file):
        raise NotationError(f"{options.file!r} is a formula: name its proof with --proof FILE")
    checked = check_file(options.file, wanted, watch)
    return _document(options, checked, checked.kind) | {
        "optimum": checked.optimum,
        "plan": None if checked.plan is None else list(checked.plan),
        "states": checked.states,
        "checked": checked.details(wanted is not None),
    }


def _check_formula(options: argparse.Namespace, wanted: AnyPuzzle | None) -> dict[str, Any]:
    from puzzleproof.verify.formula.check import check_formula

    checked = check_formula(options.file, options.proof, wanted)
    return _document(options, checked, f"formula ({checked.form})") | {
        "proof": options.proof,
        "clauses": checked.clauses,
        "hints": checked.hints,
        "checked": checked.details(),
    }


def _document(
    options: argparse.Namespace, checked: CheckedCertificate | CheckedFormula, kind: str
) -> dict[str, Any]:
    """What the documents of a certificate and of a formula have in common."""
    return {
        "file": options.file,
        "accepted": True,
        "kind": kind,
        "puzzle": checked.puzzle.info.name,
        "instance": options.instance,
        "metric": checked.puzzle.metric,
        "at_least": checked.at_least,
        "unsolvable": checked.at_least is None,
        "words": checked.words(),
    }


def _second_opinion(options: argparse.Namespace) -> dict[str, Any] | None:
    """The second opinion, if one is asked for; raises CertificateRejected where it is a no."""
    if options.second_opinion is None:
        return None
    from puzzleproof.provers.opinions.second_opinion import ask

    second = ask(options.second_opinion, options.file, options.proof, limits_of(options))
    if not second.accepted:
        raise CertificateRejected(
            f"{options.file}: accepted by the rules, but not by {second.by}: {second.line}"
        )
    return {**second._asdict(), "seconds": round(second.seconds, 3)}
