"""``draw --graph``: its options, and the scene that they ask for."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from puzzleproof.cli.pictures import plan_of
from puzzleproof.cli.printing.listening import listen
from puzzleproof.cli.verbs import limits_of
from puzzleproof.models.errors import IllegalMove, NotationError, Unsupported
from puzzleproof.models.graph_view import ORIGINS
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.texts import count
from puzzleproof.options import whole
from puzzleproof.render.graphs import GRAPHS

if TYPE_CHECKING:
    from puzzleproof.render.scene import Scene


def add_graph(parser: argparse.ArgumentParser) -> None:
    """The state graph in place of the board, and what of it."""
    parser.add_argument(
        "--graph",
        choices=tuple(GRAPHS),
        dest="graph_kind",
        help="the state graph: its states on rings by distance, its components, "
        "or how many states have each distance or degree; --plan marks the path of a plan",
    )
    parser.add_argument(
        "--from",
        choices=ORIGINS,
        dest="origin",
        help="of rings and distances: counted from the start, or to the nearest goal "
        "(default: start)",
    )
    parser.add_argument(
        "--reachable",
        action="store_true",
        help="of components and degrees: only what can be reached from the start (default: all "
        "placements of pieces)",
    )
    most = sorted({kind.max_states for kind in GRAPHS.values()})
    text = f"refuse graphs of more states (default: {most[0]} drawn, {most[-1]} counted)"
    whole(1).add(parser, "--max-states", text)


def check_graph(options: argparse.Namespace) -> None:
    """Raise NotationError for options that do not go together."""
    kind = options.graph_kind
    if kind is None:
        given = {"--from": options.origin, "--max-states": options.max_states}
        wrong = [flag for flag, value in given.items() if value is not None]
        wrong += ["--reachable"] if options.reachable else []
        if wrong:
            raise NotationError(f"{wrong[0]}: expected --graph with it")
        return
    if options.state is not None:
        raise NotationError("--graph goes without --state")
    if options.origin and not GRAPHS[kind].by_distance:
        raise NotationError(f"--from {options.origin}: {kind} are not drawn by distance")


def graph_scene(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> tuple[Scene, str]:
    """The picture asked for, and what it is."""
    from puzzleproof.provers.survey.drawn import ViewRequest, view_of

    kind = GRAPHS[options.graph_kind]
    request = ViewRequest(
        max_states=options.max_states or kind.max_states,
        whole=kind.whole and not options.reachable,
        origin=options.origin or ORIGINS[0],
        farthest=kind.marks,
        plan=_states_of_plan(options, name, puzzle),
    )
    try:
        with listen(options, puzzle.metric) as on_event:
            view = view_of(puzzle, name, request, on_event, limits_of(options))
    except Unsupported as error:
        raise Unsupported(f"--graph {options.graph_kind}: {error}") from None
    what = kind.shows.format(count(view.states, "state"))
    return kind.draw(view), f"{what} (metric {puzzle.metric}), by one search"


def _states_of_plan(
    options: argparse.Namespace, name: str, puzzle: AnyPuzzle
) -> tuple[State, ...] | None:
    """The states of the plan that was given; without one the graph has a shortest path."""
    if not options.plan:
        return None
    from puzzleproof.verify.replay import replay

    moves = plan_of(options, name, puzzle).moves
    try:
        return tuple(replay(puzzle, moves))
    except (IllegalMove, NotationError) as error:
        raise type(error)(f"--plan: {error}") from None
