"""Arguments that several verbs share, and functions that answer one or several questions.

Once its module ``list`` is imported, the name ``list`` means that verb here: do not call it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from puzzleproof.cli import FORMATS, METRICS
from puzzleproof.models.errors import InstanceError, NotationError
from puzzleproof.models.instances import file_stem, library_names, load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import Limited, Seeded, add_options, given

if TYPE_CHECKING:
    from puzzleproof.cli.several import Questions
    from puzzleproof.provers.process import Limits

FILES = "a file of puzzles (FILE::NAME, FILE::NUMBER: one of many), or '-' for standard input"
SEVERAL = "a folder of such files or a file with many stands for each puzzle in it"
METRIC_HELP = "; ".join(f"{family}: {', '.join(names)}" for family, names in METRICS.items())


WRITTEN = {"certificate": "--certificate", "graph": "--write-graph", "output": "--output"}
"""Options that name a file to write; each of several answers has a file of its own."""
ANSWERS_WITH_REMARKS = ("show", "prove")
"""Verbs whose answer contains the remarks on the instance; others print them on standard error."""
ALL_METRICS = "all"

Load = Callable[[str, str | None], AnyPuzzle]
"""From the name of an instance, and the name of its format or None, to the puzzle."""
Answer = Callable[[argparse.Namespace, str, Any], int]
"""What a verb does with its options, the name of an instance and the puzzle -> the exit code."""


def add_instance(parser: argparse.ArgumentParser) -> None:
    """The instance and the metric."""
    parser.add_argument("instance", help=f"a name of the library, {FILES}")
    add_format(parser)
    _add_metric(parser)


def _add_metric(parser: argparse.ArgumentParser, more: str = "") -> None:
    text = f"what counts as one move ({METRIC_HELP}; {more}default: the instance's)"
    parser.add_argument("--metric", metavar="M", help=text)


def add_instances(parser: argparse.ArgumentParser) -> None:
    """One or more instances, and the metric or all of them; `for_each` answers about each."""
    parser.add_argument(
        "instances",
        nargs="+",
        metavar="instance",
        help=f"names of the library, {FILES}; {SEVERAL}",
    )
    keep = "print one line for a file or puzzle that cannot be read, and answer the others"
    parser.add_argument("--keep-going", action="store_true", help=keep)
    add_format(parser)
    _add_metric(parser, f"{ALL_METRICS}: each of them in turn; ")


def add_format(parser: argparse.ArgumentParser) -> None:
    """How files of puzzles are written; ``from_format`` in the options."""
    text = f"how the file is written: {', '.join(FORMATS)} (default: found by content)"
    parser.add_argument("--format", metavar="F", dest="from_format", help=text)


def add_limits(parser: argparse.ArgumentParser, of: str = "") -> None:
    """The limits; ``of`` says for what, if a command has several parts."""
    add_options(parser, Limited, of=of and f" of {of}")


def add_seed(parser: argparse.ArgumentParser, what: str) -> None:
    """The seed; ``what`` names what is random."""
    add_options(parser, Seeded, of=what)


def add_states(parser: argparse.ArgumentParser) -> None:
    """Whether to draw the states of a plan."""
    parser.add_argument("--states", action="store_true", help="draw the board after each move")


def limits_of(options: argparse.Namespace) -> Limits:
    """Return the limits that `add_limits` has read."""
    return given(Limited, vars(options)).limits


# --- the instance, the metric and the options of an answer ----------------------------------


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


def for_each(options: argparse.Namespace, answer: Answer, read: Load = load) -> int:
    """Answer for the instance, or for each of several, in the metrics asked for.

    Each answer has its own options, with one name in ``instance`` and one metric in ``metric``.
    Returns the exit code; of several answers the worst one's.
    """
    if asks_one(options):
        (options.instance,) = options.instances
        name, puzzle = chosen(options, read)
        return answer(options_for(options, name, puzzle), name, puzzle)
    from puzzleproof.cli.several import questions_of

    return answer_all(options, answer, questions_of(options, read))


def each_instance(answer: Answer) -> Callable[[argparse.Namespace], int]:
    """The `run` of a verb whose function answers about one instance."""
    return lambda options: for_each(options, answer)


def answer_all(options: argparse.Namespace, answer: Answer, questions: Questions) -> int:
    """Answer questions that are read already, one after the other."""
    if len(questions.asked) == 1 and not questions.faults and options.metric != ALL_METRICS:
        return answer(options_for(options, *questions.asked[0]), *questions.asked[0])
    from puzzleproof.cli.several import answer_each

    return answer_each(options, answer, questions)


def add_force(parser: argparse.ArgumentParser, option: str, kind: str) -> None:
    """The option to overwrite a file that is not what the command writes."""
    text = f"{option} may overwrite a file that is no {kind}"
    parser.add_argument("--force", action="store_true", help=text)


def actions_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments of a parser and of its verbs."""
    inside: Any = parser  # argparse has no public name for what a parser holds
    actions: list[argparse.Action] = inside._actions
    for action in actions:
        yield action
        choices: object = action.choices
        verbs = cast("dict[str, object]", choices) if isinstance(choices, dict) else {}
        for below in verbs.values():
            if isinstance(below, argparse.ArgumentParser):
                yield from actions_of(below)
