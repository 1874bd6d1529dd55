"""'There is a plan of at most T moves' as a formula, written from the rules' facts and actions.

A move is described by its action.  Families of clauses, besides those of
`puzzleproof.verify.formula.unrolled` and of `puzzleproof.verify.formula.steps` (here
``some action`` allows 'or idle'):

``idle``                nothing changes and no action is taken in an idle step, nor in any later
``leaves``, ``arrives`` for each mover fact: true and then false; false and then true
``one move``            at most one fact leaves and at most one arrives
``who``                 an action's own facts leave and arrive; no other fact leaves or arrives
``why``                 a fact that changes is changed by an action

The families from ``leaves`` to ``who`` are for puzzles in which each action moves one mover; other
puzzles have ``stays`` and ``why``.  Whether actions keep counts and colours is tested for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from math import comb

from puzzleproof.models.strips import Strips, bits
from puzzleproof.verify.formula.steps import Clause, FactCount, StepClauses
from puzzleproof.verify.formula.unrolled import ClauseFamily, UnrolledFormula, two_colours


class HorizonFormula(UnrolledFormula[int]):
    """The variables of a move: mover facts that leave, those that arrive, actions, idle."""

    form = "horizon"

    def __init__(self, strips: Strips, start: int, length: int) -> None:
        self.strips = strips
        movers = bits(strips.movers) if self.displacing else []
        changes = 2 * len(movers) + len(strips.actions)
        super().__init__(strips, start, length, _counts(strips, start), changes + 1)
        self._leaves = {fact: self.counted + k for k, fact in enumerate(movers, 1)}
        self._arrives = {fact: x + len(movers) for fact, x in self._leaves.items()}
        self.step = StepClauses(strips, 0, self.counted + 2 * len(movers), self.width)

    @cached_property
    def displacing(self) -> bool:
        """Whether every action makes one mover fact false and another true."""
        movers = self.strips.movers
        return all(
            (a.toggles & a.positive & movers).bit_count()
            == (a.toggles & a.negative & movers).bit_count()
            == 1
            for a in self.strips.actions
        )

    @property
    def step_size(self) -> int:
        """An upper bound on the clauses of a step, computed without writing them."""
        strips, movers = self.strips, self.strips.movers.bit_count()
        touched = sum((a.positive | a.negative).bit_count() for a in strips.actions)
        move = 2 + 2 * touched + 2 * len(strips.facts) + len(strips.actions)
        if self.displacing:
            alone = 10 * movers + 2 * comb(movers, 2) + 2 * len(strips.actions)
        else:
            alone = 2 * movers * len(strips.actions) + 2 * len(strips.facts)
        return self.state_size + move + alone

    def moves_from(self, facts: int) -> dict[int, int]:
        """Facts after each action that applies -> its number."""
        actions = enumerate(self.strips.actions)
        return {facts ^ action.toggles: k for k, action in actions if action.applies(facts)}

    def true_of_move(self, before: int, via: int, after: int) -> Iterator[int]:
        """The variables of the action, and of the facts that leave and arrive."""
        yield self.step.action(via)
        if self.displacing:
            movers = self.strips.movers
            yield from (self._leaves[fact] for fact in bits(before & ~after & movers))
            yield from (self._arrives[fact] for fact in bits(after & ~before & movers))

    def names_of_move(self, number: int) -> Iterator[str]:
        """The names of the facts that leave and arrive, then of the actions."""
        for facts, word in ((self._leaves, "ends"), (self._arrives, "begins")):
            yield from (f"{self.strips.facts[fact]} {word} by move {number}" for fact in facts)
        yield from (f"move {number} is {action.name}" for action in self.strips.actions)

    def of_move(self) -> Iterator[tuple[str, list[Clause]]]:
        """The families between steps 0 and 1."""
        step = self.step
        yield "some action", [(*step.some_action(), self.idle)]
        yield "needs", list(step.needs())
        yield "effect", list(step.effect())
        yield "idle", list(self._still())
        if self.displacing:
            yield "leaves", list(self.changes(self._leaves, 0, self.width))
            yield "arrives", list(self.changes(self._arrives, self.width, 0))
            yield "one move", list(self._one_move())
            yield "who", list(self._who())
        else:
            yield "stays", list(step.stays())
            yield "why", list(self._why())

    def between(self, step: int) -> Iterator[ClauseFamily]:
        """``colour``."""
        yield "colour", self.alternates(self._colours, step)

    def _still(self) -> Iterator[Clause]:
        """``idle``."""
        yield from self.same_facts()
        for k in range(len(self.strips.actions)):
            yield (-self.idle, -self.step.action(k))
        for change in (*self._leaves.values(), *self._arrives.values()):
            yield (-self.idle, -change)

    def _one_move(self) -> Iterator[Clause]:
        for changes in (self._leaves, self._arrives):
            for one, other in combinations(changes.values(), 2):
                yield (-one, -other)

    def _who(self) -> Iterator[Clause]:
        taken: dict[int, list[int]] = {}
        for k, action in enumerate(self.strips.actions):
            act, movers = self.step.action(k), action.toggles & self.strips.movers
            gone, come = movers & action.positive, movers & action.negative
            for changes, mask in ((self._leaves, gone), (self._arrives, come)):
                change = changes[mask.bit_length() - 1]
                taken.setdefault(change, []).append(act)
                yield (-act, change)
        for change in (*self._leaves.values(), *self._arrives.values()):
            yield (-change, *taken.get(change, ()))

    def _why(self) -> Iterator[Clause]:
        for fact in range(len(self.strips.facts)):
            now, then = fact + 1, self.width + fact + 1
            for first, last, positive in ((now, then, True), (-now, -then, False)):
                acts = (
                    self.step.action(k)
                    for k, a in enumerate(self.strips.actions)
                    if (a.toggles & (a.positive if positive else a.negative)) >> fact & 1
                )
                yield (-first, last, *acts)

    @cached_property
    def _colours(self) -> list[tuple[int, int]]:
        """The two colours of the facts of each group for which every action changes the colour."""
        found = [_two_colours(self.strips, group) for group in self.strips.groups]
        return [pair for pair in found if pair is not None]


def _two_colours(strips: Strips, group: int) -> tuple[int, int] | None:
    """A colouring of a group's facts that every action changes."""
    pairs = list[tuple[int, int]]()
    for action in strips.actions:
        toggled = action.toggles & group
        gone, come = toggled & action.positive, toggled & action.negative
        if not gone or not come:
            return None
        pairs.append((gone, come))
    return two_colours(pairs)


def _counts(strips: Strips, start: int) -> list[FactCount]:
    """The kinds of facts whose number every action keeps, counted at the start."""
    kinds = [*strips.kinds, (1 << len(strips.facts)) - 1 & ~strips.movers]
    return [
        FactCount(kind, (start & kind).bit_count())
        for kind in kinds
        if kind and kind not in strips.groups and _balanced(strips, kind) and (start & kind)
    ]


def _balanced(strips: Strips, kind: int) -> bool:
    return all(
        (a.toggles & a.positive & kind).bit_count() == (a.toggles & a.negative & kind).bit_count()
        for a in strips.actions
    )
