"""Plans that users give, and what the verbs that make pictures share: the file, the theme."""

import argparse
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from puzzleproof.cli import Exit
from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import count, heading, print_json
from puzzleproof.cli.targets import output_target
from puzzleproof.cli.verbs import add_force, add_limits
from puzzleproof.models.errors import (
    IllegalMove,
    InstanceError,
    LimitReached,
    NotationError,
    Unsupported,
)
from puzzleproof.models.files import text_or_file
from puzzleproof.models.marks import fingerprint
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.plans import moves_in
from puzzleproof.provers.verdict import INTERRUPTED
from puzzleproof.render.draw import Film
from puzzleproof.render.palette import THEMES
from puzzleproof.written import write_file

FILE_NAME = re.compile(r"\S+\.[A-Za-z]\w*")
"""A text with a full stop is taken for a file: no move has one."""
LIBRARIES = ("resvg_py", "PIL.Image")


def add_picture(parser: argparse.ArgumentParser, suffixes: Sequence[str]) -> None:
    """Add the file, the theme, and the limits of a search for a plan."""
    kinds = " or ".join(suffixes)
    parser.add_argument(
        "--output",
        metavar="FILE",
        required=True,
        help=f"a name that ends in {kinds}; {{puzzle}} and {{metric}} in it are replaced",
    )
    parser.add_argument(
        "--theme",
        choices=THEMES,
        default="auto",
        help="colours; auto: an SVG follows the reader's preference, pixels are light",
    )
    add_force(parser, "--output")
    add_limits(parser)


def subject_of(options: Context, puzzle: AnyPuzzle) -> str:
    """Fingerprint what a picture shows: the board, and which part or graph of it."""
    asked = (getattr(options, name, None) for name in ("state", "plan", "kind"))
    return fingerprint(options.verb, *asked, puzzle=puzzle)


def output_of(options: Context, puzzle: AnyPuzzle, suffixes: Sequence[str]) -> Path:
    """Return the file to be written, checked before the work.

    Raises NotationError for another kind of file, InstanceError for one that cannot be written,
    ModuleNotFoundError where its libraries are not installed.
    """
    path = output_target(options, suffixes, options.instance, subject_of(options, puzzle))
    assert path is not None
    if path.suffix.lower() != ".svg":
        for name in LIBRARIES:
            import_module(name)
    return path


@contextmanager
def naming(where: str) -> Generator[None]:
    """Let errors about a plan begin with ``where`` it is from."""
    try:
        yield
    except (IllegalMove, NotationError) as error:
        raise type(error)(f"{where}: {error}") from None


def plan_from(puzzle: AnyPuzzle, given: str, where: str) -> list[str]:
    """Read moves from a file or a text, without replay; an error begins with ``where``."""
    text = text_or_file(given, "a plan")
    if text is given and FILE_NAME.fullmatch(given):
        raise InstanceError(f"{where}: {given!r}: there is no such file")
    with naming(where):
        return moves_in(puzzle, text)


def film_of(options: Context, name: str, puzzle: AnyPuzzle) -> tuple[Film, bool]:
    """Return the plan of ``--plan`` (a file or moves), else one that the program finds.

    Says too whether it comes from a search that proves no minimum.  Raises InstanceError,
    IllegalMove or NotationError for a bad plan, Unsupported if there is no plan, LimitReached if
    none was found in time.
    """
    if options.plan:
        film = Film(puzzle, name, tuple(plan_from(puzzle, options.plan, "--plan")))
        with naming("--plan"):
            assert film.frames
        return film, False
    from puzzleproof.provers.solve import solve
    from puzzleproof.release import versions

    with listen(options, puzzle.metric) as on_event:
        verdict = solve(name, puzzle, "auto", 0, on_event, options.limits, versions())
    if verdict.plan is not None:
        return Film(puzzle, name, verdict.plan), verdict.status != "optimal"
    if verdict.lower is None:
        raise Unsupported(f"{name}: no plan exists, so none is drawn; 'prove' certifies this")
    if INTERRUPTED in verdict.notes:
        raise LimitReached(f"{name}: {INTERRUPTED}, no plan was found; --plan can give one")
    raise LimitReached(f"{name}: no plan was found; give one by --plan, or raise the limits")


def write(
    options: Context,
    puzzle: AnyPuzzle,
    path: Path,
    data: bytes,
    what: str,
    film: Film | None = None,
    searched: bool = False,
) -> int:
    """Write the file and say what it shows, without a claim that a plan is shortest."""
    write_file("--output", path, data, subject_of(options, puzzle))
    moves = None if film is None else len(film.plan)
    if options.wants_json:
        document = {"output": str(path), "shows": what, "moves": moves, "bytes": len(data)}
        print_json({**heading(options.instance, puzzle), **document})
        return Exit.PROVEN
    of = "" if moves is None else f" of {count(moves, 'move')} (metric {puzzle.metric})"
    print(f"{path}: {what}{of}")
    if searched and not options.quiet:
        print("note: the plan was found by a search; 'prove' says whether it is shortest")
    return Exit.PROVEN
