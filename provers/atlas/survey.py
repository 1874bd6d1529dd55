"""The survey of one piece set, as a job: all states, and each component's hardest start.

The survey builds the graph of all states in arrays, once for each way to lay the walls.  A block
that is locked to the line of its goal always stands in this line.  Components that a symmetry of
board, goal and set maps to one another count as one *class*, and have one hardest start.

A survey is a claim, whoever made it.  The check is only that the number of states is right, and
that every start is a state of the set.  The hardest starts are proven afterwards.
"""

import hashlib
import json
import platform
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any, TypeAlias

import numpy as np

from puzzleproof.explore.atlas.layouts import may_stand, placements
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
from puzzleproof.explore.conditions import ANYTHING, Condition
from puzzleproof.explore.graph.arrays import ArrayGraph, graph_of, listed
from puzzleproof.explore.graph.net import NONE
from puzzleproof.explore.graph.spaces import SlidingSpace
from puzzleproof.explore.graph.starts import About, Statistics
from puzzleproof.models.arrays.sliding import sliding_board
from puzzleproof.models.drawing import Drawing, Grid
from puzzleproof.models.errors import LimitReached, NotationError, Unsupported
from puzzleproof.models.puzzle import Info, State
from puzzleproof.models.sliding.goals import Stock, completions, placement
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.texts import clean, count
from puzzleproof.provers.batch.jobs import SURVEY
from puzzleproof.provers.batch.pool import Checked, Key, Question, attempted, expected
from puzzleproof.provers.batch.row import decoded, encoded
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits

TRIES = 200_000
"""How many choices a search for a way to lay the pieces tries before it gives up."""
MOST = 1 << 31
"""The limit on the states of a graph, whose arrays number them with 32 bits."""
Placed: TypeAlias = tuple[ArrayGraph, Callable[[State], Arrangement]]
"""A state graph, and a function from states to arrangements."""


@dataclass(slots=True)
class SetSurvey:
    """The statistics of a piece set in a metric."""

    states: int = 0
    components: int = 0
    with_goal: int = 0
    """The number of components that contain a goal."""
    minima: Counter[int] = field(default_factory=Counter[int])
    """Moves of a component's hardest start -> the number of components with such a start."""
    starts: list[HardStart] = field(default_factory=list[HardStart])
    """The hardest starts, one of each class, hardest first."""
    kept: int = 0
    """At most this many starts are kept."""
    classes_left_out: bool = False
    looked_at: int = 0
    """How many states were tried for the conditions."""
    met: int = 0

    @property
    def hardest(self) -> int | None:
        """The number of moves of the hardest start, or None if no state reaches a goal."""
        return max(self.minima, default=None)

    def keep(self, start: HardStart) -> None:
        """Keep a start unless it is kept already; drop the easiest start if there are too many."""
        place = bisect_left(self.starts, _order(start), key=_order)
        if self.starts[place : place + 1] != [start]:
            self.starts.insert(place, start)
            self.classes_left_out |= len(self.starts) > self.kept
            del self.starts[self.kept :]


def _order(start: HardStart) -> tuple[int, Arrangement]:
    return -start.moves, start.arrangement


def survey_blocks(blocks: Blocks) -> SetSurvey:
    """Survey packings: keep a hardest start for each number of pieces.

    The ``states`` of this survey count the packings with which a puzzle may end.
    """
    starts = blocks.records()
    minima = Counter(one.moves for one in starts)
    return SetSurvey(states=blocks.ends(), minima=minima, starts=starts)


def survey_set(piece_set: PieceSet, metric: str, kept: int, where: str | None = None) -> SetSurvey:
    """Survey a piece set; keep ``kept`` hardest starts that meet ``where``, one of each class."""
    found, condition = SetSurvey(kept=kept), Condition(where or ANYTHING)
    for graph, arrangement in _graphs(piece_set, metric):
        depths, known = graph.rows.depths(np.array(graph.goals(), np.int64)), Statistics(graph)
        firsts = np.array(graph.firsts)
        most = np.maximum.reduceat(depths, firsts)  # a component's states all reach a goal, or none
        sizes = np.diff(firsts, append=len(graph))
        far = np.flatnonzero((depths == most.repeat(sizes)) & (most > 0).repeat(sizes))
        found.states += len(graph)
        found.components += len(firsts)
        found.with_goal += int((most != NONE).sum())
        found.minima.update(most[most != NONE].tolist())
        numbers = np.diff(np.searchsorted(far, firsts), append=len(far))
        rows = np.stack([most, sizes, numbers], axis=1)
        farthest = zip(far.tolist(), graph.states_of(far), strict=True)
        for moves, size, number in rows[most > 0].tolist():
            some = list(islice(farthest, number))
            states = [s for v, s in some if where is None or condition.meets(About(known, v))]
            if not states:
                continue
            if len(found.starts) == kept and moves < found.starts[-1].moves:
                found.classes_left_out = True
                continue
            start = min(map(piece_set.canonical, map(arrangement, states)))
            found.keep(HardStart(moves, size, number, start))
    found.looked_at, found.met = condition.looked_at, condition.met
    return found


def _graphs(piece_set: PieceSet, metric: str) -> Iterator[Placed]:
    """Yield, for each way to lay the walls, the graph of all states."""
    if not placements(piece_set):
        return
    rows, columns = piece_set.size
    grid = Grid(rows, columns, frozenset(product(range(rows), range(columns))))
    for walls in _walls(piece_set, grid):
        puzzle = _some_placement(piece_set, grid, walls, metric)
        if puzzle is not None:
            yield _graph(piece_set, puzzle, walls)


def _graph(piece_set: PieceSet, puzzle: SlidingPuzzle, walls: list[Place]) -> Placed:
    board, cells_of_place = sliding_board(puzzle), puzzle.grid.cells_of
    assert board is not None, "states of a small board fit into words"
    block = puzzle.names.index(NAMES[0])
    stands = {
        rank
        for rank, place in enumerate(puzzle.places[block])
        if may_stand(piece_set, *min(cells_of_place(place)))
    }
    every = listed(board, MOST, {block: stands})

    @cache
    def place(mask: int) -> Place:
        return place_of(cells_of_place(mask))

    def arrangement(state: State) -> Arrangement:
        first, *others = map(place, (state[block], *state[:block], *state[block + 1 :]))
        return (first, *sorted((*others, *walls)))

    return graph_of(SlidingSpace(puzzle), board, every, None, whole=False), arrangement


# --- piece sets as puzzles -----------------------------------------------------------------


def _walls(piece_set: PieceSet, grid: Grid) -> list[list[Place]]:
    """List the ways to lay the walls of a set on different cells, with no wall at the goal."""
    walls = [(shape, number) for shape, number in piece_set.others if number and is_wall(shape)]
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
    """Return a puzzle with the pieces on some cells without walls, or None if they do not fit."""
    others = ((shape, n) for shape, n in piece_set.others if n and not is_wall(shape))
    pieces = [(piece_set.block, 1), *others]
    cells = grid.all & ~grid.mask(cell for wall in walls for cell in cells_of(wall))
    chance = Random(0)  # noqa: S311  any state will do
    kinds = _kinds(grid, pieces)
    in_line = (m for m in kinds[0].places if may_stand(piece_set, *min(grid.cells_of(m))))
    kinds[0] = kinds[0]._replace(places=tuple(in_line))
    state = placement(chance, cells, kinds, TRIES)
    if state is None:
        return None  # if the search gave up, `_check` sees that states are missing
    block, *rest = _places(grid, pieces, state)
    return puzzle_of(piece_set, (block, *sorted((*rest, *walls))), metric, Info())


def _kinds(grid: Grid, pieces: Sequence[tuple[Shape, int]]) -> list[Stock]:
    """List for each shape the number of pieces, and the places of a piece on the empty board."""
    return [
        Stock(kind, number, tuple(grid.translations(cells_of(placed(0, 0, shape)))))
        for kind, (shape, number) in enumerate(pieces)
    ]


def _places(grid: Grid, pieces: Sequence[tuple[Shape, int]], state: State) -> list[Place]:
    """List the places of the pieces, shape by shape."""
    shapes = (shape for shape, number in pieces for _ in range(number))
    return [
        place_of(grid.cells_of(mask), WALL if is_wall(shape) else "x")
        for shape, mask in zip(shapes, state, strict=True)
    ]


def puzzle_of(
    piece_set: PieceSet, arrangement: Arrangement, metric: str, info: Info
) -> SlidingPuzzle:
    """Return the puzzle with this start; raises Unsupported for more pieces than letters."""
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
    """Write a hardest start as an instance, with the survey's claim as a note."""
    alike = f"one of {start.farthest:,} such states" if start.farthest > 1 else "no other is as far"
    among = f"packings of {count(piece_set.pieces, 'piece')} with the block in this corner"
    if start.component is not None:
        among = f"{count(start.component, 'state')} of its component"
    note = (
        f"of the {among}, none is farther from a goal: "
        f"{count(start.moves, 'move')} (metric {metric}), {alike}; claimed by one search"
    )
    info = Info(name=title, source="puzzleproof atlas", note=note)
    return puzzle_of(piece_set, start.arrangement, metric, info)


# --- the job ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SurveyOutcome:
    """The result of a survey, or the reason why there is none."""

    survey: SetSurvey | None
    reason: str = ""
    seconds: float = 0.0
    machine: str = platform.node()


@dataclass(frozen=True)
class SurveyJob(Question[SurveyOutcome]):
    """A piece set, or the packings with blocks of one size, to be surveyed in a metric."""

    piece_set: PieceSet | Blocks
    metric: str
    wanted: int
    """The number of hardest starts to keep."""
    limits: Limits = NO_LIMITS
    where: str | None = None
    """The conditions that a start has to meet to be kept."""

    @property
    def about(self) -> str:
        """The set and the metric, in words."""
        return f"{self.piece_set.name!r} (metric {self.metric})"

    @property
    def key(self) -> Key:
        """The key of the survey in a ledger."""
        asked = self.piece_set.to_json() | ({"where": self.where} if self.where else {})
        piece_set = json.dumps(asked, sort_keys=True)
        return Key(hashlib.sha256(piece_set.encode()).hexdigest(), self.metric, SURVEY)

    def run(self, emit: Emit = ignore) -> SurveyOutcome:  # noqa: ARG002  it reports nothing
        """Survey the set; a fault is reported in the outcome."""
        begin, one = time.perf_counter(), self.piece_set
        survey, reason, _ = attempted(
            lambda: (
                survey_blocks(one)
                if isinstance(one, Blocks)
                else survey_set(one, self.metric, self.wanted, self.where)
            )
        )
        return SurveyOutcome(survey, reason, time.perf_counter() - begin)

    def failed(self, reason: str) -> SurveyOutcome:
        """Return an outcome without a survey, for this reason."""
        return SurveyOutcome(None, reason)

    def checked(self, outcome: SurveyOutcome) -> Checked[SurveyOutcome]:
        """Clean the reported outcome; raises NotationError for impossible statistics."""
        survey = expected(SurveyOutcome, outcome).survey
        if survey is not None:
            _check(self.piece_set, expected(SetSurvey, survey))
        reason, machine = clean(outcome.reason), clean(outcome.machine)
        return Checked(replace(outcome, reason=reason, machine=machine), "")

    def kept(self, outcome: SurveyOutcome) -> tuple[str, None] | None:
        """Return the survey for the ledger, or None if it failed: it is then repeated next time."""
        return None if outcome.survey is None else (encoded(outcome), None)

    def reported(self, text: str, certificate: bytes | None) -> SurveyOutcome:  # noqa: ARG002
        """Return the outcome that a row of the ledger holds."""
        return decoded(SurveyOutcome, text, "survey")

    def is_answered(self, text: str) -> bool:
        """Tell whether a survey keeps the requested number of starts, or all starts."""
        survey = self.reported(text, None).survey
        return survey is not None and (survey.kept >= self.wanted or not survey.classes_left_out)


def _check(piece_set: PieceSet | Blocks, survey: SetSurvey) -> None:
    """Raise NotationError for statistics that no survey of the set can have."""
    of_set = isinstance(piece_set, PieceSet)
    whole = placements(piece_set) if isinstance(piece_set, PieceSet) else piece_set.ends()
    if survey.states != whole:
        raise NotationError(f"{survey.states!r} states: expected {whole}")
    adds_up = 0 <= sum(survey.minima.values()) == survey.with_goal <= survey.components <= whole
    if of_set and not adds_up:
        raise NotationError("the numbers of its components do not add up")
    for start in survey.starts:
        if type(start.moves) is not int or start.moves not in survey.minima:
            raise NotationError(f"{start.moves!r} moves: no component has this minimum")
        _check_arrangement(piece_set.set_of(start.arrangement), start.arrangement)


def _check_arrangement(piece_set: PieceSet, arrangement: Arrangement) -> None:
    """Raise NotationError unless the set's pieces lie on the board, no two pieces on one cell."""
    (rows, columns), covered = piece_set.size, list[Any]()
    for place in arrangement:
        row, column, tall, wide = place[:4]
        if not (0 <= row <= rows - tall and 0 <= column <= columns - wide):
            raise NotationError("a piece of a start is outside the board")
        covered += cells_of(place)
    shapes = Counter(one[2:] for one in arrangement[1:])
    mine = Counter({shape: number for shape, number in piece_set.others if number})
    fits = arrangement and arrangement[0][2:] == piece_set.block and shapes == mine
    if not fits or len(set(covered)) < len(covered):
        raise NotationError("a start does not have the pieces of the set, each on cells of its own")
