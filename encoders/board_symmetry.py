"""The mirror images and rotations of a board of cells, by name.

A turn is told as the image of each cell.  Only those that put the board in its own place count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from puzzleproof.models.drawing import Cell

NAMED = {
    "left-right": (False, True, False),
    "top-bottom": (True, False, False),
    "half turn": (True, True, False),
    "diagonal": (False, False, True),
    "antidiagonal": (True, True, True),
    "quarter turn right": (True, False, True),
    "quarter turn left": (False, True, True),
}
"""Whether rows are counted from the other side, whether columns are, and then both exchanged."""


def board_symmetries(cells: Collection[Cell]) -> Iterator[tuple[str, dict[Cell, Cell]]]:
    """Each turn of a set of cells that is not the identity; (row, column) -> its image.

    >>> [name for name, _ in turns([(0, 0), (0, 1), (1, 0)])]
    ['diagonal']
    """
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
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
