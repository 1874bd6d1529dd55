"""``puzzleproof verify``: check a certificate in a process that knows only the rules.

No search and no solver is imported, unless a second opinion is requested.
"""

import argparse
import time
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import print_answer
from puzzleproof.cli.printing.progress import watching
from puzzleproof.cli.several import Answers, do_each
from puzzleproof.cli.verbs import add_limits
from puzzleproof.models.budget import budgeted
from puzzleproof.models.errors import (
    CertificateRejected,
    InstanceError,
    LimitReached,
    NotationError,
    Unsupported,
)
from puzzleproof.models.files import opened
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import brief
from puzzleproof.options import (
    PATH,
    Limits,
    Options,
    add_options,
    given,
    one_of,
    option,
    switch,
)
from puzzleproof.verify.about import drawing, fingerprint, library_name, size
from puzzleproof.verify.certificate import CheckedCertificate, check_stream
from puzzleproof.verify.records import CHECKING, Tell

if TYPE_CHECKING:
    from puzzleproof.provers.events import Emit
    from puzzleproof.verify.formula.check import CheckedFormula

REVIEWERS = {
    "acl2": "a formally verified LRAT checker checks refutations and formulas too ('make acl2' "
    "builds it)",
    "coq": "the kernel of Coq checks labellings, refutations and invariants too, by rules written "
    "in Coq ('make coq' installs it)",
    "proven": "a checker proven in Coq checks labellings, refutations and invariants too ('make "
    "proven' builds it)",
}
"""The reviewers of `provers.opinions`, which is slow to import, and their help."""
SUFFIX = ".cert"
"""The suffix of the files that are checked in a folder."""
LARGEST = 1 << 30
"""The greatest size, in bytes, of a file that is kept in memory."""

Given: TypeAlias = str | bytes


@dataclass(frozen=True, kw_only=True)
class VerifyOptions(Options):
    """The options of a check; in Python they are arguments of `verify` and `second_opinion`."""

    proof: str | None = option(PATH, "the proof, in LRAT or CLRAT, if FILE is a formula")
    instance: str | None = option(
        PATH._replace(metavar="FILE|NAME"),
        "reject a certificate unless it is about the board, goal, rule and metric of this instance",
    )
    metric: str | None = option(
        PATH._replace(metavar="M"), "the metric for --instance (default: the instance's metric)"
    )
    second_opinion: str | None = option(
        one_of(tuple(REVIEWERS)),
        "; ".join(["ask another program too", *(f"{one}: {it}" for one, it in REVIEWERS.items())]),
    )
    by_rules: bool = switch(
        "check all states by the definition, with the rules alone (default: large tables are "
        "checked on arrays if numpy is installed, and 25,000 of their states by the definition)"
    )
    no_limit: bool = switch(
        "check a file that you trust, however long it takes (default: a check ends if it "
        "needs far more time or memory than usual for such files)"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the files, the instance that they have to be about, and the second opinion."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a certificate that 'prove' or 'explore' wrote, or a formula that 'export --to lrat' "
        f"wrote ('-': standard input); a folder means each {SUFFIX} file in it",
    )
    add_options(parser, VerifyOptions)
    add_limits(parser)


def run(options: Context) -> int:
    """Check each file; returns the worst exit code."""
    asked = given(VerifyOptions, vars(options))
    if asked.metric is not None and asked.instance is None:
        raise NotationError("--metric needs --instance")
    if [*options.files, asked.proof, asked.instance].count("-") > 1:
        raise NotationError("'-': standard input can be one of the files, not two")
    files = [file for name in options.files for file in _files(name)]
    if len(files) == 1:
        return _verify(options, asked, files[0])
    if asked.proof is not None:
        raise NotationError(f"--proof belongs to one formula, not to {len(files)} files")
    answers = Answers(options, len(files), brief=True)
    each = ((file, partial(_verify, options, asked, file, alone=False)) for file in files)
    return do_each(answers, [(options, {"file": file}, answer) for file, answer in each])


def _files(name: str) -> list[str]:
    if not name or not Path(name).is_dir():
        return [name]
    found = sorted(str(path) for path in Path(name).rglob(f"*{SUFFIX}") if path.is_file())
    if not found:
        raise InstanceError(f"{name!r}: no file {SUFFIX} in this folder")
    return found


def _verify(options: Context, asked: VerifyOptions, file: str, *, alone: bool = True) -> int:
    """Check a file and print what it proves, with the file's name unless it is ``alone``."""
    wanted = None
    if asked.instance is not None:
        from puzzleproof.models.instances import load

        wanted = load(asked.instance)
    if wanted is not None and asked.metric is not None:
        wanted = wanted.with_metric(asked.metric)
    begin = time.perf_counter()
    # Read now what is needed twice, and standard input, which a child process does not have.
    limited = options.limits != Limits()
    names = [file] if asked.proof is None else [file, asked.proof]
    contents = [
        _content(options, name) if asked.second_opinion or (limited and name == "-") else name
        for name in names
    ]
    work = asked, file, wanted, contents
    if limited:
        from puzzleproof.provers.events import ignore
        from puzzleproof.provers.process import call

        with nullcontext(ignore) if options.json_stream else listen(options, "") as on_event:
            found: dict[str, Any] = call(_check_in_child, work, on_event, options.limits)
    else:
        with watching(options, CHECKING) as tell:
            found = _check(*work, tell)
    seconds = round(time.perf_counter() - begin, 3)
    drawn, size_only = found.pop("drawn"), found.pop("size")
    lines: list[str] = [
        f"accepted: {found['words']}",
        *([] if options.quiet else [found["checked"], *drawn]),
    ]
    if not alone:
        lines = [f"{brief(file)}: {lines[0]}", *([] if options.quiet else size_only)]
    text = "" if options.wants_json else "".join(f"{line}\n" for line in lines)
    try:
        second = _second_opinion(options, asked, file, contents)
    except (LimitReached, Unsupported):
        print(text, end="", flush=True)
        raise
    print(text, end="", flush=True)
    if options.wants_json:
        opinion = {"second_opinion": second} if second else {}
        print_answer(options, "certificate", {**found, "seconds": seconds, **opinion})
    elif second:
        how = f"{second['words']}; {second['seconds']:.1f} s"
        print(f"second opinion, {second['by']}: {second['line']} ({how})")
    return 0


def _content(options: Context, name: str) -> bytes:
    most = options.memory_limit or LARGEST
    with opened(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise LimitReached(f"{'<stdin>' if name == '-' else name}: more than {most:,} bytes")
    return data


def _check_in_child(
    asked: VerifyOptions,
    file: str,
    wanted: AnyPuzzle | None,
    contents: Sequence[Given],
    emit: "Emit",
) -> dict[str, Any]:
    from puzzleproof.provers.events import Working

    def tell(phase: str, done: int, total: int) -> None:
        emit(Working(phase, done, total))

    return _check(asked, file, wanted, contents, tell)


def _check(
    asked: VerifyOptions,
    file: str,
    wanted: AnyPuzzle | None,
    contents: Sequence[Given],
    tell: Tell,
) -> dict[str, Any]:
    """Check the files, each of which is read once; returns what will be printed about them."""
    checked: CheckedCertificate | CheckedFormula
    own: dict[str, Any]
    with ExitStack() as stack:
        stack.enter_context(budgeted(no_limit=asked.no_limit))
        streams = [
            BytesIO(one) if isinstance(one, bytes) else stack.enter_context(opened(one))
            for one in contents
        ]
        if asked.proof is not None:
            from puzzleproof.verify.formula.check import check_streams

            where = f"{brief(file)} with {brief(asked.proof)}"
            checked = formula = check_streams(streams[0], streams[1], where, wanted)
            kind, details = f"formula ({formula.form})", formula.details()
            own = {"proof": asked.proof, "clauses": formula.clauses, "hints": formula.hints}
        else:
            name, by_rules = brief(file), asked.by_rules
            checked = found = check_stream(streams[0], name, wanted, by_rules=by_rules, tell=tell)
            kind, details = found.kind, found.details(wanted is not None)
            plan = None if found.plan is None else list(found.plan)
            own = {"optimum": found.optimum, "plan": plan, "states": found.states}
            own |= {"figures": found.figures, "checker": found.by}
    puzzle, library = checked.puzzle, library_name(checked.puzzle)
    return {
        "file": file,
        "accepted": True,
        "kind": kind,
        "puzzle": puzzle.info.name,
        "library": library,
        "fingerprint": fingerprint(puzzle),
        "instance": asked.instance,
        "metric": puzzle.metric,
        "at_least": checked.at_least,
        "unsolvable": checked.at_least is None,
        "words": checked.words(),
        **own,
        "checked": details,
        "drawn": drawing(puzzle),
        "size": [] if library else size(puzzle),
    }


def _second_opinion(
    options: Context, asked: VerifyOptions, file: str, contents: Sequence[Given]
) -> dict[str, Any] | None:
    """Return the second opinion, if requested; raises CertificateRejected if it is a rejection."""
    if asked.second_opinion is None:
        return None
    from puzzleproof.provers.opinions import ask

    data, *proofs = (one for one in contents if isinstance(one, bytes))
    proof = proofs[0] if proofs else None
    second = ask(asked.second_opinion, data, proof, options.limits)
    if not second.accepted:
        raise CertificateRejected(
            f"{brief(file)}: accepted by the rules, but not by {second.by}: {second.line}"
        )
    return {**second._asdict(), "seconds": round(second.seconds, 3)}
