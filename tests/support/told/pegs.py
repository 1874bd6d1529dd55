"""Peg solitaire, told by docs/boards.md."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.support.told.drawings import Cell, Cells, marks, next_to

State = Cells
"""The holes with pegs: (x, y), y upwards; on a triangle (row, position)."""
SQUARE = ((0, 1), (1, 0), (0, -1), (-1, 0))
TRIANGLE = (*SQUARE, (1, 1), (-1, -1))
NAMED = {
    "english": "  ooo/  ooo/ooooooo/ooooooo/ooooooo/  ooo/  ooo",
    "european": "  ooo/ ooooo/ooooooo/ooooooo/ooooooo/ ooooo/  ooo",
    "wiegleb": "   ooo/   ooo/   ooo/ooooooooo/ooooooooo/ooooooooo/   ooo/   ooo/   ooo",
    "diamond41": "    o/   ooo/  ooooo/ ooooooo/ooooooooo/ ooooooo/  ooooo/   ooo/    o",
}
PEG, HOLES = "xX", "xXoO"


class ToldPegs:
    """Holes, pegs, what is to be left."""

    def __init__(self, keys: Mapping[str, Any], metric: str) -> None:
        self._keys, self._compound = keys, metric == "move"
        board = keys.get("board", keys.get("start"))
        self._rows = int(board.removeprefix("triangle")) if board.startswith("triangle") else 0
        self._board = self._holes(board)
        self._width = max(x for x, _ in self._board) + 1
        if self._rows:
            self._width = self._rows
        self._goals = list(self._left(keys))

    def _holes(self, board: str) -> Cells:
        if self._rows:
            return frozenset((row, k) for row in range(self._rows) for k in range(row + 1))
        if board.startswith("strip"):
            return frozenset((x, 0) for x in range(int(board.removeprefix("strip"))))
        return self._drawn(NAMED.get(board, board).replace("/", "\n"), HOLES)

    def _drawn(self, drawing: str, chars: str) -> Cells:
        """The cells that show one of some characters."""
        lines = drawing.rstrip("\n").split("\n")
        found = [cell for cell, char in marks("\n".join(lines)).items() if char in chars]
        if not self._rows:
            return frozenset((column, len(lines) - 1 - row) for row, column in found)
        upright = len(lines[0]) > self._rows
        left = self._rows - 1
        return frozenset((r, (c - left + r) // 2 if upright else c) for r, c in found)

    def _left(self, keys: Mapping[str, Any]) -> Iterator[State]:
        finish, goals = keys.get("finish"), keys.get("goal", [])
        if finish == "any":
            yield from (frozenset([hole]) for hole in self._board)
        elif finish is not None:
            yield frozenset([(finish[0], finish[1])])
        for goal in [goals] if isinstance(goals, str) else goals:
            yield self._drawn(goal, PEG)

    @property
    def start(self) -> State:
        if "vacate" in self._keys:
            x, y = self._keys["vacate"]
            return self._board - {(x, y)}
        return self._drawn(self._keys.get("start", self._keys["board"]), PEG)

    def read(self, drawing: str, visited: int) -> State:
        assert not visited
        return self._drawn(drawing, PEG)

    def is_goal(self, state: State) -> bool:
        return state in self._goals

    def after(self, state: State) -> set[State]:
        found = set[State]()
        for peg in state:
            reached = set(self._jumps(state, peg))
            while reached:
                found |= {now for now, _ in reached}
                more = (self._jumps(*one) for one in reached) if self._compound else ()
                reached = {one for jumps in more for one in jumps}
        return found

    def _jumps(self, state: State, peg: Cell) -> Iterator[tuple[State, Cell]]:
        for by in TRIANGLE if self._rows else SQUARE:
            over, to = next_to(peg, by), next_to(peg, by, 2)
            if over in state and to in self._board - state:
                yield state - {peg, over} | {to}, to

    def played(self, drawing: str, visited: int, move: str) -> State | None:
        state = self.read(drawing, visited)
        peg, *path = map(self._hole, move.split("-"))
        for to in path:
            after = {there: now for now, there in self._jumps(state, peg)}
            if peg not in state or to not in after:
                return None
            state, peg = after[to], to
        return state

    def _hole(self, number: str) -> Cell:
        """A hole's number is 8y + x, on a triangle 8 · row + position; wider boards: the width."""
        high, low = divmod(int(number), max(8, self._width))
        return (high, low) if self._rows else (low, high)
