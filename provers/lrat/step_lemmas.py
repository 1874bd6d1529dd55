"""What the clauses of one step imply for a state: the actions it allows, what these leave alone.

These are lemmas of `puzzleproof.provers.lrat.horizon_proof` that many states share.  A state is
given by the literals that *define* it: facts that hold, and of the facts in no group also those
that do not.

*pattern*  the facts that hold and are no movers (the empty cells) leave only some actions, or
           idling; what follows from them is found by unit propagation in the clauses of a state
           (M. Davis, G. Logemann and D. Loveland, 1962)
*choice*   with some more facts of a state, just the actions that apply in it are left, or idling
*frame*    an action leaves a literal alone that it does not touch
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from puzzleproof.models.errors import CertificateRejected, Unsupported
from puzzleproof.models.strips import Strips, bits
from puzzleproof.provers.lrat.proof_templates import Place, literals, mark
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.formula.steps import Clause


@dataclass(slots=True, eq=False)
class SharedLemma:
    """Literals and hints, as marks, or other lemmas; its own mark when it has been written."""

    literals: tuple[int, ...]
    hints: tuple[int | SharedLemma, ...]
    uses: int = 0
    written: int | None = None


def literals_of(mask: int, facts: int) -> list[int]:
    """The literals that say which facts of a mask hold and which do not."""
    return [fact + 1 if facts >> fact & 1 else -fact - 1 for fact in bits(mask)]


def facts_beside(strips: Strips) -> list[int]:
    """For each fact the others of its groups: where one of these holds, it does not."""
    beside = [0] * len(strips.facts)
    for group in strips.groups:
        for fact in bits(group):
            beside[fact] |= group & ~(1 << fact)
    return beside


def next_step(one: int, width: int) -> int:
    """A literal about the next step, where a step has this many variables."""
    return one + width if one > 0 else one - width


class ClauseMarks:
    """The marks of a formula's clauses: of those about one step, and of those about a move."""

    def __init__(self, horizon: HorizonFormula) -> None:
        families = list(horizon.of_step())
        cut = [name for name, _ in families].index("some action")
        self.of_state = [clause for _, family in families[:cut] for clause in family]
        of_move = [clause for _, family in families[cut:] for clause in family]
        self._state, self._move = _numbered(self.of_state), _numbered(of_move)
        self._families = dict(families[cut:])
        (self._some,) = self._families["some action"]
        self.idle = self._some[-1]
        self.states, self.moves = list[int](), list[int]()
        """Of each step, how many clauses come before those about it, and about it and the next."""
        number, place, goals = 0, 0, list[Clause]()
        for name, family in horizon.families():
            if name == families[place][0]:
                if place in (0, cut):
                    (self.moves if place else self.states).append(number)
                number += len(families[place][1])
                place = (place + 1) % len(families)
            elif name == "goal":
                goals = list(family)
            else:
                number += sum(1 for _ in family)
        self.goals, self.wanted = _numbered(goals, number + 1), goals[-1]
        self.last = number + len(goals)

    def family(self, name: str) -> Sequence[Clause]:
        """The clauses of a family about a step and the next; none if there is no such family."""
        return self._families.get(name, ())

    def state(self, *clause: int) -> int:
        """The mark of a clause about a step."""
        return mark(self._state[clause], Place.STATE)

    def after(self, *clause: int) -> int:
        """The mark of the same at the next step."""
        return mark(self._state[clause], Place.AFTER)

    def move(self, *clause: int) -> int:
        """The mark of a clause about a step and the next."""
        return mark(self._move[clause], Place.MOVE)

    def has_move(self, *clause: int) -> bool:
        """Whether there is such a clause."""
        return clause in self._move

    def some_action(self) -> int:
        """The mark of 'some action or idle'."""
        return self.move(*self._some)

    def pair(self, one: int, other: int) -> int:
        """The mark of 'not both of these facts'."""
        low, high = sorted((one, other))
        return self.state(-low - 1, -high - 1)


def _numbered(clauses: Iterable[Clause], first: int = 1) -> dict[Clause, int]:
    found = dict[Clause, int]()
    for number, clause in enumerate(clauses, first):
        found.setdefault(clause, number)
    return found


class _Pattern(NamedTuple):
    """The actions that some facts leave, and the lemma that says so, if it takes one."""

    actions: tuple[int, ...]
    lemma: SharedLemma | None


ChoiceKey: TypeAlias = tuple[int, int, tuple[int, ...]]
"""Facts that are the reason, those of them that hold, and the actions that apply."""


class Choices:
    """Which actions apply in a state: `of` its facts are these, and the lemma that says so."""

    def __init__(self, horizon: HorizonFormula, clauses: ClauseMarks) -> None:
        self._strips, self._step, self._clauses = horizon.strips, horizon.step, clauses
        self._beside = facts_beside(self._strips)
        self._propagation = _Propagation(clauses.of_state)
        self.of = cache(self._of)
        self._pattern = cache(self._make_pattern)
        self._choices = dict[ChoiceKey, SharedLemma]()

    def _of(self, facts: int) -> tuple[tuple[int, ...], SharedLemma]:
        """The actions that apply in a state, and the lemma that there are no others."""
        chosen = facts & ~self._strips.movers
        pattern = self._pattern(chosen)
        if pattern.lemma is None:
            chosen = 0
        applicable, others = list[int](), list[int]()
        for k in pattern.actions:
            applies = self._strips.actions[k].applies(facts)
            (applicable if applies else others).append(k)
        reason = self._reason(facts, chosen, others)
        key = (reason, facts & reason, tuple(applicable))
        lemma = self._choices.get(key)
        if lemma is None:
            lemma = self._choices[key] = self._choice(facts, key, others, pattern)
        return key[-1], lemma

    def absent(self, fact: int, holding: int) -> int:
        """The mark of a clause by which one of those that hold excludes a fact."""
        others = self._beside[fact] & holding
        if not others:
            raise Unsupported(f"no group says that {self._strips.facts[fact]} does not hold")
        return self._clauses.pair(fact, others.bit_length() - 1)

    def _reason(self, facts: int, chosen: int, others: Sequence[int]) -> int:
        """Few facts by which none of these actions applies, ``chosen`` among them: a greedy cover.

        Each time the fact is taken that rules out most actions.
        """
        refuters = [self._refuters(k, facts) for k in others]
        while refuters := [mask for mask in refuters if not mask & chosen]:
            count = Counter(fact for mask in refuters for fact in bits(mask))
            chosen |= 1 << max(count, key=count.__getitem__)
        return chosen

    def _refuters(self, k: int, facts: int) -> int:
        """The facts by which an action does not apply: true ones, or false ones in no group."""
        action = self._strips.actions[k]
        missing = action.positive & ~facts
        found = action.negative & facts | missing & self._step.alone
        for fact in bits(missing & ~self._step.alone):
            found |= self._beside[fact] & facts
        if not found:
            raise Unsupported(f"no group of facts says why {action.name!r} does not apply")
        return found

    def _choice(
        self, facts: int, key: ChoiceKey, others: Iterable[int], pattern: _Pattern
    ) -> SharedLemma:
        reason, holding, applicable = key
        absent, refuted = dict[int, int](), list[int]()
        for k in others:
            action = self._strips.actions[k]
            negative, missing = action.negative & holding, action.positive & ~facts
            if negative:
                refuting = -negative.bit_length()
            elif missing & reason:
                refuting = (missing & reason).bit_length()
            else:
                refuting = self._missing(missing, holding, absent) + 1
            refuted.append(self._clauses.move(-self._step.action(k), refuting))
        clause = [-one for one in literals_of(reason, facts)]
        clause += [*map(self._step.action, applicable), self._clauses.idle]
        last = pattern.lemma or self._clauses.some_action()
        return SharedLemma(literals(clause), (*absent.values(), *refuted, last))

    def _missing(self, missing: int, holding: int, absent: dict[int, int]) -> int:
        """One of these facts that is excluded by what holds; notes by which clause."""
        known = [fact for fact in bits(missing) if fact in absent]
        if known:
            return known[0]
        found = next(fact for fact in bits(missing) if self._beside[fact] & holding)
        absent[found] = self.absent(found, holding)
        return found

    def _make_pattern(self, chosen: int) -> _Pattern:
        if not chosen:
            return _Pattern(tuple(range(len(self._strips.actions))), None)
        found = self._propagation.follow([fact + 1 for fact in bits(chosen)])
        used, actions, refuted = set[int](), list[int](), list[int]()
        for k, action in enumerate(self._strips.actions):
            asked = [fact + 1 for fact in bits(action.positive)]
            asked += [-fact - 1 for fact in bits(action.negative)]
            false = [one for one in asked if -one in found]
            if not false:
                actions.append(k)
                continue
            one = next((one for one in false if -one in used), false[0])
            used.add(-one)
            refuted.append(self._clauses.move(-self._step.action(k), one))
        if not refuted:
            return _Pattern(tuple(actions), None)
        hints = [self._clauses.state(*clause) for clause in _needed(found, used)]
        clause = [-fact - 1 for fact in bits(chosen)]
        clause += [*map(self._step.action, actions), self._clauses.idle]
        hints += [*refuted, self._clauses.some_action()]
        return _Pattern(tuple(actions), SharedLemma(literals(clause), tuple(hints)))


Trail: TypeAlias = dict[int, Clause | None]
"""Literals in the order in which they were found true, each with the clause that implies it; None:
it was assumed."""


def _needed(found: Trail, used: set[int]) -> list[Clause]:
    """The clauses that imply these literals, and what they need, in order."""
    needed = list[Clause]()
    for one, clause in reversed(found.items()):
        if one in used and clause is not None:
            needed.append(clause)
            used.update(-other for other in clause if other != one)
    return needed[::-1]


class _Propagation:
    """Unit propagation in the clauses of a state."""

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self._units: list[Clause] = [clause for clause in clauses if len(clause) == 1]
        self._having = dict[int, list[Clause]]()
        for clause in clauses:
            for one in clause:
                self._having.setdefault(one, []).append(clause)

    def follow(self, assumed: Iterable[int]) -> Trail:
        """All that follows from some literals, and these themselves."""
        found: Trail = dict.fromkeys(assumed)
        for clause in self._units:
            found.setdefault(clause[0], clause)
        queue = deque(found)
        while queue:
            for clause in self._having.get(-queue.popleft(), ()):
                one = _left(clause, found)
                if one:
                    found[one] = clause
                    queue.append(one)
        return found


def _left(clause: Clause, found: Trail) -> int:
    """The one literal of a clause that has to be true; 0 if it is true, or more are open."""
    left = [one for one in clause if -one not in found]
    if not left:
        raise CertificateRejected("a state's facts contradict its groups or its counts")
    return left[0] if len(left) == 1 and left[0] not in found else 0


class Frames:
    """What actions leave alone: `of` an action and a literal is the lemma that says so."""

    def __init__(self, horizon: HorizonFormula, clauses: ClauseMarks) -> None:
        self._strips, self._step, self._clauses = horizon.strips, horizon.step, clauses
        self._leave = {-c[0] - 1: c[2] for c in clauses.family("leaves") if len(c) == 3}
        self._arrive = {c[1] - 1: c[2] for c in clauses.family("arrives") if len(c) == 3}
        self.of = cache(self._frame)

    def _frame(self, k: int, one: int) -> SharedLemma:
        """The lemma that an action leaves a literal alone.

        Where it has up to three hints, all but the last two say what the action does, and other
        frames of the action have them too.
        """
        act, later, fact = self._step.action(k), next_step(one, self._step.then), abs(one) - 1
        clause = literals((-one, -act, later))
        stays = (-act, -one, later)
        if self._clauses.has_move(*stays):
            return SharedLemma(clause, (self._clauses.move(*stays),))
        if not self._leave:
            raise Unsupported(f"no clause says that {self._strips.facts[fact]} stays as it is")
        movers, action = self._strips.movers, self._strips.actions[k]
        leave = self._leave[(action.toggles & action.positive & movers).bit_length() - 1]
        arrive = self._arrive[(action.toggles & action.negative & movers).bit_length() - 1]
        if one < 0:
            hints = [self._clauses.move(-act, arrive), *self._false(fact, arrive)]
        elif movers >> fact & 1:
            hints = [self._clauses.move(-act, leave), *self._true(fact, leave)]
        else:
            hints = self._by_group(fact, act, arrive)
        return SharedLemma(clause, tuple(hints))

    def _true(self, fact: int, leave: int) -> tuple[int, int]:
        """A mover stays true, as another leaves."""
        now, mine = fact + 1, self._leave[fact]
        return self._apart(leave, mine), self._clauses.move(-now, self._step.then + now, mine)

    def _false(self, fact: int, arrive: int) -> tuple[int, int]:
        """A mover stays false, as another arrives."""
        now, mine = fact + 1, self._arrive[fact]
        return self._apart(arrive, mine), self._clauses.move(-self._step.then - now, now, mine)

    def _apart(self, one: int, other: int) -> int:
        return self._clauses.move(-min(one, other), -max(one, other))

    def _by_group(self, fact: int, act: int, arrive: int) -> list[int]:
        """No mover, it stays true as all others of a group, if any, were and stay false."""
        for group in self._strips.groups:
            others = group & ~(1 << fact)
            if others == group or others & ~self._strips.movers:
                continue
            hints = [self._clauses.move(-act, arrive)] if others else []
            for other in bits(others):
                hints += [self._clauses.pair(fact, other), *self._false(other, arrive)]
            return [*hints, self._clauses.after(*(one + 1 for one in bits(group)))]
        raise Unsupported(f"no group says that {self._strips.facts[fact]} stays as it is")
