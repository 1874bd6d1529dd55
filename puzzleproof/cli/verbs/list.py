"""``puzzleproof list``: the library, or what of it has a word, a line an instance."""

import argparse

from puzzleproof.cli.printing import print_json, wants_json
from puzzleproof.models import FAMILIES
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the word and the family."""
    word = "only puzzles with this in their name, title, author, source or note"
    parser.add_argument("word", nargs="?", default="", metavar="WORD", help=word)
    parser.add_argument("--family", choices=FAMILIES, help="only the puzzles of this family")


def run(options: argparse.Namespace) -> int:
    """Print names, titles and published minima, each with its metric."""
    library = {name: load(name) for name in library_names()}
    family = options.family
    puzzles = {
        name: one
        for name, one in library.items()
        if family in (None, one.family) and options.word.lower() in _texts(name, one)
    }
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


def _texts(name: str, puzzle: AnyPuzzle) -> str:
    """All that is said of a puzzle, in small letters."""
    info = puzzle.info
    sources = (known.source for known in info.known)
    return "\n".join((name, info.name, info.author, info.source, info.note, *sources)).lower()
