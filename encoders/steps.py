"""The variables of an unrolled task, step by step; what `displacement` and strengthenings share."""

from __future__ import annotations

from puzzleproof.encoders.model import Lit, Model
from puzzleproof.encoders.task import Task

__all__ = ["Steps"]


class Steps:
    """Variables of steps 0..length: facts, and between two steps who leaves, arrives, idles."""

    def __init__(self, task: Task, model: Model) -> None:
        self.task = task
        self.model = model
        self.length: int = 0
        self._movers = sorted(task.movers)
        self._rank = {fact: k for k, fact in enumerate(self._movers)}
        self._facts: list[int] = []
        self._leaves: list[int] = []
        self._arrives: list[int] = []
        self._idle: list[Lit] = []
        self._visits: list[list[Lit]] = []

    def fact(self, fact: int, step: int) -> Lit:
        """Whether a fact holds at a step (0..length)."""
        return self._facts[step] + fact + 1

    def leaves(self, mover: int, step: int) -> Lit:
        """Whether a mover fact holds at this step and no longer at the next."""
        return self._leaves[step] + self._rank[mover] + 1

    def arrives(self, mover: int, step: int) -> Lit:
        """Whether a mover fact holds at the next step and not yet at this one."""
        return self._arrives[step] + self._rank[mover] + 1

    def idle(self, step: int) -> Lit:
        """Whether nothing moves between this step and the next, nor later."""
        return self._idle[step]

    def visited(self, stop: int, step: int) -> Lit:
        """Whether a stop of the tour was visited by this step."""
        return self._visits[step][stop]
