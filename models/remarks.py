"""Warnings about legal input that is rarely intended, each a sentence."""

from collections import Counter
from collections.abc import Iterator

from puzzleproof.models.drawing import Drawing, parts_of, place_words, shape_of
from puzzleproof.models.puzzle import DRAWING_LIMIT, AnyPuzzle
from puzzleproof.models.sliding.instance import SlidingInstance
from puzzleproof.models.texts import count

SHOWN = 6
"""A remark on a piece in parts lists their places if there are at most this many parts."""


def remarks(puzzle: AnyPuzzle) -> tuple[str, ...]:
    """List warnings about pieces in separate parts, and about goals for any piece of a shape."""
    if not isinstance(puzzle, SlidingInstance):
        return ()
    return (*split_pieces(puzzle.board), *shared_places(puzzle))


def size_remarks(puzzle: AnyPuzzle) -> list[str]:
    """Return a warning about a large board, with advice; empty for other boards."""
    size = len(puzzle.draw(puzzle.start))
    if size <= DRAWING_LIMIT:
        return []
    return [
        f"a board of {size:,} characters is large: over {DRAWING_LIMIT:,} there are no formulas "
        "and no refutations, and a search may need more time and memory than there is; "
        "--time-limit and --memory-limit end it with the bounds reached, and '#' in place of "
        "cells that no piece needs makes the board smaller"
    ]


def split_pieces(drawing: Drawing) -> Iterator[str]:
    """Yield a sentence for each letter whose cells are not connected."""
    for name, cells in drawing.pieces().items():
        places = [place_words(min(part)) for part in parts_of(cells)]
        if len(places) > 1:
            parts = count(len(places), "separate place")
            listed = f"{', '.join(places[:-1])} and {places[-1]}" if len(places) <= SHOWN else ""
            where = f" ({listed})" if listed else ""
            yield f"key {drawing.key!r}: {name!r} is drawn in {parts}{where}: one piece in parts"


def shared_places(puzzle: SlidingInstance) -> Iterator[str]:
    """Yield a sentence about goals, and one about stops, if other pieces may take drawn places."""
    alike = Counter(map(shape_of, puzzle.drawn.values()))
    for key, drawings in (("goal", puzzle.goals), ("tour", puzzle.tour)):
        drawn = dict.fromkeys(name for drawing in drawings for name in drawing.pieces())
        names = [
            n for n in drawn if not puzzle.is_labelled(n) and alike[shape_of(puzzle.drawn[n])] > 1
        ]
        if names:
            which = repr(names[0]) if len(names) == 1 else f"one of {''.join(names)!r}"
            yield (
                f"key {key!r}: where {which} is drawn, any piece of that shape will do; "
                "the key 'labelled' asks for that very piece"
            )
