"""``puzzleproof list``: the library, a line an instance."""

from __future__ import annotations

import argparse

from puzzleproof.cli.verbs.common import print_json
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle, Known


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments of its own."""


def run(options: argparse.Namespace) -> int:
    """Print names, titles and published minima, each with its metric."""
    puzzles = {name: load(name) for name in library_names()}
    if options.json or options.json_stream:
        print_json([_row(name, puzzle) for name, puzzle in puzzles.items()])
        return 0
    width = max(map(len, puzzles), default=0)
    for name, puzzle in puzzles.items():
        known = ", ".join(map(_short, puzzle.info.known))
        print(f"{name:{width}}  {puzzle.info.name}{f' — {known}' if known else ''}")
    return 0


def _short(known: Known) -> str:
    return f"{'unsolvable' if known.optimum is None else known.optimum} {known.metric}"


def _row(name: str, puzzle: AnyPuzzle) -> dict[str, object]:
    known = [
        {"metric": k.metric, "optimum": k.optimum, "source": k.source} for k in puzzle.info.known
    ]
    title, metric = puzzle.info.name, puzzle.metric
    return {"name": name, "family": puzzle.family, "title": title, "metric": metric, "known": known}
