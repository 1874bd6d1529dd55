"""Measurements, run by ``make bench``, and boards for them that are not in the library.

A ratio compares a measurement with a reference that is measured in the same run.
"""

from pathlib import Path

from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle

FOLDER = Path(__file__).resolve().parent / "boards"


def file_of(name: str) -> str:
    """Return the word for a board on a command line: its path in `FOLDER`, or else its name."""
    path = FOLDER / f"{name}.toml"
    return str(path) if path.exists() else name


def puzzle_of(name: str, metric: str | None = None) -> AnyPuzzle:
    """Load a board, in its own metric if ``metric`` is None."""
    puzzle = load(file_of(name))
    return puzzle if metric is None else puzzle.with_metric(metric)
