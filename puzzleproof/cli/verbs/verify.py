"""``puzzleproof verify``: check a certificate in a process that knows the rules only.

Nothing but `puzzleproof.verify` is imported, unless a second opinion is asked for.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from puzzleproof.cli import WORST_LAST, Exit, exit_of_error
from puzzleproof.cli.printing import print_answer, print_json, wants_json
from puzzleproof.cli.printing.listening import listen
from puzzleproof.cli.printing.progress import watching
from puzzleproof.cli.verbs import add_limits, limits_of
from puzzleproof.models.errors import (
    CertificateRejected,
    InstanceError,
    LimitReached,
    NotationError,
    PuzzleProofError,
    Unsupported,
)
from puzzleproof.models.files import opened
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.certificate import CheckedCertificate, Tell, check_stream

if TYPE_CHECKING:
    from puzzleproof.provers.events import Emit
    from puzzleproof.verify.formula.check import CheckedFormula

CHECKING = "checking by the rules"
REVIEWERS = {
    "acl2": "the formally verified LRAT checker too ('make acl2' builds it), on labellings "
    "without lower bounds, refutations and formulas",
    "coq": "the kernel of Coq too ('make coq' installs it), by rules written there, on labellings, "
    "refutations and invariants",
}
"""A copy of names and help of `provers.opinions.second_opinion`, which is slow to import."""
STDIN_LIMIT = 1 << 30
"""Bytes of standard input that are held, where a limit asks for a process of its own."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the files, the instance that they have to be about, and who else is to be asked."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="what 'prove --certificate' wrote, or a formula that 'export --as lrat' wrote "
        "('-': standard input)",
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
    parser.add_argument(
        "--by-rules",
        action="store_true",
        help="a labelling: by its definition (verify/reference.py), however many states there are "
        "(default: large tables on arrays, where numpy is there)",
    )
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """Check each file; the worst exit code."""
    if options.metric is not None and options.instance is None:
        raise NotationError("--metric goes with --instance")
    if [*options.files, options.proof, options.instance].count("-") > 1:
        raise NotationError("'-': standard input can be one of the files, not two")
    if len(options.files) == 1:
        (options.file,) = options.files
        return _verify(options)
    if options.proof is not None:
        raise NotationError(f"--proof is of one formula, not of {len(options.files)} files")
    documents = list[Any]()
    options.documents = documents if options.json and not options.json_stream else None
    codes = [_verify_one_of_several(options, file) for file in options.files]
    if options.documents is not None:
        print_json(documents)
    return max(codes, key=WORST_LAST.index)


def _verify_one_of_several(options: argparse.Namespace, file: str) -> Exit:
    """Check it; a file that is refused is told, and the next one is checked."""
    try:
        return Exit(_verify(argparse.Namespace(**{**vars(options), "file": file})))
    except PuzzleProofError as error:
        code = exit_of_error(error)
        if wants_json(options):
            print_answer(options, "error", {"file": file, "error": str(error), "exit": int(code)})
        print(f"puzzleproof: {' / '.join(str(error).splitlines())}", file=sys.stderr)
        return code


def _verify(options: argparse.Namespace) -> int:
    """Check a file, and print in words what the certificate proves."""
    wanted = None if options.instance is None else load(options.instance)
    if wanted is not None and options.metric is not None:
        wanted = wanted.with_metric(options.metric)
    begin = time.perf_counter()
    found, read = _within_limits(options, wanted)
    seconds = round(time.perf_counter() - begin, 3)
    words, checked = found.pop("words"), found.pop("checked")
    try:
        second = _second_opinion(options, read)
    except (LimitReached, Unsupported):
        if not wants_json(options):
            _print_accepted(words, checked, options)
        raise
    if wants_json(options):
        opinion = {"second_opinion": second} if second else {}
        said = {"seconds": seconds, "words": words, "checked": checked, **opinion}
        print_answer(options, "certificate", {**found, **said})
        return 0
    _print_accepted(words, checked, options)
    if second:
        asked = f"{second['words']}; {second['seconds']:.1f} s"
        print(f"second opinion, {second['by']}: {second['line']} ({asked})")
    return 0


def _print_accepted(words: str, checked: str, options: argparse.Namespace) -> None:
    """What the rules have accepted, whatever else is asked; of several files, which one."""
    which = f"{options.file}: " if len(options.files) > 1 else ""
    print(f"{which}accepted: {words}", flush=True)
    if not options.quiet:
        print(checked, flush=True)


Given: TypeAlias = str | bytes
"""A file's name, or what it holds."""
Found: TypeAlias = tuple[dict[str, Any], list[bytes]]
"""What is to be said of the files, and their bytes, if a second opinion is wanted."""


def _within_limits(options: argparse.Namespace, wanted: AnyPuzzle | None) -> Found:
    """Check here, or, where there are limits, in a process that can be ended."""
    names = [options.file] if options.proof is None else [options.file, options.proof]
    if options.time_limit is None and options.memory_limit is None:
        with watching(options, CHECKING) as tell:
            return _check(options, wanted, names, tell)
    from puzzleproof.provers.events import ignore
    from puzzleproof.provers.process import call

    given = [_standard_input(options) if name == "-" else name for name in names]
    with nullcontext(ignore) if options.json_stream else listen(options, "") as on_event:
        work = _check_in_child, (options, wanted, given), on_event, limits_of(options)
        found: Found = call(*work)
    return found


def _check_in_child(
    options: argparse.Namespace, wanted: AnyPuzzle | None, given: Sequence[Given], emit: Emit
) -> Found:
    """Check, and send events of how far it is."""
    from puzzleproof.provers.events import Working

    def tell(phase: str, done: int, total: int) -> None:
        emit(Working(phase, done, total))

    return _check(options, wanted, given, tell)


def _standard_input(options: argparse.Namespace) -> bytes:
    """All of it, as a child process has none of its own."""
    most = options.memory_limit or STDIN_LIMIT
    with opened("-") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise LimitReached(f"<stdin>: more than {most:,} bytes")
    return data


def _check(
    options: argparse.Namespace,
    wanted: AnyPuzzle | None,
    given: Sequence[Given],
    tell: Tell,
) -> Found:
    """Check the files, each read once; returns what is to be said of them."""
    with ExitStack() as stack:
        files = [_source(options, stack, one) for one in given]
        try:
            if options.proof is None:
                found = _check_certificate(options, wanted, files[0], tell)
            else:
                found = _check_formula(options, wanted, *files)
        except OSError as error:
            raise InstanceError(f"{options.file!r}: cannot be read: {error.strerror}") from None
        return found, [file.all() for file in files if isinstance(file, Kept)]


def _source(options: argparse.Namespace, stack: ExitStack, given: Given) -> BinaryIO:
    """A file to check; what is read of it is kept for a second opinion."""
    try:
        file = BytesIO(given) if isinstance(given, bytes) else stack.enter_context(opened(given))
    except OSError as error:
        raise InstanceError(f"{given!r}: cannot be read: {error.strerror}") from None
    return file if options.second_opinion is None else Kept(file)


class Kept(BytesIO):
    """A file that is read once, forwards, and keeps what was read."""

    def __init__(self, file: BinaryIO) -> None:
        """Keep nothing yet."""
        super().__init__()
        self._file = file

    def read(self, size: int | None = -1, /) -> bytes:
        """Read as the file does."""
        return self._kept(self._file.read(-1 if size is None else size))

    def readline(self, size: int | None = -1, /) -> bytes:
        """Read a line as the file does."""
        return self._kept(self._file.readline(-1 if size is None else size))

    def all(self) -> bytes:
        """All bytes of the file; what was not read yet is read now."""
        self.read()
        return self.getvalue()

    def _kept(self, data: bytes) -> bytes:
        self.write(data)
        return data


def _check_certificate(
    options: argparse.Namespace, wanted: AnyPuzzle | None, file: BinaryIO, tell: Tell
) -> dict[str, Any]:

    def foretell(words: str) -> None:
        if not options.quiet:
            print(f"note: {words}", file=sys.stderr, flush=True)

    watch, by_rules = partial(tell, CHECKING), options.by_rules
    checked = check_stream(
        *(file, options.file, wanted, watch), by_rules=by_rules, tell=tell, foretell=foretell
    )
    return _document(options, checked, checked.kind) | {
        "optimum": checked.optimum,
        "plan": None if checked.plan is None else list(checked.plan),
        "states": checked.states,
        "checker": checked.by,
        "checked": checked.details(wanted is not None),
    }


def _check_formula(
    options: argparse.Namespace, wanted: AnyPuzzle | None, formula: BinaryIO, proof: BinaryIO
) -> dict[str, Any]:
    from puzzleproof.verify.formula.check import check_streams

    checked = check_streams(formula, proof, f"{options.file} with {options.proof}", wanted)
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


def _second_opinion(options: argparse.Namespace, read: list[bytes]) -> dict[str, Any] | None:
    """The second opinion, if one is asked for; raises CertificateRejected where it is a no."""
    if options.second_opinion is None:
        return None
    from puzzleproof.provers.opinions.second_opinion import ask

    proof = None if options.proof is None else read[1]
    second = ask(options.second_opinion, read[0], proof, limits_of(options))
    if not second.accepted:
        raise CertificateRejected(
            f"{options.file}: accepted by the rules, but not by {second.by}: {second.line}"
        )
    return {**second._asdict(), "seconds": round(second.seconds, 3)}
