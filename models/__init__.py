"""Puzzles: rules, goals, notation, instance files.  Needs no solver and no numpy.

This file has the registry of families; a family's class is imported with its first instance.
"""

from importlib import import_module
from typing import Any

FAMILIES = {
    "alike-tiles": "puzzleproof.models.tiles.alike:AlikeTiles",
    "cubes": "puzzleproof.models.cubes.rules:CubesPuzzle",
    "frogs": "puzzleproof.models.frogs.rules:FrogsPuzzle",
    "pegs": "puzzleproof.models.pegs.rules:PegPuzzle",
    "sliding": "puzzleproof.models.sliding.rules:SlidingPuzzle",
    "tiles": "puzzleproof.models.tiles.rules:TilesPuzzle",
}
PRINTED_GAMES = {"pegs": "puzzleproof.models.pegs.games:moves_of_game"}
"""Family -> the function that reads its printed games: it takes the puzzle and a text, and returns
the moves, or None for a text that is no game."""


def family_class(family: str) -> Any:
    """Return the class with a family's rules; raises KeyError for a name that is not registered."""
    return imported(FAMILIES[family])


def imported(place: str) -> Any:
    """Import and return what a row of a registry names as ``module:name``."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
