"""Measurements, run by ``make bench``, and their boards that are in no library.

Ratios are against a reference taken in the same run.
"""

from pathlib import Path

from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle

FOLDER = Path(__file__).resolve().parent / "boards"


def file_of(name: str) -> str:
    """Return what a command takes for a board: its path if it is in `FOLDER`, else its name."""
    path = FOLDER / f"{name}.toml"
    return str(path) if path.exists() else name


def puzzle_of(name: str, metric: str | None = None) -> AnyPuzzle:
    """Load a board; in its own metric where none is named."""
    puzzle = load(file_of(name))
    return puzzle if metric is None else puzzle.with_metric(metric)
