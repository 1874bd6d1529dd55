"""``puzzleproof verify``: check a certificate in a process that knows the rules only.

Nothing but `puzzleproof.verify` is imported, unless a second opinion is asked for.
"""

import argparse
import time
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import print_answer
from puzzleproof.cli.printing.progress import watching
from puzzleproof.cli.several import Answers, do_each
from puzzleproof.cli.verbs import add_limits
from puzzleproof.models.budget import budgeted
from puzzleproof.models.collected import files_in
from puzzleproof.models.errors import (
    CertificateRejected,
    InstanceError,
    LimitReached,
    NotationError,
    Unsupported,
)
from puzzleproof.models.files import opened
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import brief
from puzzleproof.options import PATH, Options, add_options, one_of, option, switch
from puzzleproof.verify.about import drawing, fingerprint, library_name, size
from puzzleproof.verify.certificate import CheckedCertificate, check_stream
from puzzleproof.verify.records import CHECKING, Tell

if TYPE_CHECKING:
    from puzzleproof.provers.events import Emit
    from puzzleproof.verify.formula.check import CheckedFormula

REVIEWERS = {
    "acl2": "the formally verified LRAT checker too ('make acl2' builds it), on refutations "
    "and formulas",
    "coq": "the kernel of Coq too ('make coq' installs it), by rules written in Coq, on "
    "labellings, refutations and invariants",
    "proven": "a checker proven in Coq too ('make proven' builds it), on labellings, refutations "
    "and invariants",
}
"""The reviewers of `provers.opinions`, which is slow to import, and their help."""
SUFFIX = ".cert"
"""Of the files of a folder that are checked."""
LARGEST = 1 << 30
"""The most bytes of a file that are kept in memory."""

Given: TypeAlias = str | bytes


@dataclass(frozen=True, kw_only=True)
class VerifyOptions(Options):
    """The options of a check; the function `verify` takes the same."""

    proof: str | None = option(PATH, "if FILE is a formula: its proof, in LRAT or CLRAT")
    instance: str | None = option(
        PATH._replace(metavar="FILE|NAME"),
        "reject a certificate about another board, goal, rule or metric than this one's",
    )
    metric: str | None = option(
        PATH._replace(metavar="M"), "with --instance: the metric (default: the instance's)"
    )
    second_opinion: str | None = option(
        one_of(tuple(REVIEWERS)), "; ".join(f"{name}: {text}" for name, text in REVIEWERS.items())
    )
    by_rules: bool = switch(
        "check by the definition, the rules alone, whatever the size (default: large tables are "
        "checked on arrays if numpy is installed, with the definition on 25,000 states)"
    )
    no_limit: bool = switch(
        "for a file that you trust: check it however long it takes (default: a check ends that "
        "needs far more time or memory than such files do)"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the files, the instance that they must be about, and the second opinion."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a certificate that 'prove' or 'explore' wrote, or a formula that 'export --to lrat' "
        f"wrote ('-': standard input); a folder stands for its {SUFFIX} files",
    )
    add_options(parser, VerifyOptions)
    add_limits(parser)


def run(options: Context) -> int:
    """Check each file; the worst exit code."""
    if options.metric is not None and cast("str | None", options.instance) is None:
        raise NotationError("--metric goes with --instance")
    if [*options.files, options.proof, options.instance].count("-") > 1:
        raise NotationError("'-': standard input can be one of the files, not two")
    files = options.files = [file for name in options.files for file in _files(name)]
    if len(files) == 1:
        (options.file,) = files
        return _verify(options)
    if options.proof is not None:
        raise NotationError(f"--proof belongs to one formula, not to {len(files)} files")
    each = [options.but(file=file) for file in files]
    tasks = [(one, {"file": one.file}, partial(_verify, one)) for one in each]
    return do_each(Answers(options, len(files), brief=True), tasks)


def _files(name: str) -> list[str]:
    if not name or not Path(name).is_dir():
        return [name]
    found, _ = files_in(name, (SUFFIX,), lambda _: True)
    if not found:
        raise InstanceError(f"{name!r}: no file {SUFFIX} in this folder")
    return found


def _verify(options: Context) -> int:
    named = cast("str | None", options.instance)
    wanted = None if named is None else load(named)
    if wanted is not None and options.metric is not None:
        wanted = wanted.with_metric(options.metric)
    begin = time.perf_counter()
    # Files are read now if they are needed twice: a child process has no standard input either.
    limited = options.time_limit is not None or options.memory_limit is not None
    given = [
        _content(options, name) if options.second_opinion or (limited and name == "-") else name
        for name in (options.file, options.proof)
        if name is not None
    ]
    found = _within_limits(options, wanted, given)
    seconds = round(time.perf_counter() - begin, 3)
    try:
        second = _second_opinion(options, given)
    except (LimitReached, Unsupported):
        _print_accepted(found, options)
        raise
    _print_accepted(found, options)
    if options.wants_json:
        del found["drawn"]
        opinion = {"second_opinion": second} if second else {}
        print_answer(options, "certificate", {**found, "seconds": seconds, **opinion})
    elif second:
        asked = f"{second['words']}; {second['seconds']:.1f} s"
        print(f"second opinion, {second['by']}: {second['line']} ({asked})")
    return 0


def _print_accepted(found: dict[str, Any], options: Context) -> None:
    """Print what the rules have accepted, with the name of the file if there are several."""
    if options.wants_json:
        return
    which = f"{brief(options.file)}: " if len(options.files) > 1 else ""
    print(f"{which}accepted: {found['words']}", flush=True)
    if not options.quiet:
        lines = found["drawn"] if which else [found["checked"], *found["drawn"]]
        print("".join(f"{line}\n" for line in lines), end="", flush=True)


def _content(options: Context, name: str) -> bytes:
    most = options.memory_limit or LARGEST
    with opened(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise LimitReached(f"{'<stdin>' if name == '-' else name}: more than {most:,} bytes")
    return data


def _within_limits(
    options: Context, wanted: AnyPuzzle | None, given: Sequence[Given]
) -> dict[str, Any]:
    """Check in this process, or, if there are limits, in one that can be ended."""
    if options.time_limit is None and options.memory_limit is None:
        with watching(options, CHECKING) as tell:
            return _check(options, wanted, given, tell)
    from puzzleproof.provers.events import ignore
    from puzzleproof.provers.process import call

    with nullcontext(ignore) if options.json_stream else listen(options, "") as on_event:
        work = _check_in_child, (options, wanted, given), on_event, options.limits
        found: dict[str, Any] = call(*work)
    return found


def _check_in_child(
    options: Context, wanted: AnyPuzzle | None, given: Sequence[Given], emit: "Emit"
) -> dict[str, Any]:
    from puzzleproof.provers.events import Working

    def tell(phase: str, done: int, total: int) -> None:
        emit(Working(phase, done, total))

    return _check(options, wanted, given, tell)


def _check(
    options: Context, wanted: AnyPuzzle | None, given: Sequence[Given], tell: Tell
) -> dict[str, Any]:
    """Check the files, each read once; return what is to be printed about them."""
    checked: CheckedCertificate | CheckedFormula
    own: dict[str, Any]
    with ExitStack() as stack:
        stack.enter_context(budgeted(no_limit=options.no_limit))
        files = [
            BytesIO(one) if isinstance(one, bytes) else stack.enter_context(opened(one))
            for one in given
        ]
        if options.proof is not None:
            from puzzleproof.verify.formula.check import check_streams

            where = f"{brief(options.file)} with {brief(options.proof)}"
            checked = formula = check_streams(files[0], files[1], where, wanted)
            kind, details = f"formula ({formula.form})", formula.details()
            own = {"proof": options.proof, "clauses": formula.clauses, "hints": formula.hints}
        else:
            name, by_rules = brief(options.file), options.by_rules
            checked = found = check_stream(files[0], name, wanted, by_rules=by_rules, tell=tell)
            kind, details = found.kind, found.details(wanted is not None)
            own = {
                "optimum": found.optimum,
                "plan": None if found.plan is None else list(found.plan),
            }
            own |= {"states": found.states, "figures": found.figures, "checker": found.by}
    puzzle, library = checked.puzzle, library_name(checked.puzzle)
    one_line = [] if library else size(puzzle)
    return {
        "file": options.file,
        "accepted": True,
        "kind": kind,
        "puzzle": puzzle.info.name,
        "library": library,
        "fingerprint": fingerprint(puzzle),
        "instance": options.instance,
        "metric": puzzle.metric,
        "at_least": checked.at_least,
        "unsolvable": checked.at_least is None,
        "words": checked.words(),
        **own,
        "checked": details,
        "drawn": drawing(puzzle) if len(options.files) == 1 else one_line,
    }


def _second_opinion(options: Context, given: Sequence[Given]) -> dict[str, Any] | None:
    """The second opinion, if one is asked for; raises CertificateRejected if it rejects."""
    if options.second_opinion is None:
        return None
    from puzzleproof.provers.opinions import ask

    data, *proofs = (one for one in given if isinstance(one, bytes))
    proof = proofs[0] if proofs else None
    second = ask(options.second_opinion, data, proof, options.limits)
    if not second.accepted:
        raise CertificateRejected(
            f"{brief(options.file)}: accepted by the rules, but not by {second.by}: {second.line}"
        )
    return {**second._asdict(), "seconds": round(second.seconds, 3)}
