"""``puzzleproof generate``: a random instance, as a file."""

from __future__ import annotations

import argparse
from importlib import import_module

from puzzleproof.cli.verbs.common import print_json
from puzzleproof.models.errors import NotationError
from puzzleproof.models.instances import dumps

GENERATORS = {"cubes": "puzzleproof.explore.random_cubes:random_cubes"}
"""One row a family: number, kind and seed -> an instance."""
KINDS = ("random", "solvable", "unique")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the family, the size, the kind and how many."""
    parser.add_argument("family", choices=GENERATORS, help="what to make")
    parser.add_argument("--number", type=int, default=4, metavar="N", help="cubes (default: 4)")
    parser.add_argument(
        "--kind",
        choices=KINDS,
        default="solvable",
        help="each face at random; with a solution; with just one (default: solvable)",
    )
    parser.add_argument(
        "--count", type=int, default=1, metavar="K", help="sets, from seeds --seed onwards"
    )


def run(options: argparse.Namespace) -> int:
    """Print the instance's TOML; several are parted by a line of ``#``."""
    if options.count < 1:
        raise NotationError(f"--count {options.count}: expected 1 or more")
    seeds = range(options.seed, options.seed + options.count)
    module, _, name = GENERATORS[options.family].partition(":")
    generate = getattr(import_module(module), name)
    puzzles = [generate(options.number, options.kind, seed) for seed in seeds]
    if options.json or options.json_stream:
        documents = [
            {"family": p.family, "name": p.info.name, "metric": p.metric, **p.document()}
            for p in puzzles
        ]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        print(f"{'#' * 40}\n".join(map(dumps, puzzles)), end="")
    return 0
