"""The registry of encoders: one line a family, imported when first used."""

from __future__ import annotations

from importlib import import_module

from puzzleproof.encoders.task import Grounding
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle

GROUNDERS = {
    "cubes": "puzzleproof.encoders.cubes.task:ground_cubes",
    "frogs": "puzzleproof.encoders.frogs.task:ground_frogs",
    "pegs": "puzzleproof.encoders.pegs.task:ground_pegs",
    "sliding": "puzzleproof.encoders.sliding.task:ground_sliding",
    "tiles": "puzzleproof.encoders.tiles.task:ground_tiles",
}


def ground(puzzle: AnyPuzzle) -> Grounding:
    """Build the task of a puzzle in its metric; raises Unsupported where it has none."""
    if puzzle.family not in GROUNDERS:
        raise Unsupported(f"family {puzzle.family!r} has no encoder in this version")
    module, _, name = GROUNDERS[puzzle.family].partition(":")
    grounding: Grounding = getattr(import_module(module), name)(puzzle)
    return grounding
