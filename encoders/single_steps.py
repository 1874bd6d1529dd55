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

__all__ = ["WALKS", "ground_walks"]

WALKS = {
    "sliding": "puzzleproof.encoders.sliding.single_steps:ground_sliding_walks",
    "tiles": "puzzleproof.encoders.tiles.task:ground_tile_walks",
}


def ground_walks(puzzle: AnyPuzzle) -> Grounding:
    """Build the task of single steps of a puzzle; raises Unsupported where it has none."""
    if puzzle.family not in WALKS:
        return ground(puzzle)
    module, _, name = WALKS[puzzle.family].partition(":")
    grounding: Grounding = getattr(import_module(module), name)(puzzle)
    return grounding
