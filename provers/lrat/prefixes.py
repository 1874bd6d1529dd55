"""Lemmas that leave few actions to a state whose facts are in no group: pegs in holes.

There are thousands of actions where moves are compound, and no group of facts says that one of
some few holds.  So the facts are taken a few at a time.  What the first of them are, a *prefix*,
excludes actions; the lemma of a prefix is 'not these facts, or one of the actions that are left',
and follows from the lemma of the shorter prefix.  States share the lemmas of the prefixes that they
have in common.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from puzzleproof.models.strips import bits
from puzzleproof.provers.lrat.step_lemmas import literals_of
from puzzleproof.verify.formula.steps import StepClauses
from puzzleproof.verify.lrat import Line

AT_ONCE = 4
"""Facts by which a prefix is longer than the one before."""


class Prefix(NamedTuple):
    """The actions that a prefix leaves, and the number of the line that says so."""

    actions: Sequence[int]
    line: int


class PrefixLemmas:
    """The prefixes that were met; ``needs`` has for each action its preconditions' clauses."""

    def __init__(
        self, step: StepClauses, needs: Sequence[Mapping[int, int]], some_action: int
    ) -> None:
        self._step, self._needs = step, needs
        facts = bits(step.alone)
        parts = (facts[k : k + AT_ONCE] for k in range(0, len(facts), AT_ONCE))
        self._parts = [sum(1 << fact for fact in part) for part in parts]
        self._first = Prefix(range(len(step.strips.actions)), some_action)
        self._met: dict[tuple[int, int], Prefix] = {}

    def lines(self, facts: int, last: int) -> Iterator[Line]:
        """The lines of the prefixes of these facts that are new, after the line ``last``."""
        known, prefix = self._first, 0
        for part in self._parts:
            prefix |= part
            key = prefix, facts & prefix
            if key not in self._met:
                left, hints = self._divided(known.actions, part, facts)
                line = known.line
                if hints:
                    line = last = last + 1
                    actions = map(self._step.action, left)
                    literals = [*(-one for one in literals_of(*key)), *actions]
                    yield line, literals, [*hints, known.line]
                self._met[key] = Prefix(left, line)
            known = self._met[key]

    def of(self, facts: int) -> Prefix:
        """What all of these facts leave, once `lines` has written it."""
        return self._met[self._step.alone, facts & self._step.alone]

    def _divided(
        self, actions: Sequence[int], part: int, facts: int
    ) -> tuple[list[int], list[int]]:
        """The actions that the facts of a part allow, and the clauses that exclude the others."""
        left, hints, strips = list[int](), list[int](), self._step.strips
        for k in actions:
            action = strips.actions[k]
            wrong = part & (action.positive & ~facts | action.negative & facts)
            if wrong:
                fact = wrong & -wrong
                sign = 1 if action.positive & fact else -1
                hints.append(self._needs[k][sign * fact.bit_length()])
            else:
                left.append(k)
        return left, hints
