"""The hardest starts of Rush Hour with unit cars, by a search over all starts of a size.

``python -m benchmarks.unit_cars ROWS COLUMNS`` prints the largest distance of a start from a goal,
the number of starts at this distance, and one of these starts as an instance.  J. Tromp and R.
Cilibrasi, 'Limits of Rush Hour Logic Complexity', 2005: every cell but one, the *hole*, has a car
of one cell, which drives east and west or north and south.  A move puts a car beside the hole into
it.  The *target* is a car that drives east and west; it has to reach the west end of its row.

The target stays in its row, so each row is searched separately; of two rows that are mirror images
of each other, only one is searched.  A state is the hole, the place of the target and a *code*,
which has a bit for each cell in reading order: 1 where a car drives east and west, 0 for the hole.
All moves can be undone, so the starts at distance d + 1 from the goals are the unseen neighbours of
starts at distance d.  The search holds a byte for each state: 0.8 GB for 5 x 5.  It certifies
nothing.
"""

import argparse
from collections.abc import Iterator
from string import ascii_letters
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from puzzleproof.models.documents import built
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.numbers import rows_of

Codes: TypeAlias = NDArray[np.uint32]
Pair: TypeAlias = tuple[int, int]
"""The cells of the hole and of the target."""
TARGET = "X"
MOST_CELLS = 26
"""With 26 cells, a byte for each state takes 2.1 to 5.5 GB."""


def sources(rows: int, columns: int, hole: int) -> Iterator[tuple[int, int]]:
    """Yield (cell, axis): a car on this cell with this axis (1: EW) may drive into the hole.

    >>> list(sources(3, 3, 1))
    [(0, 1), (2, 1), (4, 0)]
    """
    row, column = divmod(hole, columns)
    yield from ((row * columns + c, 1) for c in (column - 1, column + 1) if 0 <= c < columns)
    yield from ((r * columns + column, 0) for r in (row - 1, row + 1) if 0 <= r < rows)


def hardest(rows: int, columns: int, goal: int) -> tuple[int, int, list[tuple[Pair, int]]]:
    """Search backwards from the goals through all starts whose target has to reach ``goal``.

    Returns the largest distance of a start from a goal, the number of starts that have a solution
    (without the goals), and the hole, target and code of each start at the largest distance.
    """
    # A goal has a neighbour that is no goal only if the target can drive one cell east.
    free = np.arange(1 << rows * columns - 2, dtype=np.uint32)
    codes = free >> goal << goal + 2 | 1 << goal | free & (1 << goal) - 1
    layer: dict[Pair, list[Codes]] = {(goal + 1, goal): [codes.astype(np.uint32)]}
    last, sizes, seen = layer, list[int](), dict[Pair, NDArray[np.bool_]]()
    while layer:
        sizes.append(sum(len(some) for parts in layer.values() for some in parts))
        found = dict[Pair, list[Codes]]()
        for (hole, target), parts in layer.items():
            for cell, axis in sources(rows, columns, hole):
                after = cell, hole if cell == target else target
                if after[1] == goal:
                    continue
                table = seen.setdefault(after, np.zeros(1 << rows * columns - 2, np.bool_))
                for some in parts:
                    reached = some[some >> cell & 1 == axis]
                    reached ^= axis << cell | axis << hole
                    number = reached  # the state's: its code without the bits of the pair
                    for bit in sorted(after, reverse=True):
                        number = number >> bit + 1 << bit | number & (1 << bit) - 1
                    is_new = ~table[number]
                    table[number] = True
                    if is_new.any():
                        found.setdefault(after, []).append(reached[is_new])
        last, layer = layer, found
    starts = [(p, int(code)) for p, parts in last.items() for some in parts for code in some]
    return len(sizes) - 1, sum(sizes[1:]), sorted(starts)


def instance(rows: int, columns: int, goal: int, pair: Pair, code: int) -> AnyPuzzle:
    """Return a start as a puzzle; each car has its own name."""
    names = iter(ascii_letters.replace(TARGET, ""))
    cells = ["." if k in pair else next(names) for k in range(rows * columns)]
    cells[pair[1]] = TARGET
    wanted = [TARGET if k == goal else "." for k in range(rows * columns)]
    board, target = ("\n".join(map("".join, rows_of(some, columns))) for some in (cells, wanted))
    ways = [f"{name}:{('NS', 'EW')[code >> k & 1]}" for k, name in enumerate(cells) if name != "."]
    name = f"Unit Rush Hour, {rows} x {columns}"
    drawn = {"board": board, "goal": target, "labelled": TARGET, "axes": " ".join(ways)}
    return built({"family": "sliding", "name": name, "metric": "unit", **drawn})


def main() -> None:
    """Search every row of one size, and print the hardest start of all rows."""
    parser = argparse.ArgumentParser(prog="benchmarks.unit_cars", description=__doc__)
    parser.add_argument("rows", type=int)
    parser.add_argument("columns", type=int)
    rows, columns = vars(parser.parse_args()).values()
    if rows < 1 or columns < 2 or not 3 <= rows * columns <= MOST_CELLS:
        parser.error(f"a lot has two or more columns and 3 to {MOST_CELLS} cells")
    best = (0, "")
    for goal in range(0, (rows + 1) // 2 * columns, columns):
        distance, solvable, starts = hardest(rows, columns, goal)
        said = f"{solvable:,} starts have a solution, {len(starts)} of them with {distance} moves"
        print(f"# target in row {goal // columns + 1}: {said}, no start has more", flush=True)
        if distance > best[0]:
            best = distance, dumps(instance(rows, columns, goal, *starts[0]))
    print(best[1])


if __name__ == "__main__":
    main()
