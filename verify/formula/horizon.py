"""'There is a plan of at most T moves' as a formula, written from the rules' facts and actions.

A move is described by its action.  Families of clauses, besides those of
`puzzleproof.verify.formula.unrolled` and of `puzzleproof.verify.formula.steps` (here
``some action`` means 'some action, or idle'):

``idle``                nothing changes and no action is taken in an idle step or any later step
``leaves``, ``arrives`` for each mover fact: true before and false after; false before, true after
``one move``            at most one fact leaves and at most one arrives
``who``                 an action's own facts leave and arrive; no other fact leaves or arrives
``why``                 a fact that changes is changed by an action

The families from ``leaves`` to ``who`` are for puzzles in which each action moves one mover; other
puzzles have ``stays`` and ``why``.  The families ``count`` and ``colour`` are written only
if a test of all actions shows that each action keeps the count, or changes the colour.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

from puzzleproof.models.strips import Strips, bits
from puzzleproof.verify.formula.steps import Clause, StepClauses
from puzzleproof.verify.formula.unrolled import ClauseFamily, UnrolledFormula, two_colours


class HorizonFormula(UnrolledFormula[int]):
    """The variables of a move: 'leaves' and 'arrives' for each mover fact, actions, and 'idle'."""

    form = "horizon"

    def __init__(self, strips: Strips, start: int, length: int) -> None:
        self.strips = strips
        movers = bits(strips.movers) if self.displacing else []
        super().__init__(strips, start, length, _kinds(strips, start), movers, len(strips.actions))
        self.step = StepClauses(strips, 0, self.ended, self.width)

    @cached_property
    def displacing(self) -> bool:
        """Whether every action makes one mover fact false and another true."""
        movers = self.strips.movers
        return all(
            (a.gone & movers).bit_count() == (a.come & movers).bit_count() == 1
            for a in self.strips.actions
        )

    def moves_from(self, facts: int) -> dict[int, int]:
        """Map, for each action that may be applied, the facts after it to its number."""
        actions = enumerate(self.strips.actions)
        return {facts ^ action.toggles: k for k, action in actions if action.applies(facts)}

    def true_of_move(self, via: int) -> Iterator[int]:
        """Return the variable of the action."""
        yield self.step.action(via)

    def names_of_move(self, number: int) -> Iterator[str]:
        """Return the names of the actions."""
        return (f"move {number} is {action.name}" for action in self.strips.actions)

    def of_move(self) -> Iterator[ClauseFamily]:
        """Return the families between steps 0 and 1."""
        step = self.step
        yield "some action", [(*step.some_action(), self.idle)]
        yield "needs", step.needs()
        yield "effect", step.effect()
        yield "idle", self._still()
        if self.displacing:
            yield from self.ends()
            yield "one move", self._one_move()
            yield "who", self._who()
        else:
            yield "stays", step.stays()
            yield "why", self._why()

    def _still(self) -> Iterator[Clause]:
        """``idle``."""
        yield from self.same_facts()
        for k in range(len(self.strips.actions)):
            yield (-self.idle, -self.step.action(k))
        for change in (*self.leaves.values(), *self.arrives.values()):
            yield (-self.idle, -change)

    def _one_move(self) -> Iterator[Clause]:
        for changes in (self.leaves, self.arrives):
            for one, other in combinations(changes.values(), 2):
                yield (-one, -other)

    def _who(self) -> Iterator[Clause]:
        taken: dict[int, list[int]] = {}
        for k, action in enumerate(self.strips.actions):
            act, movers = self.step.action(k), self.strips.movers
            for changes, mask in ((self.leaves, action.gone), (self.arrives, action.come)):
                change = changes[(mask & movers).bit_length() - 1]
                taken.setdefault(change, []).append(act)
                yield (-act, change)
        for change in (*self.leaves.values(), *self.arrives.values()):
            yield (-change, *taken.get(change, ()))

    def _why(self) -> Iterator[Clause]:
        losing, winning = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for k, action in enumerate(self.strips.actions):
            for changed, mask in ((losing, action.gone), (winning, action.come)):
                for fact in bits(mask):
                    changed[fact].append(self.step.action(k))
        for fact in range(len(self.strips.facts)):
            now, then = fact + 1, self.width + fact + 1
            yield (-now, then, *losing[fact])
            yield (now, -then, *winning[fact])

    @cached_property
    def colours(self) -> list[tuple[int, int]]:
        """The two colours (sets of facts) of each group in which all actions change the colour."""
        found = [_two_colours(self.strips, group) for group in self.strips.groups]
        return [pair for pair in found if pair is not None]


def _two_colours(strips: Strips, group: int) -> tuple[int, int] | None:
    """Return two colours of a group's facts, if every action changes the colour."""
    pairs = [(action.gone & group, action.come & group) for action in strips.actions]
    return two_colours(pairs) if all(gone and come for gone, come in pairs) else None


def _kinds(strips: Strips, start: int) -> list[int]:
    """Return the kinds of facts whose number every action keeps, if some hold at the start."""
    kinds = (*strips.kinds, (1 << len(strips.facts)) - 1 & ~strips.movers)
    return [k for k in kinds if k & start and k not in strips.groups and _balanced(strips, k)]


def _balanced(strips: Strips, kind: int) -> bool:
    return all((a.gone & kind).bit_count() == (a.come & kind).bit_count() for a in strips.actions)
