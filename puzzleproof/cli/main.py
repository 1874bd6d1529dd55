"""The command line: one parser, one verb a file in `puzzleproof.cli.verbs`, errors in one line."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from puzzleproof.cli import fault_of
from puzzleproof.cli.output import run_with_streams
from puzzleproof.models.errors import NotationError
from puzzleproof.models.texts import did_you_mean
from puzzleproof.release import __version__

VERBS = {
    "list": "name the library's puzzles with their known results",
    "show": "draw one puzzle, its goal and its known results",
    "prove": "prove the minimum number of moves, with evidence",
    "solve": "find a plan",
    "verify": "check a certificate, from the rules alone",
    "audit": "check published minima: confirmed, refuted or open",
    "atlas": "prove the hardest starts of all piece sets of a board",
    "results": "list what a ledger holds, and check its certificates again",
    "export": "write a puzzle, or a claim about it, for other programs",
    "replay": "play a plan or a printed game by the rules",
    "draw": "draw a puzzle, a plan or its state graph as SVG or PNG",
    "animate": "make a plan play as an animated SVG or GIF",
    "compare": "run every search strategy for sliding tiles, in a table",
    "explore": "survey the state graph: components, distances, diameter",
    "generate": "make random instances of any family",
    "link": "print the address of a board, or of a sheet, on the page",
    "serve": "serve the page: play, prove and check in a browser",
    "completion": "print a script that lets a shell complete commands",
}

GLOBAL = {
    "--json": "one JSON document on standard output",
    "--json-stream": "one JSON event per line, while it works",
    "-q --quiet": "no progress and no remarks, except on the instance and on why a proof is "
    "missing",
    "-v --verbose": "every bound as it is found, on standard error",
    "--no-color": "no colour (like the variable NO_COLOR)",
}
LIKE = 0.75
"""An option is suggested if its similarity to an unknown one, from 0 to 1, is at least this."""


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, with the exit code for bad input."""

    def error(self, message: str) -> NoReturn:
        """Raise NotationError, as for any other bad input, and suggest a similar option."""
        choice = re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message)
        hint = did_you_mean(choice[1], re.findall(r"[\w-]+", choice[2])) if choice else ""
        if option := re.search(r"unrecognized arguments: --([\w-]+)", message):
            from difflib import get_close_matches

            from puzzleproof.cli.verbs import actions_of

            flags = (flag for action in actions_of(self) for flag in action.option_strings)
            known = [flag.removeprefix("--") for flag in flags]
            near = get_close_matches(option[1], known, n=1, cutoff=LIKE)
            hint = f"; did you mean '--{near[0]}'?" if near else ""
        raise NotationError(f"{message}{hint} (see '{self.prog} --help')")


class WholeParser(Parser):
    """The parser of all verbs; the text below its help is made when help is printed."""

    def format_help(self) -> str:
        """Return the help, with the examples and the tables below it."""
        from puzzleproof.cli.whole_help import epilog

        self.epilog = epilog()
        return super().format_help()


def make_parser(*filled: str) -> argparse.ArgumentParser:
    """Return the parser of all verbs; only those named get their own options."""
    parser = WholeParser(
        prog="puzzleproof",
        description="Minimum move counts of classic puzzles, with evidence that anyone can check.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"puzzleproof {__version__}")
    _add_global(parser)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    for name, line in VERBS.items():
        sub = verbs.add_parser(name, help=line, description=f"{line[0].upper()}{line[1:]}.")
        if name in filled:
            _add_global(sub)
            import_module(f"puzzleproof.cli.verbs.{name}").add_arguments(sub)
    return parser


def _add_global(parser: argparse.ArgumentParser) -> None:
    """The options that stand before the verb or after it."""
    group, absent = parser.add_argument_group("global options"), argparse.SUPPRESS
    for flags, text in GLOBAL.items():
        group.add_argument(*flags.split(), action="store_true", default=absent, help=text)


def whole_parser() -> argparse.ArgumentParser:
    """Return the parser with the options of every verb, for completion and documentation."""
    return make_parser(*VERBS)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    # We do not use the threads of numpy's linear algebra; to start them takes 50 ms of CPU.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return run_with_streams(lambda: _run(sys.argv[1:] if argv is None else argv))


def _run(words: Sequence[str]) -> int:
    """Run one command; raises OSError only where its output cannot be written."""
    options = argparse.Namespace(verbose="-v" in words, quiet=False, no_color=False)
    options.whole_parser = whole_parser
    options.json, options.json_stream = "--json" in words, "--json-stream" in words
    try:
        for name in ("SIGTERM", "SIGHUP"):  # end at once, as Ctrl-C; only the main thread can
            with suppress(AttributeError, ValueError):
                signal.signal(getattr(signal, name), _terminate)
        verb = next((word for word in words if word in VERBS), None)
        make_parser(*filter(None, (verb,))).parse_args(words, options)
        code: int = import_module(f"puzzleproof.cli.verbs.{options.verb}").run(options)
    except BaseException as error:  # noqa: BLE001  `fault_of` raises it again
        text, code = fault_of(error, options.verbose)
        if options.json or options.json_stream:
            from puzzleproof.cli.printing import print_json

            print_json({"error": text, "exit": int(code)})
        print(f"puzzleproof: {' / '.join(text.splitlines())}", file=sys.stderr)
    return int(code)


def _terminate(_number: int, _frame: object) -> NoReturn:
    from puzzleproof.provers.process import Terminated

    raise Terminated
