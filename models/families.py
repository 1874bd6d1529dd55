"""The registry of families: one line each, imported when an instance of it is read."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["FAMILIES", "family_class"]

FAMILIES = {
    "cubes": "puzzleproof.models.cubes:CubesPuzzle",
    "frogs": "puzzleproof.models.frogs:FrogsPuzzle",
    "pegs": "puzzleproof.models.pegs:PegPuzzle",
    "sliding": "puzzleproof.models.sliding:SlidingPuzzle",
    "tiles": "puzzleproof.models.tiles:TilesPuzzle",
}


def family_class(family: str) -> Any:
    """Return the class with a family's rules; KeyError for a name that is not registered."""
    module, _, name = FAMILIES[family].partition(":")
    return getattr(import_module(module), name)
