"""The registry of walks: a puzzle as single steps, of which a move is a chain; for searches.

`puzzleproof.encoders.families` grounds a task of whole moves, as a solver wants it.  A search
rather takes the smallest steps and strings them together, which spares it the many routes that a
piece has where many cells are free.  A family whose moves are single steps needs no entry.
"""

from __future__ import annotations

from importlib import import_module

from puzzleproof.encoders.families import ground
from puzzleproof.encoders.task import Grounding
from puzzleproof.models.puzzle import AnyPuzzle

SINGLE_STEPS = {
    "sliding": "puzzleproof.encoders.sliding.single_steps:ground_sliding_single_steps",
    "tiles": "puzzleproof.encoders.tiles.task:ground_tile_single_steps",
}


def ground_single_steps(puzzle: AnyPuzzle) -> Grounding:
    """Build the task of single steps of a puzzle; raises Unsupported where it has none."""
    if puzzle.family not in SINGLE_STEPS:
        return ground(puzzle)
    module, _, name = SINGLE_STEPS[puzzle.family].partition(":")
    grounding: Grounding = getattr(import_module(module), name)(puzzle)
    return grounding
