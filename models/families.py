"""The registry of families: one line each, imported when an instance of it is read."""

from __future__ import annotations

from importlib import import_module
from typing import Any

FAMILIES = {
    "cubes": "puzzleproof.models.cubes.rules:CubesPuzzle",
    "frogs": "puzzleproof.models.frogs.rules:FrogsPuzzle",
    "pegs": "puzzleproof.models.pegs.rules:PegPuzzle",
    "sliding": "puzzleproof.models.sliding.rules:SlidingPuzzle",
    "tiles": "puzzleproof.models.tiles.rules:TilesPuzzle",
}


def family_class(family: str) -> Any:
    """Return the class with a family's rules; KeyError for a name that is not registered."""
    module, _, name = FAMILIES[family].partition(":")
    return getattr(import_module(module), name)
