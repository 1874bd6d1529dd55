"""Additive pattern databases of sliding blocks: the moves of disjoint groups of pieces, added up.

*Claim.*  Let the groups of one partition have no piece in common.  For each, lift all other pieces
off the board (walls stay), and let V be the fewest moves that take the group's pieces from where
they stand to where the end has them.  Then a plan has at least the sum of the V as moves.

*Proof.*  Every move takes one piece, so a piece of one group at most.  Leave out of a plan all
moves of other pieces.  What remains are moves of the group alone: a piece passes the places that it
passed before, and the pieces that are still there stand where they stood, so the way is free; in
every metric it is one move as before.  At the end the group's pieces stand where the end has them.
So at least V moves are by the group, and no move is counted twice.  q.e.d.

*Pieces alike.*  States do not tell pieces of one kind from each other.  But in any one state they
can be told by the order in which it lists them, and on the way from there each can be followed.  So
a group may have any of them.  Of the places of one shape that the end draws, n of them with m
pieces that may stand there, the group's pieces have at least n less the number of those m that are
not in the group.  Other pieces may then stand where they like.

A tour has no end that places say, so the lemma does not hold of it.

Holds of all states.

J. Culberson and J. Schaeffer, Pattern databases (1998); R. E. Korf and A. Felner, Disjoint pattern
database heuristics, Artificial Intelligence 134 (2002).

Parameters: ``partitions``, a list of partitions, each a list of groups, each a text of the letters
of pieces.  Of pieces alike, the letters stand for their order in the packed state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from puzzleproof.models.drawing import shape_of
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.anchors import AnchorLayout, CellNumbers, lowest
from puzzleproof.models.sliding.rules import Pattern, SlidingPuzzle
from puzzleproof.verify.bounds import Budget, Parameters, check_names, full_list
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.piece_tables import Covered, Group, Home, group_table
from puzzleproof.verify.bounds.planes import NO_WAY
from puzzleproof.verify.labelling import NEVER

Pieces: TypeAlias = tuple[int, ...]
"""A group: places in a state."""
PLACEMENTS = 1 << 22
"""Of one group, at most: a table takes a few seconds."""
CELLS = 1 << 10
"""Of a board's bounding box, at most."""
GROUPS = 60
"""Of one bound, at most."""


class Draws(NamedTuple):
    """Each of these masks has one of these pieces, at the end."""

    pieces: Pieces
    masks: tuple[int, ...]


class PieceTable(NamedTuple):
    """What each piece of a group adds to the index of a state, by its mask; and the table."""

    adds: tuple[tuple[int, dict[int, int]], ...]
    table: bytes


def piece_groups(
    graph: LabelGraph, parameters: Parameters, budget: Budget
) -> Callable[[], PieceGroupsBound]:
    """The bound of these partitions; raises CertificateRejected where they are none."""
    puzzle = graph.puzzle
    if not isinstance(puzzle, SlidingPuzzle):
        raise CertificateRejected("a lemma about sliding blocks")
    layout = puzzle.anchors
    if layout is None:
        raise CertificateRejected("a tour has no end of which this lemma holds")
    if layout.cells > CELLS:
        raise CertificateRejected(f"a board of {layout.cells} cells: expected {CELLS} at most")
    check_names(parameters, "partitions")
    partitions = partitions_of(puzzle, parameters["partitions"])
    for pieces in dict.fromkeys(group for groups in partitions for group in groups):
        budget.take(_placements(layout, puzzle.names, pieces) * len(pieces))
    return partial(PieceGroupsBound, puzzle, layout, partitions)


def _placements(layout: AnchorLayout, names: Sequence[str], pieces: Pieces) -> int:
    size: int = layout.cells ** len(pieces)
    if size > PLACEMENTS:
        letters = "".join(names[piece] for piece in pieces)
        fault = f"{layout.cells} ** {len(pieces)} placements"
        raise CertificateRejected(f"group {letters!r}: {fault}, expected {PLACEMENTS:,} at most")
    return size


def partitions_of(puzzle: SlidingPuzzle, value: object) -> list[tuple[Pieces, ...]]:
    """Read partitions; raises CertificateRejected naming what is wrong."""
    found = [
        tuple(_pieces(puzzle, group) for group in full_list(partition, "a partition"))
        for partition in full_list(value, "'partitions'")
    ]
    if sum(map(len, found)) > GROUPS:
        raise CertificateRejected(f"{sum(map(len, found))} groups: expected {GROUPS} at most")
    for partition in found:
        pieces = [piece for group in partition for piece in group]
        for piece in pieces:
            if pieces.count(piece) > 1:
                name = puzzle.names[piece]
                raise CertificateRejected(f"piece {name!r} is twice in one partition")
    return found


def _pieces(puzzle: SlidingPuzzle, group: object) -> Pieces:
    if not isinstance(group, str) or not group:
        raise CertificateRejected(f"group {group!r}: expected the letters of some pieces")
    for name in group:
        if name not in puzzle.names:
            raise CertificateRejected(f"group {group!r}: no piece {name!r} on the board")
    return tuple(map(puzzle.names.index, group))


class PieceGroupsBound:
    """Tables of groups; a state is looked up in those of each partition, which add up."""

    def __init__(
        self,
        puzzle: SlidingPuzzle,
        layout: AnchorLayout,
        partitions: Sequence[Sequence[Pieces]],
    ) -> None:
        self._unpack = puzzle.unpack
        ends = ends_of(puzzle)
        tables = {
            pieces: _piece_table(puzzle, layout, pieces, ends)
            for pieces in dict.fromkeys(group for groups in partitions for group in groups)
        }
        self._partitions = [[tables[pieces] for pieces in groups] for groups in partitions]

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """The states of which no partition sums up to so many moves."""
        unpack, far, partitions = self._unpack, self._far, self._partitions
        return [
            number
            for number in numbers
            if not any(far(unpack(number), tables, moves) for tables in partitions)
        ]

    @staticmethod
    def _far(state: State, tables: Iterable[PieceTable], moves: int) -> bool:
        total = 0
        for adds, table in tables:
            index = 0
            for piece, add in adds:
                index += add[state[piece]]
            value = table[index]
            total += NEVER if value == NO_WAY else value
        return total >= moves


def _piece_table(
    puzzle: SlidingPuzzle, layout: AnchorLayout, pieces: Pieces, ends: Iterable[Sequence[Draws]]
) -> PieceTable:
    """The table of a group, and how to find a state in it."""
    kind_of = [k for k, number in enumerate(layout.pieces) for _ in range(number)]
    shapes = tuple(layout.shapes[kind_of[piece]] for piece in pieces)
    group = Group(layout.width, layout.cells, layout.classes, shapes)
    anchors = [_anchors(puzzle, piece) for piece in pieces]
    homes = [home_of(end, pieces, anchors) for end in ends]
    adds = tuple(
        (piece, {mask: anchor * layout.cells**k for mask, anchor in anchors[k].items()})
        for k, piece in enumerate(pieces)
    )
    return PieceTable(adds, group_table(group, homes))


def _anchors(puzzle: SlidingPuzzle, piece: int) -> dict[int, int]:
    """The number of the anchor of each resting place of a piece, by its mask."""
    numbers, shape = CellNumbers(puzzle.grid), shape_of(puzzle.drawn[puzzle.names[piece]])
    places = filter(puzzle.rests, puzzle.grid.translations(shape))
    return {mask: lowest(numbers.mask(mask)).bit_length() - 1 for mask in places}


# --- the end ------------------------------------------------------------------------------


def ends_of(puzzle: SlidingPuzzle) -> list[list[Draws]]:
    """What each goal draws."""
    return [list(_drawn(puzzle, pattern)) for pattern in puzzle.goal_patterns]


def _drawn(puzzle: SlidingPuzzle, pattern: Pattern) -> Iterator[Draws]:
    """Labelled pieces have their places; on each other place stands a piece of its shape.

    A labelled piece that has a place of its own stands on no other.
    """
    for piece, mask in pattern.labelled:
        yield Draws((piece,), (mask,))
    placed = {piece for piece, _ in pattern.labelled}
    by_shape = defaultdict[object, list[int]](list)
    for mask in pattern.shapes:
        by_shape[shape_of(puzzle.grid.cells_of(mask))].append(mask)
    for shape, masks in by_shape.items():
        alike = (k for k, name in enumerate(puzzle.names) if shape_of(puzzle.drawn[name]) == shape)
        yield Draws(tuple(k for k in alike if k not in placed), tuple(masks))


def home_of(end: Iterable[Draws], pieces: Pieces, anchors: Sequence[dict[int, int]]) -> Home:
    """What the end says of a group's pieces: how many of the places drawn they must have."""
    found = list[Covered]()
    for drawn in end:
        mine = tuple(k for k, piece in enumerate(pieces) if piece in drawn.pieces)
        least = len(drawn.masks) - (len(drawn.pieces) - len(mine))
        if mine and least > 0:
            found.append(Covered(mine, tuple(anchors[mine[0]][m] for m in drawn.masks), least))
    return found
