"""Additive pattern databases of sliding blocks: add up the fewest moves by disjoint groups.

*Claim.*  Let the groups of one partition have no piece in common.  For each group, lift all other
pieces off the board (walls stay), and let V be the fewest moves that take the group's pieces from
where they stand to where the goal has them.  Then a plan has at least as many moves as the sum of
the V.

*Proof.*  Every move moves one piece, which is in at most one group.  Leave all moves of other
pieces out of a plan.  The remaining moves are legal with the group alone on the board: each piece
passes the places that it passed before, and the group's other pieces stand where they stood, so the
way is free.  In every metric each such move is still one move.  At the end the group's pieces stand
where the goal has them.  So the group makes at least V moves, and no move is counted twice.  q.e.d.

*Pieces alike.*  States do not distinguish pieces of one kind.  But a state lists them in an order,
which can serve as their names, and each piece can be followed along the plan.  So a group may have
any of these pieces.  Suppose that the goal draws n places of one shape, that m pieces may stand
there, and that r of these m pieces are not in the group.  Then the group's pieces stand on at least
n - r of the places, wherever the other pieces stand.

The lemma holds for all states.  It does not apply to a tour, which has stops, and no goal.

J. Culberson and J. Schaeffer, Pattern databases (1998); R. E. Korf and A. Felner, Disjoint pattern
database heuristics, Artificial Intelligence 134 (2002).

Parameters: ``partitions``, a list of partitions, each a list of groups, each a text of the letters
of pieces.  The letters of pieces that are alike follow the order of the packed state.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from puzzleproof.models.budget import spend
from puzzleproof.models.drawing import Pattern, shape_of
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.anchors import AnchorLayout, MoveClass, ShapeAnchors, anchors_of
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bounds import NEVER, Parameters, check_names, partitions_of
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.planes import CAP, NO_WAY, Placements, as_bytes, give, union

Pieces: TypeAlias = tuple[int, ...]
"""A group: the indices of its pieces in a state."""
PLACEMENTS = 1 << 22
"""Limit on the placements of one group; a table of this size takes a few seconds."""
CELLS = 1 << 10
"""Limit on the cells of a board's bounding box."""


class Draws(NamedTuple):
    """A condition of a goal: each of these masks is covered by one of these pieces."""

    pieces: Pieces
    masks: tuple[int, ...]


class PieceTable(NamedTuple):
    """``adds``: (piece, mask -> its part of a state's index); ``table``: index -> fewest moves."""

    adds: tuple[tuple[int, dict[int, int]], ...]
    table: bytes


def piece_groups(
    graph: LabelGraph, parameters: Parameters
) -> tuple["Callable[[], PieceGroupsBound]", int]:
    """Prepare a bound by partitions, and count its entries; raises CertificateRejected."""
    puzzle = graph.puzzle
    if not isinstance(puzzle, SlidingPuzzle):
        raise CertificateRejected("this lemma holds only for sliding blocks")
    layout = anchors_of(puzzle)
    if layout is None:
        raise CertificateRejected("this lemma does not hold for a tour")
    if layout.cells > CELLS:
        raise CertificateRejected(f"a board of {layout.cells} cells: expected {CELLS} at most")
    check_names(parameters, "partitions")
    partitions = partitions_of(
        parameters["partitions"],
        "groups",
        partial(_pieces, puzzle),
        lambda piece: f"piece {puzzle.names[piece]!r}",
    )
    groups = dict.fromkeys(group for groups in partitions for group in groups)
    entries = sum(_placements(layout, puzzle.names, pieces) * len(pieces) for pieces in groups)
    return partial(PieceGroupsBound, puzzle, layout, partitions), entries


def _placements(layout: AnchorLayout, names: Sequence[str], pieces: Pieces) -> int:
    size: int = layout.cells ** len(pieces)
    if size > PLACEMENTS:
        letters = "".join(names[piece] for piece in pieces)
        fault = f"{layout.cells} ** {len(pieces)} placements"
        raise CertificateRejected(f"group {letters!r}: {fault}, expected {PLACEMENTS:,} at most")
    return size


def _pieces(puzzle: SlidingPuzzle, group: object) -> Pieces:
    if not isinstance(group, str) or not group:
        raise CertificateRejected(f"group {group!r}: expected the letters of some pieces")
    for name in group:
        if name not in puzzle.names:
            raise CertificateRejected(f"group {group!r}: no piece {name!r} on the board")
    return tuple(map(puzzle.names.index, group))


class PieceGroupsBound:
    """The tables of the groups; for each partition the values of a state are added up."""

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
        """Return the states for which the sum of each partition is less than ``moves``."""
        unpack, far, partitions = self._unpack, self._far, self._partitions
        numbers = list(numbers)
        spend(len(numbers) * sum(map(len, partitions)) // 4)
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
    """Return the table of a group, and how to find a state in it."""
    kind_of = [k for k, number in enumerate(layout.pieces) for _ in range(number)]
    shapes = [layout.shapes[kind_of[piece]] for piece in pieces]
    anchors = [
        dict(zip(puzzle.places[piece], (a.bit_length() - 1 for a in shape.resting), strict=True))
        for piece, shape in zip(pieces, shapes, strict=True)
    ]
    """For each piece: its mask -> the number of its anchor."""
    homes = [home_of(end, pieces, anchors) for end in ends]
    adds = tuple(
        (piece, {mask: anchor * layout.cells**k for mask, anchor in anchors[k].items()})
        for k, piece in enumerate(pieces)
    )
    table = group_table(layout.width, layout.cells, layout.classes, shapes, homes)
    return PieceTable(adds, table)


# --- the end ------------------------------------------------------------------------------


def ends_of(puzzle: SlidingPuzzle) -> list[list[Draws]]:
    """List for each goal what it draws."""
    return [list(_drawn(puzzle, pattern)) for pattern in puzzle.goal_patterns]


def _drawn(puzzle: SlidingPuzzle, pattern: Pattern) -> Iterator[Draws]:
    """Yield the places of labelled pieces; each other place takes any other piece of its shape."""
    for piece, mask in pattern.labelled:
        yield Draws((piece,), (mask,))
    placed = {piece for piece, _ in pattern.labelled}
    by_shape = defaultdict[object, list[int]](list)
    for mask in pattern.shapes:
        by_shape[shape_of(puzzle.grid.cells_of(mask))].append(mask)
    for shape, masks in by_shape.items():
        alike = (k for k, name in enumerate(puzzle.names) if shape_of(puzzle.drawn[name]) == shape)
        yield Draws(tuple(k for k in alike if k not in placed), tuple(masks))


def home_of(end: Iterable[Draws], pieces: Pieces, anchors: Sequence[dict[int, int]]) -> "Home":
    """Say what a goal demands of a group's pieces: on how many drawn places they must stand."""
    found = list[Covered]()
    for drawn in end:
        mine = tuple(k for k, piece in enumerate(pieces) if piece in drawn.pieces)
        least = len(drawn.masks) - (len(drawn.pieces) - len(mine))
        if mine and least > 0:
            found.append(Covered(mine, tuple(anchors[mine[0]][m] for m in drawn.masks), least))
    return found


# --- the fewest moves of a group that bring it home, for all placements at once -------------
#
# All other pieces are lifted off the board.  A *placement* says on which cells of the bounding box
# the anchors (`puzzleproof.models.sliding.anchors`) of the pieces of the group are.  One move, as
# the metric counts it, takes one piece past the group's other pieces.
#
# A step of a piece shifts a whole set of placements (`puzzleproof.verify.bounds.planes`).  One mask
# has the placements that the step may enter, another the placements in which no two pieces overlap.
# No carry into another digit survives the masks: a step east enters no anchor in the first column,
# and so on.  Moves can be undone, so a breadth-first search from the goal finds all distances to
# the goal.


class Covered(NamedTuple):
    """Demands that pieces, which are alike, stand on at least ``least`` of some anchors."""

    pieces: tuple[int, ...]
    """The pieces' indices in the group."""
    anchors: tuple[int, ...]
    least: int


Home: TypeAlias = Sequence[Covered]
"""The placements that meet all of these demands."""


def group_table(
    width: int,
    cells: int,
    classes: Sequence[MoveClass],
    pieces: Sequence[ShapeAnchors],
    homes: Iterable[Home],
) -> bytes:
    """Return for each placement the fewest moves to a placement of one of the ``homes``.

    The bounding box has ``cells`` cells, ``width`` in a row; moves are those of the ``classes``.
    Each placement has a byte: a number up to `CAP`, or `NO_WAY` if no moves lead home.
    """
    search = _Search(width, cells, classes, pieces)
    here = union(map(search.home, homes))
    planes, known, depth = [0] * 8, 0, 0
    while here and depth < CAP:
        give(planes, depth, here)
        known |= here
        here = search.after_moves(here) & ~known
        depth += 1
    give(planes, CAP if here else NO_WAY, search.all ^ known)
    return as_bytes(planes, search.size)


class _Search(Placements):
    """The masks of a group, and its moves on sets of placements."""

    def __init__(
        self,
        width: int,
        cells: int,
        classes: Sequence[MoveClass],
        pieces: Sequence[ShapeAnchors],
    ) -> None:
        super().__init__(cells, len(pieces))
        self._classes, self._pieces = classes, pieces
        self._steps = {"N": -width, "E": 1, "S": width, "W": -1}
        self._apart: int = self.all & ~self._overlapping()
        """Placements in which no two pieces overlap."""
        self._entered = [
            {letter: self.within(k, shape.entered[letter]) & self._apart for letter in self._steps}
            for k, shape in enumerate(pieces)
        ]
        self._rests = [self.within(k, shape.rests) for k, shape in enumerate(pieces)]

    def _overlapping(self) -> int:
        """Return the placements in which some cell is covered twice."""
        found = 0
        for cell in range(self.cells if len(self.places) > 1 else 0):
            once = 0
            for piece, shape in enumerate(self._pieces):
                covering = self.within(piece, self._covering(shape, cell))
                found |= once & covering
                once |= covering
        return found

    def _covering(self, shape: ShapeAnchors, cell: int) -> int:
        """Return the anchors from which a shape covers a cell."""
        offsets = (0, *shape.offsets)
        return sum(1 << cell - offset for offset in offsets if offset <= cell)

    def home(self, home: Home) -> int:
        """Return the placements with all pieces at rest that meet all demands of ``home``."""
        found = self._apart
        for rests in self._rests:
            found &= rests
        for covered in home:
            found &= self._covered(covered)
        return found

    def _covered(self, covered: Covered) -> int:
        """Return the placements that meet one demand."""
        counted = [self.all] + [0] * covered.least
        for anchor in covered.anchors:
            one = union(self.within(k, 1 << anchor) for k in covered.pieces)
            for number in range(covered.least, 0, -1):
                counted[number] |= counted[number - 1] & one
        return counted[covered.least]

    def after_moves(self, here: int) -> int:
        """Return the placements one move after ``here``, and perhaps some of ``here`` too."""
        found = 0
        for piece, rests in enumerate(self._rests):
            for letters, most in self._classes:
                found |= self._slid(here, piece, letters, most) & rests
        return found

    def _slid(self, here: int, piece: int, letters: str, most: int) -> int:
        """Return the placements after up to ``most`` steps of a piece (0: any number of steps)."""
        seen = fresh = here
        steps = 0
        while fresh and (not most or steps < most):
            fresh = union(self._one_step(fresh, piece, letters)) & ~seen
            seen |= fresh
            steps += 1
        return seen

    def _one_step(self, here: int, piece: int, letters: str) -> Iterator[int]:
        for letter in letters:
            yield self.moved(here, piece, self._steps[letter]) & self._entered[piece][letter]
