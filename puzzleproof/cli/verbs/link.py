"""``puzzleproof link``: the address of the page that holds a board, or a sheet of several."""

import argparse
import sys

from puzzleproof.cli.printing import print_either, wants_json
from puzzleproof.cli.questions import each_instance, questions_of
from puzzleproof.cli.verbs import add_instances
from puzzleproof.models.errors import NotationError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.web.links import PAGE, address, opened_by


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances, where the page stands, and whether they are put on one sheet."""
    add_instances(parser)
    text = f"address of the page (default: {PAGE}, the address of 'serve')"
    parser.add_argument("--page", metavar="URL", default=PAGE, help=text)
    text = "one address for all: a sheet to print, with the solutions on a page of their own"
    parser.add_argument("--sheet", action="store_true", help=text)


def run(options: argparse.Namespace) -> int:
    """Print an address for each instance, or that of the sheet, and who can open it."""
    if options.sheet and options.keep_going:
        raise NotationError("--keep-going: not with --sheet, which has to hold every board")
    options.brief = True
    code = _sheet(options) if options.sheet else each_instance(_link)(options)
    if not options.quiet and not wants_json(options):
        print(f"note: {opened_by(options.page)}", file=sys.stderr)
    return code


def _sheet(options: argparse.Namespace) -> int:
    found = address(questions_of(options).asked, options.page, sheet=True)
    print_either(options, "link", {"sheet": found}, [found])
    return 0


def _link(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    found = address([(name, puzzle)], options.page)
    print_either(options, "link", {"puzzle": name, "link": found}, [found])
    return 0
