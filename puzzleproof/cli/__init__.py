"""The command line: its verbs, exit codes, and names that several verbs share.

One table has the verbs, another the exit codes.  The names that help texts list are copies, because
help is printed without importing the modules that define them; tests check the copies.
"""

import sys
from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING, Self

from puzzleproof.models.errors import (
    CertificateRejected,
    LimitReached,
    PuzzleProofError,
    Unsupported,
)
from puzzleproof.models.files import system_fault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzleproof.provers.verdict import Verdict


class Exit(IntEnum):
    """The exit codes, from the best answer to the worst, each with its meaning."""

    words: str

    def __new__(cls, code: int, words: str) -> Self:
        """Make the code an integer, with its words as an attribute."""
        one = int.__new__(cls, code)
        one._value_, one.words = code, words
        return one

    PROVEN = 0, "proven or verified"
    UNSOLVABLE = 20, "proven unsolvable"
    PLAN_ONLY = 10, "a plan found, minimum not proven"
    LIMIT = 30, "no plan found and no answer proven, mostly because of a limit"
    REFUTED_CLAIM = 60, "a claim refuted (audit, prove)"
    REJECTED = 50, "certificate rejected"
    UNSUPPORTED = 41, "unsupported"
    BAD_INPUT = 40, "bad input, or output that cannot be written"
    INTERNAL = 70, "bug"
    CUT_OFF = 141, "the reader of the output went away"
    """The shell's code for a closed pipe (128 + SIGPIPE), after which nothing is answered."""


WORST_LAST = tuple(Exit)[:-1]
"""The codes of an answer, from best to worst."""

GROUPS = {
    "look": {
        "list": "name the library's puzzles with their known results",
        "show": "draw one puzzle, its goal and its known results, or print a link to it",
        "draw": "draw a puzzle, a plan or its state graph as SVG, PNG or GIF",
        "replay": "play a plan or a printed game by the rules",
    },
    "prove": {
        "prove": "prove the minimum number of moves, with evidence",
        "solve": "find a plan",
        "verify": "check a certificate, from the rules alone",
    },
    "many boards": {
        "audit": "check published minima: confirmed, refuted or open",
        "atlas": "prove the hardest starts of all piece sets of a board",
        "results": "list what a ledger holds, and check its certificates again",
        "generate": "generate random instances of any family",
    },
    "study": {
        "explore": "survey the state graph: components, distances, diameter",
        "compare": "make a table that compares all search strategies for sliding tiles",
    },
    "other programs": {
        "export": "write a puzzle, or a claim about it, for other programs",
        "serve": "serve the page: play, prove and check in a browser",
    },
}
"""The verbs that help lists, in groups."""
UNLISTED = {"completion": "print a script that lets a shell complete commands"}
VERBS = {verb: line for group in GROUPS.values() for verb, line in group.items()} | UNLISTED

GLOBAL = {
    "--json": "one JSON document on standard output",
    "--json-stream": "one JSON event per line, during the work",
    "-q --quiet": "no progress; no remarks, except those on the instance and on why a proof is "
    "missing",
    "-v --verbose": "every bound as it is found, on standard error",
    "--force": "also replace files that this command did not write about the same board",
    "--no-color": "no colour (like the variable NO_COLOR)",
}
ALL_METRICS = "all"
METRICS = {
    "sliding": ("piece", "line", "unit"),
    "pegs": ("move", "jump"),
    "frogs": ("move",),
    "tiles": ("single", "multi"),
    "alike-tiles": ("single", "multi"),
    "cubes": ("cube",),
}
"""Family -> its metrics; the first is the default."""
FORMATS = (
    *("toml", "rush-hour", "gnome", "hrd-json", "hrd-code", "hrd-digits", "hakoiri"),
    *("tile-list", "game-id", "peg-drawing"),
)
OF_ERRORS = {
    Unsupported: Exit.UNSUPPORTED,
    LimitReached: Exit.LIMIT,
    CertificateRejected: Exit.REJECTED,
}


def worst(codes: "Iterable[int]") -> int:
    """Return the exit code of a command whose answers have these codes."""
    return max(codes, key=WORST_LAST.index)


def exit_of_error(error: PuzzleProofError) -> Exit:
    """Return the exit code of a user's error."""
    of_kinds = (code for kind, code in OF_ERRORS.items() if isinstance(error, kind))
    return next(of_kinds, Exit.BAD_INPUT)


def fault_of(error: BaseException, verbose: bool) -> tuple[str, Exit]:
    """Return the message about an error in a command, and the exit code.

    Raises the error again if standard output caused it, or if the error has to end the process.
    """
    match error:
        case PuzzleProofError():
            return str(error), exit_of_error(error)
        case KeyboardInterrupt():
            return "interrupted", Exit.LIMIT
        case MemoryError():
            return "out of memory", Exit.LIMIT
        case Exception() if getattr(sys.stdout, "fault", None) is not error:
            pass
        case _:
            raise error
    if isinstance(error, OSError) and (fault := system_fault(error)):
        return fault, Exit.BAD_INPUT
    if isinstance(error, ModuleNotFoundError):
        from puzzleproof.provers.libraries import lacking

        if missing := lacking(error):
            return f"this needs {missing}", Exit.UNSUPPORTED
    if verbose:
        import traceback

        traceback.print_exc()
    return f"internal error: {error!r} (a bug; -v shows where)", Exit.INTERNAL


def exit_of_verdict(verdict: "Verdict") -> Exit:
    """Return the exit code of a verdict; the claim of ``--at-least`` counts too."""
    if verdict.denied:
        return Exit.INTERNAL
    if verdict.fault:
        return Exit.BAD_INPUT
    if verdict.status == "unsolvable":
        return Exit.UNSOLVABLE
    if verdict.claim == "refuted":
        return Exit.REFUTED_CLAIM
    if verdict.status == "optimal" or verdict.claim == "confirmed":
        return Exit.PROVEN
    return Exit.LIMIT if verdict.plan is None else Exit.PLAN_ONLY


def without_certificate(verdict: "Verdict", target: str | None) -> "Verdict":
    """Return the verdict, with a note if the requested certificate is missing.

    If the answer is proven, the note is also a fault; the exit code alone would report success.
    """
    if not target or verdict.certificate or verdict.fault:
        return verdict
    text = f"--certificate {target!r}: not written, as this answer has no certificate"
    fault = text if exit_of_verdict(verdict) in (Exit.PROVEN, Exit.UNSOLVABLE) else ""
    notes, reasons = (*verdict.notes, text), (*verdict.reasons, text)
    return replace(verdict, fault=fault, notes=notes, reasons=reasons)
