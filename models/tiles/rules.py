"""Sliding tiles (taquin, the fifteen puzzle) on any rectangle: the rules, as moves of the blank.

Tiles 1, 2, 3, … lie on the cells of a board, one cell is blank; a tile beside the blank slides
into it, so the two exchange places.  A state holds the label of each cell in reading order, 0 the
blank.  Moves are named by the direction in which the *blank* moves.  Metrics: ``single`` (one tile
slides), ``multi`` (a run of tiles in one line slides by one cell, as if a finger pushed the tile at
its end: the blank goes any distance along its row or column).

W. W. Johnson and W. E. Story, Notes on the "15" puzzle, American Journal of Mathematics 2 (1879).
N, E, S, W are the N, E, S, O of "Le jeu de taquin", a text in French (docs/library.md).
"""

# Class constants override properties of `Puzzle`; mypy checks all overrides.
# pyright: reportIncompatibleMethodOverride=false
from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, pairwise, permutations, product
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeAlias

from puzzleproof.models.drawing import COMPASS, STEPS, place_words, size_words
from puzzleproof.models.errors import IllegalMove, InstanceError, NotationError
from puzzleproof.models.invariants import GoalSet, Permuting, Vector, Weighed
from puzzleproof.models.puzzle import Info, Puzzle, SpecialSearch, State
from puzzleproof.models.texts import count, expected_one_of
from puzzleproof.models.tiles.numbers import (
    GOALS,
    common_goals,
    goal_words,
    in_a_line,
    reaches,
    rows_of,
    tile_fact,
    usual_goal,
)

if TYPE_CHECKING:
    from random import Random

    from puzzleproof.models.drawing import Cell
    from puzzleproof.models.picture import Picture
    from puzzleproof.models.strips import Action, Shifts, Strips

SIDE_LIMIT = 8

Slide: TypeAlias = Callable[[State], State]
"""Takes a state; returns the state after the blank has gone from one fixed cell to another."""


class TilesMove(NamedTuple):
    """The blank goes ``cells`` cells in a direction, given as a compass letter."""

    direction: str
    cells: int = 1


@dataclass(frozen=True, repr=False)
class TilesPuzzle(Puzzle[TilesMove]):
    """A board of ``rows`` x ``columns`` cells, its start and its goal, in a metric."""

    family: ClassVar[str] = "tiles"
    metrics: ClassVar[tuple[str, ...]] = ("single", "multi")
    invariants: ClassVar[bool] = True
    lists_all_goals: ClassVar[bool] = True
    draws_whole_goals: ClassVar[bool] = True
    reversible: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = ("board", "goal")

    rows: int
    columns: int
    board: State
    """The labels at the start in reading order, 0 the blank."""
    goal: State

    @classmethod
    def from_document(cls, doc: Mapping[str, Any], info: Info, metric: str) -> Self:
        """Build from the keys of an instance file; raises InstanceError naming key and place."""
        if "board" not in doc:
            raise InstanceError("key 'board' is missing")
        rows, columns, start = _read_table(doc["board"], "board")
        if "goal" in doc:
            goal = _read_goal(doc["goal"], rows, columns)
            return cls(info, metric, rows, columns, start, goal)
        name, said = usual_goal(start, columns)
        goal = GOALS[name](rows, columns)
        return cls(info, metric, rows, columns, start, goal, assumed=(said,))

    @classmethod
    def once_left_out(cls, doc: Mapping[str, Any]) -> dict[str, Any]:
        """Return the goal 0, 1, 2, … if a certificate of versions 2 to 4 leaves the goal out."""
        if "goal" in doc or "board" not in doc:
            return {}
        rows, columns, _ = _read_table(doc["board"], "board")
        goal = in_a_line(tuple(range(rows * columns)), columns)
        return {"goal": goal.replace(" / ", "\n")}

    def document(self) -> dict[str, Any]:
        """Return the keys of the instance file; the goal is always drawn."""
        return {"board": f"{self.draw(self.start)}\n", "goal": f"{self.draw(self.goal)}\n"}

    def with_start(self, state: State, info: Info) -> Self:
        """Return the puzzle with the same goal and another start."""
        return replace(self, board=state, info=info, assumed=())

    @property
    def other_goals(self) -> str:
        """The common goals that the start reaches."""
        goals = common_goals(self.start, self.columns)
        words = f"of the common goals this table reaches {goal_words(goals, self.columns)}"
        return f"{words}: --goal {' or '.join(goals)}" if goals else ""

    # --- the rules ------------------------------------------------------------------------

    @property
    def start(self) -> State:
        """The board as drawn."""
        return self.board

    @property
    def states_at_most(self) -> int:
        """Half of all tables, by parity, or both tables of two cells; a long line reaches fewer."""
        return max(2, math.factorial(self.rows * self.columns) // 2)

    @property
    def special_search(self) -> SpecialSearch | None:
        """Single moves are searched by iterative deepening."""
        return "idastar" if self.metric == "single" else None

    def is_goal(self, state: State) -> bool:
        """Tell whether every tile lies where the goal has it."""
        return state == self.goal

    @property
    def playable(self) -> bool:
        """Whether the goal can be reached from the start."""
        return reaches(self.start, self.goal, self.columns)

    def goal_states(self, _most: int, /) -> tuple[State, ...]:
        """Return the only goal."""
        return (self.goal,)

    def placements(self, most: int, /) -> list[State] | None:
        """List the labels in every order."""
        if math.factorial(len(self.start)) > most:
            return None
        return list(permutations(self._labels))

    @cached_property
    def _reach(self) -> tuple[dict[TilesMove, int], ...]:
        """For each cell of the blank: move -> the cell that the blank goes to."""
        found, longest = list[dict[TilesMove, int]](), 1 if self.metric == "single" else SIDE_LIMIT
        for row, column in product(range(self.rows), range(self.columns)):
            reach = dict[TilesMove, int]()
            for letter, far in product(COMPASS, range(1, longest + 1)):
                down, right = STEPS[letter]
                r, c = row + far * down, column + far * right
                if 0 <= r < self.rows and 0 <= c < self.columns:
                    reach[TilesMove(letter, far)] = r * self.columns + c
            found.append(reach)
        return tuple(found)

    def _line(self, blank: int, target: int) -> Sequence[int]:
        """Return the cells from the blank's cell to its target, both included."""
        stride = self.columns if (target - blank) % self.columns == 0 else 1
        past = 1 if target > blank else -1
        return range(blank, target + past, past * stride)

    def _slide(self, blank: int, target: int) -> Slide:
        """Build the function that shifts a line: it reads the cells of a state in another order."""
        order = list(range(self.rows * self.columns))
        for cell, after in pairwise(self._line(blank, target)):
            order[cell] = after
        order[target] = blank
        return itemgetter(*order)

    @cached_property
    def _slides(self) -> tuple[tuple[Slide, ...], ...]:
        return tuple(
            tuple(self._slide(blank, target) for target in reach.values())
            for blank, reach in enumerate(self._reach)
        )

    def moves(self, state: State) -> Iterator[TilesMove]:
        return iter(self._reach[state.index(0)])

    def successors(self, state: State) -> list[State]:
        """Return all states one move away, in the order of `moves`."""
        return [slide(state) for slide in self._slides[state.index(0)]]

    def play(self, state: State, move: TilesMove) -> State:
        """Make a move; raises IllegalMove naming the blank's cell and the reason."""
        blank = state.index(0)
        target = self._reach[blank].get(move)
        if target is None:
            raise IllegalMove(f"{self.format_move(move)!r}: {self._fault(blank, move)}")
        return self._slide(blank, target)(state)

    def _fault(self, blank: int, move: TilesMove) -> str:
        if move.direction not in STEPS or move.cells < 1:
            return f"the blank goes one or more cells in a direction of {COMPASS}"
        if move.cells > 1 and self.metric == "single":
            return "is not one move in the metric 'single'"
        place = place_words(divmod(blank, self.columns))
        return f"the blank at {place} would leave the board"

    # --- notation, drawing, packing -------------------------------------------------------

    def format_move(self, move: TilesMove) -> str:
        """Write the blank's direction, and how many cells if more than one: ``N``, ``E2``."""
        return move.direction + (str(move.cells) if move.cells != 1 else "")

    def parse_move(self, text: str) -> TilesMove:
        match = re.fullmatch(r"([NESW])([1-9]?)", text)
        if match is None:
            raise NotationError(
                f"{text!r} is not a move: expected the blank's direction, one of {COMPASS}, "
                "and how many cells if more than one, as in 'N' or 'E2'"
            )
        return TilesMove(match[1], int(match[2] or 1))

    def draw(self, state: State) -> str:
        """Draw the labels, one line for each row, aligned to the right."""
        width = len(str(len(state) - 1))
        words = [str(label).rjust(width) for label in state]
        return "\n".join(map(" ".join, rows_of(words, self.columns)))

    def picture(self, state: State) -> Picture:
        """Draw the tiles; tiles whose goal cells are on one diagonal have one colour."""
        from puzzleproof.models.picture import FLOOR, Picture, Square

        home = {label: divmod(cell, self.columns) for cell, label in enumerate(self.goal)}
        squares = [
            Square(str(label), str(label), str(sum(home[label]))) if label else FLOOR
            for label in state
        ]
        return Picture(tuple(map(tuple, rows_of(squares, self.columns))))

    def goal_pictures(self) -> list[tuple[str, Picture]]:
        return [("goal", self.picture(self.goal))]

    def track(self, state: State, move: TilesMove) -> list[Cell]:
        """Return two cells: the run's furthest tile, which pushes the others, goes between them."""
        down, right = STEPS[move.direction]
        blank = state.index(0)
        row, column = divmod(self._reach[blank][move], self.columns)
        return [(row, column), (row - down, column - right)]

    @cached_property
    def _digits(self) -> int:
        """The number of hexadecimal digits of a label."""
        return 1 if len(self.start) <= 16 else 2

    @property
    def pack_width(self) -> int:
        """The number of bytes of a packed number: half a byte per cell up to 16 cells, else one."""
        return (len(self.start) * self._digits + 1) // 2

    def pack(self, state: State) -> int:
        """Return the labels as digits, the first cell's the highest."""
        return int(bytes(state).hex()[2 - self._digits :: 3 - self._digits], 16)

    def part(self, index: int, value: int) -> int:
        """Return what a label on the cell with this index adds to the packed number."""
        return value << 4 * self._digits * (len(self.start) - 1 - index)

    def unpack(self, number: int) -> State:
        """Invert `pack`; raises ValueError for digits that are no permutation."""
        digits = self._digits
        text = f"{number:0{len(self.start) * digits}x}"
        if len(text) == len(self.start) * digits and number >= 0:
            state = tuple(bytes.fromhex(text if digits == 2 else "0" + "0".join(text)))
            if sorted(state) == self._labels:
                return state
        raise ValueError("no state has this number")

    @cached_property
    def _labels(self) -> list[int]:
        return list(range(len(self.start)))

    # --- what arguments use (models/invariants.py) ------------------------------------------

    def own_features(self) -> Weighed:
        """Return two features: the sum of tiles' distances from their goals; blank's row + column.

        A step changes both features by one: one tile's distance, and the blank's row or column.  In
        ``multi`` a move is a chain of steps.
        """
        names, table = ("manhattan", "blank"), distances(self.goal, self.columns)
        steps = tuple(((0, far), (1, on)) for far in (-1, 1) for on in (-1, 1))

        def vector(state: State) -> Vector:
            total = sum(table[label][cell] for cell, label in enumerate(state))
            return (total, sum(divmod(state.index(0), self.columns)))

        single, goals = self.metric == "single", (GoalSet(vector(self.goal)),)
        return Weighed(names, vector, vector(self.start), steps, single, goals)

    def permuting(self) -> Permuting:
        """Return the labels of a state, cells numbered in reading order."""
        cells, columns = range(self.rows * self.columns), self.columns
        beside = [(cell, cell + 1) for cell in cells if (cell + 1) % columns]
        below = [(cell, cell + columns) for cell in cells if cell + columns in cells]
        rows = enumerate(rows_of(cells, columns))
        path = tuple(chain.from_iterable(row[::-1] if r % 2 else row for r, row in rows))
        return Permuting(tuple(sorted(beside + below)), path, self.start, (self.goal,))

    def placed(self, chance: Random) -> State:
        """Shuffle the labels."""
        return tuple(chance.sample(self._labels, len(self._labels)))

    # --- facts and actions (models/strips.py) ---------------------------------------------

    @cached_property
    def _lines(self) -> list[Sequence[int]]:
        """Lines of cells, from the blank's cell to its target."""
        reach = enumerate(self._reach)
        return [self._line(blank, target) for blank, moves in reach for target in moves.values()]

    @cached_property
    def _described(self) -> dict[str, Any]:
        """Facts: ``7@r,c`` (tile 7 lies at row r, column c) and ``0@r,c`` (the blank does)."""
        from puzzleproof.models.strips import Goal

        count, goal = len(self.goal), self.goal
        cells, labels = range(count), (*range(1, count), 0)
        held = [sum(tile_fact(count, label, cell) for label in labels) for cell in cells]
        anywhere = [sum(tile_fact(count, label, cell) for cell in cells) for label in labels]
        places = [divmod(cell, self.columns) for cell in cells]
        wanted = (tile_fact(count, goal[cell], cell) for cell in cells if goal[cell])
        return {
            "facts": tuple(f"{x}@{r},{c}" for x in labels for r, c in places),
            "groups": (*held, *anywhere),
            "movers": (1 << (count - 1) * count) - 1,
            "goals": (Goal(tuple(wanted)),),
        }

    @cached_property
    def strips(self) -> Strips:
        """An action is a line, with the tiles on it in order.

        The blank goes along the line, and each tile moves one cell towards the blank's old cell.
        In ``multi`` a line of n + 1 cells has an action for each run of n tiles: soon too many.
        """
        from puzzleproof.models.strips import ACTIONS_LIMIT, Strips, too_many

        most = len(self.goal) - 1
        if sum(math.perm(most, len(line) - 1) for line in self._lines) > ACTIONS_LIMIT:
            raise too_many()
        return Strips(**self._described, actions=tuple(self._actions()))

    def _actions(self) -> Iterator[Action]:
        from puzzleproof.models.strips import Action

        count = len(self.goal)
        for line in self._lines:
            places = (divmod(cell, self.columns) for cell in reversed(line))
            route = ">".join(f"{r},{c}" for r, c in places)
            for run in permutations(range(1, count), len(line) - 1):
                before = sum(map(tile_fact, [count] * len(line), (0, *run), line))
                after = sum(map(tile_fact, [count] * len(line), (*run, 0), line))
                name = "+".join(map(str, reversed(run)))
                yield Action(f"{name}:{route}", before, after, before | after)

    def shifts(self) -> Shifts:
        """Return facts and the lines along which the blank goes; the blank is the last content."""
        from puzzleproof.models.strips import Shifts

        count = len(self.goal)  # facts are numbered label by label, cell by cell
        contents = (tuple(range(k, k + count)) for k in range(0, count * count, count))
        lines = tuple(map(tuple, self._lines))
        return Shifts(**self._described, contents=tuple(contents), lines=lines)

    def state_facts(self, state: State) -> int:
        """Return which label lies on which cell; the tiles' facts come first, the blank's last."""
        count = len(state)
        return sum(tile_fact(count, label, cell) for cell, label in enumerate(state))


def distances(goal: State, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return for each label and cell the tile's distance from its goal cell; 0 for the blank."""
    cells = [divmod(cell, columns) for cell in range(len(goal))]
    home = dict(zip(goal, cells, strict=True))

    def row(label: int) -> tuple[int, ...]:
        r, c = home[label]
        return tuple(abs(r - y) + abs(c - x) if label else 0 for y, x in cells)

    return tuple(map(row, range(len(goal))))


def _read_goal(value: object, rows: int, columns: int) -> State:
    """Read a goal: the name of a common one, or a table of the board's size."""
    name = value.strip() if isinstance(value, str) else ""
    if name in GOALS:
        return GOALS[name](rows, columns)
    if name[:1].isalpha():
        raise InstanceError.at("goal", f"{name!r}: {expected_one_of(name, GOALS)}, or a drawing")
    return _read_table(value, "goal", (rows, columns))[2]


def _read_table(
    text: object, key: str, size: tuple[int, int] | None = None
) -> tuple[int, int, State]:
    """Read (rows, columns, labels), of the given size if any; each label must be there once."""
    if not isinstance(text, str):
        raise InstanceError.at(key, f"expected rows of numbers (a string), got {text!r}")
    lines = map(str.split, text.strip().splitlines())
    words = [["0" if word == "_" else word for word in line] for line in lines]
    if not words:
        raise InstanceError.at(key, "there is no row of numbers")
    rows, columns = len(words), len(words[0])
    for number, row in enumerate(words, 1):
        if len(row) != columns:
            fault = f"{' '.join(row)!r} has {count(len(row), 'number')}, row 1 has {columns}"
            raise InstanceError.at(key, f"row {number} {fault}")
    table = f"the table is {size_words(rows, columns)}"
    if size is not None and (rows, columns) != size:
        raise InstanceError.at(key, f"{table}, the board is {size_words(*size)}")
    if not (rows <= SIDE_LIMIT >= columns and rows * columns >= 2):
        most = f"{SIDE_LIMIT} rows and {SIDE_LIMIT} columns at most"
        raise InstanceError.at(key, f"{table}; expected 2 cells at least, {most}")
    return rows, columns, _read_labels(list(chain.from_iterable(words)), columns, key)


def _read_labels(words: Sequence[str], columns: int, key: str) -> State:
    """Check that each of 0 .. n-1 is there once: n labels, none too large, none twice."""
    last, seen = len(words) - 1, dict[int, str]()
    places = [place_words(divmod(cell, columns)) for cell in range(len(words))]
    for where, word in zip(places, words, strict=True):
        if not (word.isascii() and word.isdigit() and len(word) <= 4):
            raise InstanceError.at(key, f"{where}: {word!r} is not a number from 0 to {last}")
    labels = tuple(map(int, words))
    if 0 not in labels:
        raise InstanceError.at(key, "there is no blank (0)")
    for where, label in zip(places, labels, strict=True):
        if label > last:
            fault = f"{last + 1} cells have the numbers 0 to {last}"
            raise InstanceError.at(key, f"{where}: {label} is out of range: {fault}")
        if label in seen:
            missing = min(set(range(last + 1)) - set(labels))
            name = f"tile {label}" if label else "the blank (0)"
            fault = f"occurs twice, at {seen[label]} and at {where}; {missing} is missing"
            raise InstanceError.at(key, f"{name} {fault}")
        seen[label] = where
    return labels
