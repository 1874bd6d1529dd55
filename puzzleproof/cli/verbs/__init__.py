"""Arguments that several verbs share, and how their values are read."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle

if TYPE_CHECKING:
    from puzzleproof.provers.process import Limits

SUFFIXES = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def add_instance(parser: argparse.ArgumentParser) -> None:
    """The instance and the metric."""
    parser.add_argument(
        "instance", help="a name of the library, a TOML file, or '-' for standard input"
    )
    parser.add_argument("--metric", help="what counts as one move (default: the instance's)")


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Limits, which hold while a solver runs."""
    parser.add_argument("--time-limit", type=seconds_of, metavar="S", help="seconds of wall time")
    parser.add_argument(
        "--memory-limit", type=bytes_of, metavar="B", help="bytes of memory, as in 500M or 2G"
    )


def limits_of(options: argparse.Namespace) -> Limits:
    """Return the limits that `add_limits` has read."""
    from puzzleproof.provers.process import Limits

    return Limits(options.time_limit, options.memory_limit)


def seconds_of(text: str) -> float:
    """Read a number of seconds above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r}: expected seconds, as in 60 or 0.5")
    return value


def bytes_of(text: str) -> int:
    """Read a size, as in ``2G`` (decimal: K, M, G and T are powers of 1000)."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)B?", text.strip().upper())
    if match is None or float(match[1]) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a size, as in 500M or 2G")
    return int(float(match[1]) * SUFFIXES[match[2]])


def chosen(options: argparse.Namespace) -> tuple[str, AnyPuzzle]:
    """Return the instance's name and the puzzle in the metric asked for."""
    puzzle = load(options.instance)
    if options.metric is None:
        return options.instance, puzzle
    try:
        return options.instance, puzzle.with_metric(options.metric)
    except InstanceError as error:
        raise InstanceError(f"{options.instance}: {error}") from None


def check_target(option: str, path: Path, instance: str) -> None:
    """Raise InstanceError, before the work, for a file that cannot be written; touch nothing."""
    where = f"{option} {str(path)!r}"
    if path.exists() and not path.is_file():
        raise InstanceError(f"{where}: exists and is no ordinary file")
    if path.exists() and Path(instance).exists() and path.samefile(instance):
        raise InstanceError(f"{where}: is the instance itself")
    folder = path.resolve().parent
    if not folder.is_dir():
        raise InstanceError(f"{where}: there is no folder {str(folder)!r}")
    if path.exists() and not os.access(path, os.W_OK):
        raise InstanceError(f"{where}: cannot be written")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InstanceError(f"{where}: its folder cannot be written to")
