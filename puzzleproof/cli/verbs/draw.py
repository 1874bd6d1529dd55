"""``puzzleproof draw``: a puzzle, a position, a whole plan, or the state graph, as SVG or PNG."""

from __future__ import annotations

import argparse

from puzzleproof.cli.pictures import GivenPlan, add_picture, film_of, output_of, plan_of, write
from puzzleproof.cli.printing import listen
from puzzleproof.cli.verbs import add_instances, for_each
from puzzleproof.graph_pictures import GraphOptions
from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import add_options, given
from puzzleproof.render import draw
from puzzleproof.render.scene import Scene
from puzzleproof.verify.replay import replay

SUFFIXES = (".svg", ".png")
GOAL = "goal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, what of it, the file."""
    add_instances(parser)
    parser.add_argument(
        "--plan",
        nargs="?",
        const="",
        metavar="FILE|MOVES",
        help="every position of a plan, on one page; without a value the program finds one",
    )
    parser.add_argument(
        "--state",
        type=_state_of,
        metavar="K|goal",
        help="the position after K moves of the plan, 0 the start; goal: the goal, or the stops of "
        "a tour",
    )
    add_options(parser, GraphOptions)
    add_picture(parser, SUFFIXES)


def _state_of(text: str) -> int | str:
    """Read ``goal``, or a number of moves."""
    if text != GOAL and not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number of moves, or {GOAL}")
    return GOAL if text == GOAL else int(text)


def run(options: argparse.Namespace) -> int:
    """Draw each of the instances; the name of each file may hold ``{puzzle}``."""
    return for_each(options, _draw)


def _draw(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    if options.state == GOAL and options.plan is not None:
        raise NotationError(f"--state {GOAL} cannot be combined with --plan")
    graph = given(GraphOptions, {**vars(options), "reachable": options.reachable or None})
    graph.check()
    if graph.kind is not None and options.state is not None:
        raise NotationError("--graph cannot be combined with --state")
    path = output_of(options, SUFFIXES)
    if graph.kind is None:
        scene, plan, what = _scene(options, name, puzzle)
    else:
        (scene, what), plan = _graph_scene(options, graph, name, puzzle), None
    if path.suffix.lower() == ".png":
        from puzzleproof.render.raster import png

        return write(options, name, puzzle, path, png(scene, options.theme), plan, what)
    from puzzleproof.render.svg import svg

    return write(options, name, puzzle, path, svg(scene, options.theme), plan, what)


def _graph_scene(
    options: argparse.Namespace, graph: GraphOptions, name: str, puzzle: AnyPuzzle
) -> tuple[Scene, str]:
    """The state graph, in which a given plan is marked."""
    states = None
    if options.plan:
        plan = plan_of(options, name, puzzle)
        film_of(name, puzzle, plan)
        states = tuple(replay(puzzle, plan.moves))
    try:
        with listen(options, puzzle.metric) as on_event:
            return graph.scene(name, puzzle, states, on_event)
    except Unsupported as error:
        raise Unsupported(f"--graph {graph.kind}: {error}") from None


def _scene(
    options: argparse.Namespace, name: str, puzzle: AnyPuzzle
) -> tuple[Scene, GivenPlan | None, str]:
    """The scene, the plan that it belongs to, and its name."""
    if options.state == GOAL:
        return draw.goals(puzzle, name), None, "the goal"
    if options.state is None and options.plan is None:
        return draw.instance(puzzle, name), None, "the instance"
    if options.state == 0 and not options.plan:
        return film_of(name, puzzle, GivenPlan((), False)).position(0), None, "the start"
    plan = plan_of(options, name, puzzle)
    film = film_of(name, puzzle, plan)
    if options.state is None:
        return film.filmstrip(), plan, "all positions"
    return film.position(options.state), plan, f"position {options.state}"
