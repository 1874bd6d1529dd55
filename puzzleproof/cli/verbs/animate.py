"""``puzzleproof animate``: a plan that plays by itself, as animated SVG or GIF."""

import argparse

from puzzleproof.cli.pictures import add_picture, film_of, output_of, write
from puzzleproof.cli.questions import each_instance
from puzzleproof.cli.verbs import add_instances
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.notebook import PlanView
from puzzleproof.render.draw import LEAST_SECONDS, MOST_SECONDS, check_seconds

SUFFIXES = (".gif", ".svg")
SECONDS = 0.6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, the plan, the time of a move, the file."""
    add_instances(parser)
    plan = "the plan (default: the program finds one)"
    parser.add_argument("--plan", metavar="FILE|MOVES", help=plan)
    each = f"seconds per move, {LEAST_SECONDS} to {MOST_SECONDS} (default: {SECONDS})"
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=each)
    add_picture(parser, SUFFIXES)


@each_instance
def run(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    """Draw each of the instances; the name of each file may hold ``{puzzle}``."""
    check_seconds(options.seconds)
    path = output_of(options, puzzle, SUFFIXES)
    film, searched = film_of(options, name, puzzle)
    data = PlanView(film).encoded(path.suffix, options.theme, options.seconds)
    return write(options, puzzle, path, data, "an animation", film, searched)
