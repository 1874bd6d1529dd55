"""Mirror images and rotations of boards: the image of each cell or hole."""

from collections.abc import Collection, Iterator, Sequence

from puzzleproof.models.drawing import Cell, corner
from puzzleproof.models.pegs.boards import PegBoard
from puzzleproof.models.sliding.mirrors import MIRRORS

NAMED = MIRRORS | {
    "quarter turn right": (True, False, True),
    "quarter turn left": (False, True, True),
}
"""Name -> whether to reverse the rows, to reverse the columns, and then to exchange the two."""
TRIANGULAR = {
    (1, 0, 1, 2): "none",
    (1, 0, 2, 1): "left-right",
    (1, 1, 0, 2): "reflection at the left corner",
    (1, 2, 1, 0): "reflection at the right corner",
    (1, 1, 2, 0): "third of a turn",
    (1, 2, 0, 1): "third of a turn back",
    (-1, 0, 1, 2): "half turn",
    (-1, 0, 2, 1): "top-bottom",
    (-1, 1, 0, 2): "falling diagonal",
    (-1, 2, 1, 0): "rising diagonal",
    (-1, 1, 2, 0): "sixth of a turn back",
    (-1, 2, 0, 1): "sixth of a turn",
}
"""(sign, new order) of a hole's distances from the lower, left and right side (0 to 2) -> name."""


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

    On a square grid the names refer to the board as drawn, with the top row first.  On a triangular
    grid a symmetry exchanges the distances of a hole from the sides of a triangle, and changes
    their sign if it turns the triangle round.  A triangle has six symmetries, a hexagon twelve.
    """
    if not board.triangular:
        highest = max(y for _, y in board.holes)
        cells = [(highest - y, x) for x, y in board.holes]
        place = {cell: k for k, cell in enumerate(cells)}
        for name, image_of in board_symmetries(cells):
            yield name, tuple(place[image_of[cell]] for cell in cells)
        return
    distances = [(-row, k, row - k) for row, k in board.holes]
    number = {one: k for k, one in enumerate(_from_nought(distances))}
    seen = set[tuple[int, ...]]()
    for (sign, *order), name in TRIANGULAR.items():
        turned = _from_nought([tuple(sign * one[i] for i in order) for one in distances])
        images = tuple(number.get(one, -1) for one in turned)
        if -1 not in images and seen and images not in seen:
            yield name, images
        seen.add(images)


def _from_nought(points: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Shift points so that the least number in each coordinate is 0."""
    least = tuple(map(min, zip(*points, strict=True)))
    return [tuple(a - b for a, b in zip(point, least, strict=True)) for point in points]
