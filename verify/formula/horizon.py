"""'There is a plan of at most T moves' as a formula, written from the rules' facts and actions.

A plan of k <= T moves makes all clauses true: give each fact its truth after t moves, each action
its truth between t and t + 1, and let the steps from k on be *idle*.  Families, besides those of
`puzzleproof.verify.formula.steps` (whose ``some action`` has 'or idle' here):

``start``, ``goal``     the facts of the start at step 0; all conditions of some goal at step T
``idle``                nothing changes and no action is taken in an idle step, nor in any later
``leaves``, ``arrives`` for each mover fact: true and then false; false and then true
``one move``            at most one fact leaves and at most one arrives
``who``                 an action's own facts leave and arrive; a fact that does is some action's
``why``                 a fact that changes is changed by an action
``count``               kinds of facts of which actions exchange one for one keep their number
``colour``              where every action exchanges two facts of a group and these are two-coloured
                        like a chessboard, the colour alternates until the plan is over

``leaves`` to ``who`` are for puzzles whose actions each move one mover; others have ``stays`` and
``why``.  That actions keep counts and colours is checked action by action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import comb

from puzzleproof.models.strips import Goal, Strips, bits
from puzzleproof.verify.formula.steps import Clause, StepClauses

COUNT_SUBSET_LIMIT = 1500
"""'Exactly k of n' is written by subsets up to this number of clauses, else with a counter."""

ClauseFamily = tuple[str, Iterator[Clause]]


class HorizonFormula:
    """The formula: ``start`` as a mask of facts, ``length`` the T of 'at most T moves'.

    The variables of step t begin after ``t * width``: facts, counters, and, except at step T, facts
    that leave, facts that arrive, actions, idle.  After step T come the goals, one variable each.
    """

    def __init__(self, strips: Strips, start: int, length: int) -> None:
        self.strips, self.start, self.length = strips, start, length
        self._counts = _counts(strips, start)
        counters = sum(count.variables for count in self._counts)
        self._movers = bits(strips.movers)
        facts, movers = len(strips.facts), len(self._movers) if self.displacing else 0
        self._leaves = facts + counters
        self._arrives = self._leaves + movers
        self._acts = self._arrives + movers
        self._idle = self._acts + len(strips.actions) + 1
        self.width = self._idle
        self._goals = length * self.width + facts + counters
        self.variables = self._goals + len(strips.goals)
        self.step = StepClauses(strips, 0, self._acts, self.width)
        self._rank = {fact: k for k, fact in enumerate(self._movers, 1)}

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

    @cached_property
    def step_size(self) -> int:
        """An upper bound on the clauses of a step, computed without writing them."""
        strips, movers = self.strips, len(self._movers)
        state = sum(1 + _pairs(group.bit_count()) for group in strips.groups)
        state += sum(count.size for count in self._counts) + len(strips.facts)
        touched = sum((a.positive | a.negative).bit_count() for a in strips.actions)
        move = 2 + 2 * touched + 2 * len(strips.facts) + len(strips.actions)
        if self.displacing:
            return state + move + 10 * movers + 2 * _pairs(movers) + 2 * len(strips.actions)
        return state + move + 2 * movers * len(strips.actions) + 2 * len(strips.facts)

    def fact_after(self, fact: int, step: int) -> int:
        """The variable that says that a fact holds after ``step`` moves, 0 to ``length``."""
        return step * self.width + fact + 1

    def action_at(self, action: int, step: int) -> int:
        """The variable that says that an action is taken after ``step`` moves."""
        return step * self.width + self.step.action(action)

    def idle_at(self, step: int) -> int:
        """The variable that says that no action is taken after ``step`` moves, nor any later."""
        return step * self.width + self._idle

    def families(self) -> Iterator[ClauseFamily]:
        """The families of clauses in order; those of steps once for each step, step by step."""
        yield "start", self._start()
        state = list(self._of_state())
        between = list(self._of_move()) if self.length else []
        for t in range(self.length + 1):
            for name, clauses in state:
                yield name, _shifted(clauses, t * self.width)
            yield "colour", self._colour(t)
            if t < self.length:
                for name, clauses in between:
                    yield name, _shifted(clauses, t * self.width)
            if t + 1 < self.length:
                idle = t * self.width + self._idle
                yield "idle", iter([(-idle, idle + self.width)])
        yield "goal", self._goal()

    def clauses(self) -> Iterator[Clause]:
        """All clauses in order."""
        for _, family in self.families():
            yield from family

    def names(self) -> Iterator[str]:
        """What each variable says, from variable 1 on."""
        strips = self.strips
        movers = [strips.facts[fact] for fact in self._movers] if self.displacing else []
        for t in range(self.length + 1):
            yield from (f"{fact} holds after move {t}" for fact in strips.facts)
            for count in self._counts:
                yield from (f"{text} after move {t}" for text in count.names())
            if t < self.length:
                for word in ("ends", "begins"):
                    yield from (f"{fact} {word} by move {t + 1}" for fact in movers)
                yield from (f"move {t + 1} is {action.name}" for action in strips.actions)
                yield f"there is no move {t + 1}"
        yield from (f"goal {k} is reached" for k in range(1, len(strips.goals) + 1))

    def of_step(self) -> Iterator[tuple[str, list[Clause]]]:
        """The families of one step, at steps 0 and 1: what `witness` must satisfy."""
        yield from self._of_state()
        yield from self._of_move()

    def witness(self, before: int, action: int, after: int) -> list[int]:
        """The variables of `of_step` that are true of a move between two sets of facts."""
        movers = self.strips.movers
        true = [fact + 1 for fact in bits(before)]
        true += [self.width + fact + 1 for fact in bits(after)]
        true.append(self.step.action(action))
        if self.displacing:
            left, arrived = before & ~after & movers, after & ~before & movers
            true += [self._leaves + self._rank[fact] for fact in bits(left)]
            true += [self._arrives + self._rank[fact] for fact in bits(arrived)]
        top = len(self.strips.facts)
        for count in self._counts:
            true += count.witness(before, top)
            top += count.variables
        return true

    def _start(self) -> Iterator[Clause]:
        for fact in range(len(self.strips.facts)):
            yield (fact + 1 if self.start >> fact & 1 else -fact - 1,)

    def _of_state(self) -> Iterator[tuple[str, list[Clause]]]:
        yield "one of a group", list(self.step.state(0))
        top = len(self.strips.facts)
        for count in self._counts:
            yield "count", list(count.clauses(top))
            top += count.variables

    def _of_move(self) -> Iterator[tuple[str, list[Clause]]]:
        step, idle = self.step, self._idle
        yield "some action", [(*step.some_action(), idle)]
        yield "needs", list(step.needs())
        yield "effect", list(step.effect())
        yield "idle", list(self._still())
        if self.displacing:
            yield "leaves", list(self._changes(self._leaves, 0, self.width))
            yield "arrives", list(self._changes(self._arrives, self.width, 0))
            yield "one move", list(self._one_move())
            yield "who", list(self._who())
        else:
            yield "stays", list(step.stays())
            yield "why", list(self._why())

    def _still(self) -> Iterator[Clause]:
        """``idle``."""
        for fact in range(1, len(self.strips.facts) + 1):
            yield (-self._idle, -fact, self.width + fact)
            yield (-self._idle, fact, -self.width - fact)
        for k in range(len(self.strips.actions)):
            yield (-self._idle, -self.step.action(k))
        if self.displacing:
            for k in range(1, 2 * len(self._movers) + 1):
                yield (-self._idle, -self._leaves - k)

    def _changes(self, changes: int, first: int, last: int) -> Iterator[Clause]:
        """``leaves`` or ``arrives``: true at the first of two steps, and false at the last."""
        for k, fact in enumerate(self._movers, 1):
            one, other = first + fact + 1, last + fact + 1
            yield (-changes - k, one)
            yield (-changes - k, -other)
            yield (-one, other, changes + k)

    def _one_move(self) -> Iterator[Clause]:
        for changes in (self._leaves, self._arrives):
            for one, other in combinations(range(1, len(self._movers) + 1), 2):
                yield (-changes - one, -changes - other)

    def _who(self) -> Iterator[Clause]:
        rank = self._rank
        taken: dict[int, list[int]] = {}
        for k, action in enumerate(self.strips.actions):
            act, movers = self.step.action(k), action.toggles & self.strips.movers
            gone, come = movers & action.positive, movers & action.negative
            for changes, mask in ((self._leaves, gone), (self._arrives, come)):
                change = changes + rank[mask.bit_length() - 1]
                taken.setdefault(change, []).append(act)
                yield (-act, change)
        for changes in (self._leaves, self._arrives):
            for k in range(1, len(self._movers) + 1):
                yield (-changes - k, *taken.get(changes + k, ()))

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

    def _colour(self, t: int) -> Iterator[Clause]:
        """``colour``: facts of the wrong colour do not hold at step t, unless it is idle before."""
        shift = t * self.width
        for one, other in self._colours:
            first = one if self.start & one else other
            wrong = (one | other) & ~first if t % 2 == 0 else first
            for fact in bits(wrong):
                yield (-shift - fact - 1, *((shift - self.width + self._idle,) if t else ()))

    @cached_property
    def _colours(self) -> list[tuple[int, int]]:
        """The two colours of the facts of each group, where every action changes the colour."""
        found = [_two_colours(self.strips, group) for group in self.strips.groups]
        return [pair for pair in found if pair is not None]

    def _goal(self) -> Iterator[Clause]:
        shift = self.length * self.width
        for k, goal in enumerate(self.strips.goals, 1):
            yield from _asks(goal, -self._goals - k, shift)
        yield tuple(self._goals + k for k in range(1, len(self.strips.goals) + 1))


def _asks(goal: Goal, unless: int, shift: int) -> Iterator[Clause]:
    for mask in goal.some:
        yield (unless, *(shift + fact + 1 for fact in bits(mask)))
    for fact in bits(goal.negative):
        yield (unless, -shift - fact - 1)


def _pairs(number: int) -> int:
    return comb(number, 2)


def _shifted(clauses: Sequence[Clause], shift: int) -> Iterator[Clause]:
    for clause in clauses:
        yield tuple([x + shift if x > 0 else x - shift for x in clause])


def _two_colours(strips: Strips, group: int) -> tuple[int, int] | None:
    """A colouring of a group's facts that every action changes, as on a chessboard."""
    beside: dict[int, int] = {}
    for action in strips.actions:
        toggled = action.toggles & group
        gone, come = toggled & action.positive, toggled & action.negative
        if not gone or not come:
            return None
        beside[gone] = beside.get(gone, 0) | come
        beside[come] = beside.get(come, 0) | gone
    colours, todo = [0, 0], [(next(iter(beside), 0), 0)]
    while todo:
        fact, colour = todo.pop()
        if fact & colours[colour]:
            continue
        colours[colour] |= fact
        todo += [(1 << other, 1 - colour) for other in bits(beside.get(fact, 0))]
    whole = colours[0] | colours[1]
    if not whole or colours[0] & colours[1] or any(fact & ~whole for fact in beside):
        return None
    return colours[0], colours[1]


class _FactCount:
    """The constraint that exactly ``number`` of some facts hold."""

    def __init__(self, facts: int, number: int) -> None:
        self._literals = [fact + 1 for fact in bits(facts)]
        self._number = number
        size = len(self._literals)
        subsets = comb(size, number + 1) + comb(size, size - number + 1)
        self._by_subsets = subsets <= COUNT_SUBSET_LIMIT
        self.variables = 0 if self._by_subsets else size * number
        self.size = subsets if self._by_subsets else 6 * size * number
        """The number of clauses, at most."""

    def clauses(self, top: int) -> Iterator[Clause]:
        """The clauses; the counter's variables come after ``top``."""
        literals, number = self._literals, self._number
        if self._by_subsets:
            for some in combinations(literals, number + 1):
                yield tuple(-x for x in some)
            yield from combinations(literals, len(literals) - number + 1)
        else:
            yield from self._counter(top)

    def names(self) -> Iterator[str]:
        """What the counter's variables say."""
        for i in range(self.variables // self._number):
            for j in range(self._number):
                yield f"over {j} of the first {i + 1} of {len(self._literals)} facts hold"

    def witness(self, facts: int, top: int) -> list[int]:
        """The counter's variables that are true of these facts."""
        if self._by_subsets:
            return []
        true, held = list[int](), 0
        for i, literal in enumerate(self._literals):
            held += facts >> literal - 1 & 1
            true += [self._more(top, i, j) for j in range(min(held, self._number))]
        return true

    def _more(self, top: int, i: int, j: int) -> int:
        return top + i * self._number + j + 1

    def _counter(self, top: int) -> Iterator[Clause]:
        """Variable (i, j): more than j of the first i + 1 hold (C. Sinz, 2005), both ways."""
        literals, number = self._literals, self._number

        def more(i: int, j: int) -> int:
            return self._more(top, i, j)

        for i, literal in enumerate(literals):
            for j in range(number):
                here = more(i, j)
                before = () if i == 0 else (more(i - 1, j),)
                fewer = () if i == 0 or j == 0 else (more(i - 1, j - 1),)
                if before:
                    yield (-before[0], here)
                if not j:
                    yield (-literal, here)
                elif fewer:
                    yield (-literal, -fewer[0], here)
                yield (-here, *before, literal)
                if j:
                    yield (-here, *before, *fewer)
            if i:
                yield (-literal, -more(i - 1, number - 1))
        yield (more(len(literals) - 1, number - 1),)


def _counts(strips: Strips, start: int) -> list[_FactCount]:
    """The kinds of facts of which every action makes as many true as false."""
    kinds = [*strips.kinds, (1 << len(strips.facts)) - 1 & ~strips.movers]
    return [
        _FactCount(kind, (start & kind).bit_count())
        for kind in kinds
        if kind and kind not in strips.groups and _balanced(strips, kind) and (start & kind)
    ]


def _balanced(strips: Strips, kind: int) -> bool:
    return all(
        (a.toggles & a.positive & kind).bit_count() == (a.toggles & a.negative & kind).bit_count()
        for a in strips.actions
    )
