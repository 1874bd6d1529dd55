"""``puzzleproof explore``: the state graph as a whole; for cubes, an instance among its kind."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzleproof.cli import Exit
from puzzleproof.cli.printing import count, print_answer, wants_json
from puzzleproof.cli.targets import check_target
from puzzleproof.cli.verbs import (
    add_force,
    add_instances,
    add_limits,
    add_seed,
    for_each,
    limits_of,
)
from puzzleproof.models.errors import InstanceError, LimitReached, NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, Exploration

if TYPE_CHECKING:
    from puzzleproof.explore.random_cubes import Share
    from puzzleproof.models.cubes.rules import CubesPuzzle
    from puzzleproof.provers.events import Emit


FLAGS = {
    "--reachable": "only what can be reached from the start (default: all placements of pieces)",
    "--eccentricities": "of every state in the start's component: radius, centre, table",
    "--pairs": "longest inversions and hardest symmetric pairs under each symmetry of the board",
    "--solutions": "pegs: the number of solutions, and of the positions on one",
}
NUMBERS = {
    "--max-states": "store graphs of at most N states (default: 1000000)",
    "--samples": "cubes: number of random sets (default: 2000)",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances, what to look at, the limits."""
    add_instances(parser)
    for flag, text in FLAGS.items():
        parser.add_argument(flag, action="store_true", help=text)
    formats = "write the graph: FILE.graphml, FILE.dot or FILE.graph"
    parser.add_argument("--graph", metavar="FILE", help=formats)
    add_force(parser, "--graph", "graph")
    for option, text in NUMBERS.items():
        parser.add_argument(option, type=int, metavar="N", help=text)
    add_seed(parser, "the sets that are drawn, for cubes")
    add_limits(parser, "each answer")


def run(options: argparse.Namespace) -> int:
    """Explore each state graph, or random instances where the family says so."""
    return for_each(options, _explore)


def _explore(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    return EXPLORERS[puzzle.explored_by](options, name, puzzle)


def _graph(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    """Survey the state graph."""
    from puzzleproof.cli.printing import listen
    from puzzleproof.cli.printing.graph import print_survey
    from puzzleproof.explore.survey import SurveyExtras
    from puzzleproof.provers.survey.survey import (
        GRAPH_FILES,
        STATES_KEPT,
        SurveyRequest,
        explore,
    )

    if options.samples is not None:
        raise Unsupported(f"--samples: family {puzzle.family!r} is not explored by samples")
    states = STATES_KEPT if options.max_states is None else options.max_states
    if states < 1:
        raise NotationError(f"--max-states {states}: expected 1 or more")
    if options.graph is not None:
        path = Path(options.graph)
        if path.suffix not in GRAPH_FILES:
            expected = ", ".join(GRAPH_FILES)
            raise InstanceError(f"--graph {options.graph!r}: expected a name ending in {expected}")
        check_target("--graph", path, options.instance, path.suffix, force=options.force)
    wanted = SurveyExtras(options.eccentricities, options.pairs)
    request = SurveyRequest(options.reachable, wanted, states, options.graph, options.solutions)
    with listen(options, puzzle.metric) as on_event:
        found = explore(puzzle, request, on_event, limits_of(options))
    print_survey(options, name, puzzle, found)
    if found.fault:
        return Exit.BAD_INPUT
    return Exit.LIMIT if found.stopped else Exit.PROVEN


def _samples(options: argparse.Namespace, name: str, puzzle: CubesPuzzle) -> int:
    """Estimate which share of random sets of as many cubes has a solution."""
    for option in (*FLAGS, "--graph", "--max-states"):
        # 0 and "" are given as well; 0 == False, so that no comparison will do.
        value = getattr(options, option[2:].replace("-", "_"))
        if value is not None and value is not False:
            raise Unsupported(f"{option}: cubes are explored by samples")
    samples = 2000 if options.samples is None else options.samples
    if samples < 1:
        raise NotationError(f"--samples {samples}: expected 1 or more")
    share = _share(options, puzzle.metric, len(puzzle.cubes), samples)
    if wants_json(options):
        document = {"puzzle": name, "family": puzzle.family, **share.to_json()}
        print_answer(options, "samples", document)
        return 0
    low, high = share.interval
    print(
        f"{share.cubes} cubes, each face uniform over {share.cubes} colours: "
        f"{share.solvable:,} of {share.samples:,} random sets have a solution\n"
        f"share: {share.share:.2%}, between {low:.2%} and {high:.2%} "
        f"(Wilson's 95 % interval; an estimate, seed {share.seed})"
    )
    return 0


def _share(options: argparse.Namespace, metric: str, number: int, samples: int) -> Share:
    """Sample in a child process within the limits."""
    from puzzleproof.cli.printing import listen
    from puzzleproof.provers.process import call

    work = _sample, (number, samples, options.seed)
    try:
        with listen(options, metric) as on_event:
            share: Share = call(*work, on_event, limits_of(options))
    except LimitReached as limit:
        sets = count(samples, "random set")
        raise LimitReached(f"{limit} before {sets} were sampled: no estimate (--samples)") from None
    return share


def _sample(number: int, samples: int, seed: int, emit: Emit) -> Share:
    from puzzleproof.explore.random_cubes import solvable_share
    from puzzleproof.provers.events import Working

    def on_sample(drawn: int) -> None:
        emit(Working("drawing random sets", drawn, samples, "sets"))

    return solvable_share(number, samples, seed, on_sample)


EXPLORERS: dict[Exploration, Callable[[argparse.Namespace, str, Any], int]] = {
    "graph": _graph,
    "levels": _graph,
    "samples": _samples,
}
