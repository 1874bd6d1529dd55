"""Peg solitaire in compound moves: positions up to the symmetries that keep start and goals.

A position is a mask over the holes in the order of their numbers, like a packed state.  Moves are
found more quickly here than by the rules (`models.pegs.rules`); callers check samples by the rules.
"""

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, permutations, product
from operator import sub
from typing import TypeAlias

from puzzleproof.models.pegs.boards import Hole, PegBoard
from puzzleproof.models.pegs.rules import COMPOUND_HOLES, PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bounds.graphs import LabelGraph

HoleImages: TypeAlias = tuple[int, ...]
"""For each hole its image under a symmetry; both are indices in the board's list of holes."""

IMAGE_BITS = 64
"""The number of bits of an image; no board here has more holes."""
TABLE_BITS, WIDE_BITS = 11, 13
"""The least and the greatest number of bits of a position that index one table (`summed`)."""
SUM_ENTRIES = 3 << WIDE_BITS
"""Limit on the entries of the tables of `summed`."""


def peg_graph(puzzle: AnyPuzzle) -> LabelGraph | None:
    """Return the graph of compound moves; None in ``jump``, and for more than 64 holes."""
    if not isinstance(puzzle, PegPuzzle) or puzzle.special_search != "compound":
        return None
    assert len(puzzle.board.holes) <= COMPOUND_HOLES, "an image is one word"
    return PegGraph(puzzle)


class PegGraph(LabelGraph):
    """Masks of pegs as states, with the symmetries that keep the start and the set of goals."""

    on_arrays = "puzzleproof.verify.arrays.pegs:peg_table"

    def __init__(self, puzzle: PegPuzzle) -> None:
        super().__init__(puzzle)
        self.board, self.goals = puzzle.board, puzzle.goals
        self.holes = len(puzzle.board.holes)
        self.jumps = tuple(jump_lines(puzzle.board))
        """The start, the hole jumped over and the landing of each jump, as indices of holes."""
        self.group = keeping(keeping(symmetries(puzzle.board), [puzzle.pegs]), puzzle.goals)
        self.classes = least_images(self.group)
        """The function from some positions to their classes: their least images."""
        self._moved = chains(puzzle.board)
        (self.start,) = self.classes([puzzle.pegs])

    def members(self, number: int) -> list[int]:
        """Return the images of a position, without repetitions."""
        return list(dict.fromkeys(image_of(number, one) for one in self.group))

    def beyond(self, numbers: Iterable[int]) -> set[int]:
        """Return the classes one move later."""
        return self.classes(set(chain.from_iterable(map(self._moved, numbers))))


def keeping(group: Sequence[HoleImages], masks: Sequence[int]) -> list[HoleImages]:
    """Return the symmetries that map a set of positions onto itself."""
    wanted = set(masks)
    return [one for one in group if {image_of(mask, one) for mask in masks} == wanted]


# --- moves ----------------------------------------------------------------------------------


def chains(board: PegBoard, *, back: bool = False) -> Callable[[int], list[int]]:
    """Return a function: position -> positions one move later (or earlier), some of them twice."""
    jumps_at: list[list[tuple[int, int, int]]] = [[] for _ in board.holes]
    """For each hole of the moving peg, its jumps: (mask of the three holes, mask of the holes with
    pegs, the peg's hole after the jump)."""
    for origin, over, landing in jump_lines(board):
        pegs = 1 << origin | 1 << over
        whole = pegs | 1 << landing
        if back:
            jumps_at[landing].append((whole, 1 << landing, origin))
        else:
            jumps_at[origin].append((whole, pegs, landing))
    jumps = [jump for some in jumps_at for jump in some]

    def chained(mask: int) -> list[int]:
        found = [(mask ^ whole, at) for whole, pegs, at in jumps if mask & whole == pegs]
        seen = set[tuple[int, int]]()
        for here, at in found:
            for whole, pegs, then in jumps_at[at]:
                if here & whole == pegs and (one := (here ^ whole, then)) not in seen:
                    seen.add(one)
                    found.append(one)
        return [here for here, _ in found]

    return chained


def jump_lines(board: PegBoard) -> Iterator[tuple[int, int, int]]:
    """Yield the three holes of each jump: its start, the hole jumped over, and its landing."""
    places = {hole: k for k, hole in enumerate(board.holes)}
    for hole in board.holes:
        for over, landing in board.lines(hole):
            yield places[hole], places[over], places[landing]


# --- symmetries ---------------------------------------------------------------------------


def symmetries(board: PegBoard) -> list[HoleImages]:
    """List the board's rotations and reflections that map holes to holes and jumps to jumps."""
    points = [_point(board, hole) for hole in board.holes]
    places = {point: k for k, point in enumerate(_shifted(points))}
    images = (_shifted(one) for one in zip(*map(_images, points), strict=True))
    found = [tuple(places[at] for at in one) for one in images if places.keys() == {*one}]
    lines = set(jump_lines(board))
    return [g for g in dict.fromkeys(found) if {(g[a], g[b], g[c]) for a, b, c in lines} == lines]


Point: TypeAlias = tuple[int, ...]


def _point(board: PegBoard, hole: Hole) -> Point:
    """Return the hole's position; on a triangular grid, its distances from three sides."""
    if board.triangular:
        row, place = hole
        return place, row - place, -row
    return hole


def _shifted(points: Sequence[Point]) -> list[Point]:
    """Shift points so that the least coordinates are 0: boards of one shape then agree."""
    least = [*map(min, zip(*points, strict=True))]
    return [tuple(map(sub, point, least)) for point in points]


def _images(point: Point) -> list[Point]:
    """List a point's images under all turns and reflections of the grid, first the point itself.

    A triangular grid allows six turns and six reflections, a square grid four of each kind.
    """
    if len(point) == 3:
        return [tuple(s * a for a in one) for s in (1, -1) for one in permutations(point)]
    x, y = point
    return [(a * s, b * t) for a, b in ((x, y), (y, x)) for s, t in product((1, -1), repeat=2)]


def image_of(mask: int, images: HoleImages) -> int:
    """Return the image of a position."""
    return sum(1 << image for hole, image in enumerate(images) if mask >> hole & 1)


def least_images(group: Sequence[HoleImages]) -> Callable[[Iterable[int]], set[int]]:
    """Return a function: positions -> their least images; a long integer holds all images."""
    by_hole = list(zip(*group, strict=True))
    images = [sum(1 << IMAGE_BITS * k + to for k, to in enumerate(hole)) for hole in by_hole]
    every, words = summed(images), struct.Struct(f"<{len(group)}Q")

    def least(masks: Iterable[int]) -> set[int]:
        return {min(words.unpack(every(mask).to_bytes(words.size, "little"))) for mask in masks}

    return least


def summed(values: Sequence[int]) -> Callable[[int], int]:
    """Return a function: position -> the sum of the values of its pegs, looked up in tables."""
    bits = max(TABLE_BITS, -(-len(values) // 3)) if len(values) <= 3 * WIDE_BITS else TABLE_BITS
    tables = [_sums(values[low : low + bits]) for low in range(0, len(values), bits)]
    low, wide = (1 << bits) - 1, 2 * bits
    if len(tables) > 3:
        return lambda mask: sum(t[mask >> bits * k & low] for k, t in enumerate(tables))
    first, second, third = (*tables, [0], [0])[:3]
    return lambda mask: first[mask & low] + second[mask >> bits & low] + third[mask >> wide]


def _sums(values: Sequence[int]) -> list[int]:
    """Return the sum of each subset of the values; the index has a bit for each value."""
    table = [0]
    for value in values:
        table += [entry + value for entry in table]
    return table
