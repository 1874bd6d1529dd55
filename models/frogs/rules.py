"""Frogs and toads (Lucas's *jeu de pions*): the rules, seen from the empty cells.

Frogs (``F``) go right, and down on a board of several rows; toads (``T``) go left and up.  An
animal *steps* to the next cell, if this cell is empty, or *jumps* over one animal of the other kind
onto the empty cell behind it; a *hop* is a step or a jump.  With ``jump_own`` an animal can jump
over its own kind too, with ``backward`` both kinds can go back.  Metric ``move``: one hop.

A state holds the mask of the frogs' cells and the mask of the toads' cells; bit k is the k-th cell
of the board in reading order.

Reference: É. Lucas, Récréations mathématiques II, 1883.
"""

# Class constants override properties of `Puzzle`; mypy checks all overrides.
# pyright: reportIncompatibleMethodOverride=false
from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, combinations, pairwise, product
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from puzzleproof.models.drawing import EMPTY, Cell, Drawing, place_words, read_drawing, typed
from puzzleproof.models.errors import IllegalMove, InstanceError
from puzzleproof.models.frogs.boards import (
    KINDS,
    NAMES,
    FrogMove,
    blank_displacements,
    changes_in_row,
    check_board,
    check_goal,
    exchanged,
    read_move,
)
from puzzleproof.models.invariants import GoalSet, Vector, Weighed
from puzzleproof.models.puzzle import Info, Puzzle, State

if TYPE_CHECKING:
    from random import Random

    from puzzleproof.models.picture import Picture
    from puzzleproof.models.strips import Action, PackedMoves, Strips

FORWARD: tuple[tuple[Cell, Cell], ...] = (((0, 1), (1, 0)), ((0, -1), (-1, 0)))
WORDS = ("right or down", "left or up")

Hop: TypeAlias = tuple[int, int]
"""(mask of the cell that the animal leaves, mask of the cell that it jumps over, 0 for a step)."""


@dataclass(frozen=True, repr=False)
class FrogsPuzzle(Puzzle[FrogMove]):
    """A board with frogs, toads and empty cells, and the goal."""

    family: ClassVar[str] = "frogs"
    metrics: ClassVar[tuple[str, ...]] = ("move",)
    invariants: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = ("board", "goal", "jump_own", "backward")
    constructs: ClassVar[bool] = True
    lists_all_goals: ClassVar[bool] = True
    draws_whole_goals: ClassVar[bool] = True

    board: Drawing
    goal: Drawing
    jump_own: bool = False
    backward: bool = False

    @classmethod
    def from_document(cls, doc: Mapping[str, Any], info: Info, metric: str) -> Self:
        """Build from the keys of an instance file; raises InstanceError naming key and place."""
        if "board" not in doc:
            raise InstanceError("key 'board' is missing")
        board = read_drawing(doc["board"], "board")
        check_board(board)
        goal = read_drawing(doc["goal"], "goal") if "goal" in doc else exchanged(board)
        check_goal(board, goal)
        options = {key: typed(doc, key, False) for key in ("jump_own", "backward")}
        return cls(info=info, metric=metric, board=board, goal=goal, **options)

    def document(self) -> dict[str, Any]:
        """Return the keys of the instance file: board, goal, and the options that are set."""
        doc: dict[str, Any] = {"board": self.board.text(), "goal": self.goal.text()}
        return doc | {key: True for key in ("jump_own", "backward") if getattr(self, key)}

    def with_start(self, state: State, info: Info) -> Self:
        """Return the puzzle with the same goal and another start."""
        board = Drawing(tuple(self.draw(state).split("\n")), "board")
        return replace(self, info=info, board=board)

    # --- the board ------------------------------------------------------------------------

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the board, in reading order."""
        return tuple(sorted(self.board.cells()))

    @property
    def is_row(self) -> bool:
        """Whether the board is drawn as one row, or as one column."""
        return 1 in self.board.size

    @cached_property
    def _bits(self) -> dict[Cell, int]:
        return {cell: 1 << k for k, cell in enumerate(self.cells)}

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return a set of cells as an integer."""
        return sum(self._bits[cell] for cell in cells)

    def _state(self, drawing: Drawing) -> State:
        drawn = drawing.cells()
        return tuple(self.mask(c for c in drawn if drawn[c] == letter) for letter in KINDS)

    @cached_property
    def _all(self) -> int:
        return self.mask(self.cells)

    @cached_property
    def _hops(self) -> tuple[dict[int, list[Hop]], ...]:
        """For each kind: mask of an empty cell -> the hops that lead there."""
        found: tuple[dict[int, list[Hop]], ...] = tuple(
            {bit: [] for bit in self._bits.values()} for _ in KINDS
        )
        for hops, forward in zip(found, FORWARD, strict=True):
            directions = FORWARD[0] + FORWARD[1] if self.backward else forward
            for ((row, column), bit), (down, right) in product(self._bits.items(), directions):
                near, far = (self._bits.get((row + k * down, column + k * right)) for k in (1, 2))
                if near:
                    hops[near].append((bit, 0))
                if near and far:
                    hops[far].append((bit, near))
        return found

    # --- the rules ------------------------------------------------------------------------

    @property
    def reversible(self) -> bool:
        """A move can be undone only where both kinds may go back."""
        return self.backward

    @cached_property
    def start(self) -> State:
        """The board as drawn."""
        return self._state(self.board)

    @cached_property
    def _goal(self) -> State:
        return self._state(self.goal)

    @property
    def states_at_most(self) -> int:
        """The number of ways to place the animals on the cells."""
        frogs, toads = (mask.bit_count() for mask in self.start)
        cells = len(self.board.cells())
        return math.comb(cells, frogs) * math.comb(cells - frogs, toads)

    @property
    def longest_plan(self) -> int | None:
        """The number of cells that all animals together have to go; None if they may go back.

        The sum of the frogs' rows and columns minus the sum of the toads' rows and columns grows by
        one or two in each move, and by this number in all moves of a plan together.
        """
        if self.backward:
            return None
        return max(0, self._progress(self._goal) - self._progress(self.start))

    def _progress(self, state: State) -> int:
        """Add up the frogs' rows and columns, and subtract the toads' rows and columns."""
        frogs, toads = ([sum(c) for c in self.cells if mask & self._bits[c]] for mask in state)
        return sum(frogs) - sum(toads)

    def is_goal(self, state: State) -> bool:
        return state == self._goal

    def goal_states(self, _most: int, /) -> tuple[State, ...]:
        """Return the only goal."""
        return (self._goal,)

    def placements(self, most: int, /) -> list[State] | None:
        """List all placements of the start's animals on the cells that may hold them."""
        if self.states_at_most > most:
            return None
        cells, (frogs, toads) = range(len(self.cells)), map(int.bit_count, self.start)
        return [
            (sum(1 << k for k in some), sum(1 << k for k in others))
            for some in combinations(cells, frogs)
            for others in combinations([k for k in cells if k not in some], toads)
        ]

    def _open(self, state: State) -> Iterator[tuple[int, int, int]]:
        """Yield (kind, the cell that the animal leaves, the cell it enters) of every legal move."""
        frogs, toads = state
        animals = frogs | toads
        over_frog, over_toad = (animals, animals) if self.jump_own else (toads, frogs)
        to_frog, to_toad = self._hops
        empty = self._all ^ animals
        while empty:
            hole = empty & -empty
            empty ^= hole
            for source, over in to_frog[hole]:
                if frogs & source and (not over or over_frog & over):
                    yield 0, source, hole
            for source, over in to_toad[hole]:
                if toads & source and (not over or over_toad & over):
                    yield 1, source, hole

    def moves(self, state: State) -> Iterator[FrogMove]:
        for _, source, hole in self._open(state):
            yield FrogMove(self._cell(source), self._cell(hole))

    def _cell(self, bit: int) -> Cell:
        return self.cells[bit.bit_length() - 1]

    def successors(self, state: State) -> list[State]:
        """Return the states one move away, without repetition."""
        frogs, toads = state
        return [
            (frogs, toads ^ source ^ hole) if kind else (frogs ^ source ^ hole, toads)
            for kind, source, hole in self._open(state)
        ]

    def play(self, state: State, move: FrogMove) -> State:
        """Make a move; raises IllegalMove naming the cell and the reason."""
        for here, after in zip(self.moves(state), self.successors(state), strict=True):
            if here == move:
                return after
        raise IllegalMove(f"{self.format_move(move)!r}: {self._fault(state, move)}")

    def _fault(self, state: State, move: FrogMove) -> str:
        """Say why a move is illegal."""
        for cell in move:
            if cell not in self._bits:
                return f"{place_words(cell)} is not on the board"
        kind, holder = (self._kind(state, cell) for cell in move)
        if kind is None:
            return f"there is no animal at {place_words(move.source)}"
        if holder is not None:
            return f"a {NAMES[holder]} is in the way at {place_words(move.target)}"
        source, target = (self._bits[cell] for cell in move)
        over = dict(self._hops[kind][target]).get(source)
        if over is None:
            words = " or ".join(WORDS) if self.backward else WORDS[kind]
            return f"a {NAMES[kind]} goes {words}: one cell, or two cells in a jump"
        cell = self._cell(over)
        if self._kind(state, cell) is None:
            return f"there is no animal to jump over at {place_words(cell)}"
        return f"a {NAMES[kind]} may not jump over its own kind at {place_words(cell)}"

    def _kind(self, state: State, cell: Cell) -> int | None:
        """Return the kind of the animal on a cell: 0 a frog, 1 a toad, None for an empty cell."""
        return next((k for k, mask in enumerate(state) if mask & self._bits[cell]), None)

    # --- notation, drawing, packing -------------------------------------------------------

    def _written(self, cell: Cell) -> str:
        return str(sum(cell) + 1) if self.is_row else f"{cell[0] + 1},{cell[1] + 1}"

    def format_move(self, move: FrogMove) -> str:
        """Write the cells from 1: ``3-4`` in a row, ``1,2-1,3`` (row,column) elsewhere."""
        return f"{self._written(move.source)}-{self._written(move.target)}"

    def parse_move(self, text: str) -> FrogMove:
        return read_move(text, self.board.size)

    def draw(self, state: State) -> str:
        rows = [list(row) for row in self.board.rows]
        for r, c in self.cells:
            kind = self._kind(state, (r, c))
            rows[r][c] = EMPTY if kind is None else KINDS[kind]
        return "\n".join(map("".join, rows))

    def picture(self, state: State) -> Picture:
        """Draw each animal on its cell; the two kinds have different colours."""
        from puzzleproof.models.picture import Picture, Square

        rows: list[list[Square | None]] = [[None] * len(row) for row in self.board.rows]
        for r, c in self.cells:
            kind, place = self._kind(state, (r, c)), self._written((r, c))
            letter = "" if kind is None else KINDS[kind]
            rows[r][c] = Square(letter and f"{letter} {place}", letter, letter, place)
        return Picture(tuple(map(tuple, rows)))

    def goal_pictures(self) -> list[tuple[str, Picture]]:
        return [("goal", self.picture(self._goal))]

    def track(self, _state: State, move: FrogMove) -> tuple[Cell, Cell]:
        """Return the cell that the animal leaves and the cell it enters."""
        return (move.source, move.target)

    @property
    def pack_width(self) -> int:
        """The number of bytes of a packed number, which has two bits per cell."""
        return (2 * len(self.cells) + 7) // 8

    def pack(self, state: State) -> int:
        """Return the frogs' mask in the higher bits and the toads' mask in the lower bits."""
        return state[0] << len(self.cells) | state[1]

    def unpack(self, number: int) -> State:
        """Invert `pack`; raises ValueError unless each animal stands on its own cell."""
        frogs, toads = state = number >> len(self.cells), number & self._all
        counts = [mask.bit_count() for mask in state]
        if frogs & ~self._all or frogs & toads or counts != [m.bit_count() for m in self.start]:
            raise ValueError("no state has this number")
        return state

    # --- what arguments may use -----------------------------------------------------------

    def own_features(self) -> Weighed:
        """Return distance and crossings in a row (`frogs.boards`), else four sums of coordinates.

        The changes are those of a step and of a jump, in each direction.  In a row without
        ``jump_own`` each move lowers (distance - crossings) by exactly 1 (see `frogs.boards`), so
        pq + p + q moves are needed.
        """
        on_board = ("frogs' rows", "frogs' columns", "toads' rows", "toads' columns")
        names = ("distance", "crossings") if self.is_row else on_board
        if self.is_row:
            changes = changes_in_row(self.jump_own)
        else:  # a hop goes one or two cells: a frog's down or right, a toad's up or left
            frog = {(far * down, far * right, 0, 0) for down, right in FORWARD[0] for far in (1, 2)}
            changes = frog | {(0, 0, -down, -right) for down, right, _, _ in frog}
        if self.backward:
            changes |= {tuple(-x for x in change) for change in changes}
        steps = tuple(tuple((f, x) for f, x in enumerate(c) if x) for c in sorted(changes))
        start, goals = self._vector(self.start), (GoalSet(self._vector(self._goal)),)
        return Weighed(names, self._vector, start, steps, True, goals)

    def _vector(self, state: State) -> Vector:
        places = [[cell for cell in self.cells if mask & self._bits[cell]] for mask in state]
        if not self.is_row:
            return tuple(sum(cell[axis] for cell in cells) for cells in places for axis in (0, 1))
        frogs, toads = ([sum(cell) for cell in cells] for cells in places)
        return sum(toads) - sum(frogs), sum(frog < toad for frog in frogs for toad in toads)

    def constructed_plan(self) -> Sequence[FrogMove] | None:
        """Build Lucas's plan of pq + p + q moves for ``F…F.T…T``; None for other boards."""
        text = "".join(self.board.rows)
        standard = re.fullmatch(r"(F+)\.(T+)", text) if self.is_row else None
        if standard is None or self.jump_own or self.backward:
            return None
        if self.goal != exchanged(self.board):
            return None
        return self._played(text.index(EMPTY), blank_displacements(*map(len, standard.groups())))

    def _played(self, blank: int, displacements: Iterable[int]) -> list[FrogMove]:
        """List the moves that take the blank from a cell by these displacements."""
        places = [self.cells[k] for k in accumulate(displacements, initial=blank)]
        return [FrogMove(after, before) for before, after in pairwise(places)]

    def plan_by_columns(self) -> Sequence[FrogMove] | None:
        """Build a plan if frogs are above a middle row ``F…F.T…T`` and toads below it; else None.

        The middle row is played by Lucas's rule, and so is each column when the blank first comes
        to it (É. Lucas, Récréations mathématiques II, 1883).  The plan may not be shortest.
        """
        rows = self.board.rows
        middle, width = len(rows) // 2, len(rows[0])
        standard = re.fullmatch(r"(F+)\.(T+)", rows[middle])
        others = (*["F" * width] * middle, *["T" * width] * middle)
        if standard is None or not middle or rows[:middle] + rows[middle + 1 :] != others:
            return None
        if self.jump_own or self.backward or self.goal != exchanged(self.board):
            return None
        down = [width * step for step in blank_displacements(middle)]
        column, route = rows[middle].index(EMPTY), list(down)
        played, blank = {column}, width * middle + column
        for step in blank_displacements(*map(len, standard.groups())):
            column += step
            route += [step] if column in played else [step, *down]
            played.add(column)
        return self._played(blank, route)

    def tally(self, plan: Sequence[str]) -> dict[str, int]:
        """Count the steps and the jumps of a plan."""
        moves = map(self.parse_move, plan)
        jumps = sum(abs(sum(move.target) - sum(move.source)) == 2 for move in moves)
        return {"steps": len(plan) - jumps, "jumps": jumps}

    # --- facts and actions (models/strips.py) ---------------------------------------------

    @cached_property
    def strips(self) -> Strips:
        """Facts: ``frog@r,c``, ``toad@r,c`` and ``empty@r,c``; for each cell, one of them holds.

        An action is a step, or a jump over an animal of a given kind.  A jump that may lead over
        either kind is two actions.
        """
        from puzzleproof.models.strips import Goal, Strips, bits, limited

        count = len(self.cells)
        movers = (1 << 2 * count) - 1
        goal = bits(self.state_facts(self._goal) & movers)
        return Strips(
            facts=tuple(f"{name}@{r},{c}" for name in (*NAMES, "empty") for r, c in self.cells),
            groups=tuple(1 << k | 1 << count + k | 1 << 2 * count + k for k in range(count)),
            movers=movers,
            actions=limited(self._actions()),
            goals=(Goal(tuple(1 << fact for fact in goal)),),
        )

    def _actions(self) -> Iterator[Action]:
        """Yield the actions: an animal leaves a cell, which is then empty, and enters another."""
        from puzzleproof.models.strips import Action

        count = len(self.cells)
        hops = (
            (kind, target, *hop)
            for kind, hops in enumerate(self._hops)
            for target in hops
            for hop in hops[target]
        )
        for kind, target, source, over in hops:
            before = source << kind * count | target << 2 * count
            after = target << kind * count | source << 2 * count
            (r, c), (to_r, to_c) = self._cell(source), self._cell(target)
            name = f"{NAMES[kind]}:{r},{c}>{to_r},{to_c}"
            if not over:
                yield Action(name, before, after, before | after)
                continue
            for other in (0, 1) if self.jump_own else (1 - kind,):
                positive = before | over << other * count
                yield Action(f"{name}:over-{NAMES[other]}", positive, after, before | after)

    def packed_moves(self) -> PackedMoves:
        """Return the actions on packed numbers; a cell with neither frog nor toad is empty."""
        from puzzleproof.models.strips import Action, PackedMoves

        count = len(self.cells)

        def packed(facts: int) -> int:
            return (facts & self._all) << count | facts >> count & self._all

        actions = list[Action]()
        for name, positive, _, toggles in self.strips.actions:
            hole = positive >> 2 * count
            actions.append(Action(name, packed(positive), hole << count | hole, packed(toggles)))
        return PackedMoves(actions, [(count, mask.bit_count()) for mask in reversed(self.start)])

    def placed(self, chance: Random) -> State:
        """Place the animals of the start on the cells at random."""
        cells = chance.sample(range(len(self.cells)), len(self.cells))
        frogs, toads = (mask.bit_count() for mask in self.start)
        return sum(1 << k for k in cells[:frogs]), sum(1 << k for k in cells[frogs:][:toads])

    def state_facts(self, state: State) -> int:
        """Return the masks of frogs, toads and empty cells, the frogs' mask in the lowest bits."""
        frogs, toads = state
        count, empty = len(self.cells), self._all & ~(frogs | toads)
        return frogs | toads << count | empty << 2 * count
