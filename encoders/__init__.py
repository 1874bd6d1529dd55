"""Encoders turn a puzzle into a planning task, and the task into clauses or a CP-SAT model.

This registry names a function for each family, whose module is imported at its first use.

SAT and CP-SAT solvers get a task of whole moves.  If whole moves are too many actions for PDDL, it
gets a task of slides by a single cell, which are chained to moves.
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
    "cubes": "puzzleproof.encoders.cubes:ground_cubes",
    "frogs": "puzzleproof.encoders.frogs:ground_frogs",
    "pegs": "puzzleproof.encoders.pegs:ground_pegs",
    "sliding": "puzzleproof.encoders.sliding:ground_sliding",
    "tiles": "puzzleproof.encoders.tiles:ground_tiles",
}
"""Family -> the function that builds its task; operators are whole moves or form chains."""
SINGLE_STEPS = {
    **ENCODERS,
    "sliding": "puzzleproof.encoders.sliding:ground_sliding_single_steps",
    "tiles": "puzzleproof.encoders.tiles:ground_tile_single_steps",
}
"""Family -> the function that builds the task for PDDL, of single-cell slides if pieces slide."""


def has_encoder(puzzle: AnyPuzzle) -> bool:
    """Tell whether the puzzle's family has a task for SAT, CP-SAT and a second search."""
    return puzzle.family in ENCODERS


def ground(puzzle: AnyPuzzle, encoders: Mapping[str, str] = ENCODERS) -> Grounding:
    """Build the task of a puzzle in its metric; raises Unsupported if no encoder can build it."""
    if puzzle.family not in encoders:
        raise Unsupported(f"family {puzzle.family!r} has no encoder in this version")
    grounding: Grounding = imported(encoders[puzzle.family])(puzzle)
    return grounding


def ground_single_steps(puzzle: AnyPuzzle) -> Grounding:
    """Build the task by `SINGLE_STEPS`; raises Unsupported if no encoder can build it."""
    return ground(puzzle, SINGLE_STEPS)
