"""``puzzleproof explore``: an instance among its kind; for cubes, how many sets are solvable."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from puzzleproof.models.cubes import CubesPuzzle
from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.verbs.common import add_instance, chosen, print_json

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instance and the number of samples."""
    add_instance(parser)
    parser.add_argument(
        "--samples", type=int, default=2000, metavar="N", help="random sets (default: 2000)"
    )


def run(options: argparse.Namespace) -> int:
    """Explore, by the family's way to do so."""
    name, puzzle = chosen(options)
    if puzzle.family not in EXPLORERS:
        raise Unsupported("the state graph: not in this version")
    return EXPLORERS[puzzle.family](options, name, puzzle)


def _cubes(options: argparse.Namespace, name: str, puzzle: CubesPuzzle) -> int:
    """Estimate which share of random sets of as many cubes has a solution."""
    from puzzleproof.explore.random_cubes import solvable_share

    if options.samples < 1:
        raise NotationError(f"--samples {options.samples}: expected 1 or more")
    share = solvable_share(len(puzzle.cubes), options.samples, options.seed)
    if options.json or options.json_stream:
        print_json({"puzzle": name, "family": puzzle.family, **share.to_json()})
        return 0
    low, high = share.interval
    print(
        f"{share.cubes} cubes, each face uniform over {share.cubes} colours: "
        f"{share.solvable} of {share.samples} random sets have a solution\n"
        f"share: {share.share:.2%}, between {low:.2%} and {high:.2%} "
        f"(Wilson's 95 % interval; an estimate, seed {share.seed})"
    )
    return 0


EXPLORERS: dict[str, Callable[[argparse.Namespace, str, Any], int]] = {"cubes": _cubes}
