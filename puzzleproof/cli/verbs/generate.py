"""``puzzleproof generate``: a random instance, as a file."""

from __future__ import annotations

import argparse

from puzzleproof.cli.printing import print_json, wants_json
from puzzleproof.cli.printing.watching import watching
from puzzleproof.cli.verbs import add_seed
from puzzleproof.explore.generate import GENERATORS, generate
from puzzleproof.models.errors import NotationError
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle

KINDS = ("random", "solvable", "unique")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the family, the size, the kind and how many."""
    parser.add_argument("family", choices=GENERATORS, help="what to make")
    parser.add_argument("--number", type=int, default=4, metavar="N", help="cubes (default: 4)")
    kinds = "random faces; with a solution; with exactly one (default: solvable)"
    parser.add_argument("--kind", choices=KINDS, default="solvable", help=kinds)
    count = "number of sets, whose seeds begin with --seed (default: 1)"
    parser.add_argument("--count", type=int, default=1, metavar="K", help=count)
    add_seed(parser, "the instance")


def run(options: argparse.Namespace) -> int:
    """Print the instance's TOML; a line of ``#`` separates several."""
    if options.count < 1:
        raise NotationError(f"--count {options.count}: expected 1 or more")
    seeds = range(options.seed, options.seed + options.count)
    wanted = {"number": options.number, "kind": options.kind}
    puzzles = list[AnyPuzzle]()
    with watching(options, "making instances") as watch:
        for made, seed in enumerate(seeds):
            watch(made, options.count)
            puzzles.append(generate(options.family, seed=seed, **wanted))
    if wants_json(options):
        documents = [
            {"family": p.family, "name": p.info.name, "metric": p.metric, **p.document()}
            for p in puzzles
        ]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        print(f"{'#' * 40}\n".join(map(dumps, puzzles)), end="")
    return 0
