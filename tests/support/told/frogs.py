"""Frogs and toads, told by docs/boards.md."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.support.told.drawings import DIRECTIONS, Cell, marks, next_to

State = frozenset[tuple[Cell, str]]
"""What stands in each cell: F, T or a dot."""
FORTH = {"F": "ES", "T": "WN"}


class ToldFrogs:
    """Frogs go right and down, toads left and up."""

    def __init__(self, keys: Mapping[str, Any], metric: str) -> None:
        assert metric == "move"
        self._start = marks(keys["board"])
        self._own, self._back = keys.get("jump_own", False), keys.get("backward", False)
        rows, columns = ({cell[k] for cell in self._start} for k in (0, 1))
        self._in_a_row = len(keys["board"].rstrip("\n").split("\n")) == 1
        self._in_a_line = self._in_a_row or len(keys["board"].split("\n")[0]) == 1
        self._of_one_row = len(rows) == 1 or len(columns) == 1
        self._goal = frozenset((marks(keys["goal"]) if "goal" in keys else self._usual()).items())

    def _usual(self) -> dict[Cell, str]:
        """Frogs and toads exchanged; of unequal numbers, the row read from its other end."""
        kinds = list(self._start.values())
        if kinds.count("F") == kinds.count("T"):
            other = {"F": "T", "T": "F", ".": "."}
            return {cell: other[kind] for cell, kind in self._start.items()}
        assert self._of_one_row
        return dict(zip(self._start, reversed(kinds), strict=True))

    @property
    def start(self) -> State:
        return frozenset(self._start.items())

    def read(self, drawing: str, visited: int) -> State:
        assert not visited
        return frozenset(marks(drawing).items())

    def is_goal(self, state: State) -> bool:
        return state == self._goal

    def after(self, state: State) -> set[State]:
        return {after for _, _, after in self._all(state)}

    def _all(self, state: State) -> Iterator[tuple[Cell, Cell, State]]:
        """(from, to, the state after) of each move."""
        at = dict(state)
        for cell, kind in state - {(cell, ".") for cell in at}:
            other = "FT".replace(kind, "")
            for name, by in DIRECTIONS.items():
                if not self._back and name not in FORTH[kind]:
                    continue
                beside, behind = next_to(cell, by), next_to(cell, by, 2)
                passed = at.get(beside)
                jumps = passed == other or (self._own and passed == kind)
                to = behind if jumps else beside
                if at.get(to) == ".":
                    yield cell, to, frozenset({**at, cell: ".", to: kind}.items())

    def played(self, drawing: str, visited: int, move: str) -> State | None:
        state = self.read(drawing, visited)
        origin, target = map(self._cell, move.split("-"))
        found = [
            after for one, other, after in self._all(state) if (one, other) == (origin, target)
        ]
        return found[0] if found else None

    def _cell(self, text: str) -> Cell:
        numbers = [int(number) - 1 for number in text.split(",")]
        if len(numbers) == 2:
            return numbers[0], numbers[1]
        assert self._in_a_line
        return (0, numbers[0]) if self._in_a_row else (numbers[0], 0)
