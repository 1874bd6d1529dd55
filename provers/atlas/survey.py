"""The survey of one piece set: all its placements, and the hardest start of each component.

Free pieces: the exact cover and the flood of `explore.graph`, once for each way to lay the walls.
Bars locked to their lines: one graph for each traffic (`explore.atlas.lines`).  Components that a
symmetry of board, goal and set maps to one another count as one *class*, and have one hardest
start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.atlas.layouts import placements
from puzzleproof.explore.atlas.lines import traffics
from puzzleproof.explore.atlas.packings import Blocks
from puzzleproof.explore.atlas.stock import (
    NAMES,
    WALL,
    Arrangement,
    HardStart,
    PieceSet,
    Place,
    Shape,
    cells_of,
    is_wall,
    place_of,
    placed,
)
from puzzleproof.explore.graph.distances import Distances, distances
from puzzleproof.explore.graph.whole import whole_graph
from puzzleproof.models.drawing import Drawing, Grid
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import Info, State
from puzzleproof.models.sliding.goals import Stock, completions, placement
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.packed_task import packed_task_of, state_of

SOURCE = "puzzleproof atlas"
TRIES = 200_000
"""Choices that are tried before a packing is given up."""


@dataclass(slots=True)
class SetSurvey:
    """The figures of a piece set in a metric."""

    states: int = 0
    components: int = 0
    with_goal: int = 0
    """The number of components that contain a goal."""
    minima: Counter[int] = field(default_factory=Counter[int])
    """Moves of the hardest start -> components with a goal."""
    starts: list[HardStart] = field(default_factory=list[HardStart])
    """The hardest starts, one of each class, hardest first."""
    kept: int = 0
    """How many starts were to be kept."""
    classes_left_out: bool = False

    @property
    def hardest(self) -> int | None:
        """Moves of the hardest start; None if no placement reaches a goal."""
        return max(self.minima, default=None)


def survey_blocks(blocks: Blocks) -> SetSurvey:
    """Survey packings: a start of each number of pieces; ``states`` may end a puzzle."""
    starts = blocks.records()
    minima = Counter(one.moves for one in starts)
    return SetSurvey(states=blocks.ends(), minima=minima, starts=starts)


def survey_set(piece_set: PieceSet, metric: str, kept: int) -> SetSurvey:
    """Survey a piece set; keep the ``kept`` hardest starts, one of a class."""
    found = _Survey(piece_set, kept)
    if piece_set.locked:
        for traffic in traffics(piece_set, metric):
            depths = distances(traffic.rows, traffic.goals(piece_set))
            states, arrangement = traffic.states, traffic.arrangement
            found.add(traffic.firsts, depths, lambda v: arrangement(states[v]))  # noqa: B023
        return found.end()
    rows, columns = piece_set.size
    grid = Grid(rows, columns, frozenset(product(range(rows), range(columns))))
    for walls in _walls(piece_set, grid) if placements(piece_set) else ():
        puzzle = _some_placement(piece_set, grid, walls, metric)
        if puzzle is not None:
            _add_graph(found, puzzle, walls)
    return found.end()


def _add_graph(found: _Survey, puzzle: SlidingPuzzle, walls: list[Place]) -> None:
    """Add all placements of the pieces beside some walls."""
    grounding = ground_single_steps(puzzle)
    task = packed_task_of(grounding, symmetries=False)
    graph = whole_graph(task)

    def place(vertex: int) -> Arrangement:
        return arrangement_of(puzzle, state_of(grounding, task, graph.states[vertex]), walls)

    found.add(graph.firsts, distances(graph.rows, graph.goals()), place)


class _Survey:
    """The hardest starts met so far, one of a class."""

    def __init__(self, piece_set: PieceSet, kept: int) -> None:
        self.set, self.found = piece_set, SetSurvey(kept=kept)
        self.classes = dict[Arrangement, HardStart]()
        self.least = 1
        """The least number of moves of a start that may still be kept."""

    def add(
        self, firsts: list[int], depths: Distances, arrangement: Callable[[int], Arrangement]
    ) -> None:
        """Add a graph, whose components begin at ``firsts``; ``depths`` are distances to a goal."""
        found = self.found
        found.states += len(depths)
        found.components += len(firsts)
        for first, last in zip(firsts, [*firsts[1:], len(depths)], strict=True):
            if depths[first] is None:  # all states of a component reach a goal, or none
                continue
            here = depths[first:last]
            moves = max(depth for depth in here if depth is not None)
            found.with_goal += 1
            found.minima[moves] += 1
            if moves >= self.least:
                far = [first + k for k, depth in enumerate(here) if depth == moves]
                self._keep(moves, len(here), map(arrangement, far), len(far))

    def _keep(self, moves: int, size: int, places: Iterable[Arrangement], number: int) -> None:
        start = min(map(self.set.canonical, places))
        self.classes.setdefault(start, HardStart(moves, size, number, start))
        if len(self.classes) > 2 * self.found.kept + 100:
            self._trim()

    def _trim(self) -> None:
        """Forget the starts that are too easy."""
        ordered = sorted(self.classes.values(), key=lambda one: (-one.moves, one.arrangement))
        self.found.classes_left_out |= len(ordered) > self.found.kept
        kept = ordered[: self.found.kept]
        self.classes = {one.arrangement: one for one in kept}
        if kept and len(kept) == self.found.kept:
            self.least = kept[-1].moves

    def end(self) -> SetSurvey:
        """The survey, with the starts in order."""
        self._trim()
        self.found.starts = list(self.classes.values())
        return self.found


# --- piece sets as puzzles -----------------------------------------------------------------


def _walls(piece_set: PieceSet, grid: Grid) -> list[list[Place]]:
    """Every way to lay the walls of a set, no two on one cell and none at the goal."""
    walls = {shape: number for shape, number in piece_set.others if number and is_wall(shape)}
    if not walls:
        return [[]]
    goal = grid.mask(cells_of(placed(*piece_set.goal, piece_set.block)))
    ways = completions(grid.all & ~goal, _kinds(grid, walls), {}, (), most=TRIES)
    if ways is None:
        raise LimitReached(f"more than {TRIES:,} ways to lay the walls")
    return [_places(grid, walls, way) for way in ways]


def _some_placement(
    piece_set: PieceSet, grid: Grid, walls: list[Place], metric: str
) -> SlidingPuzzle | None:
    """The pieces packed somehow beside walls, as a puzzle; None where they do not fit."""
    pieces = Counter({piece_set.block: 1})
    pieces.update({shape: n for shape, n in piece_set.others if n and not is_wall(shape)})
    cells = grid.all & ~grid.mask(cell for wall in walls for cell in cells_of(wall))
    chance = Random(0)  # noqa: S311  any placement will do
    state = placement(chance, cells, _kinds(grid, pieces), TRIES)
    if state is None:
        return None  # a search that gave up is noticed: the survey has too few states
    block, *others = _places(grid, pieces, state)
    return puzzle_of(piece_set, (block, *sorted((*others, *walls))), metric, Info())


def _kinds(grid: Grid, numbers: Mapping[Shape, int]) -> list[Stock]:
    """How many pieces there are of each shape, and where one may be on the empty board."""
    return [
        Stock(kind, number, tuple(grid.translations(cells_of(placed(0, 0, shape)))))
        for kind, (shape, number) in enumerate(numbers.items())
    ]


def _places(grid: Grid, numbers: Mapping[Shape, int], state: State) -> list[Place]:
    """The places of these pieces, shape by shape."""
    shapes = (shape for shape, number in numbers.items() for _ in range(number))
    return [
        place_of(grid.cells_of(mask), WALL if is_wall(shape) else "x")
        for shape, mask in zip(shapes, state, strict=True)
    ]


def puzzle_of(
    piece_set: PieceSet, arrangement: Arrangement, metric: str, info: Info
) -> SlidingPuzzle:
    """An arrangement as a puzzle; raises Unsupported for more pieces than there are letters."""
    if piece_set.pieces > len(NAMES):
        raise Unsupported(f"{count(piece_set.pieces, 'piece')}: expected {len(NAMES)} at most")
    return SlidingPuzzle(
        info=info,
        metric=metric,
        board=Drawing(piece_set.drawing(arrangement), "board"),
        goals=(Drawing(piece_set.goal_drawing(arrangement), "goal"),),
        labelled=NAMES[0],
        axis_locked=piece_set.locked,
    )


def start_puzzle(piece_set: PieceSet, start: HardStart, metric: str, title: str) -> SlidingPuzzle:
    """A hardest start as an instance, whose note says what the survey claims of it."""
    alike = f"one of {start.farthest:,} such states" if start.farthest > 1 else "no other is as far"
    among = f"packings of {count(piece_set.pieces, 'piece')} with the block in this corner"
    if start.component is not None:
        among = f"{count(start.component, 'state')} of its component"
    note = (
        f"of the {among} the farthest from a goal: "
        f"{count(start.moves, 'move')} (metric {metric}), {alike}; claimed by one search"
    )
    info = Info(name=title, source=SOURCE, note=note)
    return puzzle_of(piece_set, start.arrangement, metric, info)


def arrangement_of(puzzle: SlidingPuzzle, state: State, walls: Sequence[Place] = ()) -> Arrangement:
    """Where the pieces and the walls stand, the labelled one first."""
    places = {
        name: place_of(puzzle.grid.cells_of(mask))
        for name, mask in zip(puzzle.names, state, strict=True)
    }
    block = places.pop(NAMES[0])
    return (block, *sorted((*places.values(), *walls)))
