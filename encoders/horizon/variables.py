"""The variables of an unrolled task by time step, which encodings and strengthenings share.

A time step has one variable per fact; in a group of two facts, one is the negation of the other.
What happens between two steps is the *change*: `displacement` describes it by variables for the
places that a piece leaves and reaches, `operators` by a variable for each operator.  If a step is a
whole compound move (`compound_moves`), it has a variable for each jump that the move may have.
"""

from typing import TypeAlias

from puzzleproof.encoders.horizon.formula import Formula, Lit
from puzzleproof.encoders.horizon.jump_graph import JumpGraph
from puzzleproof.encoders.task import Task

Change: TypeAlias = tuple[int, ...]
"""(source, target) of a displacement, or (number of an operator,)."""


class StepVariables:
    """The variables for the facts at steps 0..length, and for the changes between two steps."""

    def __init__(self, task: Task, formula: Formula, layered: bool = False) -> None:
        self.task = task
        self.layered = layered
        """Whether a step is a layer: any number of operators that touch no fact in common."""
        self.jumps: JumpGraph | None = None
        """The jump graph, if a step is a compound move; `acts` then says which jumps it has."""
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
        """'A move that is a chain begins at this step', for each step."""
        self._idle: list[Lit] = []
        self.visited: list[list[Lit]] = []
        """'This stop of the tour has been visited', for each step and stop."""
        self.departs: list[dict[int, Lit]] = []
        self.ends: list[dict[int, Lit]] = []
        """'The next compound move begins (or ends) in this hole', for each step and hole."""

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
        """Return the variable 'nothing moves from this step on'."""
        return self._idle[step]


def _numbered(task: Task) -> tuple[list[int], list[int]]:
    """List the facts that have a variable, and for each fact its literal within a step."""
    other: dict[int, int] = {}
    for group in task.groups:
        if len(group) == 2 and not other.keys() & set(group) and group[0] not in other.values():
            other[group[1]] = group[0]
    named = [fact for fact in range(len(task.facts)) if fact not in other]
    rank = {fact: k for k, fact in enumerate(named, 1)}
    literal = [rank[f] if f in rank else -rank[other[f]] for f in range(len(task.facts))]
    return named, literal
