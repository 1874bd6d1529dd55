"""``puzzleproof explore``: the state graph as a whole; for cubes, an instance among its kind."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzleproof.cli import Exit
from puzzleproof.cli.printing import print_answer, wants_json
from puzzleproof.cli.targets import check_target
from puzzleproof.cli.verbs import (
    add_force,
    add_instances,
    add_limits,
    add_seed,
    for_each,
    limits_of,
)
from puzzleproof.models.errors import InstanceError, NotationError, OutputError, Unsupported
from puzzleproof.models.files import written_whole
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle, Exploration

if TYPE_CHECKING:
    from puzzleproof.models.cubes.rules import CubesPuzzle
    from puzzleproof.provers.survey.survey import Survey

FLAGS = {
    "--reachable": "only what can be reached from the start (default: all placements of pieces)",
    "--eccentricities": "of every state in the start's component: radius, centre, table",
    "--pairs": "longest inversions and hardest symmetric pairs under each symmetry of the board",
    "--solutions": "pegs: the number of solutions, and of the positions on one",
    "--finals": "pegs: the final holes that each vacancy allows, and plans; also of a board's name",
}
NUMBERS = {
    "--max-states": "store graphs of at most N states (default: 1000000)",
    "--samples": "cubes: estimate from N random sets how many have a solution",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances, what to look at, the limits."""
    add_instances(parser)
    for flag, text in FLAGS.items():
        parser.add_argument(flag, action="store_true", help=text)
    formats = "write the graph: FILE.graphml, FILE.dot or FILE.graph"
    parser.add_argument("--write-graph", metavar="FILE", help=formats)
    hardest = "write the instance whose start is farthest from its nearest goal (TOML)"
    parser.add_argument("--write-hardest", metavar="FILE", help=hardest)
    add_force(parser, "--write-graph or --write-hardest", "graph or instance")
    for option, text in NUMBERS.items():
        parser.add_argument(option, type=int, metavar="N", help=text)
    add_seed(parser, "the sets that are drawn (cubes), of beams (--finals)")
    add_limits(parser, "each answer")


def run(options: argparse.Namespace) -> int:
    """Explore each state graph, or what the family has in place of it."""
    return for_each(options, _explore, _board_or_instance if options.finals else load)


def _explore(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    return EXPLORERS[puzzle.explored_by](options, name, puzzle)


def _board_or_instance(name: str, format_name: str | None = None) -> AnyPuzzle:
    """An instance, or a peg board by its name; the start and the goal do not matter."""
    from puzzleproof.models.pegs.boards import named_board
    from puzzleproof.models.pegs.rules import PegPuzzle
    from puzzleproof.models.puzzle import Info

    if format_name is not None or name in library_names() or Path(name).exists():
        return load(name, format_name)
    try:
        board = named_board(name)
    except InstanceError:
        return load(name)
    info, metric = Info(name=name), PegPuzzle.metrics[0]
    return PegPuzzle(info, metric, board, vacate=board.holes[0], finish="any")


def _graph(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> int:
    """Survey the state graph."""
    from puzzleproof.cli.printing import listen
    from puzzleproof.cli.printing.graph import print_survey
    from puzzleproof.explore.survey import SurveyExtras
    from puzzleproof.provers.survey.graph_files import GRAPH_FILES
    from puzzleproof.provers.survey.survey import STATES_KEPT, SurveyRequest, explore

    if options.samples is not None:
        raise Unsupported(f"--samples: family {puzzle.family!r} is not explored by samples")
    states = STATES_KEPT if options.max_states is None else options.max_states
    if states < 1:
        raise NotationError(f"--max-states {states}: expected 1 or more")
    if options.write_graph is not None:
        path = Path(options.write_graph)
        if path.suffix not in GRAPH_FILES:
            expected = ", ".join(GRAPH_FILES)
            where = f"--write-graph {options.write_graph!r}"
            raise InstanceError(f"{where}: expected a name ending in {expected}")
        check_target("--write-graph", path, options.instance, path.suffix, force=options.force)
    if options.write_hardest is not None:
        path = Path(options.write_hardest)
        check_target("--write-hardest", path, options.instance, "instance", force=options.force)
    wanted = SurveyExtras(options.eccentricities, options.pairs)
    request = SurveyRequest(
        reachable=options.reachable,
        wanted=wanted,
        states=states,
        file=options.write_graph,
        solutions=options.solutions,
        hardest=options.write_hardest is not None,
        finals=options.finals,
        seed=options.seed,
    )
    with listen(options, puzzle.metric) as on_event:
        found = explore(puzzle, request, on_event, limits_of(options))
    if (text := found.findings.get("hardest_instance")) and options.write_hardest:
        _write_hardest(options.write_hardest, text, found)
    print_survey(options, name, puzzle, found)
    if found.fault:
        return Exit.BAD_INPUT
    return Exit.LIMIT if found.stopped else Exit.PROVEN


def _write_hardest(file: str, text: str, found: Survey) -> None:
    """Write the instance; a file that cannot be written is a fault of the survey."""
    try:
        with written_whole(Path(file), f"--write-hardest {file!r}") as part:
            part.write_text(text, encoding="utf-8")
        found.findings["hardest_file"] = file
    except OutputError as error:
        found.fault = found.fault or str(error)


def _stacks(options: argparse.Namespace, name: str, puzzle: CubesPuzzle) -> int:
    """Survey the set of cubes, or estimate the share of random sets that have a solution."""
    for option in (*FLAGS, "--write-graph", "--write-hardest", "--max-states"):
        # 0 and "" are given as well; 0 == False, so that no comparison will do.
        value = getattr(options, option[2:].replace("-", "_"))
        if value is not None and value is not False:
            raise Unsupported(f"{option}: cubes have no state graph to explore")
    if options.samples is not None:
        return _samples(options, name, puzzle)
    from puzzleproof.cli.printing import listen
    from puzzleproof.cli.printing.graph import print_survey
    from puzzleproof.provers.survey.survey import SurveyRequest, explore

    with listen(options, puzzle.metric) as on_event:
        found = explore(puzzle, SurveyRequest(), on_event, limits_of(options))
    print_survey(options, name, puzzle, found)
    if found.fault:
        return Exit.BAD_INPUT
    return Exit.LIMIT if found.stopped else Exit.PROVEN


def _samples(options: argparse.Namespace, name: str, puzzle: CubesPuzzle) -> int:
    """Estimate which share of random sets of as many cubes has a solution."""
    samples: int = options.samples
    if samples < 1:
        raise NotationError(f"--samples {samples}: expected 1 or more")
    from puzzleproof.cli.printing import listen
    from puzzleproof.provers.survey.samples import sample

    number, limits = len(puzzle.cubes), limits_of(options)
    with listen(options, puzzle.metric) as on_event:
        share = sample(number, samples, options.seed, on_event, limits)
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


EXPLORERS: dict[Exploration, Callable[[argparse.Namespace, str, Any], int]] = {
    "graph": _graph,
    "levels": _graph,
    "stacks": _stacks,
}
