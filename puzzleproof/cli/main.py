"""The command line: the parser, the call of a verb in `puzzleproof.cli.verbs`, and its errors."""

import argparse
import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

from puzzleproof.cli import GLOBAL, VERBS, fault_of
from puzzleproof.cli.context import Context
from puzzleproof.cli.output import run_with_streams
from puzzleproof.cli.printing import print_answer, print_fault
from puzzleproof.models.errors import NotationError
from puzzleproof.models.texts import did_you_mean
from puzzleproof.release import __version__

LIKE = 0.75
"""An option is suggested if its similarity to an unknown one, from 0 to 1, is at least this."""


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, with the exit code for bad input."""

    def error(self, message: str) -> NoReturn:
        """Raise NotationError, as for any other bad input, and suggest a similar option."""
        if verb := re.search(r"argument VERB: invalid choice: '(.*)' \(", message):
            message = f"{verb[1]!r} is not a verb{did_you_mean(verb[1], VERBS)}"
        choice = re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message)
        hint = did_you_mean(choice[1], re.findall(r"[\w:-]+", choice[2])) if choice else ""
        if option := re.search(r"unrecognized arguments: --([\w-]+)", message):
            from difflib import get_close_matches

            from puzzleproof.cli.verbs.completion import actions_of

            known = [flag[2:] for action in actions_of(self) for flag in action.option_strings]
            near = get_close_matches(option[1], known, n=1, cutoff=LIKE)
            hint = f"; did you mean '--{near[0]}'?" if near else ""
        elif message.startswith("unrecognized arguments"):
            hint = "; put the names of puzzles or files together, without options between them"
        raise NotationError(f"{message}{hint} (see '{self.prog} --help')")


class ShowHelp(argparse.Action):
    """Prints all help or one screen, and ends the program; makes the text only when needed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the help of the program or of a verb."""
        from puzzleproof.cli.help import help_of

        print(help_of(parser, whole=bool(self.const)), end="")
        parser.exit()


def make_parser(*filled: str) -> argparse.ArgumentParser:
    """Return the parser of all verbs; only the ``filled`` verbs get their own options."""
    parser = Parser(
        prog="puzzleproof",
        usage="puzzleproof [options] VERB ...",
        description="Minimum move counts of classic puzzles, with evidence that anyone can check.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
    )
    _add_global(parser)
    parser.add_argument("--version", action="version", version=f"puzzleproof {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    for name, line in VERBS.items():
        sub = verbs.add_parser(
            name,
            help=line,
            prog=f"puzzleproof {name}",
            add_help=False,
            description=f"{line[0].upper()}{line[1:]}.",
        )
        if name in filled:
            import_module(f"puzzleproof.cli.verbs.{name}").add_arguments(sub)
            _add_global(sub)
    return parser


def _add_global(parser: argparse.ArgumentParser) -> None:
    """Add the options that are allowed both before and after the verb."""
    group, absent = parser.add_argument_group("global options"), argparse.SUPPRESS
    for flags, text in GLOBAL.items():
        group.add_argument(*flags.split(), action="store_true", default=absent, help=text)
    for flag, whole, text in (("-h", False, "help on one screen"), ("--help", True, "all help")):
        how: dict[str, Any] = {"nargs": 0, "default": absent, "const": whole}
        group.add_argument(flag, action=ShowHelp, help=text, **how)


def whole_parser() -> argparse.ArgumentParser:
    """Return the parser with the options of every verb, for completion and documentation."""
    return make_parser(*VERBS)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    # Starting the threads of numpy's linear algebra, which are not used, takes 50 ms of CPU.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return run_with_streams(lambda: _run(sys.argv[1:] if argv is None else argv))


def _run(words: Sequence[str]) -> int:
    """Run one command; raises OSError only if its output cannot be written."""
    options = Context(verbose="-v" in words, whole_parser=whole_parser)
    options.json, options.json_stream = "--json" in words, "--json-stream" in words
    try:
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # `__main__` has set it
            signal.signal(signal.SIGINT, signal.default_int_handler)
        for name in ("SIGTERM", "SIGHUP"):  # end at once, like Ctrl-C; only in the main thread
            with suppress(AttributeError, ValueError):
                signal.signal(getattr(signal, name), _terminate)
        verb = next((word for word in words if word in VERBS), None)
        try:
            make_parser(*filter(None, (verb,))).parse_args(words, options)
        except NotationError:
            from puzzleproof.cli import old_names

            old_names.refuse(words, verb)
            raise
        code: int = import_module(f"puzzleproof.cli.verbs.{options.verb}").run(options)
    except BaseException as error:  # noqa: BLE001  raised again if fatal
        text, code = fault_of(error, options.verbose)
        if options.json or options.json_stream:
            print_answer(options, "error", {"error": text, "exit": int(code)})
            if options.documents is not None:
                print("]", flush=True)  # the array of many answers ends here
        print_fault(text)
    return int(code)


def _terminate(_number: int, _frame: object) -> NoReturn:
    from puzzleproof.provers.process import Terminated

    raise Terminated
