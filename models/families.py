"""The registry of families: one line each, imported when an instance of it is read."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["FAMILIES", "family_class"]

FAMILIES = {
    "sliding": "puzzleproof.models.sliding:SlidingPuzzle",
}


def family_class(family: str) -> Any:
    """Return the class with a family's rules; KeyError for a name that is not registered."""
    module, _, name = FAMILIES[family].partition(":")
    return getattr(import_module(module), name)
