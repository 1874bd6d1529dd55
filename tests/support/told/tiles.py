"""Sliding tiles, told by docs/boards.md."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.support.told.drawings import DIRECTIONS

State = tuple[tuple[int, ...], ...]


def _table(drawing: str) -> State:
    return tuple(tuple(map(int, line.split())) for line in drawing.splitlines())


class ToldTiles:
    """Numbers, one of which is the blank."""

    def __init__(self, keys: Mapping[str, Any], metric: str) -> None:
        self._start = start = _table(keys["board"])
        self._most = 1 if metric == "single" else max(len(start), len(start[0]))
        width = len(start[0])
        usual = tuple(tuple(range(r * width, (r + 1) * width)) for r in range(len(start)))
        self._goal = _table(keys["goal"]) if "goal" in keys else usual

    @property
    def start(self) -> State:
        return self._start

    def read(self, drawing: str, visited: int) -> State:
        assert not visited
        return _table(drawing)

    def is_goal(self, state: State) -> bool:
        return state == self._goal

    def after(self, state: State) -> set[State]:
        return {after for name in DIRECTIONS for after in self._ways(state, name)}

    def _ways(self, state: State, name: str) -> Iterator[State]:
        """The blank goes one cell, two cells, … in a direction."""
        down, right = DIRECTIONS[name]
        for _ in range(self._most):
            [(row, column)] = [(r, line.index(0)) for r, line in enumerate(state) if 0 in line]
            to = row + down, column + right
            if not (0 <= to[0] < len(state) and 0 <= to[1] < len(state[0])):
                return
            table = [list(line) for line in state]
            table[row][column], table[to[0]][to[1]] = table[to[0]][to[1]], 0
            state = tuple(map(tuple, table))
            yield state

    def played(self, drawing: str, visited: int, move: str) -> State | None:
        ways = list(self._ways(self.read(drawing, visited), move[0]))
        steps = int(move[1:] or "1")
        return ways[steps - 1] if 1 <= steps <= len(ways) else None
