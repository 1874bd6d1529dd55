"""``puzzleproof draw``: a picture of a puzzle, a position, a plan or the state graph."""

import argparse
from importlib import import_module

from puzzleproof.cli import Exit
from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import count, heading, print_json
from puzzleproof.cli.questions import each_instance
from puzzleproof.cli.targets import naming, plan_from, target
from puzzleproof.cli.verbs import add_instances, add_limits
from puzzleproof.graph_pictures import GraphOptions
from puzzleproof.models.errors import LimitReached, NotationError, Unsupported
from puzzleproof.models.marks import fingerprint
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.notebook import Drawing, PlanView
from puzzleproof.options import SECONDS, add_options, given
from puzzleproof.provers.solve import solve
from puzzleproof.provers.verdict import INTERRUPTED
from puzzleproof.release import versions
from puzzleproof.render import draw
from puzzleproof.render.draw import LEAST_SECONDS, MOST_SECONDS, Film, check_seconds
from puzzleproof.render.palette import THEMES
from puzzleproof.render.scene import Scene
from puzzleproof.verify.replay import replay
from puzzleproof.written import write_file

GIF, SVG = ".gif", ".svg"
SUFFIXES = (SVG, ".png", GIF)
PIXELS = ("resvg_py", "PIL.Image")
"""The libraries that every picture except an SVG needs."""
PER_MOVE = 0.6
GOAL = "goal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances, what to draw of them, the file, and the limits of a search for a plan."""
    add_instances(parser)
    add = parser.add_argument
    text = (
        "every position of a plan, on one page or as an animation; without a value the program "
        "finds a plan"
    )
    add("--plan", nargs="?", const="", metavar="FILE|MOVES", help=text)
    text = (
        "the position after K moves of the plan (0: the start); goal: the goal, or the stops of a "
        "tour"
    )
    add("--state", type=_state_of, metavar="K|goal", help=text)
    text = "make the SVG of a plan an animation; a GIF always is one"
    add("--animate", action="store_true", help=text)
    bounds = f"{LEAST_SECONDS} to {MOST_SECONDS} (default: {PER_MOVE})"
    text = f"--animate with S seconds per move, {bounds}"
    add("--seconds", type=SECONDS.of_text, metavar="S", help=text)
    add_options(parser, GraphOptions)
    kinds = " or ".join(SUFFIXES)
    text = f"a name that ends in {kinds}; {{puzzle}} and {{metric}} are filled in"
    add("--output", metavar="FILE", required=True, help=text)
    text = "colours; auto: an SVG follows the reader's preference, PNG and GIF are light"
    add("--theme", choices=THEMES, default="auto", help=text)
    add_limits(parser)


def _state_of(text: str) -> int | str:
    if text != GOAL and not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number of moves, or {GOAL}")
    return GOAL if text == GOAL else int(text)


@each_instance
def run(options: Context, name: str, puzzle: AnyPuzzle) -> int:
    """Draw an instance; the output never claims that a plan is shortest."""
    if options.state == GOAL and options.plan is not None:
        raise NotationError(f"--state {GOAL} cannot be combined with --plan")
    graph = given(GraphOptions, vars(options))
    graph.check()
    if graph.kind is not None and options.state is not None:
        raise NotationError("--graph cannot be combined with --state")
    about = fingerprint("draw", options.state, options.plan, graph.kind, puzzle=puzzle)
    path = target(options, options.output, SUFFIXES, options.instance, about)
    suffix = path.suffix.lower()
    for library in () if suffix == SVG else PIXELS:
        import_module(library)  # a missing library is reported before the work
    film, searched = None, False
    if _plays(options, suffix, graph):
        film, searched = _film(options, name, puzzle)
        seconds = options.seconds or PER_MOVE
        data, what = PlanView(film).encoded(suffix, options.theme, seconds), "an animation"
    else:
        if graph.kind is None:
            scene, what, film, searched = _scene(options, name, puzzle)
        else:
            scene, what = _graph_scene(options, graph, name, puzzle)
        data = Drawing(scene).encoded(suffix, options.theme)
    write_file("--output", path, data, about)
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


def _plays(options: Context, suffix: str, graph: GraphOptions) -> bool:
    """Tell whether the picture is an animation; raises NotationError if options contradict it."""
    if not options.animate and options.seconds is None and suffix != GIF:
        return False
    if suffix not in (SVG, GIF):
        raise NotationError(f"--animate: expected a name that ends in {GIF} or {SVG}")
    if graph.kind is not None or options.state is not None:
        raise NotationError("an animation shows a plan: expected neither --graph nor --state")
    check_seconds(options.seconds or PER_MOVE)
    return True


def _film(options: Context, name: str, puzzle: AnyPuzzle) -> tuple[Film, bool]:
    """Return the plan of ``--plan`` (a file or moves), else one that the program finds.

    Also returns whether the plan comes from a search that proves no minimum.  Raises InstanceError,
    IllegalMove or NotationError for a bad plan, Unsupported if there is no plan, LimitReached if no
    plan was found in time.
    """
    if options.plan:
        film = Film(puzzle, name, tuple(plan_from(puzzle, options.plan, "--plan")))
        with naming("--plan"):
            assert film.frames
        return film, False
    with listen(options, puzzle.metric) as on_event:
        verdict = solve(name, puzzle, "auto", 0, on_event, options.limits, versions())
    if verdict.plan is not None:
        return Film(puzzle, name, verdict.plan), verdict.status != "optimal"
    if verdict.lower is None:
        raise Unsupported(f"{name}: no plan exists, so none is drawn; 'prove' certifies this")
    if INTERRUPTED in verdict.notes:
        raise LimitReached(f"{name}: {INTERRUPTED}, no plan was found; --plan can give one")
    raise LimitReached(f"{name}: no plan was found; give one by --plan, or raise the limits")


def _graph_scene(
    options: Context, graph: GraphOptions, name: str, puzzle: AnyPuzzle
) -> tuple[Scene, str]:
    """Draw the state graph, and mark the path of a given plan."""
    states = None
    if options.plan:
        states = tuple(replay(puzzle, _film(options, name, puzzle)[0].plan))
    try:
        with listen(options, puzzle.metric) as on_event:
            return graph.scene(name, puzzle, states, on_event)
    except Unsupported as error:
        raise Unsupported(f"--graph {graph.kind}: {error}") from None


def _scene(options: Context, name: str, puzzle: AnyPuzzle) -> tuple[Scene, str, Film | None, bool]:
    """Return the scene, its name, its plan if any, and whether a search found the plan."""
    if options.state == GOAL:
        return draw.goals(puzzle, name), "the goal", None, False
    if options.state is None and options.plan is None:
        return draw.instance(puzzle, name), "the instance", None, False
    if options.state == 0 and not options.plan:
        film = Film(puzzle, name, ())
        return film.position(0), "the start", film, False
    film, searched = _film(options, name, puzzle)
    if options.state is None:
        return film.filmstrip(), "all positions", film, searched
    return film.position(options.state), f"position {options.state}", film, searched
