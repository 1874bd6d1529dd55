"""Mirror images and rotations of boards: where each takes a cell, or a hole."""

from collections.abc import Collection, Iterator

from puzzleproof.models.drawing import Cell, corner
from puzzleproof.models.pegs.boards import PegBoard
from puzzleproof.models.sliding.mirrors import MIRRORS

NAMED = MIRRORS | {
    "quarter turn right": (True, False, True),
    "quarter turn left": (False, True, True),
}
"""Whether rows are counted from the other side, whether columns are, and then both exchanged."""
TRIANGLE_SYMMETRIES = {
    (0, 2, 1): "left-right",
    (1, 0, 2): "reflection at the left corner",
    (2, 1, 0): "reflection at the right corner",
    (1, 2, 0): "third of a turn",
    (2, 0, 1): "third of a turn back",
}
"""Orders of the distances from the lower, the left and the right side."""


def board_symmetries(cells: Collection[Cell]) -> Iterator[tuple[str, dict[Cell, Cell]]]:
    """Yield each mirror image or rotation that keeps a set of cells: its name, cell -> image.

    >>> [name for name, _ in board_symmetries([(0, 0), (0, 1), (1, 0)])]
    ['diagonal']
    """
    top, left = corner(cells)
    last_row, last_column = max(r for r, _ in cells) - top, max(c for _, c in cells) - left
    board, seen = set(cells), [list(cells)]
    for name, (down, across, swap) in NAMED.items():
        images = list[Cell]()
        for row, column in cells:
            r = top + last_row - row if down else row - top
            c = left + last_column - column if across else column - left
            images.append((top + c, left + r) if swap else (top + r, left + c))
        if set(images) == board and images not in seen:
            seen.append(images)
            yield name, dict(zip(cells, images, strict=True))


def hole_symmetries(board: PegBoard) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield each mirror image or rotation of the holes: its name, the image of each hole.

    On a grid they are named by rows from the top, as a reader sees them.  A symmetry of a triangle
    exchanges the distances of a hole from the three sides.
    """
    if not board.triangular:
        highest = max(y for _, y in board.holes)
        cells = [(highest - y, x) for x, y in board.holes]
        place = {cell: k for k, cell in enumerate(cells)}
        for name, image_of in board_symmetries(cells):
            yield name, tuple(place[image_of[cell]] for cell in cells)
        return
    last = max(row for row, _ in board.holes)
    distances: list[tuple[int, ...]] = [(last - row, k, row - k) for row, k in board.holes]
    number = {one: k for k, one in enumerate(distances)}
    for order, name in TRIANGLE_SYMMETRIES.items():
        images = tuple(number.get(tuple(one[i] for i in order), -1) for one in distances)
        if -1 not in images:
            yield name, images
