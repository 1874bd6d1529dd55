"""What a solver is asked about a task: horizons, or layers of operators that commute."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from typing import ClassVar, TypeAlias

from puzzleproof.encoders.horizon.formula import Formula, Lit
from puzzleproof.encoders.horizon.unrolled import unroll, unroll_layers
from puzzleproof.encoders.strengthen import STRENGTHENINGS
from puzzleproof.encoders.task import Task

Steps: TypeAlias = list[frozenset[int]]
"""The facts along a plan, a set for each state that it passes."""


class Horizons(ABC):
    """A task whose horizons a solver is asked about; each answer is the facts along a plan."""

    incremental: ClassVar[bool] = False
    """Whether the solver learns from one horizon for the next."""

    def __init__(self, task: Task, strengthen: Collection[str] = STRENGTHENINGS) -> None:
        self.task, self.strengthen = task, strengthen

    @abstractmethod
    def solve(self, formula: Formula) -> Iterable[Lit] | None:
        """The true variables of a solution by a new solver, or None; may raise LimitReached."""

    def ask(self, length: int) -> Steps | None:
        """A plan of at most ``length`` moves; None if the solver says that there is none."""
        return self.refute(length)

    def refute(self, length: int) -> Steps | None:
        """Like `ask`, of a new solver."""
        unrolled = unroll(self.task, length, self.strengthen)
        true = self.solve(unrolled.formula)
        return None if true is None else unrolled.read(true, length)

    def find(self, layers: int) -> Steps | None:
        """A plan in so many layers of operators that commute; None refutes only this number."""
        unrolled = unroll_layers(self.task, layers)
        true = self.solve(unrolled.formula)
        return None if true is None else unrolled.read_layers(true)
