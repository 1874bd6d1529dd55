"""How a puzzle becomes a model of bounded horizon: a planning task first, then clauses or CP-SAT.

This is the registry of encoders: a function for each family, imported when first used.

A solver wants a task of whole moves.  Where whole moves are too many for PDDL, its task has slides
by a single cell, and chains them to moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from puzzleproof.models import imported
from puzzleproof.models.errors import Unsupported

if TYPE_CHECKING:
    from puzzleproof.encoders.task import Grounding
    from puzzleproof.models.puzzle import AnyPuzzle


ENCODERS = {
    "cubes": "puzzleproof.encoders.cubes.task:ground_cubes",
    "frogs": "puzzleproof.encoders.frogs:ground_frogs",
    "pegs": "puzzleproof.encoders.pegs:ground_pegs",
    "sliding": "puzzleproof.encoders.sliding.task:ground_sliding",
    "tiles": "puzzleproof.encoders.tiles:ground_tiles",
}
"""Family -> what builds the task whose operators are whole moves, or are chained to moves."""
SINGLE_STEPS = {
    **ENCODERS,
    "sliding": "puzzleproof.encoders.sliding.task:ground_sliding_single_steps",
    "tiles": "puzzleproof.encoders.tiles:ground_tile_single_steps",
}
"""Family -> what builds the task whose moves are chains of single-cell slides, for PDDL."""


def ground(puzzle: AnyPuzzle, encoders: Mapping[str, str] = ENCODERS) -> Grounding:
    """Build the task of a puzzle in its metric; raises Unsupported if it has none."""
    if puzzle.family not in encoders:
        raise Unsupported(f"family {puzzle.family!r} has no encoder in this version")
    grounding: Grounding = imported(encoders[puzzle.family])(puzzle)
    return grounding


def ground_single_steps(puzzle: AnyPuzzle) -> Grounding:
    """Build the task of single-cell slides of a puzzle; raises Unsupported if it has none."""
    return ground(puzzle, SINGLE_STEPS)
