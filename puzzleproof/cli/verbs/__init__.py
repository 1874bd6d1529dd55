"""Arguments that several verbs share, and functions that answer one or several questions.

Once its module ``list`` is imported, the name ``list`` means that verb here: do not call it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

from puzzleproof.cli import FORMATS, METRICS
from puzzleproof.cli.questions import (
    ALL_METRICS,
    Answer,
    Load,
    asks_one,
    chosen,
    options_for,
)
from puzzleproof.models.instances import load
from puzzleproof.options import Limited, Seeded, add_options, given

if TYPE_CHECKING:
    from puzzleproof.cli.several import Questions
    from puzzleproof.provers.process import Limits

FILES = "a file of puzzles (FILE::NAME, FILE::NUMBER: one of many), or '-' for standard input"
SEVERAL = "a folder of such files or a file with many stands for each puzzle in it"
METRIC_HELP = "; ".join(f"{family}: {', '.join(names)}" for family, names in METRICS.items())


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
