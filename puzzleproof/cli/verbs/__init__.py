"""Arguments that several verbs share, how their values are read, and one or several answers.

Once its module ``list`` is imported, the name ``list`` means that verb here: do not call it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzleproof.cli import FORMATS, METRICS
from puzzleproof.models.errors import InstanceError, NotationError
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import add_options, given
from puzzleproof.requests import Limited, Seeded, Workers

if TYPE_CHECKING:
    from puzzleproof.provers.process import Limits

WRITTEN = {
    "certificate": "--certificate",
    "graph": "--write-graph",
    "output": "--output",
    "write_hardest": "--write-hardest",
}
"""Options that name a file to write; each of several answers has a file of its own."""
ANSWERS_WITH_REMARKS = ("show", "prove")
"""Verbs whose answer has the instance's remarks; the others say them on standard error."""
ALL_METRICS = "all"
FILES = "a file of puzzles (FILE::NAME, FILE::NUMBER: one of many), or '-' for standard input"
METRIC_HELP = "; ".join(f"{family}: {', '.join(names)}" for family, names in METRICS.items())

Load = Callable[[str, str | None], AnyPuzzle]
"""From the name of an instance, and the name of its format or None, to the puzzle."""
Questions = list[tuple[str, AnyPuzzle]]
"""The names of instances and the puzzles, each in its metric."""
Answer = Callable[[argparse.Namespace, str, Any], int]
"""What a verb does with its options, the name of an instance and the puzzle -> the exit code."""


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
    """Limits; ``of`` what, where there may be several."""
    add_options(parser, Limited, of=of and f" of {of}")


def add_seed(parser: argparse.ArgumentParser, what: str) -> None:
    """The seed, for a verb in which ``what`` is random."""
    add_options(parser, Seeded, of=what)


def add_states(parser: argparse.ArgumentParser) -> None:
    """Whether to draw the states of a plan."""
    parser.add_argument("--states", action="store_true", help="draw the board after each move")


def add_workers(parser: argparse.ArgumentParser) -> None:
    """How many proofs run at once, and where their results are kept."""
    add_options(parser, Workers)


def limits_of(options: argparse.Namespace) -> Limits:
    """Return the limits that `add_limits` has read."""
    return given(Limited, options).limits


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


def asks_one(options: argparse.Namespace) -> bool:
    """Whether one answer is wanted for sure: of one name, of the library or an instance file."""
    if len(options.instances) > 1 or options.metric == ALL_METRICS or options.from_format:
        return False
    (name,) = options.instances
    return name.endswith(".toml") or not (name == "-" or Path(name).exists())


def options_for(
    options: argparse.Namespace, name: str, puzzle: AnyPuzzle, taken: set[str] | None = None
) -> argparse.Namespace:
    """Return the options of one answer; ``{puzzle}`` and ``{metric}`` are put into names of files.

    Raises NotationError for a file that is ``taken`` by another answer already.
    """
    one = argparse.Namespace(**vars(options))
    one.instance, one.metric, one.remarks = name, puzzle.metric, puzzle.remarks
    for option, flag in WRITTEN.items():
        if file := getattr(options, option, None):
            file = file.replace("{puzzle}", _stem(name)).replace("{metric}", puzzle.metric)
            if taken is not None and file in taken:
                how = "put {puzzle} and {metric} into its name"
                raise NotationError(f"{flag} {file!r}: one file for several answers: {how}")
            (set[str]() if taken is None else taken).add(file)
            setattr(one, option, file)
    return one


def _stem(name: str) -> str:
    from puzzleproof.models.collection import file_stem

    return file_stem(name)


def chosen(options: argparse.Namespace, read: Load = load) -> tuple[str, AnyPuzzle]:
    """Return the instance's name and the puzzle in the metric asked for."""
    puzzle = read(options.instance, options.from_format)
    say_remarks(options, options.instance, puzzle)
    if options.metric is None:
        return options.instance, puzzle
    return options.instance, in_metric(options.instance, puzzle, options.metric)


def say_remarks(options: argparse.Namespace, name: str, puzzle: AnyPuzzle) -> None:
    """Say what in an instance is legal and rarely meant, if the verb's answer does not say it."""
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


def add_force(parser: argparse.ArgumentParser, option: str, kind: str) -> None:
    """The option to overwrite a file that is not what the command writes."""
    text = f"{option} may overwrite a file that is no {kind}"
    parser.add_argument("--force", action="store_true", help=text)
