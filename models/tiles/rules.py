"""Sliding tiles (taquin, the fifteen puzzle) with the labels 1, 2, 3, …, each on one tile.

The moves are those of `puzzleproof.models.tiles.slides`.

W. W. Johnson and W. E. Story, Notes on the "15" puzzle, American Journal of Mathematics 2 (1879).
N, E, S, W are the N, E, S, O of "Le jeu de taquin", a text in French (docs/library.md).
"""

# Class constants override properties of `Puzzle`; mypy checks all overrides.
# pyright: reportIncompatibleMethodOverride=false
from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, permutations
from typing import TYPE_CHECKING, Any, ClassVar, Self

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.invariants import GoalSet, Permuting, Vector, Weighed
from puzzleproof.models.puzzle import Info, SpecialSearch, State
from puzzleproof.models.tiles.numbers import (
    GOALS,
    common_goals,
    goal_words,
    in_a_line,
    reaches,
    read_goal,
    read_table,
    rows_of,
    tile_fact,
    usual_goal,
)
from puzzleproof.models.tiles.slides import SlidingTiles

if TYPE_CHECKING:
    from random import Random

    from puzzleproof.models.strips import Action, Shifts, Strips


@dataclass(frozen=True, repr=False)
class TilesPuzzle(SlidingTiles):
    """A board on which every tile has its own label."""

    family: ClassVar[str] = "tiles"
    invariants: ClassVar[bool] = True

    @classmethod
    def from_document(cls, doc: Mapping[str, Any], info: Info, metric: str) -> Self:
        """Build from the keys of an instance file; raises InstanceError naming key and place."""
        if "board" not in doc:
            raise InstanceError("key 'board' is missing")
        rows, columns, start = read_table(doc["board"], "board")
        if "goal" in doc:
            goal = read_goal(doc["goal"], rows, columns)
            return cls(info, metric, rows, columns, start, goal)
        name, said = usual_goal(start, columns)
        goal = GOALS[name](rows, columns)
        return cls(info, metric, rows, columns, start, goal, assumed=(said,))

    @classmethod
    def once_left_out(cls, doc: Mapping[str, Any]) -> dict[str, Any]:
        """Return the goal 0, 1, 2, … if a certificate of versions 2 to 4 leaves the goal out."""
        if "goal" in doc or "board" not in doc:
            return {}
        rows, columns, _ = read_table(doc["board"], "board")
        goal = in_a_line(tuple(range(rows * columns)), columns)
        return {"goal": goal.replace(" / ", "\n")}

    @property
    def other_goals(self) -> str:
        """The common goals that the start reaches."""
        goals = common_goals(self.start, self.columns)
        words = f"of the common goals this table reaches {goal_words(goals, self.columns)}"
        return f"{words}: --goal {' or '.join(goals)}" if goals else ""

    # --- the rules ------------------------------------------------------------------------

    @property
    def states_at_most(self) -> int:
        """Half of all arrangements, by parity, or 2 for two cells; lines of over 3 reach fewer."""
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

    # --- notation, drawing, packing -------------------------------------------------------

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
        """Return the pairs of neighbours, the path, and the labels at the start and the goal."""
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
        In ``multi`` a line of n + 1 cells has an action for each run of n tiles: often too many.
        """
        from puzzleproof.models.strips import ACTIONS_LIMIT, Strips, too_many

        most = len(self.goal) - 1
        if sum(math.perm(most, len(line) - 1) for line in self.lines) > ACTIONS_LIMIT:
            raise too_many()
        return Strips(**self._described, actions=tuple(self._actions()))

    def _actions(self) -> Iterator[Action]:
        from puzzleproof.models.strips import Action

        count = len(self.goal)
        for line in self.lines:
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
        lines = tuple(map(tuple, self.lines))
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
