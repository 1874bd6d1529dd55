"""The command line: one parser, one verb a file in `puzzleproof.cli.verbs`, errors in one line."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from puzzleproof import __version__
from puzzleproof.cli import Exit, exit_of_error
from puzzleproof.models.errors import NotationError, PuzzleProofError

CUT_OFF = 141
"""The shell's exit code of a process whose reader went away."""

VERBS = {
    "list": "name the library's puzzles with their known results",
    "show": "draw one puzzle, its goal and its known results",
    "prove": "prove the minimum number of moves, with evidence",
    "solve": "find a plan",
    "verify": "check a certificate, from the rules alone",
    "export": "write a claim as a formula and a proof, for other checkers",
    "replay": "play a plan or a printed game by the rules",
    "compare": "run every search strategy for sliding tiles, in a table",
    "explore": "survey the state graph: components, distances, diameter",
    "generate": "make a random instance",
    "bench": "time searches and proofs beside other programs",
}

EPILOG = """\
examples:
  puzzleproof list
  puzzleproof show ane-rouge
  puzzleproof prove pennant --metric line --certificate pennant.cert
  puzzleproof verify pennant.cert
  puzzleproof export pennant --as lrat --output pennant
  puzzleproof solve simplicity --engine sat
  puzzleproof replay frogs-1-1 --plan "3-2 1-3 2-1"
  puzzleproof compare eight-puzzle-867 --time-limit 1
  puzzleproof explore simplicity --pairs
  puzzleproof explore instant-insanity --samples 500
  puzzleproof bench --table size --only Rouge --runs 1
  puzzleproof generate cubes --number 4 --kind unique --seed 7

exit codes: 0 proven or verified; 10 a plan found, minimum not proven; 20 proven unsolvable;
30 limit reached, no answer; 40 bad input; 41 unsupported; 50 certificate rejected; 70 bug
"""


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, with the exit code for bad input."""

    def error(self, message: str) -> NoReturn:
        """Raise NotationError, as for any other bad input."""
        raise NotationError(f"{message} (see '{self.prog} --help')")


def make_parser(verb: str | None = None) -> argparse.ArgumentParser:
    """Return the whole parser; only ``verb``'s own options are filled in, or none."""
    parser = Parser(
        prog="puzzleproof",
        description="Minimum move counts of classic puzzles, with evidence that anyone can check.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"puzzleproof {__version__}")
    _add_global(parser)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    for name, line in VERBS.items():
        sub = verbs.add_parser(name, help=line, description=f"{line[0].upper()}{line[1:]}.")
        _add_global(sub)
        if name == verb:
            import_module(f"puzzleproof.cli.verbs.{name}").add_arguments(sub)
    return parser


def _add_global(parser: argparse.ArgumentParser) -> None:
    """The options that stand before the verb or after it."""
    group, absent = parser.add_argument_group("global options"), argparse.SUPPRESS
    for flags, text in (
        (("--json",), "one JSON document on standard output"),
        (("--json-stream",), "one JSON event a line, while it works"),
        (("-q", "--quiet"), "no progress, no remarks"),
        (("-v", "--verbose"), "every bound as it is found, on standard error"),
        (("--no-color",), "no colour (like the variable NO_COLOR)"),
    ):
        group.add_argument(*flags, action="store_true", default=absent, help=text)
    text = "random seed (default: 0)"
    group.add_argument("--seed", type=_seed, metavar="N", default=absent, help=text)


def _seed(text: str) -> int:
    """Read a seed: 0 to 2**31 - 1, as every solver takes it."""
    if not text.isdecimal() or int(text) >= 1 << 31:
        raise argparse.ArgumentTypeError(f"{text!r}: expected 0 to {(1 << 31) - 1}")
    return int(text)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    words = sys.argv[1:] if argv is None else argv
    options = argparse.Namespace(verbose="-v" in words, quiet=False, no_color=False, seed=0)
    options.json, options.json_stream = "--json" in words, "--json-stream" in words
    try:
        _clean_up_when_ended()
        verb = next((word for word in words if word in VERBS), None)
        make_parser(verb).parse_args(words, options)
        code: int = import_module(f"puzzleproof.cli.verbs.{options.verb}").run(options)
        sys.stdout.flush()
    except PuzzleProofError as error:
        return _fail(options, str(error), exit_of_error(error))
    except KeyboardInterrupt:
        return _fail(options, "interrupted", Exit.LIMIT)
    except MemoryError:
        return _fail(options, "out of memory", Exit.LIMIT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CUT_OFF
    except Exception as error:
        if missing := _missing(error):
            return _fail(options, f"this needs {missing}, which is not installed", Exit.UNSUPPORTED)
        if options.verbose:
            raise
        text = f"internal error: {error!r} (a bug; -v shows where)"
        return _fail(options, text, Exit.INTERNAL)
    return code


def _clean_up_when_ended() -> None:
    """Have SIGTERM and SIGHUP end the process as Ctrl-C does; a thread cannot."""
    for name in ("SIGTERM", "SIGHUP"):
        with suppress(AttributeError, ValueError):
            signal.signal(getattr(signal, name), signal.default_int_handler)


def _missing(error: Exception) -> str | None:
    """The library that a bare clone lacks, if that is what went wrong."""
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    return None if name is None or name.startswith("puzzleproof") else name


def _fail(options: argparse.Namespace, text: str, code: Exit) -> int:
    if options.json or options.json_stream:
        from puzzleproof.cli.printing import print_json

        print_json({"error": text, "exit": int(code)})
    print(f"puzzleproof: {' / '.join(text.splitlines())}", file=sys.stderr)
    return int(code)
