"""Arguments that several verbs share, how their values are read, and one or several answers."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzleproof.cli import METRICS
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle

if TYPE_CHECKING:
    from puzzleproof.provers.process import Limits

SUFFIXES = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
MOST_SEED = (1 << 31) - 1
"""As every solver takes it."""
WRITTEN = ("certificate", "graph", "output", "write_hardest")
"""Options that name a file to write; each of several answers has a file of its own."""
ALL_METRICS = "all"
METRIC_HELP = "; ".join(f"{family}: {', '.join(names)}" for family, names in METRICS.items())

Load = Callable[[str], AnyPuzzle]
"""From the name of an instance to the puzzle."""
Answer = Callable[[argparse.Namespace, str, Any], int]
"""What a verb does with its options, the name of an instance and the puzzle -> the exit code."""


def add_instance(parser: argparse.ArgumentParser) -> None:
    """The instance and the metric."""
    parser.add_argument(
        "instance", help="a name of the library, a TOML file, or '-' for standard input"
    )
    text = f"what counts as one move ({METRIC_HELP}; default: the instance's)"
    parser.add_argument("--metric", metavar="M", help=text)


def add_instances(parser: argparse.ArgumentParser) -> None:
    """One or more instances, and the metric or all of them; `for_each` answers about each."""
    parser.add_argument(
        "instances",
        nargs="+",
        metavar="instance",
        help="names of the library, TOML files, or '-' for standard input",
    )
    text = f"what counts as one move ({METRIC_HELP}; {ALL_METRICS}: each of them in turn; "
    parser.add_argument("--metric", metavar="M", help=f"{text}default: the instance's)")


def add_limits(parser: argparse.ArgumentParser, of: str = "") -> None:
    """Limits, which hold while a solver runs; ``of`` what, where there may be several."""
    text = f"seconds of wall time{of and f' of {of}'}, as in 60 or 0.5"
    parser.add_argument("--time-limit", type=seconds_of, metavar="S", help=text)
    parser.add_argument(
        "--memory-limit", type=bytes_of, metavar="B", help="bytes of memory, as in 500M or 2G"
    )


def add_seed(parser: argparse.ArgumentParser, what: str) -> None:
    """The seed, for a verb in which ``what`` is random."""
    text = f"random seed of {what} (default: 0)"
    parser.add_argument("--seed", type=seed_of, metavar="N", default=0, help=text)


def add_states(parser: argparse.ArgumentParser) -> None:
    """Whether to draw the states of a plan."""
    parser.add_argument("--states", action="store_true", help="draw the board after each move")


def limits_of(options: argparse.Namespace) -> Limits:
    """Return the limits that `add_limits` has read."""
    from puzzleproof.provers.process import Limits

    return Limits(options.time_limit, options.memory_limit)


def seed_of(text: str) -> int:
    """Read a seed: 0 to 2**31 - 1, as every solver takes it."""
    if not text.isdecimal() or int(text) > MOST_SEED:
        raise argparse.ArgumentTypeError(f"{text!r}: expected 0 to {MOST_SEED}")
    return int(text)


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
    match = re.fullmatch(r"(\d{1,18}(?:\.\d{1,18})?)\s*([KMGT]?)B?", text.strip().upper(), re.ASCII)
    if match is None or float(match[1]) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a size, as in 500M or 2G")
    return int(float(match[1]) * SUFFIXES[match[2]])


def for_each(options: argparse.Namespace, answer: Answer, read: Load = load) -> int:
    """Answer about the instance, or about each of several, in the metrics asked for.

    Each answer has options of its own, in which ``instance`` is one name and ``metric`` one metric.
    Returns the exit code; of several answers the worst one's.
    """
    if len(options.instances) == 1 and options.metric != ALL_METRICS:
        (options.instance,) = options.instances
        name, puzzle = chosen(options, read)
        return answer(options_for(options, name, puzzle), name, puzzle)
    from puzzleproof.cli.several import answer_each

    return answer_each(options, answer, read)


def options_for(
    options: argparse.Namespace, name: str, puzzle: AnyPuzzle, taken: set[str] | None = None
) -> argparse.Namespace:
    """Return the options of one answer; ``{puzzle}`` and ``{metric}`` are put into names of files.

    Raises Unsupported for a file that is ``taken`` by another answer already.
    """
    one = argparse.Namespace(**vars(options))
    one.instance, one.metric = name, puzzle.metric
    for option in WRITTEN:
        if file := getattr(options, option, None):
            file = file.replace("{puzzle}", Path(name).stem).replace("{metric}", puzzle.metric)
            if taken is not None and file in taken:
                how = "put {puzzle} and {metric} into its name"
                flag = option.replace("_", "-")
                raise Unsupported(f"--{flag} {file!r}: one file for several answers: {how}")
            (set[str]() if taken is None else taken).add(file)
            setattr(one, option, file)
    return one


def chosen(options: argparse.Namespace, read: Load = load) -> tuple[str, AnyPuzzle]:
    """Return the instance's name and the puzzle in the metric asked for."""
    puzzle = read(options.instance)
    if options.metric is None:
        return options.instance, puzzle
    return options.instance, in_metric(options.instance, puzzle, options.metric)


def in_metric(name: str, puzzle: AnyPuzzle, metric: str) -> AnyPuzzle:
    """Return the puzzle in a metric; raises InstanceError naming the instance."""
    try:
        return puzzle.with_metric(metric)
    except InstanceError as error:
        raise InstanceError(f"{name}: {error}") from None


def add_force(parser: argparse.ArgumentParser, option: str, kind: str) -> None:
    """The option to overwrite a file that is not what the command writes."""
    text = f"{option} may overwrite a file that is no {kind}"
    parser.add_argument("--force", action="store_true", help=text)
