"""Stairs: a counter stands on step n of a staircase and comes down to the ground, step 0.

A state is (the counter's step,); a move is the number of steps that the counter goes down, 1 or 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from puzzleproof.models.errors import IllegalMove, InstanceError, NotationError
from puzzleproof.models.puzzle import Info, Puzzle, State


@dataclass(frozen=True)
class StairsPuzzle(Puzzle[int]):
    """A staircase of ``steps`` steps; `Puzzle` has defaults for what not every family offers."""

    family: ClassVar[str] = "stairs"
    metrics: ClassVar[tuple[str, ...]] = ("move",)
    keys: ClassVar[tuple[str, ...]] = ("steps",)
    reversible: ClassVar[bool] = False
    pack_width: ClassVar[int] = 1

    steps: int

    @classmethod
    def from_document(cls, doc: Mapping[str, Any], info: Info, metric: str) -> Self:
        """Build from the keys of an instance file."""
        steps = doc.get("steps")
        if type(steps) is not int or not 0 <= steps < 256:
            raise InstanceError(f"key 'steps': expected a number from 0 to 255, got {steps!r}")
        return cls(info, metric, steps)

    def document(self) -> Mapping[str, Any]:
        """Return the keys and values of the instance file."""
        return {"steps": self.steps}

    @property
    def start(self) -> State:
        """The counter on the highest step."""
        return (self.steps,)

    def is_goal(self, state: State) -> bool:
        """Tell whether the counter is on the ground."""
        return state == (0,)

    def moves(self, state: State) -> Iterator[int]:
        """Yield one step or two, as far as there are steps."""
        return iter(range(1, min(2, state[0]) + 1))

    def play(self, state: State, move: int) -> State:
        """Return the state after a move; raises IllegalMove with the reason."""
        if move not in self.moves(state):
            raise IllegalMove(f"{move} steps down from step {state[0]}: expected 1 or 2")
        return (state[0] - move,)

    def successors(self, state: State) -> list[State]:
        """Return the states one move away."""
        return [self.play(state, move) for move in self.moves(state)]

    def pack(self, state: State) -> int:
        """Return the step."""
        return state[0]

    def unpack(self, number: int) -> State:
        """Invert `pack`; raises ValueError for a number of no state."""
        if not 0 <= number <= self.steps:
            raise ValueError("no state has this number")
        return (number,)

    def format_move(self, move: int) -> str:
        """Write the number of steps."""
        return str(move)

    def parse_move(self, text: str) -> int:
        """Invert `format_move`; raises NotationError."""
        if text not in ("1", "2"):
            raise NotationError(f"move {text!r}: expected 1 or 2")
        return int(text)

    def draw(self, state: State) -> str:
        """Draw the steps from the ground up, ``o`` the counter."""
        return "".join("o" if step == state[0] else "_" for step in range(self.steps + 1))
