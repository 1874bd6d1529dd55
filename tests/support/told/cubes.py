"""Cubes to be stacked, told by docs/boards.md."""

from collections.abc import Iterator, Mapping
from typing import Any

State = tuple[frozenset[str], ...]
"""The colours that each of the columns front, right, back, left shows."""
FACES = "frbldu"
OPPOSITE = dict(zip("frbldu", "blfrud", strict=True))


class ToldCubes:
    """Six colours a cube; each column is to show as many colours as there are cubes."""

    def __init__(self, keys: Mapping[str, Any], metric: str) -> None:
        assert metric == "cube"
        self._cubes: list[str] = list(keys["cubes"])

    @property
    def start(self) -> State:
        none = frozenset[str]()
        return none, none, none, none

    def read(self, drawing: str, visited: int) -> State:
        """The state; stacks that are turned or stand on their head are the same."""
        return _turned(self._columns(drawing, visited))

    def _columns(self, drawing: str, visited: int) -> State:
        assert not visited
        sides = [line.split() for line in drawing.splitlines()]
        assert [side for side, _ in sides] == ["front", "right", "back", "left"]
        return tuple(frozenset(shown) - {"."} for _, shown in sides)

    def is_goal(self, state: State) -> bool:
        return all(len(colours) == len(self._cubes) for colours in state)

    def after(self, state: State) -> set[State]:
        number = len(state[0])
        if number == len(self._cubes):
            return set()
        put = (self._put(state, faces) for faces in placements())
        return {_turned(after) for after in put if after is not None}

    def _put(self, state: State, faces: str) -> State | None:
        """The next cube with these faces to front, right, back and left."""
        cube = self._cubes[len(state[0])]
        shown = [cube[FACES.index(face)] for face in faces]
        if any(colour in column for colour, column in zip(shown, state, strict=True)):
            return None
        return tuple(column | {colour} for colour, column in zip(shown, state, strict=True))

    def played(self, drawing: str, visited: int, move: str) -> State | None:
        state = self._columns(drawing, visited)
        number, faces = move.split(":")
        if int(number) != len(state[0]) or faces not in placements():
            return None
        after = self._put(state, faces)
        return None if after is None else _turned(after)


def _turned(state: State) -> State:
    """The first of the eight symmetric states."""
    both = state, state[::-1]
    eight = (one[k:] + one[:k] for one in both for k in range(4))
    return min(eight, key=lambda columns: [sorted(column) for column in columns])


def placements() -> Iterator[str]:
    """All 24: any face in front, any but this one and the opposite one on the right."""
    for front in FACES:
        for right in set(FACES) - {front, OPPOSITE[front]}:
            yield front + right + OPPOSITE[front] + OPPOSITE[right]
