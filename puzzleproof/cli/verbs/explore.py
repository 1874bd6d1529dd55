"""``puzzleproof explore``: statistics of the state graph, or for cubes the number of solutions."""

import argparse
from contextlib import suppress
from pathlib import Path
from typing import Any

from puzzleproof.cli import Exit, exit_of_error
from puzzleproof.cli.conditions import add_conditions
from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import print_either
from puzzleproof.cli.questions import each_instance
from puzzleproof.cli.targets import check_certificate
from puzzleproof.cli.verbs import add_instances, add_limits
from puzzleproof.models.documents import AS_WRITTEN, ReadOptions
from puzzleproof.models.errors import InstanceError, OutputError
from puzzleproof.models.instances import file_stem, library_names, load_one
from puzzleproof.models.marks import fingerprint
from puzzleproof.models.puzzle import AnyPuzzle, Info
from puzzleproof.options import Seeded, add_options, given
from puzzleproof.provers.survey.request import STARTS, SurveyRequest
from puzzleproof.release import versions
from puzzleproof.written import check_target, file_in, write_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances, the statistics to compute, and the limits."""
    add_instances(parser)
    add_options(parser, SurveyRequest, "graph")
    add_conditions(parser, "only starts")
    output = (
        "write the graph (FILE.graphml, FILE.dot); with --find starts, write each listed start "
        "as an instance file, FOLDER/INSTANCE-start-K.toml"
    )
    parser.add_argument("--output", metavar="FILE|FOLDER", help=output)
    add_options(parser, Seeded, of="the random sets (cubes) and of the beam searches (final-holes)")
    add_limits(parser, "each answer")


def run(options: Context) -> int:
    """Survey each state graph, or for cubes the set of solutions."""
    return each_instance(
        _explore, _board_or_instance if "final-holes" in options.find else load_one
    )(options)


def _board_or_instance(name: str, reading: ReadOptions) -> AnyPuzzle:
    """Read an instance, or make one from a peg board's name, as start and goal do not matter."""
    from puzzleproof.models.pegs.boards import named_board
    from puzzleproof.models.pegs.rules import PegPuzzle

    if reading == AS_WRITTEN and name not in library_names() and not Path(name).exists():
        with suppress(InstanceError):
            board, metric = named_board(name), PegPuzzle.metrics[0]
            return PegPuzzle(Info(name=name), metric, board, vacate=board.holes[0], finish="any")
    return load_one(name, reading)


def _explore(options: Context, name: str, puzzle: AnyPuzzle) -> int:
    graph = None if "starts" in options.find else options.output
    asked = given(SurveyRequest, {**vars(options), "graph": graph})
    if asked.about(puzzle) == "samples":
        return _sample(options, name, puzzle, asked, asked.samples or 1)
    files = list[Path]()
    if graph is not None:
        check_target("--output", Path(graph), options.instance, force=options.force)
    elif options.output is not None:
        stem, numbers = file_stem(name), range(1, (asked.top or STARTS) + 1)
        files = [file_in(Path(options.output), f"{stem}-start-{k}", ".toml") for k in numbers]
    about = fingerprint("starts", asked.distance, *filter(None, [asked.where]), puzzle=puzzle)
    for path in files:
        check_target("--output", path, options.instance, about, force=options.force)
    check_certificate(options, puzzle, "survey")
    from puzzleproof.cli.printing.graph import print_survey
    from puzzleproof.provers.survey.survey import explore

    with listen(options, puzzle.metric) as on_event:
        found = explore(puzzle, asked, on_event, versions())
    try:
        for path, start in zip(files, found.findings.get("starts", ()), strict=False):
            write_file("--output", path, start["instance"], about)
            start["file"] = str(path)
    except OutputError as error:
        found.fault = str(error)
    print_survey(options, name, puzzle, found)
    if found.refusal is not None:
        return exit_of_error(found.refusal)
    if found.fault:
        return Exit.BAD_INPUT
    return Exit.LIMIT if found.stopped else Exit.PROVEN


def _sample(options: Context, name: str, puzzle: Any, asked: SurveyRequest, samples: int) -> int:
    from puzzleproof.provers.survey.generated import sample

    with listen(options, puzzle.metric) as on_event:
        share = sample(len(puzzle.cubes), samples, asked.seed, on_event, asked.limits)
    low, high = share.interval
    lines = [
        f"{share.cubes} cubes, each face uniform over {share.cubes} colours: "
        f"{share.solvable:,} of {share.samples:,} random sets have a solution",
        f"share: {share.share:.2%}, between {low:.2%} and {high:.2%} "
        f"(Wilson's 95 % interval; an estimate, seed {share.seed})",
    ]
    document = {"puzzle": name, "family": puzzle.family, **share.to_json()}
    print_either(options, "samples", document, lines)
    return 0
