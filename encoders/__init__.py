"""How a puzzle becomes a model of bounded horizon: a planning task first, then clauses or CP-SAT.

This is the registry of encoders: a row for each family, imported when first used.

A solver wants a task of whole moves.  A search takes the smallest steps and chains them to moves,
so it need not list the many routes that a piece has among many free cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzleproof.models import imported
from puzzleproof.models.errors import Unsupported

if TYPE_CHECKING:
    from puzzleproof.encoders.task import Grounding
    from puzzleproof.models.puzzle import AnyPuzzle


class FamilyEncoder(NamedTuple):
    """The functions that ground the puzzles of a family, each as ``module:function``."""

    moves: str
    """Makes the task whose operators are whole moves, or are chained to moves."""
    single_steps: str = ""
    """Its moves are chains of single steps; empty if this is what `moves` makes."""


ENCODERS = {
    "cubes": FamilyEncoder("puzzleproof.encoders.cubes.task:ground_cubes"),
    "frogs": FamilyEncoder("puzzleproof.encoders.frogs:ground_frogs"),
    "pegs": FamilyEncoder("puzzleproof.encoders.pegs:ground_pegs"),
    "sliding": FamilyEncoder(
        "puzzleproof.encoders.sliding.task:ground_sliding",
        "puzzleproof.encoders.sliding.single_steps:ground_sliding_single_steps",
    ),
    "tiles": FamilyEncoder(
        "puzzleproof.encoders.tiles:ground_tiles",
        "puzzleproof.encoders.tiles:ground_tile_single_steps",
    ),
}


def ground(puzzle: AnyPuzzle) -> Grounding:
    """Build the task of a puzzle in its metric; raises Unsupported if it has none."""
    grounding: Grounding = imported(_encoder_of(puzzle).moves)(puzzle)
    return grounding


def ground_single_steps(puzzle: AnyPuzzle) -> Grounding:
    """Build the task of single steps of a puzzle; raises Unsupported if it has none."""
    encoder = _encoder_of(puzzle)
    grounding: Grounding = imported(encoder.single_steps or encoder.moves)(puzzle)
    return grounding


def _encoder_of(puzzle: AnyPuzzle) -> FamilyEncoder:
    if puzzle.family not in ENCODERS:
        raise Unsupported(f"family {puzzle.family!r} has no encoder in this version")
    return ENCODERS[puzzle.family]
