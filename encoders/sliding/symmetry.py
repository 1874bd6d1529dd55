"""Sliding blocks: where mirror images and rotations of the board take the facts."""

from collections.abc import Iterator, Mapping

from puzzleproof.encoders.sliding import BlockFacts, Cells
from puzzleproof.models.drawing import Cell
from puzzleproof.models.symmetries import board_symmetries


def start_symmetries(facts: BlockFacts) -> Iterator[tuple[int, ...]]:
    """Candidates: a kind is mapped to the kind that stands, at the start, on its images' places."""
    puzzle = facts.puzzle
    standing = {puzzle.drawn[name]: k for k, group in enumerate(puzzle.groups) for name in group}
    for _, image_of in board_symmetries(facts.board):
        becomes = {k: standing.get(_moved(image_of, cells), -1) for cells, k in standing.items()}
        images = _images(facts, image_of, becomes)
        if images:
            yield images


def _moved(image_of: Mapping[Cell, Cell], cells: Cells) -> Cells:
    return frozenset(image_of[cell] for cell in cells)


def _images(
    facts: BlockFacts, image_of: Mapping[Cell, Cell], becomes: Mapping[int, int]
) -> tuple[int, ...]:
    """The image of each fact under a map of cells and kinds; empty if some place has no image."""
    covering = {(k, facts.covers[fact]): fact for (k, _), fact in facts.places.items()}
    images = {facts.empty[cell]: facts.empty[image_of[cell]] for cell in facts.empty}
    for (k, cells), fact in covering.items():
        place = (becomes.get(k, -1), _moved(image_of, cells))
        if place not in covering:
            return ()
        images[fact] = covering[place]
    return tuple(images[fact] for fact in range(len(images)))
