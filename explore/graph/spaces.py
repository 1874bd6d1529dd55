"""The states of each family, for graphs: all configurations, an order, symmetries.

Of a tour only the placements count, not the stops visited.  A *symmetry* is a reflection or
rotation of the board that keeps the moves, whether or not it keeps start and goals.  A subclass of
`Space` proposes symmetries of the board; those that do not keep the single steps are dropped.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, product
from operator import itemgetter
from typing import Any, Generic, TypeAlias, TypeVar

from puzzleproof.explore.pegs.jumps import symmetries_of
from puzzleproof.models.capabilities import goal_states, lists_placements, placements
from puzzleproof.models.drawing import Cell, shape_of
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import GOALS_LISTED, AnyPuzzle, State
from puzzleproof.models.sliding.anchors import anchors_of
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.symmetries import board_symmetries
from puzzleproof.models.tiles.slides import SlidingTiles

RUN = 8
"""The number of places in a run; a table has the image of each set of places of the run."""
P = TypeVar("P", bound=AnyPuzzle)
Image: TypeAlias = Callable[[State], State]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry of the board."""

    name: str
    image: Image
    """The image of a state."""
    keeps_goals: bool
    """Whether it maps goals to goals, so that it keeps distances to the goal."""


@dataclass(frozen=True, slots=True)
class SlidingSymmetry(Symmetry):
    """A symmetry that maps the places of each kind of pieces to the places of some kind."""

    numbers: tuple[int, ...]
    """The number of pieces of each kind."""
    becomes: tuple[int, ...]
    """For each kind of pieces the kind of its image."""
    ranks: tuple[tuple[int, ...], ...]
    """For each kind: rank of a resting place -> rank of its image."""


class Space(Generic[P]):
    """The states of a puzzle; a family with symmetries or an `order` of its own has a subclass."""

    def __init__(self, puzzle: P) -> None:
        self.puzzle = puzzle
        """The puzzle, without the stops of a tour."""
        self.tour = False
        """Whether the puzzle was a tour, which has no goals."""

    def configurations(self, limit: int | None = None) -> Sequence[State]:
        """List every state once, reachable or not; raises LimitReached beyond ``limit``."""
        if not lists_placements(self.puzzle):
            family = self.puzzle.family
            raise Unsupported(f"family {family!r} cannot list all placements: expected --reachable")
        found = placements(self.puzzle, sys.maxsize if limit is None else limit)
        if found is None:
            raise LimitReached(f"more than {limit} configurations")
        return found

    def placed(self, state: State) -> State:
        """Return a state of the original puzzle without the stops visited."""
        return state[:-1] if self.tour else state

    def order(self, state: State) -> Any:
        """Return the key by which the least of some states is chosen: the packed number."""
        return self.puzzle.pack(state)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board."""
        goals = set(goal_states(self.puzzle, GOALS_LISTED) or ())
        images = self._images()
        return tuple(Symmetry(name, to, set(map(to, goals)) == goals) for name, to in images)

    def _images(self) -> Iterator[tuple[str, Image]]:
        """Yield the name of each symmetry, and a function from states to their images."""
        return iter(())


def _of_sets(images: Sequence[int]) -> Callable[[int], int]:
    """Return a function from sets of places to their images, given the image of each place."""
    tables = list[list[int]]()
    for first in range(0, len(images), RUN):
        table = [0]
        for to in images[first : first + RUN]:
            table += [one | 1 << to for one in table]
        tables.append(table)

    def image(places: int) -> int:
        found = 0
        for table in tables:
            found |= table[places & (1 << RUN) - 1]
            places >>= RUN
        return found

    return image


def _of_masks(image: Callable[[int], int], exchange: int = 0) -> Image:
    """Return a function from states (masks) to images; ``exchange`` exchanges the two kinds."""
    return lambda state: tuple(map(image, state))[:: -1 if exchange else 1]


class PegSpace(Space[PegPuzzle]):
    """The states of peg solitaire: pegs in any of the holes."""

    def __init__(self, puzzle: PegPuzzle) -> None:
        """Raise Unsupported if the number of pegs to be left is unknown, or for too many goals."""
        super().__init__(puzzle)
        self.goals = puzzle.goals

    def configurations(self, limit: int | None = None) -> Sequence[State]:
        """List every set of pegs."""
        holes = len(self.puzzle.board.holes)
        if limit is not None and 1 << holes > limit:
            raise LimitReached(f"more than {limit} configurations")
        return [(pegs,) for pegs in range(1 << holes)]

    def order(self, state: State) -> Any:
        """Return the sort key: the empty holes."""
        return -state[0]

    def _images(self) -> Iterator[tuple[str, Image]]:
        for name, images in symmetries_of(self.puzzle.board):
            yield name, _of_masks(_of_sets(images))


class FrogSpace(Space[FrogsPuzzle]):
    """The states of frogs and toads; a symmetry may exchange the two kinds."""

    def order(self, state: State) -> Any:
        """Return the sort key: the empty cells, then the toads."""
        frogs, toads = state
        return -(frogs | toads), toads

    def _images(self) -> Iterator[tuple[str, Image]]:
        cells = self.puzzle.cells
        identity: tuple[str, Mapping[Cell, Cell]] = "", {cell: cell for cell in cells}
        steps = set(self._steps())
        for exchange, (name, image_of) in product((0, 1), (identity, *board_symmetries(cells))):
            moved = {(kind ^ exchange, image_of[a], image_of[b]) for kind, a, b in steps}
            if moved == steps and (name or exchange):
                to = _of_sets([cells.index(image_of[cell]) for cell in cells])
                words = filter(None, (name, "kinds exchanged" * exchange))
                yield ", ".join(words), _of_masks(to, exchange)

    def _steps(self) -> Iterator[tuple[int, Cell, Cell]]:
        """Yield (kind, cell, next cell) for each direction in which the kind may move."""
        back = (1, -1) if self.puzzle.backward else (1,)
        cells = set(self.puzzle.cells)
        for kind, sense, (row, column) in product((0, 1), back, cells):
            for down, right in ((0, 1), (1, 0)):
                by = -sense if kind else sense
                if (to := (row + by * down, column + by * right)) in cells:
                    yield kind, (row, column), to


class TileSpace(Space[SlidingTiles]):
    """The states of sliding tiles; symmetries keep the labels of the tiles."""

    def order(self, state: State) -> Any:
        """Return the sort key: the cells of the labels, from the highest label to the lowest."""
        return tuple(sorted(range(len(state)), key=state.__getitem__, reverse=True))

    def _images(self) -> Iterator[tuple[str, Image]]:
        cells = list(product(range(self.puzzle.rows), range(self.puzzle.columns)))
        for name, image_of in board_symmetries(cells):
            source = {image: cells.index(cell) for cell, image in image_of.items()}
            yield name, itemgetter(*map(source.__getitem__, cells))


class SlidingSpace(Space[SlidingPuzzle]):
    """The states of sliding pieces; a symmetry may map one kind of pieces to another kind."""

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        tour = puzzle.tour
        super().__init__(replace(puzzle, tour=(), halfway=(*puzzle.halfway, *tour)))
        self.tour = bool(tour)

    def order(self, state: State) -> Any:
        """Return the sort key: the places of the pieces, from the last piece to the first."""
        return state[::-1]

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that keep the single steps of all pieces."""
        board = board_symmetries(self.puzzle.grid.cells)
        found = (_sliding(self.puzzle, name, image_of) for name, image_of in board)
        return tuple(one for one in found if one is not None)


def _sliding(
    puzzle: SlidingPuzzle, name: str, image_of: Mapping[Cell, Cell]
) -> SlidingSymmetry | None:
    """Return the symmetry of this name; None if some place or step of a piece has no image."""
    grid, kinds = puzzle.grid, range(len(puzzle.groups))
    places = [grid.translations(shape_of(puzzle.drawn[group[0]])) for group in puzzle.groups]
    moved = {
        place: grid.mask(map(image_of.__getitem__, grid.cells_of(place)))
        for place in chain.from_iterable(places)
    }

    def seen(kind: int, image: Callable[[int], int]) -> object:
        """Return the number of pieces, and place's image -> (may a piece rest, steps' images)."""
        steps, rests = puzzle.steps_of_kinds[kind], puzzle.rests
        table = {image(p): (rests(p), set(map(image, steps(p).values()))) for p in places[kind]}
        return len(puzzle.groups[kind]), table

    here, there = ([seen(kind, to) for kind in kinds] for to in (int, moved.__getitem__))
    becomes = {kind: kind for kind in kinds if there[kind] == here[kind]}
    for kind, other in product(kinds, kinds):
        free = kind not in becomes and other not in becomes.values()
        if free and there[kind] == here[other]:
            becomes[kind] = other
    if len(becomes) < len(kinds):
        return None
    resting = puzzle.places_of_kinds
    ranks = tuple(
        tuple(map(resting[becomes[k]].index, map(moved.__getitem__, resting[k]))) for k in kinds
    )
    labelled = {k for k, group in enumerate(puzzle.groups) if any(map(puzzle.is_labelled, group))}
    if any(becomes[kind] != kind for kind in labelled):
        name = f"{name}, labels exchanged"
    layout = anchors_of(puzzle)
    assert layout is not None, "no tour"
    goals = {frozenset(map(frozenset, goal)) for goal in layout.goals}
    turned = {
        frozenset(frozenset((becomes[k], ranks[k][rank]) for k, rank in one) for one in goal)
        for goal in goals
    }

    def of(state: State) -> State:
        found = {becomes[k]: sorted(map(moved.__getitem__, state[puzzle.kinds[k]])) for k in kinds}
        return tuple(chain.from_iterable(map(found.__getitem__, kinds)))

    to = tuple(map(becomes.__getitem__, kinds))
    return SlidingSymmetry(name, of, turned == goals, layout.pieces, to, ranks)


SPACES: dict[str, Callable[[Any], Space[Any]]] = {
    "alike-tiles": TileSpace,
    "frogs": FrogSpace,
    "pegs": PegSpace,
    "sliding": SlidingSpace,
    "tiles": TileSpace,
}
"""Family -> its subclass of `Space`; other families use `Space` itself."""


def space_of(puzzle: AnyPuzzle) -> Space[Any]:
    """Return the states of a puzzle; raises Unsupported if its family has no state graph."""
    if puzzle.explored_by == "stacks":
        raise Unsupported(f"family {puzzle.family!r} has no graph of single steps")
    return SPACES.get(puzzle.family, Space)(puzzle)
