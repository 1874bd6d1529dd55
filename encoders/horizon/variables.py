"""The variables of an unrolled task by time step; what encodings and strengthenings share.

A time step has one variable a fact; of a group of two facts one is the negation of the other.
`displacement` (who leaves and arrives) or `operators` (a variable an operator) describes what
happens between two steps, the *change*.  If a step is a whole compound move (`compound_moves`), it
has a variable for each operator that the move may have.
"""

from typing import TypeAlias

from puzzleproof.encoders.horizon.formula import Formula, Lit
from puzzleproof.encoders.horizon.jump_graph import JumpGraph
from puzzleproof.encoders.task import Task

Change: TypeAlias = tuple[int, ...]
"""(source, target) of a displacement, or (operator's number,)."""


class StepVariables:
    """Variables of steps 0..length: facts, and between two steps what happens, or nothing."""

    def __init__(self, task: Task, formula: Formula, layered: bool = False) -> None:
        self.task = task
        self.layered = layered
        """Whether a step is a layer: any operators that do not touch one another."""
        self.jumps: JumpGraph | None = None
        """The jumps, if a step is a compound move; ``acts`` then says that the move has this
        jump."""
        self.formula = formula
        self.length: int = 0
        self.named, self._literal = _numbered(task)
        self._movers = sorted(task.movers)
        self._rank = {fact: k for k, fact in enumerate(self._movers)}
        self._facts: list[int] = []
        self._leaves: list[int] = []
        self._arrives: list[int] = []
        self._acts: list[int] = []
        self.begins: list[Lit] = []
        """Whether a move that is a chain begins here (or the operator may continue one)."""
        self._idle: list[Lit] = []
        self.visited: list[list[Lit]] = []
        """Whether a stop of the tour was visited by this step."""
        self.departs: list[dict[int, Lit]] = []
        self.ends: list[dict[int, Lit]] = []
        """Whether the compound move after this step begins with the peg in a hole; ends there."""

    def fact(self, fact: int, step: int) -> Lit:
        """Return the literal 'a fact holds at a step' (0..length)."""
        number = self._literal[fact]
        return self._facts[step] + number if number > 0 else number - self._facts[step]

    def happens(self, change: Change, step: int) -> tuple[Lit, ...]:
        """Return literals that together say: the change happens between a step and the next."""
        if len(change) == 1:
            return (self.acts(change[0], step),)
        return self.leaves(change[0], step), self.arrives(change[1], step)

    def leaves(self, mover: int, step: int) -> Lit:
        """Return the variable 'a location holds at this step and no longer at the next'."""
        return self._leaves[step] + self._rank[mover] + 1

    def arrives(self, mover: int, step: int) -> Lit:
        """Return the variable 'a location holds at the next step and not yet at this one'."""
        return self._arrives[step] + self._rank[mover] + 1

    def acts(self, operator: int, step: int) -> Lit:
        """Return the variable 'an operator is applied between this step and the next'."""
        return self._acts[step] + operator + 1

    def idle(self, step: int) -> Lit:
        """Return the variable 'nothing moves between this step and the next, nor later'."""
        return self._idle[step]


def _numbered(task: Task) -> tuple[list[int], list[int]]:
    """List the facts with a variable, and each fact's number among them, negative for 'not'."""
    other: dict[int, int] = {}
    for group in task.groups:
        if len(group) == 2 and not other.keys() & set(group) and group[0] not in other.values():
            other[group[1]] = group[0]
    named = [fact for fact in range(len(task.facts)) if fact not in other]
    rank = {fact: k for k, fact in enumerate(named, 1)}
    literal = [rank[f] if f in rank else -rank[other[f]] for f in range(len(task.facts))]
    return named, literal
