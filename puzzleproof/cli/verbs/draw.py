"""``puzzleproof draw``: a puzzle, a position, a plan that may play, or the state graph."""

import argparse

from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.pictures import add_picture, film_of, output_of, write
from puzzleproof.cli.questions import each_instance
from puzzleproof.cli.verbs import add_instances
from puzzleproof.graph_pictures import GraphOptions
from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.notebook import Drawing, PlanView
from puzzleproof.options import add_options, given
from puzzleproof.render import draw
from puzzleproof.render.draw import LEAST_SECONDS, MOST_SECONDS, Film, check_seconds
from puzzleproof.render.scene import Scene
from puzzleproof.verify.replay import replay

GIF, SVG = ".gif", ".svg"
SUFFIXES = (SVG, ".png", GIF)
SECONDS = 0.6
GOAL = "goal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, what of it, the file."""
    add_instances(parser)
    parser.add_argument(
        "--plan",
        nargs="?",
        const="",
        metavar="FILE|MOVES",
        help="every position of a plan, on one page, or as it plays; without a value the program "
        "finds one",
    )
    parser.add_argument(
        "--state",
        type=_state_of,
        metavar="K|goal",
        help="the position after K moves of the plan, 0 the start; goal: the goal, or the stops of "
        "a tour",
    )
    moving = "the plan plays by itself: an animated SVG; a GIF always does"
    parser.add_argument("--animate", action="store_true", help=moving)
    each = (
        f"of an animation: seconds per move, {LEAST_SECONDS} to {MOST_SECONDS} (default: {SECONDS})"
    )
    parser.add_argument("--seconds", type=float, metavar="S", help=each)
    add_options(parser, GraphOptions)
    add_picture(parser, SUFFIXES)


def _state_of(text: str) -> int | str:
    if text != GOAL and not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number of moves, or {GOAL}")
    return GOAL if text == GOAL else int(text)


@each_instance
def run(options: Context, name: str, puzzle: AnyPuzzle) -> int:
    """Draw each of the instances; the name of each file may hold ``{puzzle}``."""
    if options.state == GOAL and options.plan is not None:
        raise NotationError(f"--state {GOAL} cannot be combined with --plan")
    graph = given(GraphOptions, {**vars(options), "reachable": options.reachable or None})
    graph.check()
    if graph.kind is not None and options.state is not None:
        raise NotationError("--graph cannot be combined with --state")
    path, film, searched = output_of(options, puzzle, SUFFIXES), None, False
    if _plays(options, path.suffix.lower(), graph):
        film, searched = film_of(options, name, puzzle)
        seconds = SECONDS if options.seconds is None else options.seconds
        data = PlanView(film).encoded(path.suffix, options.theme, seconds)
        return write(options, puzzle, path, data, "an animation", film, searched)
    if graph.kind is None:
        scene, what, film, searched = _scene(options, name, puzzle)
    else:
        scene, what = _graph_scene(options, graph, name, puzzle)
    data = Drawing(scene).encoded(path.suffix, options.theme)
    return write(options, puzzle, path, data, what, film, searched)


def _plays(options: Context, suffix: str, graph: GraphOptions) -> bool:
    """Tell whether the picture is an animation; raises NotationError for contrary options."""
    if not options.animate and suffix != GIF:
        if options.seconds is not None:
            raise NotationError("--seconds: expected --animate with it, or the name of a GIF")
        return False
    if suffix not in (SVG, GIF):
        raise NotationError(f"--animate: expected a name that ends in {GIF} or {SVG}")
    if graph.kind is not None or options.state is not None:
        raise NotationError("an animation shows a plan: expected neither --graph nor --state")
    check_seconds(SECONDS if options.seconds is None else options.seconds)
    return True


def _graph_scene(
    options: Context, graph: GraphOptions, name: str, puzzle: AnyPuzzle
) -> tuple[Scene, str]:
    """Draw the state graph, with the path of a given plan marked."""
    states = None
    if options.plan:
        states = tuple(replay(puzzle, film_of(options, name, puzzle)[0].plan))
    try:
        with listen(options, puzzle.metric) as on_event:
            return graph.scene(name, puzzle, states, on_event)
    except Unsupported as error:
        raise Unsupported(f"--graph {graph.kind}: {error}") from None


def _scene(options: Context, name: str, puzzle: AnyPuzzle) -> tuple[Scene, str, Film | None, bool]:
    """Return the scene and its name; its plan, and whether a search found the plan."""
    if options.state == GOAL:
        return draw.goals(puzzle, name), "the goal", None, False
    if options.state is None and options.plan is None:
        return draw.instance(puzzle, name), "the instance", None, False
    if options.state == 0 and not options.plan:
        film = Film(puzzle, name, ())
        return film.position(0), "the start", film, False
    film, searched = film_of(options, name, puzzle)
    if options.state is None:
        return film.filmstrip(), "all positions", film, searched
    return film.position(options.state), f"position {options.state}", film, searched
