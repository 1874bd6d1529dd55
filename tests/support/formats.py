"""Texts of other formats, read as a file of them is."""

from puzzleproof.models.documents import AS_WRITTEN, built
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.formats import FORMATS
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.reading import settled


def puzzles_in(name: str, text: str) -> list[AnyPuzzle]:
    """The puzzles of a text in this format; raises the first fault, with its place."""
    found = list[AnyPuzzle]()
    module = FORMATS[name].load()
    for place, part in module.parts(text):
        try:
            document = module.document(part)
        except InstanceError as error:
            raise InstanceError(f"{place}: {error}") from None
        keys, assumed = settled(document, AS_WRITTEN)
        found.append(built(keys, assumed=assumed))
    return found
