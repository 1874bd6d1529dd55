"""``puzzleproof generate``: random instances, as files."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from puzzleproof.cli import METRICS
from puzzleproof.cli.printing import print_json, wants_json
from puzzleproof.cli.printing.listening import listen
from puzzleproof.cli.verbs import add_limits, add_seed, limits_of
from puzzleproof.explore.generate import GENERATORS
from puzzleproof.models.errors import NotationError
from puzzleproof.models.instances import dumps
from puzzleproof.options import MOST_SEED, add_options, given, whole
from puzzleproof.requests import GenerateOptions

FAMILIES = tuple(GENERATORS)
EPILOG = """\
kinds (the first is the default), and the options that each takes:
  cubes    solvable, random, unique   --number
  frogs    exchange                   --size --frogs --toads
           start                      the same, --distance
  pegs     backwards                  --board --jumps --finish --metric
  sliding  packed                     --size --pieces or --empty, --goal --distance --metric
           start                      --like --distance --metric
  tiles    random                     --size --metric
           start                      --size --metric --distance
The same options and seed make the same instance. docs/many-boards.md has examples.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the family, what it takes, how many, the limits."""
    parser.epilog, parser.formatter_class = EPILOG, argparse.RawDescriptionHelpFormatter
    parser.add_argument("family", choices=FAMILIES, help="what to make")
    add_options(parser, GenerateOptions)
    count = "number of instances, whose seeds begin with --seed (default: 1)"
    whole(1, metavar="K").add(parser, "--count", count, default=1)
    add_seed(parser, "the instance")
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """Print the instance's TOML; a line of ``#`` separates several."""
    from puzzleproof.provers.survey.generated import generate_all

    seeds = range(options.seed, options.seed + options.count)
    if seeds[-1] > MOST_SEED:
        raise NotationError(f"--count {options.count}: the last seed is above {MOST_SEED}")
    metric = options.metric or METRICS[options.family][0]
    with listen(options, metric) as on_event:
        asked = asdict(given(GenerateOptions, vars(options)))
        wishes = {name: value for name, value in asked.items() if value is not None}
        puzzles = generate_all(options.family, seeds, wishes, limits_of(options), on_event)
    if wants_json(options):
        documents = [
            {"family": p.family, "name": p.info.name, "metric": p.metric, "note": p.info.note}
            | dict(p.document())
            for p in puzzles
        ]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        print(f"{'#' * 40}\n".join(map(dumps, puzzles)), end="")
    return 0
