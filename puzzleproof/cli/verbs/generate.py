"""``puzzleproof generate``: random instances, as files."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from puzzleproof.batch_requests import PAIR, RANGE
from puzzleproof.cli import METRICS
from puzzleproof.cli.printing import print_json, wants_json
from puzzleproof.cli.printing.listening import listen
from puzzleproof.cli.verbs import add_limits, add_seed, limits_of
from puzzleproof.explore.generate import GENERATORS, options_of
from puzzleproof.models.errors import NotationError
from puzzleproof.models.instances import dumps
from puzzleproof.options import MOST_SEED, whole

FAMILIES = tuple(GENERATORS)
EPILOG = """\
kinds (the first is the default), and the options that each takes:
  cubes    solvable, random, unique   --number
  frogs    exchange                   --size --frogs --toads
           start                      the same, --distance
  pegs     backwards                  --board --jumps --finish --metric
  sliding  packed                     --size --pieces or --empty, --goal --distance --metric
           start                      --like --distance --metric
  tiles    random                     --size --metric
           start                      --size --metric --distance
The same options and seed make the same instance. docs/many-boards.md has examples.
"""


def pieces_of(text: str) -> list[tuple[int, int]]:
    """Read a set of rectangles, as in ``2x2,1x2*4``."""
    found = list[tuple[int, int]]()
    for word in text.split(","):
        match = re.fullmatch(r"(\d{1,2})x(\d{1,2})(?:\*(\d{1,2}))?", word.strip())
        if match is None:
            raise argparse.ArgumentTypeError(
                f"{word!r}: expected rows x columns and how many, as in 2x2,2x1*4,1x1*4"
            )
        found += [(int(match[1]), int(match[2]))] * int(match[3] or 1)
    return found


DISTANCE = RANGE._replace(expected="moves, as in 20 or 20-30")


class Wish(NamedTuple):
    """An option of some families' generators."""

    read: Callable[[str], Any]
    metavar: str
    help: str


WISHES = {
    "kind": Wish(str, "KIND", "how it is made (see below)"),
    "size": Wish(PAIR.of_text, "RxC", "rows x columns of the board"),
    "distance": Wish(
        DISTANCE.of_text, "A-B", "moves to the nearest goal, at least A and at most B"
    ),
    "metric": Wish(str, "M", "what counts as one move"),
    "like": Wish(str, "INSTANCE", "sliding: an instance, whose board, pieces and goal are taken"),
    "pieces": Wish(pieces_of, "LIST", "sliding: rectangles, as in 2x2,2x1*4; the first has a goal"),
    "empty": Wish(int, "N", "sliding: cells that a random set of pieces leaves free"),
    "goal": Wish(PAIR.of_text, "R,C", "sliding: the goal's upper left cell, row and column from 1"),
    "board": Wish(str, "NAME", "pegs: a board by its name (default: english)"),
    "jumps": Wish(int, "N", "pegs: jumps taken back (default: 8)"),
    "finish": Wish(PAIR.of_text, "X,Y", "pegs: the hole of the last peg"),
    "frogs": Wish(int, "N", "frogs: how many"),
    "toads": Wish(int, "N", "frogs: how many toads"),
    "number": Wish(int, "N", "cubes: how many (default: 4)"),
}
"""The options of all generators; `puzzleproof.explore.generate.options_of` says which has which."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the family, the wishes, how many, the limits."""
    parser.epilog, parser.formatter_class = EPILOG, argparse.RawDescriptionHelpFormatter
    parser.add_argument("family", choices=FAMILIES, help="what to make")
    for name, wish in WISHES.items():
        parser.add_argument(f"--{name}", type=wish.read, metavar=wish.metavar, help=wish.help)
    count = "number of instances, whose seeds begin with --seed (default: 1)"
    whole(1, metavar="K").add(parser, "--count", count, default=1)
    add_seed(parser, "the instance")
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """Print the instance's TOML; a line of ``#`` separates several."""
    from puzzleproof.provers.survey.generated import generate_all

    seeds = range(options.seed, options.seed + options.count)
    if seeds[-1] > MOST_SEED:
        raise NotationError(f"--count {options.count}: the last seed is above {MOST_SEED}")
    metric = options.metric or METRICS[options.family][0]
    with listen(options, metric) as on_event:
        wishes, limits = _wishes(options), limits_of(options)
        puzzles = generate_all(options.family, seeds, wishes, limits, on_event)
    if wants_json(options):
        documents = [
            {"family": p.family, "name": p.info.name, "metric": p.metric, "note": p.info.note}
            | dict(p.document())
            for p in puzzles
        ]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        print(f"{'#' * 40}\n".join(map(dumps, puzzles)), end="")
    return 0


def _wishes(options: argparse.Namespace) -> dict[str, Any]:
    """The wishes that were given; raises NotationError for one that the family has not."""
    given = {name: value for name in WISHES if (value := getattr(options, name)) is not None}
    known = options_of(options.family)
    for name in given:
        if name not in known:
            expected = ", ".join(f"--{option}" for option in known)
            raise NotationError(f"--{name}: {options.family} take {expected}")
    return given
