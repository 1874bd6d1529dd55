"""The question that a verb answers: an instance, a metric, and options."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from puzzleproof.models.errors import InstanceError, NotationError
from puzzleproof.models.instances import file_stem, library_names, load
from puzzleproof.models.puzzle import AnyPuzzle

WRITTEN = {"certificate": "--certificate", "graph": "--write-graph", "output": "--output"}
"""Options that name a file to write; each of several answers has a file of its own."""
ANSWERS_WITH_REMARKS = ("show", "prove")
"""Verbs whose answer contains the remarks on the instance; others print them on standard error."""
ALL_METRICS = "all"

Load = Callable[[str, str | None], AnyPuzzle]
"""From the name of an instance, and the name of its format or None, to the puzzle."""
Answer = Callable[[argparse.Namespace, str, Any], int]
"""What a verb does with its options, the name of an instance and the puzzle -> the exit code."""


def asks_one(options: argparse.Namespace) -> bool:
    """Whether one answer is wanted for sure: of one name of the library."""
    if len(options.instances) > 1 or options.metric == ALL_METRICS or options.from_format:
        return False
    (name,) = options.instances
    return name in library_names() and not Path(name).exists()


def options_for(
    options: argparse.Namespace, name: str, puzzle: AnyPuzzle, taken: set[str] | None = None
) -> argparse.Namespace:
    """The options of one answer, with file names filled in; raises NotationError for one taken."""
    one = argparse.Namespace(**vars(options))
    one.instance, one.metric, one.remarks = name, puzzle.metric, puzzle.remarks
    taken = set() if taken is None else taken
    for option, flag in WRITTEN.items():
        if file := getattr(options, option, None):
            file = file.replace("{puzzle}", file_stem(name)).replace("{metric}", puzzle.metric)
            if file in taken:
                how = "put {puzzle} and {metric} into its name"
                raise NotationError(f"{flag} {file!r}: one file for several answers: {how}")
            taken.add(file)
            setattr(one, option, file)
    return one


def chosen(options: argparse.Namespace, read: Load = load) -> tuple[str, AnyPuzzle]:
    """Return the instance's name and the puzzle in the metric asked for."""
    puzzle = read(options.instance, options.from_format)
    say_remarks(options, options.instance, puzzle)
    if options.metric is None:
        return options.instance, puzzle
    return options.instance, in_metric(options.instance, puzzle, options.metric)


def say_remarks(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> None:
    """Print the remarks on an instance (legal, but rarely meant) unless the answer has them."""
    if options.verb in ANSWERS_WITH_REMARKS or options.quiet:
        return
    for remark in puzzle.remarks:
        print(f"note: {name}: {remark}", file=sys.stderr)


def in_metric(name: str, puzzle: AnyPuzzle, metric: str) -> AnyPuzzle:
    """Return the puzzle in a metric; raises InstanceError naming the instance."""
    try:
        return puzzle.with_metric(metric)
    except InstanceError as error:
        raise InstanceError(f"{name}: {error}") from None
