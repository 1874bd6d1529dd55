"""Arguments that several verbs share.

Once the verb ``list`` is imported, the name ``list`` means its module here: do not call it.
"""

import argparse

from puzzleproof.cli import ALL_METRICS, FORMATS, METRICS
from puzzleproof.options import Limited, add_options

FILES = "a file of puzzles (FILE::NAME, FILE::NUMBER: one puzzle in it), or '-' for standard input"
SEVERAL = "a folder of such files, or a file of many puzzles, means each puzzle in it"
METRIC_NAMES = tuple(dict.fromkeys(name for names in METRICS.values() for name in names))
METRIC_HELP = "; ".join(f"{family}: {', '.join(names)}" for family, names in METRICS.items())


def add_instance(parser: argparse.ArgumentParser, *, metric: bool = True) -> None:
    """Add the arguments for an instance, the way to read it, and the metric."""
    parser.add_argument("instance", help=f"the name of an instance in the library, {FILES}")
    add_format(parser)
    if metric:
        _add_metric(parser)


def _add_metric(parser: argparse.ArgumentParser, more: str = "") -> None:
    text = f"what counts as one move ({METRIC_HELP}; {more}default: the instance's metric)"
    parser.add_argument("--metric", metavar="M", help=text)


def add_instances(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for one or more instances, and for one metric or all metrics."""
    parser.add_argument(
        "instances", nargs="+", metavar="instance", help=f"names in the library, {FILES}; {SEVERAL}"
    )
    add_format(parser)
    _add_metric(parser, f"{ALL_METRICS}: each of them in turn; ")


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add the options for reading files of puzzles (`Context.reading`)."""
    text = f"the format of the file: {', '.join(FORMATS)} (default: the content decides)"
    parser.add_argument("--from", metavar="F", dest="from_format", help=text)
    text = (
        "the goal instead of the file's: a drawing with '/' between rows, or the name of a goal; "
        "for a file that leaves open which piece has to get out, the letter of that piece"
    )
    parser.add_argument("--goal", metavar="GOAL", dest="goal_of", help=text)


def add_limits(parser: argparse.ArgumentParser, of: str = "") -> None:
    """Add the limits; ``of`` names the part of the work that they limit, if not the whole."""
    add_options(parser, Limited, of=of and f" of {of}")


def add_boards(parser: argparse.ArgumentParser) -> None:
    """Add the option to draw the board after each move of a plan."""
    parser.add_argument("--boards", action="store_true", help="draw the board after each move")
