"""The command line: one parser, one verb a file in `puzzleproof.cli.verbs`, errors in one line."""

import argparse
import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from puzzleproof.cli import EXIT_WORDS, METRICS, WORST_LAST, fault_of
from puzzleproof.cli.output import run_with_streams
from puzzleproof.cli.printing import print_answer
from puzzleproof.models.errors import NotationError
from puzzleproof.models.texts import clean, did_you_mean
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
EXAMPLES = """\
examples:
  puzzleproof list --family pegs
  puzzleproof show ane-rouge
  puzzleproof prove pennant --metric line --certificate pennant.cert
  puzzleproof prove simplicity pennant --metric all
  puzzleproof verify pennant.cert
  puzzleproof audit ane-rouge hughes --ledger results.db
  puzzleproof atlas --size 3x3 --block 2x1 --stock 1x2,1x1 --empty 1 --top 1
  puzzleproof results results.db --check
  puzzleproof export hughes --as lrat --output hughes
  puzzleproof export hughes --as pddl --output hughes
  puzzleproof export frogs-1-1 --as dimacs --horizon 3
  puzzleproof solve simplicity --engine sat
  puzzleproof replay frogs-1-1 --plan "3-2 1-3 2-1"
  puzzleproof draw frogs-2-2 --plan --output frogs.svg
  puzzleproof draw simplicity --graph rings --output graph.svg
  puzzleproof animate frogs-1-1 --plan "3-2 1-3 2-1" --output moves.svg
  puzzleproof compare eight-puzzle-867 --time-limit 1
  puzzleproof explore simplicity --pairs
  puzzleproof explore simplicity --starts --write starts
  puzzleproof explore triangle5 --finals
  puzzleproof explore instant-insanity
  puzzleproof link ane-rouge hughes --sheet
  puzzleproof serve --help
  puzzleproof generate sliding --size 4x5 --distance 20-40 --seed 7
  puzzleproof generate cubes --number 4 --kind unique --seed 7
  puzzleproof completion bash
"""
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

            from puzzleproof.cli.verbs.completion import actions_of

            known = [flag[2:] for action in actions_of(self) for flag in action.option_strings]
            near = get_close_matches(option[1], known, n=1, cutoff=LIKE)
            hint = f"; did you mean '--{near[0]}'?" if near else ""
        elif message.startswith("unrecognized arguments"):
            hint = "; names of puzzles or files stand together, without options between them"
        raise NotationError(f"{message}{hint} (see '{self.prog} --help')")


class WholeParser(Parser):
    """The parser of all verbs; the text below its help is made when help is printed."""

    def format_help(self) -> str:
        """Return the help, with the examples and the tables below it."""
        self.epilog = epilog()
        return super().format_help()


def epilog() -> str:
    """The text below the help: examples, the names that options take, and the exit codes."""
    from textwrap import fill

    from puzzleproof.provers.request import ENGINES, SOLVERS

    codes = "; ".join(f"{code.value} {words}" for code, words in EXIT_WORDS.items())
    order = ", ".join(str(code.value) for code in WORST_LAST)
    families = (f"{family}: {', '.join(names)}" for family, names in METRICS.items())
    facts = {
        "metrics": f"{'; '.join(families)}; or all",
        "engines": ", ".join(ENGINES),
        "solvers of --engine sat": f"{', '.join(SOLVERS)} (default: {SOLVERS[0]})",
        "exit codes": codes,
        "exit code of several answers": f"the worst, in the order {order}",
        "cache": "long searches of tiles keep tables, up to 65 MB, in ~/.cache/puzzleproof; "
        "the variable PUZZLEPROOF_CACHE names another folder, or 'off'",
    }
    lines = (fill(f"{name}: {text}", 94, subsequent_indent="  ") for name, text in facts.items())
    return f"{EXAMPLES}\n{chr(10).join(lines)}\n"


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
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # `__main__` has set it
            signal.signal(signal.SIGINT, signal.default_int_handler)
        for name in ("SIGTERM", "SIGHUP"):  # end at once, as Ctrl-C; only the main thread can
            with suppress(AttributeError, ValueError):
                signal.signal(getattr(signal, name), _terminate)
        verb = next((word for word in words if word in VERBS), None)
        make_parser(*filter(None, (verb,))).parse_args(words, options)
        code: int = import_module(f"puzzleproof.cli.verbs.{options.verb}").run(options)
    except BaseException as error:  # noqa: BLE001  `fault_of` raises it again
        text, code = fault_of(error, options.verbose)
        if options.json or options.json_stream:
            print_answer(options, "error", {"error": text, "exit": int(code)})
            if getattr(options, "documents", None) is not None:
                print("]", flush=True)  # the array of many answers ends here
        print(f"puzzleproof: {clean(' / '.join(text.splitlines()))}", file=sys.stderr)
    return int(code)


def _terminate(_number: int, _frame: object) -> NoReturn:
    from puzzleproof.provers.process import Terminated

    raise Terminated
