"""Sliding blocks as numbered facts: the places of each kind of piece, and the empty cells.

This belongs to the second formulation of the rules: it reads the drawings of an instance and calls
none of the move rules of `puzzleproof.models`.  A *kind* is a set of interchangeable pieces; a
*place* is a kind with a position of the corner of its bounding box, and stands for the cells
covered there.  Facts: ``K@r,c`` (a piece of kind K has its corner at row r, column c) and
``empty@r,c``.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from puzzleproof.encoders.task import Condition, FactCount, Operator, Task
from puzzleproof.models.drawing import STEPS, Cell, Drawing, corner, shape_of
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.instance import SlidingInstance

Cells: TypeAlias = frozenset[Cell]


@dataclass(frozen=True, slots=True)
class PieceKind:
    """Interchangeable pieces: name, shape at the origin, number, and permitted directions."""

    name: str
    shape: Cells
    number: int
    directions: str
    """Some letters of `STEPS`."""


class BlockFacts:
    """The numbered facts of an instance: one for each place and one for each empty cell.

    For single-cell slides the empty cells come first, and places where no piece may rest have facts
    too.
    """

    def __init__(self, puzzle: SlidingInstance, *, single_steps: bool) -> None:
        self.puzzle = puzzle
        self.board = frozenset(puzzle.board.cells())
        self.kinds = [_kind(puzzle, group) for group in puzzle.groups]
        self.number_empty = len(self.board) - sum(map(len, puzzle.drawn.values()))
        self._halfway = puzzle.drawn_halfway
        corners = list(product(*(sorted(set(some)) for some in zip(*self.board, strict=True))))
        self.fitting = [at for at in product(range(len(self.kinds)), corners) if self.fits(*at)]
        """(kind, corner) of each place, including places where no piece may rest."""
        places = [at for at in self.fitting if single_steps or self.rests(*at)]
        first_place, first_cell = (len(self.board), 0) if single_steps else (0, len(places))
        self.empty = {cell: fact for fact, cell in enumerate(sorted(self.board), first_cell)}
        """Cell -> the fact that it is empty."""
        self.places = {at: fact for fact, at in enumerate(places, first_place)}
        """(kind, corner) -> the fact that a piece stands there; kinds in the order of the rules."""
        self.covers = {fact: self.cells(k, at) for (k, at), fact in self.places.items()}
        """The fact of a place -> the cells covered there."""
        self._masks = {fact: puzzle.grid.mask(cells) for fact, cells in self.covers.items()}
        self._standing = {(k, self._masks[fact]): fact for (k, _), fact in self.places.items()}

    def cells(self, k: int, at: Cell) -> Cells:
        """Return the cells that a piece of a kind covers with this corner, on the board or not."""
        return frozenset((r + at[0], c + at[1]) for r, c in self.kinds[k].shape)

    def fits(self, k: int, at: Cell) -> bool:
        """Tell whether a piece of a kind with this corner is wholly on the board."""
        return self.cells(k, at) <= self.board

    def rests(self, k: int, at: Cell) -> bool:
        """Tell whether a piece may stay here: on whole cells, or half-way where it is so drawn."""
        size = self.puzzle.cell
        return (at[0] % size == 0 and at[1] % size == 0) or self.cells(k, at) in self._halfway

    def steps(self, k: int, at: Cell) -> Iterator[tuple[Cell, str]]:
        """Yield (corner, direction) of each place that is one slide away."""
        for letter in self.kinds[k].directions:
            down, right = STEPS[letter]
            to = (at[0] + down, at[1] + right)
            if self.fits(k, to):
                yield to, letter

    def displacement(self, k: int, at: Cell, to: Cell, swept: Cells) -> Operator:
        """Build the operator that moves a piece from one corner to another over the swept cells."""
        source, target = self.places[k, at], self.places[k, to]
        here, there = self.covers[source], self.covers[target]
        return Operator(
            name=f"{self.kinds[k].name}:{at[0]},{at[1]}>{to[0]},{to[1]}",
            requires=self._all_empty(swept - here) | {source},
            deletes=self._all_empty(there - here) | {source},
            adds=self._all_empty(here - there) | {target},
            rests=self.rests(k, to),
        )

    def task(self, operators: Iterable[Operator]) -> Task:
        """Build the task of the instance with the given operators."""
        puzzle = self.puzzle
        names = {fact: f"{self.kinds[k].name}@{r},{c}" for (k, (r, c)), fact in self.places.items()}
        names |= {fact: f"empty@{r},{c}" for (r, c), fact in self.empty.items()}
        drawn = ((k, puzzle.drawn[n]) for k, group in enumerate(puzzle.groups) for n in group)
        return Task(
            name=puzzle.info.name,
            facts=tuple(names[fact] for fact in range(len(names))),
            groups=self._groups(),
            counts=tuple(self._counts()),
            movers=frozenset(self.covers),
            start=self._with_empty(self.places[k, corner(cells)] for k, cells in drawn),
            operators=tuple(operators),
            goals=tuple(map(self._condition, puzzle.goals)),
            stops=tuple(map(self._condition, puzzle.tour)),
            in_sequence=puzzle.tour_order == "sequence",
        )

    def state(self, facts: frozenset[int]) -> State:
        """Return the masks of the pieces; the facts have the order of the pieces in the rules."""
        return tuple(self._masks[fact] for fact in sorted(facts) if fact in self._masks)

    def inverse(self, state: State) -> list[frozenset[int]]:
        """Return a list of a state's only set of facts; the state has a mask for each piece."""
        kinds = (k for k, kind in enumerate(self.kinds) for _ in range(kind.number))
        pieces = zip(kinds, state, strict=True)
        return [self._with_empty(self._standing[piece] for piece in pieces)]

    def _groups(self) -> tuple[tuple[int, ...], ...]:
        """Return a group for each cell: it is empty, or covered by exactly one piece."""
        on: dict[Cell, list[int]] = {cell: [] for cell in self.empty}
        for fact, cells in self.covers.items():
            for cell in cells:
                on[cell].append(fact)
        return tuple((*facts, self.empty[cell]) for cell, facts in on.items())

    def _counts(self) -> Iterator[FactCount]:
        """Yield the constant numbers: of the pieces of each kind, and of the empty cells."""
        for k, kind in enumerate(self.kinds):
            facts = tuple(fact for (j, _), fact in self.places.items() if j == k)
            yield FactCount(kind.name, facts, kind.number)
        yield FactCount("empty", tuple(self.empty.values()), self.number_empty)

    def _condition(self, drawing: Drawing) -> Condition:
        """Return a drawing's condition: at each place its labelled piece, or any of its shape."""
        clauses = list[tuple[int, ...]]()
        for name, cells in drawing.pieces().items():
            kinds = (k for k, kind in enumerate(self.kinds) if kind.shape == shape_of(cells))
            if self.puzzle.is_labelled(name):
                kinds = (k for k in kinds if self.kinds[k].name == name)
            clauses.append(tuple(self.places[k, corner(cells)] for k in kinds))
        return tuple(clauses)

    def _all_empty(self, cells: Iterable[Cell]) -> frozenset[int]:
        return frozenset(self.empty[cell] for cell in cells)

    def _with_empty(self, standing: Iterable[int]) -> frozenset[int]:
        """Return the given places of pieces, with the facts that all other cells are empty."""
        pieces = frozenset(standing)
        covered = frozenset[Cell]().union(*(self.covers[fact] for fact in pieces))
        return pieces | self._all_empty(self.board - covered)


def _kind(puzzle: SlidingInstance, group: tuple[str, ...]) -> PieceKind:
    """Return a kind; it moves along its own axis if given or, if moves are locked, lengthwise."""
    shape = shape_of(puzzle.drawn[group[0]])
    tall = max(r for r, _ in shape) + 1 > puzzle.cell
    wide = max(c for _, c in shape) + 1 > puzzle.cell
    letters = "NS" if tall else "EW"
    if not puzzle.axis_locked or tall == wide:
        letters = "NESW"
    letters = dict(puzzle.axes).get(group[0], letters)
    return PieceKind("".join(group), shape, len(group), letters)
