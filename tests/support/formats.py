"""Texts of other formats, read as a file of them is."""

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.formats import FORMATS
from puzzleproof.models.instances import built
from puzzleproof.models.puzzle import AnyPuzzle


def puzzles_in(name: str, text: str) -> list[AnyPuzzle]:
    """The puzzles of a text in this format; raises the first fault, with its place."""
    found = list[AnyPuzzle]()
    for place, document in FORMATS[name].load().documents(text):
        if isinstance(document, InstanceError):
            raise InstanceError(f"{place}: {document}")
        found.append(built(document))
    return found
