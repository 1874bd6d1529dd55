"""Sliding blocks: where mirror images and rotations of the board take the facts."""

from collections.abc import Iterator, Mapping

from puzzleproof.encoders.sliding import BlockFacts, Cells
from puzzleproof.encoders.symmetry import keeps_operators
from puzzleproof.encoders.task import NamedImages, Task
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


def shape_symmetries(facts: BlockFacts, task: Task) -> Iterator[NamedImages]:
    """The symmetries of the board that keep the operators, by name.

    A kind is mapped to itself if possible, else to another kind of the same shape and number.
    """
    puzzle = facts.puzzle
    labelled = {k for k, group in enumerate(puzzle.groups) if any(map(puzzle.is_labelled, group))}
    for name, image_of in board_symmetries(facts.board):
        becomes = _partners(facts, image_of)
        images = _images(facts, image_of, becomes)
        if images and keeps_operators(task, images):
            exchanged = {k for k, other in becomes.items() if k != other}
            yield f"{name}, labels exchanged" if labelled & exchanged else name, images


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


def _turned(directions: str, image_of: Mapping[Cell, Cell]) -> str:
    """The directions after a symmetry; a diagonal or a quarter turn exchanges the axes."""
    beside = ((image_of[r, c], image_of[r, c + 1]) for r, c in image_of if (r, c + 1) in image_of)
    stands = any(one[0] != other[0] for one, other in beside)
    return {"EW": "NS", "NS": "EW"}.get(directions, directions) if stands else directions


def _partners(facts: BlockFacts, image_of: Mapping[Cell, Cell]) -> dict[int, int]:
    """Kind -> the kind of its image."""
    covering = {(k, facts.covers[fact]) for (k, _), fact in facts.places.items()}
    first = {k: facts.covers[fact] for (k, _), fact in reversed(facts.places.items())}
    images = {k: _moved(image_of, cells) for k, cells in first.items()}
    turned = [_turned(kind.directions, image_of) for kind in facts.kinds]
    becomes = {
        k: k
        for k, cells in images.items()
        if (k, cells) in covering and facts.kinds[k].directions == turned[k]
    }
    for k, cells in images.items():
        for other, kind in enumerate(facts.kinds):
            alike = (kind.number, kind.directions) == (facts.kinds[k].number, turned[k])
            fits = alike and (other, cells) in covering
            if k not in becomes and fits and other not in becomes.values():
                becomes[k] = other
    return becomes
