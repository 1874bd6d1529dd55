"""``puzzleproof list``: the library, or the instances that fit some words, one per line."""

import argparse
from collections.abc import Container, Iterable

from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import print_json
from puzzleproof.models import FAMILIES
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the words to look for."""
    word = f"only puzzles of this family ({', '.join(FAMILIES)}), or with this word in their name, "
    text = "title, author, source or note; several words must all fit"
    parser.add_argument("words", nargs="*", metavar="WORD", help=word + text)


def run(options: Context) -> int:
    """Print names, titles and published minima, each with its metric."""
    library = {name: load(name) for name in library_names()}
    puzzles = {
        name: one
        for name, one in library.items()
        if fits(options.words, FAMILIES, (one.family,), _texts(name, one))
    }
    if options.wants_json:
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


def fits(words: Iterable[str], names: Container[str], own: Container[str], text: str) -> bool:
    """Tell whether each word is in ``own`` (if it is one of ``names``) or in ``text`` (if not)."""
    return all(word in own if word in names else word.lower() in text for word in words)


def _texts(name: str, puzzle: AnyPuzzle) -> str:
    """Return all texts about a puzzle in lower case."""
    info = puzzle.info
    sources = (known.source for known in info.known)
    return "\n".join((name, info.name, info.author, info.source, info.note, *sources)).lower()
