"""``puzzleproof list``: the library, a line an instance."""

import argparse

from puzzleproof.cli.printing import print_json, wants_json
from puzzleproof.models import FAMILIES
from puzzleproof.models.instances import library_names, load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the family."""
    parser.add_argument("--family", choices=FAMILIES, help="only the puzzles of this family")


def run(options: argparse.Namespace) -> int:
    """Print names, titles and published minima, each with its metric."""
    library = {name: load(name) for name in library_names()}
    family = options.family
    puzzles = {name: one for name, one in library.items() if family in (None, one.family)}
    if wants_json(options):
        rows = [
            {
                "name": name,
                "family": puzzle.family,
                "title": puzzle.info.name,
                "metric": puzzle.metric,
                "known": [known._asdict() for known in puzzle.info.known],
            }
            for name, puzzle in puzzles.items()
        ]
        print_json(rows)
        return 0
    width = max(map(len, puzzles), default=0)
    for name, puzzle in puzzles.items():
        minima = ((one.metric, one.optimum) for one in puzzle.info.known)
        known = ", ".join(f"{'unsolvable' if n is None else n} {metric}" for metric, n in minima)
        print(f"{name:{width}}  {puzzle.info.name}{f' — {known}' if known else ''}")
    return 0
