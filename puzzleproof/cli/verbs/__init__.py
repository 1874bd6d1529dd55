"""Arguments that several verbs share, how their values are read, and one or several answers.

Once its module ``list`` is imported, the name ``list`` means that verb here: do not call it.
"""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from puzzleproof.cli import FORMATS, METRICS
from puzzleproof.cli.questions import (
    ALL_METRICS,
    Answer,
    Load,
    Questions,
    asks_one,
    chosen,
    options_for,
)
from puzzleproof.models.instances import load

if TYPE_CHECKING:
    from puzzleproof.provers.process import Limits

SUFFIXES = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
MOST_SEED = (1 << 31) - 1
"""As every solver takes it."""
FILES = "a file of puzzles (FILE::NAME, FILE::NUMBER: one of many), or '-' for standard input"
METRIC_HELP = "; ".join(f"{family}: {', '.join(names)}" for family, names in METRICS.items())


def add_instance(parser: argparse.ArgumentParser) -> None:
    """The instance and the metric."""
    parser.add_argument("instance", help=f"a name of the library, {FILES}")
    add_format(parser)
    text = f"what counts as one move ({METRIC_HELP}; default: the instance's)"
    parser.add_argument("--metric", metavar="M", help=text)


def add_instances(parser: argparse.ArgumentParser) -> None:
    """One or more instances, and the metric or all of them; `for_each` answers about each."""
    parser.add_argument(
        "instances",
        nargs="+",
        metavar="instance",
        help=f"names of the library, {FILES}; a file with many stands for each of them",
    )
    add_format(parser)
    text = f"what counts as one move ({METRIC_HELP}; {ALL_METRICS}: each of them in turn; "
    parser.add_argument("--metric", metavar="M", help=f"{text}default: the instance's)")


def add_format(parser: argparse.ArgumentParser) -> None:
    """How files of puzzles are written; ``from_format`` in the options."""
    text = f"how the file is written: {', '.join(FORMATS)} (default: found by content)"
    parser.add_argument("--format", metavar="F", dest="from_format", help=text)


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


def add_workers(parser: argparse.ArgumentParser) -> None:
    """How many proofs run at once, and where their results are kept."""
    parser.add_argument(
        "--jobs", type=number_of_jobs, metavar="N", help="proofs at once (default: one a core)"
    )
    parser.add_argument(
        "--ledger",
        metavar="FILE",
        help="keep every result in this SQLite file, and prove nothing that it knows",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="a Dask scheduler whose workers do the proofs, as in tcp://HOST:8786; --jobs is then "
        "how many certificates are checked here at once",
    )


def number_of_jobs(text: str) -> int:
    """Read a number of workers: 1 to 1,000."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 1000):
        raise argparse.ArgumentTypeError(f"{text!r}: expected 1 to 1000")
    return int(text)


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
    if asks_one(options):
        (options.instance,) = options.instances
        name, puzzle = chosen(options, read)
        return answer(options_for(options, name, puzzle), name, puzzle)
    from puzzleproof.cli.several import questions_of

    return answer_all(options, answer, questions_of(options, read))


def answer_all(options: argparse.Namespace, answer: Answer, questions: Questions) -> int:
    """Answer questions that are read already, one after the other."""
    if len(questions) == 1 and options.metric != ALL_METRICS:
        (question,) = questions
        return answer(options_for(options, *question), *question)
    from puzzleproof.cli.several import answer_each

    return answer_each(options, answer, questions)


def add_force(parser: argparse.ArgumentParser, option: str, kind: str) -> None:
    """The option to overwrite a file that is not what the command writes."""
    text = f"{option} may overwrite a file that is no {kind}"
    parser.add_argument("--force", action="store_true", help=text)
