"""Write the proof that a labelling's formula has no solution, without a solver.

Let r be the variable 'the state before is this one'.  The lines, each with its hints, are

1. once for each pattern of free cells: a cell outside the pattern is free, or the move is one of
   the actions that need no other free cells;
2. for each state and each action that applies: not both this action and r, as they imply the facts
   of the successor, these imply its rank, and the labels forbid that rank;
3. for each state: not r, as each action is refuted by (2) or by a fact that it needs;
4. the empty clause.

The *pattern* of a state is its facts other than the movers, if every action needs some of these; if
not, (1) says that the move is one of all actions.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.strips import Action, Strips, bits
from puzzleproof.provers.labelling.blocks import numbers_in
from puzzleproof.provers.labelling.search import Labelling
from puzzleproof.provers.lrat.writer import ProvenFormula
from puzzleproof.verify.formula.check import Labels, ranks_of
from puzzleproof.verify.formula.ranks import Ranks
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.lrat import Line
from puzzleproof.verify.refutation import horizon_of

ClauseNumbers: TypeAlias = dict[Clause, int]


def labels_of(puzzle: AnyPuzzle, found: Labelling) -> list[list[int]]:
    """For each label, the packed numbers of its states, ascending."""
    return [numbers_in(block, puzzle.pack_width) for block in found.blocks]


def ranks_formula(puzzle: AnyPuzzle, labels: Labels, *, closed: bool) -> ProvenFormula:
    """The formula of some labels, and its proof; raises CertificateRejected for wrong ones."""
    ranks = ranks_of(puzzle, horizon_of(puzzle, 1), labels, closed=closed)
    return ProvenFormula(ranks.variables, list(ranks.clauses()), rank_proof(ranks), labels)


def rank_proof(ranks: Ranks) -> Iterator[Line]:
    """The lines of the proof; raises CertificateRejected if the labels are wrong."""
    return _RankProof(ranks).lines()


class _Allowed(NamedTuple):
    """The actions that a pattern allows, and the number of line (1) about it."""

    actions: list[tuple[int, int, int]]
    """(number, positive, negative) of each allowed action."""
    absent: list[int]
    """The facts of the pattern that do not hold."""
    line: int


class _ActionClauses(NamedTuple):
    """The numbers of the clauses of an action."""

    variable: int
    needs: dict[int, int]
    """Precondition (a literal) -> the clause that demands it."""
    effect: list[int]
    """The clauses about changed facts of the next state."""
    stays: dict[int, int]
    """Literal -> the clause that keeps it true."""


class _RankedState(NamedTuple):
    """A state whose moves are checked: its variable, its label and its clauses ``is``."""

    facts: int
    variable: int
    label: int
    implies: dict[int, int]
    """Literal -> the clause that derives it from the state."""
    level: int
    """The clause that derives the level from the state."""


class _RankProof:
    def __init__(self, ranks: Ranks) -> None:
        self._ranks, self._strips = ranks, ranks.step.strips
        self._number, self._first, self._last = _numbered(ranks)
        self._ranked = _places(ranks, self._first["ranked"])
        self._known = [self._of_action(k, a) for k, a in enumerate(self._strips.actions)]
        self._pattern = _pattern(self._strips)
        self._allowed: dict[int, _Allowed] = {}
        self._beside = _facts_beside(self._strips)
        self._pairs = [
            {1 << k: self._number[-min(fact, k) - 1, -max(fact, k) - 1] for k in bits(others)}
            for fact, others in enumerate(self._beside)
        ]

    def lines(self) -> Iterator[Line]:
        """All lines, in order."""
        number, place, refuted = 0, self._first["is"], list[int]()
        for label, block in enumerate(self._ranks.sources):
            for facts in block:
                literals = self._ranks.before(facts)
                end = place + len(literals)
                implies = dict(zip(literals, range(place, end), strict=True))
                variable = self._ranks.state(number)
                yield from self._state(_RankedState(facts, variable, label, implies, end))
                refuted.append(self._last)
                place = end if self._ranks.closed else end + 1
                number += 1
        refuted = refuted or [self._first["none"]]
        yield self._line([], [*refuted, self._first["source"]])

    def _line(self, literals: list[int], hints: list[int]) -> Line:
        self._last += 1
        return self._last, literals, hints

    def _state(self, state: _RankedState) -> Iterator[Line]:
        """The lines (1), if they are new, (2) and (3) of a state."""
        facts, pair = state.facts, self._excluding
        key = facts & self._pattern
        if key not in self._allowed:
            yield self._patterned(key)
        allowed = self._allowed[key]
        absent = {fact: pair(fact, facts) for fact in allowed.absent}
        refuted = list[int]()
        for k, positive, negative in allowed.actions:
            missing = positive & ~facts
            if missing:
                fact = missing.bit_length() - 1
                if fact not in absent and -fact - 1 not in state.implies:
                    absent[fact] = pair(fact, facts)
                refuted.append(self._known[k].needs[fact + 1])
            elif negative & facts:
                refuted.append(self._known[k].needs[-(negative & facts).bit_length()])
            else:
                moved = self._moved(state, k)
                yield self._line([-self._known[k].variable, -state.variable], moved)
                refuted.append(self._last)
        hints = [*state.implies.values(), *absent.values(), *refuted, allowed.line]
        yield self._line([-state.variable], hints)

    def _excluding(self, fact: int, facts: int) -> int:
        """The clause 'not both' for a fact that does not hold and a fact of its group that does."""
        holding = self._beside[fact] & facts
        if not holding:
            raise CertificateRejected(f"no group says that the fact {fact} does not hold")
        return self._pairs[fact][holding & -holding]

    def _moved(self, state: _RankedState, k: int) -> list[int]:
        """The hints of line (2): the facts after the action, its rank, the clause against it."""
        known = self._known[k]
        hints = list(known.effect)
        for literal, clause in state.implies.items():
            stays = known.stays.get(literal)
            if stays is not None:
                hints += (clause, stays)
        ranked, label = self._ranked.get(state.facts ^ self._strips.actions[k].toggles, (0, 0))
        if not ranked or (label > state.label + 1 and not self._ranks.closed):
            name = self._strips.actions[k].name
            raise CertificateRejected(f"label {state.label}: the action {name!r} breaks the labels")
        if self._ranks.closed:
            return [*hints, ranked, self._first["breaks"]]
        level, rank = self._ranks.level(state.label), self._ranks.rank(label)
        return [*hints, ranked, state.level, self._number[-level, -rank]]

    def _patterned(self, pattern: int) -> Line:
        """The line (1) of a pattern."""
        step, outside = self._ranks.step, self._pattern & ~pattern
        actions, hints = list[tuple[int, int, int]](), list[int]()
        for k, action in enumerate(self._strips.actions):
            missing = action.positive & outside
            if missing:
                hints.append(self._known[k].needs[(missing & -missing).bit_length()])
            else:
                actions.append((k, action.positive, action.negative))
        self._allowed[pattern] = _Allowed(actions, bits(outside), self._last + 1)
        holding = [step.now + 1 + fact for fact in bits(outside)]
        literals = [*holding, *(step.action(k) for k, _, _ in actions)]
        return self._line(literals, [*hints, self._first["some action"]])

    def _of_action(self, k: int, action: Action) -> _ActionClauses:
        step, number = self._ranks.step, self._number
        act, then = step.action(k), step.then + 1
        needed = action.positive | action.negative
        holds = action.positive & ~action.toggles | action.negative & action.toggles
        effect = [number[-act, then + f] for f in bits(holds & step.strips.movers)]
        fails = needed & ~holds & step.alone
        effect += [number[-act, -then - f] for f in bits(fails)]
        needs = [f + 1 if action.positive >> f & 1 else -f - 1 for f in bits(needed)]
        left = step.bystanders(action)
        stays = {f + 1: number[-act, -f - 1, then + f] for f in bits(left)}
        stays |= {-f - 1: number[-act, f + 1, -then - f] for f in bits(left & step.alone)}
        return _ActionClauses(act, {one: number[-act, one] for one in needs}, effect, stays)


def _facts_beside(strips: Strips) -> list[int]:
    """For each fact the other facts of its groups: if one of these holds, it does not."""
    beside = [0] * len(strips.facts)
    for group in strips.groups:
        for fact in bits(group):
            beside[fact] |= group & ~(1 << fact)
    return beside


def _numbered(ranks: Ranks) -> tuple[ClauseNumbers, dict[str, int], int]:
    """Clause -> number (without the table); the first number of each family; the last number."""
    numbers, first, number = ClauseNumbers(), dict[str, int](), 1
    for name, family in ranks.families():
        first[name] = number
        if name == "is":
            number += sum(len(ranks.before(facts)) for block in ranks.sources for facts in block)
            number += 0 if ranks.closed else ranks.states
        elif name == "ranked":
            number += sum(map(len, ranks.preimages))
        else:
            for clause in family:
                numbers.setdefault(clause, number)
                number += 1
    return numbers, first, number - 1


def _places(ranks: Ranks, number: int) -> dict[int, tuple[int, int]]:
    """The facts of a labelled state -> the clause that ranks them, and the least label."""
    labelled = ((facts, label) for label, block in enumerate(ranks.preimages) for facts in block)
    places: dict[int, tuple[int, int]] = {}
    for k, (facts, label) in enumerate(labelled, number):
        places.setdefault(facts, (k, label))
    return places


def _pattern(strips: Strips) -> int:
    others = 0
    for group in strips.groups:
        others |= group & ~strips.movers
    return others if all(action.positive & others for action in strips.actions) else 0
