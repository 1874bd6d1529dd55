"""Labellings for tests: by breadth-first search."""

from dataclasses import dataclass

from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Event, Layer
from puzzleproof.provers.labelling import label
from tests.support import boards, frog_boards, tile_boards
from tests.support.certificate_files import blocks_of
from tests.support.peg_boards import pegs

Labels = list[list[int]]

CUT_OFF = boards.sliding("A#B/.#.", "unit", goal="B../...", labelled="B")
"""A wall parts piece B from its goal."""

SOLVABLE: dict[str, AnyPuzzle] = {
    "sliding": boards.SMALL["two labelled"].with_metric("line"),
    "alike": boards.SMALL["unlabelled goal"].with_metric("unit"),
    "rush hour": boards.SMALL["rush hour"].with_metric("unit"),
    "half-way": boards.SMALL["half-way"].with_metric("line"),
    "two goals": boards.SMALL["two goals"].with_metric("unit"),
    "moves": load("triangle-4"),
    "jumps": load("triangle-4").with_metric("jump"),
    "frogs": frog_boards.SMALL["row"],
    "tiles": tile_boards.SMALL["2 x 2"],
    "runs": tile_boards.SMALL["2 x 3"].with_metric("multi"),
    "cubes": load("instant-insanity"),
}

UNSOLVABLE: dict[str, AnyPuzzle] = {
    "cut off": CUT_OFF,
    "L and T": boards.SMALL["L and T"].with_metric("unit"),
    "out of reach": frog_boards.SMALL["out of reach"],
    "2 x 3": tile_boards.SMALL["2 x 3 unsolvable"],
    "2 x 3 in runs": tile_boards.SMALL["2 x 3 unsolvable"].with_metric("multi"),
    "one colour": load("one-colour-cubes"),
    "strip": pegs("jump", board="strip5", start="xxxoo", finish="any"),
}

ALL = {**SOLVABLE, **UNSOLVABLE}


class _TooMany(Exception):
    """The search has met more states than are asked for."""


def states_labelled(puzzle: AnyPuzzle, most: int) -> int | None:
    """How many states the labelling from the start has; None where a layer comes after so many."""

    def count(event: Event) -> None:
        if isinstance(event, Layer) and event.states > most:
            raise _TooMany

    try:
        found = label(puzzle, count, bidirectional=False)
    except _TooMany:
        return None
    return sum(map(len, found.blocks)) // puzzle.pack_width


@dataclass(frozen=True)
class Labelled:
    """A puzzle, and its states by their distance from the start, below its minimum."""

    puzzle: AnyPuzzle
    labels: Labels
    closed: bool


def labelled(puzzle: AnyPuzzle) -> Labelled:
    """Search in breadth up to the minimum, or whole where there is no plan."""
    labels = Labels()
    for block in blocks_of(puzzle):
        if any(puzzle.is_goal(puzzle.unpack(number)) for number in block):
            return Labelled(puzzle, labels, False)
        labels.append(block)
    return Labelled(puzzle, labels, True)
