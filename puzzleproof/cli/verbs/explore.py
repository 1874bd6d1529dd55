"""``puzzleproof explore``: the state graph as a whole; for cubes, an instance among its kind."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzleproof.cli.exits import Exit
from puzzleproof.cli.verbs.common import add_instance, add_limits, check_target, chosen, print_json
from puzzleproof.models.errors import InstanceError, LimitReached, NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, Exploration

if TYPE_CHECKING:
    from puzzleproof.explore.random_cubes import Share
    from puzzleproof.models.cubes.rules import CubesPuzzle
    from puzzleproof.provers.events import Emit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance, what to look at, the limits."""
    add_instance(parser)
    parser.add_argument(
        "--reachable",
        action="store_true",
        help="only what can be reached from the start (default: all placements of the pieces)",
    )
    parser.add_argument(
        "--eccentricities", action="store_true",
        help="of every state in the start's component: radius, centre, table",
    )  # fmt: skip
    parser.add_argument(
        "--pairs",
        action="store_true",
        help="longest inversions and hardest symmetric pairs under each symmetry of the board",
    )
    parser.add_argument(
        "--graph", metavar="FILE", help="write the graph: FILE.graphml, FILE.dot or FILE.graph"
    )
    parser.add_argument(
        "--solutions", action="store_true", help="pegs: how many, and the positions on one"
    )
    parser.add_argument(
        "--states", type=int, metavar="N", help="hold graphs of at most N states (default: 1000000)"
    )
    parser.add_argument(
        "--samples", type=int, metavar="N", help="cubes: random sets (default: 2000)"
    )
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """Explore the state graph, or random instances where the family says so."""
    name, puzzle = chosen(options)
    return EXPLORERS[puzzle.explored_by](options, name, puzzle)


def _graph(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    """Survey the state graph."""
    from puzzleproof.cli.printing.graph import print_survey
    from puzzleproof.cli.progress import listen
    from puzzleproof.explore.survey import SurveyExtras
    from puzzleproof.provers.process import Limits
    from puzzleproof.provers.survey.survey import GRAPH_FILES, STATES_KEPT, Asked, explore

    if options.samples is not None:
        raise Unsupported(f"--samples: family {puzzle.family!r} is not explored by samples")
    states = STATES_KEPT if options.states is None else options.states
    if states < 1:
        raise NotationError(f"--states {states}: expected 1 or more")
    if options.graph is not None:
        if Path(options.graph).suffix not in GRAPH_FILES:
            expected = ", ".join(GRAPH_FILES)
            raise InstanceError(f"--graph {options.graph!r}: expected a name ending in {expected}")
        check_target("--graph", Path(options.graph), options.instance)
    wanted = SurveyExtras(options.eccentricities, options.pairs)
    asked = Asked(options.reachable, wanted, states, options.graph, options.solutions)
    limits = Limits(options.time_limit, options.memory_limit)
    with listen(options, puzzle.metric) as on_event:
        found = explore(puzzle, asked, on_event, limits)
    print_survey(options, name, puzzle, found)
    return Exit.LIMIT if found.stopped else Exit.PROVEN


def _cubes(options: argparse.Namespace, name: str, puzzle: CubesPuzzle) -> int:
    """Estimate which share of random sets of as many cubes has a solution."""
    for option in ("reachable", "eccentricities", "pairs", "graph", "solutions", "states"):
        # 0 and "" are given as well; 0 == False, so that no comparison will do.
        if getattr(options, option) is not None and getattr(options, option) is not False:
            raise Unsupported(f"--{option}: cubes are explored by samples")
    samples = 2000 if options.samples is None else options.samples
    if samples < 1:
        raise NotationError(f"--samples {samples}: expected 1 or more")
    share = _share(options, len(puzzle.cubes), samples)
    if options.json or options.json_stream:
        print_json({"puzzle": name, "family": puzzle.family, **share.to_json()})
        return 0
    low, high = share.interval
    print(
        f"{share.cubes} cubes, each face uniform over {share.cubes} colours: "
        f"{share.solvable:,} of {share.samples:,} random sets have a solution\n"
        f"share: {share.share:.2%}, between {low:.2%} and {high:.2%} "
        f"(Wilson's 95 % interval; an estimate, seed {share.seed})"
    )
    return 0


def _share(options: argparse.Namespace, number: int, samples: int) -> Share:
    """Sample in a child process within the limits."""
    from puzzleproof.provers.process import run as supervised

    found = list[Any]()
    arguments = (number, samples, options.seed)
    try:
        supervised(_sample, arguments, found.append, options.time_limit, options.memory_limit)
    except LimitReached as limit:
        raise LimitReached(
            f"{limit} before {samples:,} random sets were looked at; no share is told (--samples)"
        ) from None
    share: Share = found[0].value
    return share


def _sample(number: int, samples: int, seed: int, emit: Emit) -> None:
    from puzzleproof.explore.random_cubes import solvable_share
    from puzzleproof.provers.survey.survey import Finding

    emit(Finding("share", solvable_share(number, samples, seed)))


EXPLORERS: dict[Exploration, Callable[[argparse.Namespace, str, Any], int]] = {
    "graph": _graph,
    "levels": _graph,
    "samples": _cubes,
}
