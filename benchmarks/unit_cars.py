"""The hardest starts of Rush Hour with unit cars: one search over all starts of a size.

``python -m benchmarks.unit_cars ROWS COLUMNS`` prints how far the farthest start is from a goal,
how many starts are that far, and one of them as an instance.  J. Tromp and R. Cilibrasi, 'Limits
of Rush Hour Logic Complexity', 2005: every cell but one, the *hole*, has a car of one cell, which
drives east and west or north and south.  A move puts a car beside the hole into it.  The *target*
is a car that drives east and west; it has to reach the west end of its row.

The target stays in its row, so each row is a search of its own; rows that are mirror images of
each other are searched once.  A state is the hole, the place of the target and a *code*, which has
a bit for each other cell in reading order: 1 where a car drives east and west.  All moves can be
taken back, so the starts at distance d + 1 from the goals are the unseen neighbours of those at
distance d.  The search holds a byte for each state: 0.8 GB for 5 x 5.  It certifies nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from string import ascii_letters
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Codes: TypeAlias = NDArray[np.uint32]
Pair: TypeAlias = tuple[int, int]
"""The cells of the hole and of the target."""
Layer: TypeAlias = dict[Pair, list[Codes]]

TARGET = "X"
NAMES = ascii_letters.replace(TARGET, "")
MOST_CELLS = 26
"""A byte for each state of 26 cells is 2.1 to 5.5 GB."""


class Lot(NamedTuple):
    """A parking lot, and the cell that the target has to reach, at the west end of its row."""

    rows: int
    columns: int
    goal: int

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    def neighbours(self, hole: int) -> Iterator[tuple[int, int]]:
        """(cell, axis) beside the hole: a car there with this axis may drive into the hole.

        >>> list(Lot(3, 3, 0).neighbours(1))
        [(0, 1), (2, 1), (4, 0)]
        """
        row, column = divmod(hole, self.columns)
        for there, step, axis in (
            (column > 0, -1, 1),
            (column + 1 < self.columns, 1, 1),
            (row > 0, -self.columns, 0),
            (row + 1 < self.rows, self.columns, 0),
        ):
            if there:
                yield hole + step, axis


class Hardest(NamedTuple):
    """The starts of a lot that are farthest from a goal."""

    lot: Lot
    distance: int
    solvable: int
    """The number of all starts with a solution, those that are goals left out."""
    starts: list[tuple[Pair, int]]
    """The hole, the target and the code of each."""


def bit_of(cell: int, pair: Pair) -> int:
    """The bit of a cell in the codes of a pair.

    >>> bit_of(5, (2, 4)), bit_of(3, (2, 4)), bit_of(1, (2, 4))
    (3, 2, 1)
    """
    return cell - sum(other < cell for other in pair)


def drive(codes: Codes, axis: int, source: int, to: int) -> Codes:
    """The codes after a move: those with ``axis`` at bit ``source`` have it at ``to`` instead.

    >>> drive(np.array([0b0110, 0b0101], np.uint32), 1, 1, 3).tolist() == [0b1010]
    True
    """
    here = codes[codes >> source & 1 == axis]
    rest = here >> (source + 1) << source | here & (1 << source) - 1
    after = rest >> to << (to + 1) | axis << to | rest & (1 << to) - 1
    reached: Codes = after.astype(np.uint32)
    return reached


def next_layer(lot: Lot, layer: Layer, seen: dict[Pair, NDArray[np.bool_]]) -> Layer:
    """The unseen neighbours of a layer, goals left out; from now on they are seen.

    No state comes twice from one pair and one cell that a car leaves.
    """
    found: Layer = {}
    for (hole, target), parts in layer.items():
        for cell, axis in lot.neighbours(hole):
            after = (target, hole) if cell == target else (cell, target)
            if after[1] == lot.goal or (cell == target and not axis):
                continue
            table = seen.setdefault(after, np.zeros(1 << lot.cells - 2, np.bool_))
            for codes in parts:
                reached = codes
                if cell != target:
                    source, to = bit_of(cell, (hole, target)), bit_of(hole, after)
                    reached = drive(codes, axis, source, to)
                fresh = reached[~table[reached]]
                table[fresh] = True
                if fresh.size:
                    found.setdefault(after, []).append(fresh)
    return found


def hardest(lot: Lot) -> Hardest:
    """Search all starts of a lot, from the goals.

    A goal has a neighbour that is none only where the target may drive one cell east.
    """
    layer: Layer = {(lot.goal + 1, lot.goal): [np.arange(1 << lot.cells - 2, dtype=np.uint32)]}
    last, seen = layer, dict[Pair, NDArray[np.bool_]]()
    sizes = list[int]()
    while count := sum(len(codes) for parts in layer.values() for codes in parts):
        sizes.append(count)
        last, layer = layer, next_layer(lot, layer, seen)
    starts = [(p, int(code)) for p, parts in last.items() for codes in parts for code in codes]
    return Hardest(lot, len(sizes) - 1, sum(sizes[1:]), sorted(starts))


def instance(lot: Lot, pair: Pair, code: int, distance: int) -> str:
    """A start as the text of an instance file, each car with a name of its own."""
    others = [cell for cell in range(lot.cells) if cell not in pair]
    names = dict(zip(others, NAMES, strict=False)) | {pair[1]: TARGET}
    cells = [names.get(cell, ".") for cell in range(lot.cells)]
    goal = [TARGET if cell == lot.goal else "." for cell in range(lot.cells)]
    ways = (("NS", "EW")[code >> bit & 1] for bit in range(len(others)))
    axes = " ".join(f"{names[cell]}:{way}" for cell, way in zip(others, ways, strict=True))
    board, goal_board = (
        "\n".join("".join(some[k : k + lot.columns]) for k in range(0, lot.cells, lot.columns))
        for some in (cells, goal)
    )
    return f'''family = "sliding"
name = "Unit Rush Hour, {lot.rows} x {lot.columns}"
metric = "unit"
board = """
{board}
"""
goal = """
{goal_board}
"""
labelled = "{TARGET}"
axes = "{axes} {TARGET}:EW"

[[known]]
metric = "unit"
optimum = {distance}
source = "docs/first-proofs.md"'''


def main() -> None:
    """Search the rows of one size, and print the hardest start of all."""
    parser = argparse.ArgumentParser(prog="benchmarks.unit_cars", description=__doc__)
    parser.add_argument("rows", type=int)
    parser.add_argument("columns", type=int)
    rows, columns = vars(parser.parse_args()).values()
    if rows < 1 or columns < 2 or not 3 <= rows * columns <= MOST_CELLS:
        parser.error(f"a lot has two or more columns and 3 to {MOST_CELLS} cells")
    found = list[Hardest]()
    for row in range((rows + 1) // 2):
        found.append(one := hardest(Lot(rows, columns, row * columns)))
        said = f"{one.solvable:,} starts have a solution, {len(one.starts)} of {one.distance} moves"
        print(f"# target in row {row + 1}: {said}, no start has more", flush=True)
    best = max(found, key=lambda one: one.distance)
    print(instance(best.lot, *best.starts[0], best.distance))


if __name__ == "__main__":
    main()
