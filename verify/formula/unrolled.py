"""The common part of all formulas 'at most T moves': the same clauses for each step, and a goal.

A plan of k <= T moves makes all clauses true: the facts of step t are as they are after t moves,
the variables between t and t + 1 describe the move, and the steps from k on are *idle*.  A subclass
defines the variables of a move.  Families of clauses here:

``start``, ``goal``   the facts of the start at step 0; all conditions of some goal at step T
``one of a group``    as in `puzzleproof.verify.formula.steps`
``count``             the number of true facts of a kind stays the same, if every move keeps it
``idle``              a step after an idle step is idle (and what the subclass adds)
``colour``            if every move exchanges two facts of a group, and these can be coloured as on
                      a chessboard, the colour alternates until the plan is over
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Generic, TypeVar

from puzzleproof.models.strips import Described, Goal, bits
from puzzleproof.verify.formula.steps import Clause, FactCount, one_of_each

ClauseFamily = tuple[str, Iterable[Clause]]
STEP_LIMIT = 600_000
"""Limit on the clauses of a step."""

Via = TypeVar("Via")
"""The type of what a formula says of a move besides the facts before and after the move."""


class UnrolledFormula(ABC, Generic[Via]):
    """The formula: ``start`` is a mask of facts, ``length`` is the T of 'at most T moves'.

    The variables of step t come after number ``t * width``: facts, counters and, before step T,
    variables of the move (which mover facts leave, which arrive, what the subclass adds, and
    'idle').  After step T there is one variable for each goal.
    """

    form: str
    """The name of the form in certificates and files."""

    def __init__(
        self,
        described: Described,
        start: int,
        length: int,
        kinds: Iterable[int],
        movers: Sequence[int],
        of_a_move: int,
    ) -> None:
        """``kinds`` are sets of facts; no move changes how many facts of a set hold.

        ``movers`` have the variables 'leaves' and 'arrives'; ``of_a_move`` counts the variables of
        a move that the subclass adds.
        """
        self.described, self.start, self.length = described, start, length
        self.counts = [FactCount(kind, (start & kind).bit_count()) for kind in kinds]
        self.counted = len(described.facts) + sum(count.variables for count in self.counts)
        """The last variable of the counters of step 0."""
        self.leaves = {fact: self.counted + k for k, fact in enumerate(movers, 1)}
        self.arrives = {fact: x + len(movers) for fact, x in self.leaves.items()}
        self.ended = self.counted + 2 * len(movers)
        """The last variable 'leaves' or 'arrives' of step 0."""
        self.width = self.idle = self.ended + of_a_move + 1
        self._goals = length * self.width + self.counted
        self.variables = self._goals + len(described.goals)

    # --- what describes a move --------------------------------------------------------------

    @abstractmethod
    def of_move(self) -> Iterator[ClauseFamily]:
        """Return the families between steps 0 and 1."""

    @abstractmethod
    def moves_from(self, facts: int) -> Mapping[int, Via]:
        """Map the facts after each legal move to the move's action, path or line."""

    @abstractmethod
    def true_of_move(self, via: Via) -> Iterator[int]:
        """Return the subclass's variables of step 0 that are true of a move."""

    @abstractmethod
    def names_of_move(self, number: int) -> Iterator[str]:
        """Say what each of the subclass's variables of a move means."""

    @cached_property
    def colours(self) -> list[tuple[int, int]]:
        """Pairs of sets of facts (colours) between which every move alternates; none by default."""
        return []

    # --- the whole --------------------------------------------------------------------------

    @cached_property
    def step_size(self) -> int:
        """An upper bound on the clauses of a step, or a number above `STEP_LIMIT`."""
        clauses = chain.from_iterable(clauses for _, clauses in self.of_step())
        colour_and_idle = len(self.described.facts) + 1
        return colour_and_idle + sum(1 for _ in islice(clauses, STEP_LIMIT))

    def idle_at(self, step: int) -> int:
        """Return the variable 'there are no moves after the first ``step`` moves'."""
        return step * self.width + self.idle

    def families(self) -> Iterator[ClauseFamily]:
        """Return the families of clauses in order; those of a step are repeated for each step."""
        yield "start", self._start()
        state = [(name, list(clauses)) for name, clauses in self.of_state()]
        of_move = self.of_move() if self.length else ()
        move = [(name, list(clauses)) for name, clauses in of_move]
        for t in range(self.length + 1):
            for name, clauses in state:
                yield name, _shifted(clauses, t * self.width)
            if self.colours:
                yield "colour", self._alternates(t)
            if t < self.length:
                for name, clauses in move:
                    yield name, _shifted(clauses, t * self.width)
            if t + 1 < self.length:
                yield "idle", iter([(-self.idle_at(t), self.idle_at(t + 1))])
        yield "goal", self._goal()

    def clauses(self) -> Iterator[Clause]:
        """Return all clauses in order."""
        for _, family in self.families():
            yield from family

    def names(self) -> Iterator[str]:
        """Say what each variable means, from variable 1 on."""
        names = self.described.facts
        for t in range(self.length + 1):
            yield from (f"{fact} holds after move {t}" for fact in names)
            for count in self.counts:
                yield from (f"{text} after move {t}" for text in count.names())
            if t < self.length:
                for facts, word in ((self.leaves, "ends"), (self.arrives, "begins")):
                    yield from (f"{names[fact]} {word} by move {t + 1}" for fact in facts)
                yield from self.names_of_move(t + 1)
                yield f"there is no move {t + 1}"
        yield from (f"goal {k} is reached" for k in range(1, len(self.described.goals) + 1))

    def of_step(self) -> Iterator[ClauseFamily]:
        """List the families of one step, for steps 0 and 1; `witness` has to satisfy them."""
        yield from self.of_state()
        yield from self.of_move()

    def witness(self, before: int, via: Via, after: int) -> list[int]:
        """Return the variables of `of_step` that are true of a move between two sets of facts."""
        true = [fact + 1 for fact in bits(before)]
        true += [self.width + fact + 1 for fact in bits(after)]
        true += [x for fact, x in self.leaves.items() if (before & ~after) >> fact & 1]
        true += [x for fact, x in self.arrives.items() if (after & ~before) >> fact & 1]
        true += self.true_of_move(via)
        top = len(self.described.facts)
        for count in self.counts:
            true += count.witness(before, top)
            top += count.variables
        return true

    def of_state(self) -> Iterator[ClauseFamily]:
        """Return the families of step 0."""
        yield "one of a group", one_of_each(self.described.groups, 0)
        top = len(self.described.facts)
        for count in self.counts:
            yield "count", count.clauses(top)
            top += count.variables

    def _start(self) -> Iterator[Clause]:
        for fact in range(len(self.described.facts)):
            yield (fact + 1 if self.start >> fact & 1 else -fact - 1,)

    def same_facts(self) -> Iterator[Clause]:
        """Part of ``idle``: no fact changes."""
        for fact in range(1, len(self.described.facts) + 1):
            yield (-self.idle, -fact, self.width + fact)
            yield (-self.idle, fact, -self.width - fact)

    def ends(self) -> Iterator[ClauseFamily]:
        """``leaves`` (a fact holds before and not after the move) and ``arrives`` (the reverse)."""
        yield "leaves", self._changes(self.leaves, 0, self.width)
        yield "arrives", self._changes(self.arrives, self.width, 0)

    def _changes(self, variables: Mapping[int, int], first: int, last: int) -> Iterator[Clause]:
        for fact, change in variables.items():
            one, other = first + fact + 1, last + fact + 1
            yield (-change, one)
            yield (-change, -other)
            yield (-one, other, change)

    def _alternates(self, t: int) -> Iterator[Clause]:
        """``colour``: no fact of the wrong colour holds at step t, unless step t - 1 is idle."""
        shift = t * self.width
        for one, other in self.colours:
            first = one if self.start & one else other
            wrong = (one | other) & ~first if t % 2 == 0 else first
            for fact in bits(wrong):
                yield (-shift - fact - 1, *((self.idle_at(t - 1),) if t else ()))

    def _goal(self) -> Iterator[Clause]:
        shift, number = self.length * self.width, len(self.described.goals)
        for k, goal in enumerate(self.described.goals, 1):
            yield from _asks(goal, -self._goals - k, shift)
        yield tuple(self._goals + k for k in range(1, number + 1))


def two_colours(exchanged: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
    """Colour facts so that each exchange of two facts changes the colour; None if impossible."""
    beside: dict[int, int] = {}
    for gone, come in exchanged:
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


def _asks(goal: Goal, unless: int, shift: int) -> Iterator[Clause]:
    for mask in goal.some:
        yield (unless, *(shift + fact + 1 for fact in bits(mask)))
    for fact in bits(goal.negative):
        yield (unless, -shift - fact - 1)


def _shifted(clauses: Sequence[Clause], shift: int) -> Iterator[Clause]:
    for clause in clauses:
        yield tuple([x + shift if x > 0 else x - shift for x in clause])
